"""Captures and releases: the points that change owner when a line is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engines.curves.geometry import encloses, is_in_zone
from engines.curves.legality import MOST_LINES, count_lines_at
from engines.curves.line import Line, Point, spot
from engines.game import Seat


@dataclass(frozen=True)
class Drawn:
    """A line on the sheet, with the seat that drew it."""

    line: Line
    seat: Seat


@dataclass(frozen=True)
class Held:
    """The holder of a point, and the line that holds it.

    Without a holder, the point was released by the line and is out of the game.
    """

    seat: Seat | None
    line: Line


Holdings = Mapping[Point, Held]


def holdings_after(
    new_line: Drawn, marks: Sequence[Point], earlier_lines: Sequence[Drawn], holdings: Holdings
) -> dict[Point, Held]:
    """Return the holder of each point after a new line, which first captures, then releases.

    A point that the drawer already holds is held by the new line from now on, unless that encloses the older line: of a
    player's nested zones the inner one holds.
    """
    all_lines = (*earlier_lines, new_line)
    inside = [point for point in marks if is_in_zone(new_line.line, spot(point))]
    captures = {
        point: Held(new_line.seat, new_line.line)
        for point in free_points(inside, [each.line for each in all_lines])
        if not _is_shut_out(new_line.line, holdings.get(point))
    }
    new_holdings = {**holdings, **captures}
    releases = {
        point: Held(None, new_line.line)
        for point in new_line.line.ends
        if _is_released(point, new_line, all_lines, new_holdings)
    }
    return {**new_holdings, **releases}


def free_points(marks: Sequence[Point], drawn_lines: Sequence[Line]) -> list[Point]:
    """Return the marked points without lines."""
    return [point for point in marks if not count_lines_at(point, drawn_lines)]


def _is_shut_out(line: Line, holding: Held | None) -> bool:
    """Return whether the new line encloses the whole line that holds the point, which then keeps its holder."""
    return holding is not None and encloses(line, holding.line)


def _is_released(end: Point, new_line: Drawn, drawn_lines: Sequence[Drawn], holdings: Holdings) -> bool:
    """Return whether the new line releases one of its ends.

    An end held by the drawer's opponent is released by the drawer's second line to it, or by a zone inside a zone.
    """
    if not _is_held_by_opponent(end, new_line, holdings):
        return False
    through = sum(end in each.line.ends for each in drawn_lines if each.seat is new_line.seat)
    return through == MOST_LINES or _is_zone_inside_zone(new_line, drawn_lines, holdings)


def _is_zone_inside_zone(new_line: Drawn, drawn_lines: Sequence[Drawn], holdings: Holdings) -> bool:
    """Return whether the new line frees both its ends by a zone inside a zone.

    Both ends are the opponent's, the drawer holds a point in the zone, and it is wholly inside one of the opponent's.
    """
    return (
        all(_is_held_by_opponent(end, new_line, holdings) for end in new_line.line.ends)
        and _has_point_within(new_line, holdings)
        and any(
            _is_wholly_within(new_line.line, each.line) for each in drawn_lines if each.seat is new_line.seat.opponent
        )
    )


def _is_held_by_opponent(end: Point, new_line: Drawn, holdings: Holdings) -> bool:
    return end in holdings and holdings[end].seat is new_line.seat.opponent


def _is_wholly_within(line: Line, outer: Line) -> bool:
    """Return whether a line lies wholly in the zone of `outer`.

    It must not cross the arc of `outer`.
    """
    return all(is_in_zone(outer, spot(end)) for end in line.ends) and encloses(outer, line)


def _has_point_within(new_line: Drawn, holdings: Holdings) -> bool:
    """Return whether the drawer holds a point in the zone of the new line."""
    return any(
        each.seat is new_line.seat and is_in_zone(new_line.line, spot(point)) for point, each in holdings.items()
    )
