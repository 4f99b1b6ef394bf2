"""Captures and releases: which points change hands when a line is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engines.curves.geometry import encloses, in_zone
from engines.curves.legality import MOST_LINES, lines_at
from engines.curves.line import Line, Point, spot
from engines.game import Seat


@dataclass(frozen=True)
class Drawn:
    """A line on the sheet, and who drew it."""

    line: Line
    seat: Seat


@dataclass(frozen=True)
class Held:
    """A point's holder and the line by which it is held; no holder: it was released, and is out of the game."""

    seat: Seat | None
    line: Line


Holdings = Mapping[Point, Held]


def after(new: Drawn, marks: Sequence[Point], before: Sequence[Drawn], holdings: Holdings) -> dict[Point, Held]:
    """Who holds which point once `new` is drawn. First it captures, then it releases.

    A point already the drawer's own is from now on held by the new line, unless that encloses the older one: of a
    player's nested zones the inner one holds.
    """
    drawn = (*before, new)
    inside = [point for point in marks if in_zone(new.line, spot(point))]
    captured = {
        point: Held(new.seat, new.line)
        for point in free_points(inside, [each.line for each in drawn])
        if not _shut_out(new.line, holdings.get(point))
    }
    held = {**holdings, **captured}
    released = {point: Held(None, new.line) for point in new.line.ends if _loses(point, new, drawn, held)}
    return {**held, **released}


def free_points(marks: Sequence[Point], drawn: Sequence[Line]) -> list[Point]:
    """The marked points that no line leaves or enters."""
    return [point for point in marks if not lines_at(point, drawn)]


def _shut_out(line: Line, held: Held | None) -> bool:
    """The new zone encloses the whole line by which the point is held, so nothing changes for it."""
    return held is not None and encloses(line, held.line)


def _loses(end: Point, new: Drawn, drawn: Sequence[Drawn], held: Holdings) -> bool:
    """An end held by the drawer's opponent is released by a second line of the drawer, or by a zone inside a zone."""
    if not _is_opponent_s(end, new, held):
        return False
    through = sum(end in each.line.ends for each in drawn if each.seat is new.seat)
    return through == MOST_LINES or _zone_inside_zone(new, drawn, held)


def _zone_inside_zone(new: Drawn, drawn: Sequence[Drawn], held: Holdings) -> bool:
    """Both ends are the opponent's; the zone, in which the drawer holds a point, is wholly inside one of theirs."""
    return (
        all(_is_opponent_s(end, new, held) for end in new.line.ends)
        and _holds_within(new, held)
        and any(_wholly_within(new.line, each.line) for each in drawn if each.seat is new.seat.opponent)
    )


def _is_opponent_s(end: Point, new: Drawn, held: Holdings) -> bool:
    return end in held and held[end].seat is new.seat.opponent


def _wholly_within(line: Line, outer: Line) -> bool:
    """A zone has both ends of a line in it and the line, which may not cross its arc, does not cross its ruler side."""
    return all(in_zone(outer, spot(end)) for end in line.ends) and encloses(outer, line)


def _holds_within(new: Drawn, held: Holdings) -> bool:
    """The drawer holds at least one point in the zone of the new line: captured just now, or before."""
    return any(each.seat is new.seat and in_zone(new.line, spot(point)) for point, each in held.items())
