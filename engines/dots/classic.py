"""The classic heuristic: take every free box; else give no third side; else open what costs least."""

from __future__ import annotations

from random import Random

from engines.dots.grid import Grid
from engines.dots.move import KEEP, STOP, SWAP, Move
from engines.dots.rules import Position, Stage
from engines.game import Hint, Reason

ERRS = 1 / 3


def classic(position: Position, seed: int) -> Hint[Move]:
    """What the heuristic plays; equal choices are told apart by `seed` alone."""
    chance = Random(f"{seed} {position.drawn}")
    if position.stage is Stage.CHOICE:
        return _choose_colour(position, chance)
    step, value, reason = _best(position, chance)
    return Hint((Move((step,)),), value, False, (reason,))


def easy(position: Position, seed: int) -> Hint[Move]:
    """One step ahead: takes a box if it can, else draws anything; and a third of the time it does not even look."""
    chance = Random(f"{seed} {position.drawn} easy")
    moves = list(position.moves())
    if position.stage is Stage.CHOICE or chance.random() < ERRS:
        return _any(moves, chance)
    takes = [move for move in moves if _gain(position, move) > 0]
    if not takes:
        return _any(moves, chance)
    move = chance.choice(takes)
    gain = _gain(position, move)
    return Hint((move,), gain, False, (Reason("takes-box", boxes=gain),))


def _any(moves: list[Move], chance: Random) -> Hint[Move]:
    return Hint((chance.choice(moves),), 0, False, (Reason("just-a-try"),))


def _gain(position: Position, move: Move) -> int:
    return sum(position.play(move).score) - sum(position.score)


def _choose_colour(position: Position, chance: Random) -> Hint[Move]:
    first, second = position.score
    word = SWAP if first > second else KEEP if second > first else chance.choice((KEEP, SWAP))
    return Hint((Move((word,)),), abs(second - first), False, (Reason("takes-leading-colour"),))


def _best(position: Position, chance: Random) -> tuple[str, int, Reason]:
    grid, drawn = position.grid, position.drawn
    sides = list(position.open_sides())
    chance.shuffle(sides)
    if gains := [side for side in sides if captures(grid, drawn, side)]:
        side = max(gains, key=lambda side: captures(grid, drawn, side))
        boxes = captures(grid, drawn, side)
        return grid.names[side], boxes, Reason("takes-box", boxes=boxes)
    if position.stage is Stage.SETUP and len(sides) < 2:
        return STOP, 0, Reason("leaves-the-choice")
    side = min(sides, key=lambda side: cost(grid, drawn, side))
    boxes = cost(grid, drawn, side)
    reason = Reason("gives-boxes", boxes=boxes) if boxes else Reason("gives-no-third-side")
    return grid.names[side], -boxes, reason


def captures(grid: Grid, drawn: int, side: int) -> int:
    """How many boxes drawing this side completes."""
    drawn |= 1 << side
    return sum(drawn & mask == mask for mask, _ in grid.touching[side])


def cost(grid: Grid, drawn: int, side: int) -> int:
    """How many boxes the opponent can take at once, one after the other, when this side is drawn."""
    drawn |= 1 << side
    taken, waiting = 0, [side]
    while waiting:
        for mask, box in grid.touching[waiting.pop()]:
            missing = mask & ~drawn
            if missing & (missing - 1) == 0:
                taken |= box
                drawn |= missing
                waiting += [missing.bit_length() - 1] if missing else []
    return taken.bit_count()
