"""The classic heuristic: take every free box; else give no third side; else open what costs least."""

from __future__ import annotations

from random import Random

from engines.dots.move import KEEP, STOP, SWAP, Move
from engines.dots.reasons import of_move
from engines.dots.rules import Position, Stage
from engines.dots.taking import captures, cost
from engines.game import Hint, Reason

ERRS = 1 / 3


def classic(position: Position, seed: int) -> Hint[Move]:
    """What the heuristic plays; equal choices are told apart by `seed` alone."""
    chance = Random(f"{seed} {position.drawn}")
    if position.stage is Stage.CHOICE:
        return _choose_colour(position, chance)
    step, value = _best(position, chance)
    return Hint((Move((step,)),), value, False, of_move(position, Move((step,))))


def easy(position: Position, seed: int) -> Hint[Move]:
    """One step ahead: takes a box if it can, else draws anything; and a third of the time it does not even look."""
    chance = Random(f"{seed} {position.drawn} easy")
    moves = list(position.moves())
    if position.stage is Stage.CHOICE or chance.random() < ERRS:
        return _any(position, moves, chance)
    takes = [move for move in moves if _gain(position, move) > 0]
    if not takes:
        return _any(position, moves, chance)
    move = chance.choice(takes)
    return Hint((move,), _gain(position, move), False, of_move(position, move))


def _any(position: Position, moves: list[Move], chance: Random) -> Hint[Move]:
    move = chance.choice(moves)
    return Hint((move,), 0, False, (Reason("just-a-try"), *of_move(position, move)))


def _gain(position: Position, move: Move) -> int:
    return sum(position.play(move).score) - sum(position.score)


def _choose_colour(position: Position, chance: Random) -> Hint[Move]:
    first, second = position.score
    word = SWAP if first > second else KEEP if second > first else chance.choice((KEEP, SWAP))
    return Hint((Move((word,)),), abs(second - first), False, of_move(position, Move((word,))))


def _best(position: Position, chance: Random) -> tuple[str, int]:
    """The step, and what it takes, or less than 0: what it gives."""
    grid, drawn = position.grid, position.drawn
    sides = list(position.open_sides())
    chance.shuffle(sides)
    if gains := [side for side in sides if captures(grid, drawn, side)]:
        side = max(gains, key=lambda side: captures(grid, drawn, side))
        return grid.names[side], captures(grid, drawn, side)
    if position.stage is Stage.SETUP and len(sides) < 2:
        return STOP, 0
    side = min(sides, key=lambda side: cost(grid, drawn, side))
    return grid.names[side], -cost(grid, drawn, side)
