"""Why a move was advised, as codes that can be said in words and drawn."""

from __future__ import annotations

from engines.dots.classic import captures, cost
from engines.dots.move import Move
from engines.dots.rules import Position
from engines.dots.search.pie import lead_of
from engines.game import Reason

HANDED_BACK = (2, 4)


def reasons_for(position: Position, line: tuple[Move, ...], margin: int | None) -> tuple[Reason, ...]:
    """What the first move of the line does, and, if the margin to come is proved, how the game ends."""
    ending = () if margin is None else (_ending(lead_of(position) + margin),)
    return (_deed(position, line[0], margin), *ending)


def _ending(final: int) -> Reason:
    if final == 0:
        return Reason("proved-draw")
    return Reason("proved-win", boxes=final) if final > 0 else Reason("proved-loss", boxes=-final)


def _deed(position: Position, move: Move, margin: int | None) -> Reason:
    grid, drawn = position.grid, position.drawn
    side = grid.index[move.steps[0]]
    if boxes := captures(grid, drawn, side):
        return Reason("takes-box", boxes=boxes)
    given = cost(grid, drawn, side)
    on_offer = any(captures(grid, drawn, other) for other in position.open_sides())
    if on_offer and given in HANDED_BACK and margin is not None:
        left = len(grid.boxes) - sum(position.score)
        return Reason("hands-back", boxes=given, gets=(left + margin) // 2)
    if given:
        return Reason("opens-chain", boxes=given)
    return Reason("gives-no-third-side")
