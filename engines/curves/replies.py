"""Replies: the points that the opponent's next line can take or free, over the sampled lines near held points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import combinations
from math import dist

from engines.curves.attempt import attacked_points
from engines.curves.capture import Drawn, Holdings, holdings_after
from engines.curves.geometry import is_in_zone
from engines.curves.legality import MOST_LINES, blocking_line, count_lines_at, is_path_clear
from engines.curves.line import Line, Point, spot
from engines.curves.rules import Position
from engines.curves.sample import family

_MOST_ENDS, _NEAR_ENDS = 22, 12


class Replies:
    """The replies to any line in one position; the lines that reach a point are computed once."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._over_cache: dict[Point, list[Line]] = {}
        self._between_cache: dict[tuple[Point, Point], list[Line]] = {}
        self._touch_cache: dict[Line, frozenset[Point]] = {}

    def worst_reply(self, line: Line | None, holdings: Holdings) -> tuple[Line | None, frozenset[Point]]:
        """Return the reply to `line` (None: to a pass) that takes most, with the mover's points that it takes.

        If very many points are open, only lines near the points they take are tried.
        """
        seat = self._position.turn
        mine = frozenset(point for point, holding in holdings.items() if holding.seat is seat)
        drawn_lines = (*self._position.drawn, *([Drawn(line, seat)] if line else []))
        touched_points = {
            reply: mine & self._points_touched(reply)
            for point in mine
            for reply in self._lines_reaching(point, mine, drawn_lines)
        }
        worst_reply: tuple[Line | None, frozenset[Point]] = None, frozenset()
        for reply in sorted(touched_points, key=lambda reply: len(touched_points[reply]), reverse=True):
            if len(touched_points[reply]) <= len(worst_reply[1]):
                break
            if self._can_follow(reply, line):
                new_holdings = holdings_after(Drawn(reply, seat.opponent), self._position.marks, drawn_lines, holdings)
                lost_points = frozenset(point for point in mine if new_holdings[point].seat is not seat)
                worst_reply = max(worst_reply, (reply, lost_points), key=lambda each: len(each[1]))
        return worst_reply

    def _can_follow(self, reply: Line, line: Line | None) -> bool:
        """Return whether a reply that was legal before `line` is still legal after it."""
        if line is None:
            return True
        lines = (*self._position.lines, line)
        are_open = all(count_lines_at(end, lines) < MOST_LINES for end in reply.ends)
        return are_open and blocking_line(reply, (line,)) is None

    def _lines_reaching(self, point: Point, mine: Iterable[Point], drawn_lines: tuple[Drawn, ...]) -> Iterator[Line]:
        """Yield the lines that may take a point, be the second line at it, or carry a zone inside a zone."""
        count = count_lines_at(point, (each.line for each in drawn_lines))
        if count == 0:
            yield from self._lines_over(point)
        if count == 1 and point in self._attacked_points:
            for end in self._ends:
                yield from self._lines_between(point, end)
        if count < MOST_LINES:
            for end in mine:
                yield from self._lines_between(point, end)

    def _lines_over(self, point: Point) -> list[Line]:
        if point not in self._over_cache:
            others = sorted((end for end in self._ends if end != point), key=lambda end: dist(end, point))
            near_ends = others if len(self._ends) <= _MOST_ENDS else others[:_NEAR_ENDS]
            pairs = combinations(sorted(near_ends), 2)
            over = (line for pair in pairs for line in family(*pair) if is_in_zone(line, spot(point)))
            self._over_cache[point] = list(self._legal_lines(over))
        return self._over_cache[point]

    def _lines_between(self, one: Point, two: Point) -> list[Line]:
        pair = (one, two) if one < two else (two, one)
        if pair not in self._between_cache:
            open_pair = one != two and {one, two} <= self._open_ends
            self._between_cache[pair] = list(self._legal_lines(family(*pair))) if open_pair else []
        return self._between_cache[pair]

    def _legal_lines(self, lines: Iterable[Line]) -> Iterator[Line]:
        position = self._position
        return (line for line in lines if is_path_clear(line, position.sheet, position.marks, position.lines))

    def _points_touched(self, line: Line) -> frozenset[Point]:
        """Return the marked points in the zone of a line, and its ends."""
        if line not in self._touch_cache:
            inside = (point for point in self._position.marks if is_in_zone(line, spot(point)))
            self._touch_cache[line] = frozenset((*inside, *line.ends))
        return self._touch_cache[line]

    @cached_property
    def _ends(self) -> list[Point]:
        return self._position.ends()

    @cached_property
    def _open_ends(self) -> frozenset[Point]:
        return frozenset(self._ends)

    @cached_property
    def _attacked_points(self) -> set[Point]:
        return set(attacked_points(self._position))
