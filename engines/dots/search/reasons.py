"""Why a move was advised, as codes that can be said in words and drawn."""

from __future__ import annotations

from engines.dots.move import Move
from engines.dots.reasons import at_choice, handed_back, reasons_of, worth_control
from engines.dots.rules import Position
from engines.dots.search.pie import lead_of
from engines.dots.taking import captures
from engines.game import Reason


def reasons_for(position: Position, line: tuple[Move, ...], margin: int | None) -> tuple[Reason, ...]:
    """What the first move of the line does, and, if the margin to come is proved, how the game ends."""
    ending = () if margin is None else (_ending(lead_of(position) + margin),)
    return (*_deed(position, position.grid.index[line[0].steps[0]], margin), *ending)


def _ending(final: int) -> Reason:
    if final == 0:
        return Reason("proved-draw")
    return Reason("proved-win", boxes=final) if final > 0 else Reason("proved-loss", boxes=-final)


def _deed(position: Position, side: int, margin: int | None) -> tuple[Reason, ...]:
    grid, drawn = position.grid, position.drawn
    if margin is None:
        return reasons_of(position, side)
    if handed := handed_back(grid, drawn, side):
        left = len(grid.boxes) - sum(position.score)
        return (Reason("hands-back", boxes=handed, gets=(left + margin) // 2),)
    said = reasons_of(position, side)
    if captures(grid, drawn, side) and worth_control(grid, drawn) and (left := at_choice(grid, drawn, side)):
        return (*said, Reason("leaving-brings-no-more", boxes=left))
    return said
