"""The classic heuristic: take every box; else draw a safe side; else give away the fewest boxes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from random import Random

from engines.dots.move import KEEP, STOP, SWAP, Move
from engines.dots.reasons import move_reasons
from engines.dots.rules import Position, Stage
from engines.dots.taking import captures, cost
from engines.game import Hint, Limit, Reason

ERROR_RATE = 1 / 3


def classic(position: Position, limit: Limit) -> Hint[Move]:
    """Return the move of the heuristic; the seed alone decides between equal moves."""
    chance = Random(f"{limit.seed} {position.drawn_sides}")
    if position.stage is Stage.CHOICE:
        return _choose_colour(position, chance)
    step, value = _best_side(position, chance)
    return Hint((Move((step,)),), value, False, move_reasons(position, Move((step,))))


def tempting_moves(position: Position, _: Limit) -> Iterable[Move]:
    """Return the moves in the order of the heuristic: captures, the sides that give the fewest boxes, then `stop`."""
    if position.stage is Stage.CHOICE:
        return position.moves()
    grid, drawn_sides = position.grid, position.drawn_sides

    def rank(side: int) -> tuple[int, int]:
        return -captures(grid, drawn_sides, side), cost(grid, drawn_sides, side)

    sides = (Move((grid.names[side],)) for side in sorted(position.open_sides(), key=rank))
    return chain(sides, (move for move in position.moves() if move.steps == (STOP,)))


def easy(position: Position, limit: Limit) -> Hint[Move]:
    """Return a one-ply move: a box if there is one, else any side; a third of the time, a random move."""
    chance = Random(f"{limit.seed} {position.drawn_sides} easy")
    moves = list(position.moves())
    if position.stage is Stage.CHOICE or chance.random() < ERROR_RATE:
        return _random_move(position, moves, chance)
    takes = [move for move in moves if _gain(position, move) > 0]
    if not takes:
        return _random_move(position, moves, chance)
    move = chance.choice(takes)
    return Hint((move,), _gain(position, move), False, move_reasons(position, move))


def _random_move(position: Position, moves: list[Move], chance: Random) -> Hint[Move]:
    move = chance.choice(moves)
    return Hint((move,), 0, False, (Reason("just-a-try"), *move_reasons(position, move)))


def _gain(position: Position, move: Move) -> int:
    return sum(position.play(move).score) - sum(position.score)


def _choose_colour(position: Position, chance: Random) -> Hint[Move]:
    first, second = position.score
    word = SWAP if first > second else KEEP if second > first else chance.choice((KEEP, SWAP))
    return Hint((Move((word,)),), abs(second - first), False, move_reasons(position, Move((word,))))


def _best_side(position: Position, chance: Random) -> tuple[str, int]:
    """Return the best side, and the boxes that it takes (or, negative, gives away)."""
    grid, drawn_sides = position.grid, position.drawn_sides
    sides = list(position.open_sides())
    chance.shuffle(sides)
    if gains := [side for side in sides if captures(grid, drawn_sides, side)]:
        side = max(gains, key=lambda side: captures(grid, drawn_sides, side))
        return grid.names[side], captures(grid, drawn_sides, side)
    if position.stage is Stage.SETUP and len(sides) < 2:
        return STOP, 0
    side = min(sides, key=lambda side: cost(grid, drawn_sides, side))
    return grid.names[side], -cost(grid, drawn_sides, side)
