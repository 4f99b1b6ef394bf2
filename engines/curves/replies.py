"""What the other side's next line can take or free: every line of the sample that could touch a held point is tried."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import combinations
from math import dist

from engines.curves.attempt import attacked
from engines.curves.capture import Drawn, Holdings, after
from engines.curves.geometry import in_zone
from engines.curves.legality import MOST_LINES, clear, line_in_the_way, lines_at
from engines.curves.line import Line, Point, spot
from engines.curves.rules import Position
from engines.curves.sample import family

_MOST_ENDS, _NEAR_ENDS = 22, 12


class Replies:
    """The replies to any line in one position; what can reach a point is looked up once."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._over: dict[Point, list[Line]] = {}
        self._between: dict[tuple[Point, Point], list[Line]] = {}
        self._touched: dict[Line, frozenset[Point]] = {}

    def worst(self, line: Line | None, holdings: Holdings) -> tuple[Line | None, frozenset[Point]]:
        """The worst single reply of the sample to `line` (None: to a pass), and the mover's points that go with it.

        Where very many points are open, only lines near to what they take are tried.
        """
        seat = self._position.turn
        mine = frozenset(point for point, held in holdings.items() if held.seat is seat)
        drawn = (*self._position.drawn, *([Drawn(line, seat)] if line else []))
        found = {reply: mine & self._touches(reply) for point in mine for reply in self._reaching(point, mine, drawn)}
        worst: tuple[Line | None, frozenset[Point]] = None, frozenset()
        for reply in sorted(found, key=lambda reply: len(found[reply]), reverse=True):
            if len(found[reply]) <= len(worst[1]):
                break
            if self._may_follow(reply, line):
                held = after(Drawn(reply, seat.opponent), self._position.marks, drawn, holdings)
                lost = frozenset(point for point in mine if held[point].seat is not seat)
                worst = max(worst, (reply, lost), key=lambda each: len(each[1]))
        return worst

    def _may_follow(self, reply: Line, line: Line | None) -> bool:
        """Whether a reply can still be drawn after a line before which it could have been."""
        if line is None:
            return True
        lines = (*self._position.lines, line)
        are_open = all(lines_at(end, lines) < MOST_LINES for end in reply.ends)
        return are_open and line_in_the_way(reply, (line,)) is None

    def _reaching(self, point: Point, mine: Iterable[Point], drawn: tuple[Drawn, ...]) -> Iterator[Line]:
        """The lines that may take a point into their zone, make the second one at it, or carry a zone within a zone."""
        count = lines_at(point, (each.line for each in drawn))
        if count == 0:
            yield from self._lines_over(point)
        if count == 1 and point in self._attacked:
            for other in self._ends:
                yield from self._lines_between(point, other)
        if count < MOST_LINES:
            for other in mine:
                yield from self._lines_between(point, other)

    def _lines_over(self, point: Point) -> list[Line]:
        if point not in self._over:
            others = sorted((end for end in self._ends if end != point), key=lambda end: dist(end, point))
            near = others if len(self._ends) <= _MOST_ENDS else others[:_NEAR_ENDS]
            pairs = combinations(sorted(near), 2)
            over = (line for pair in pairs for line in family(*pair) if in_zone(line, spot(point)))
            self._over[point] = list(self._legal(over))
        return self._over[point]

    def _lines_between(self, one: Point, two: Point) -> list[Line]:
        pair = (one, two) if one < two else (two, one)
        if pair not in self._between:
            open_pair = one != two and {one, two} <= self._open
            self._between[pair] = list(self._legal(family(*pair))) if open_pair else []
        return self._between[pair]

    def _legal(self, lines: Iterable[Line]) -> Iterator[Line]:
        position = self._position
        return (line for line in lines if clear(line, position.sheet, position.marks, position.lines))

    def _touches(self, line: Line) -> frozenset[Point]:
        """The marked points in the zone of a line, and its ends."""
        if line not in self._touched:
            inside = (point for point in self._position.marks if in_zone(line, spot(point)))
            self._touched[line] = frozenset((*inside, *line.ends))
        return self._touched[line]

    @cached_property
    def _ends(self) -> list[Point]:
        return self._position.ends()

    @cached_property
    def _open(self) -> frozenset[Point]:
        return frozenset(self._ends)

    @cached_property
    def _attacked(self) -> set[Point]:
        return set(attacked(self._position))
