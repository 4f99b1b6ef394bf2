"""Drawing of Curvilinear Capture: arcs in their players' ink, hatched zones, and points marked by their owner."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engines.curves.capture import Drawn, Held
from engines.curves.geometry import encloses, is_in_zone
from engines.curves.legality import count_lines_at
from engines.curves.line import STEP, Line, spot
from engines.curves.line import Point as Place
from engines.curves.move import Mark, Move
from engines.curves.rules import Position
from engines.curves.shape import bulge, height, touching_line_numbers
from engines.game import Seat
from engines.notation import cell
from engines.phrases import Phrase
from renderers import alt
from renderers.paper import HATCHES, INKS, WASHES, Header, Page, Standing
from renderers.scene import Arc, Disc, Ink, Item, Point, Scene, Shape, Stroke

ALT: Mapping[str, str] = {
    **alt.ALT,
    "curves-board": "Curvilinear capture on a sheet of {columns} by {rows} points, a1 to {last}.",
    "curves-marks": "{player} to mark a point ({left} left).",
    "curves-first-line": "{player} to draw the first line or pass.",
    "curves-lines": "{player} to draw a line or pass.",
    "curves-lines-or-end": "{player} to draw a line, or pass to end the game.",
    "curves-takes": "{player} takes {points}.",
    "curves-takes-over": "{player} takes {points} from {other}.",
    "curves-frees": "Freed for good, and nobody’s: {points}.",
    "curves-marking": "Points marked: {count} of {all}.",
    "curves-free": "Free points: {points}.",
    "curves-joined": "Points with lines that nobody holds: {points}.",
    "curves-held": "{player} holds {points}.",
    "curves-released": "Freed for good: {points}.",
    "curves-full": "No more lines fit at {points}.",
    "curves-line": "Line {number}, by {player}: {line}.",
    "curves-line-holding": "Line {number}, by {player}: {line}, holding {points}.",
    "curves-straight": "It’s straight.",
    "curves-arc": "It’s an arc bulging {bulge}, {height} high.",
    "curves-over": "It runs over {points}.",
    "curves-touched": "It shares an end with: {lines}.",
    "curves-nothing-drawn": "No lines are drawn.",
    "bulge-right": "right",
    "bulge-up-right": "up and right",
    "bulge-up": "up",
    "bulge-up-left": "up and left",
    "bulge-left": "left",
    "bulge-down-left": "down and left",
    "bulge-down": "down",
    "bulge-down-right": "down and right",
}

_PAD = 0.5
_SMOOTH = 24


def draw(position: Position, last: tuple[Move, ...], hint: Move | None, header: Header) -> Scene:
    """Draw the sheet with the moves of `last` marked and `hint` dashed."""
    board = Board(position)
    items = (
        *board.zones(),
        *board.newest(last),
        *board.lines(),
        *board.points(),
        *board.hint_items(hint),
    )
    turn = position.turn if position.outcome is None else None
    standing = Standing(turn, position.score)
    return board.page.finish(items, _alt_text(position, last, hint), header, standing, tuple(board.lattice()))


class Board:
    """A position on a page; `thick` is the width of its lines in pixels."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self.page = Page(position.sheet.columns, position.sheet.rows, pad=_PAD)
        self._dot = max(7.0, min(0.24 * self.page.unit, 15.0))
        self.thick = max(4.0, min(0.11 * self.page.unit, 7.0))

    def lattice(self) -> Iterator[Item]:
        """Yield the points of the sheet in faint ink."""
        for row in range(self._position.sheet.rows):
            for column in range(self._position.sheet.columns):
                yield Disc(self.page.at(column, row), max(3.0, min(self.page.unit / 14, 6.0)), Ink.FAINT)

    def zones(self) -> Iterator[Item]:
        """Yield the zones that hold points, each above the zones it takes priority over; other zones have no effect."""
        holding_lines = {capture.line for capture in self._position.holders.values() if capture.seat}
        for each in _by_priority(each for each in self._position.drawn if each.line in holding_lines):
            yield self._zone(each)

    def _zone(self, each: Drawn) -> Item:
        return Shape(self.rim(each.line), WASHES[each.seat], hatch=HATCHES[each.seat], hatch_ink=Ink.PAPER)

    def rim(self, line: Line) -> tuple[Point, ...]:
        """Return the outline of a line's zone in pixels."""
        return tuple(self.along(line, step / _SMOOTH) for step in range(_SMOOTH + 1))

    def along(self, line: Line, time: float) -> Point:
        """Return the pixel on a line at `time` from 0 (start) to 1 (end)."""
        return _at(*self._bezier(line), time)

    def newest(self, last: Iterable[Move]) -> Iterator[Item]:
        """Yield a yellow highlight under the lines and points of the last moves, and under the points they captured."""
        for move in last:
            if isinstance(move, Line):
                yield self.arc(move, Ink.LAST, 3 * self.thick)
                captured_points = (point for point, capture in self._position.holders.items() if capture.line == move)
                yield from (Disc(self.page.at(*point), 1.7 * self._dot, Ink.LAST) for point in captured_points)
            if isinstance(move, Mark):
                yield Disc(self.page.at(*move.point), 1.7 * self._dot, Ink.LAST)

    def lines(self) -> Iterator[Item]:
        """Yield every line in its player's ink."""
        for each in self._position.drawn:
            yield self.arc(each.line, INKS[each.seat], self.thick)

    def hint_items(self, hint: Move | None) -> Iterator[Item]:
        """Yield the hinted line or point, dashed."""
        if isinstance(hint, Line):
            yield self.arc(hint, Ink.HINT, self.thick, dashed=True)
        if isinstance(hint, Mark):
            yield Disc(self.page.at(*hint.point), 1.3 * self._dot, outline=Ink.HINT, width=4, dashed=True)

    def arc(self, line: Line, ink: Ink, width: float, dashed: bool = False) -> Item:
        """Return a line as a curve `width` pixels thick, or as a stroke where it is straight."""
        start, control, end = self._bezier(line)
        if line.is_straight:
            return Stroke((start, end), ink, width, dashed)
        return Arc(start, control, end, ink, width, dashed)

    def _bezier(self, line: Line) -> tuple[Point, Point, Point]:
        return self.pixel(spot(line.start)), self.pixel(line.control), self.pixel(spot(line.end))

    def pixel(self, place: tuple[int, int]) -> Point:
        """Return the pixel of a place given in hundredths of a step."""
        return self.page.at(place[0] / STEP, place[1] / STEP)

    def points(self) -> Iterator[Item]:
        """Yield the marked points: free ones hollow, joined ones small, held ones in their owner's colour."""
        captures = self._position.holders
        for point in self._position.marks:
            if point in captures:
                yield from self._captured_point(self.page.at(*point), captures[point])
            elif count_lines_at(point, self._position.lines):
                yield Disc(self.page.at(*point), 0.62 * self._dot, Ink.NEUTRAL)
            else:
                yield Disc(self.page.at(*point), self._dot - 2, Ink.PAPER, Ink.NEUTRAL, 4)

    def _captured_point(self, at: Point, capture: Held) -> Iterator[Item]:
        x, y = at
        size = self._dot
        if capture.seat is Seat.FIRST:
            yield Disc(at, size, Ink.FIRST, Ink.PAPER, 2)
        elif capture.seat is Seat.SECOND:
            corners = ((x - size, y - size), (x + size, y - size), (x + size, y + size), (x - size, y + size))
            yield Shape(corners, Ink.SECOND, Ink.PAPER, 2, radius=2)
        else:
            yield Disc(at, size, Ink.PAPER)
            yield Stroke(((x - size, y - size), (x + size, y + size)), Ink.NEUTRAL, 5)
            yield Stroke(((x - size, y + size), (x + size, y - size)), Ink.NEUTRAL, 5)


def _by_priority(lines: Iterable[Drawn]) -> list[Drawn]:
    """Return the lines from bottom to top: in playing order, but each below older lines that its zone encloses."""
    order: list[Drawn] = []
    for each in lines:
        inner = (place for place, older in enumerate(order) if encloses(each.line, older.line))
        order.insert(next(inner, len(order)), each)
    return order


def _at(start: Point, control: Point, end: Point, t: float) -> Point:
    """Return the point of a quadratic Bézier curve at time `t`."""
    a, c, b = (1 - t) * (1 - t), 2 * t * (1 - t), t * t
    return a * start[0] + c * control[0] + b * end[0], a * start[1] + c * control[1] + b * end[1]


def _alt_text(position: Position, last: tuple[Move, ...], hint: Move | None) -> Iterator[Phrase]:
    """Yield the alt text's phrases, the most important first, since some chats cut long texts."""
    sheet = position.sheet
    yield Phrase("curves-board", columns=sheet.columns, rows=sheet.rows, last=sheet.corner)
    if position.is_marking:
        yield Phrase("curves-marking", count=len(position.marks), all=position.points)
    yield from alt.standing(position, last, hint, turn_phrase(position))
    yield alt.score(position)
    yield from _groups(position)
    yield from _lines(position)


def turn_phrase(position: Position) -> Phrase:
    """Return the phrase for whose turn it is to mark a point or draw a line."""
    player, remaining = str(position.turn), position.points - len(position.marks)
    if position.is_marking:
        return Phrase("curves-marks", player=player, left=remaining)
    if position.passes:
        return Phrase("curves-lines-or-end", player=player)
    return Phrase("curves-lines" if position.drawn else "curves-first-line", player=player)


def move_effects(before: Position, move: object, after: Position) -> Iterator[Phrase]:
    """Yield the points that changed owner or were released, where the notation does not show it."""
    old_owners, mover = dict(before.owners()), before.turn
    new_owners = {place: owner for place, owner in after.owners() if old_owners.get(place) != owner}
    player, opponent = str(mover), str(mover.opponent)
    groups = {
        "curves-takes": [place for place, owner in new_owners.items() if owner == player and place not in old_owners],
        "curves-takes-over": [place for place, owner in new_owners.items() if owner == player and place in old_owners],
        "curves-frees": [place for place, owner in new_owners.items() if owner == "released"],
    }
    for code, places in groups.items():
        if places:
            yield Phrase(code, player=player, other=opponent, points=" ".join(places))


def _groups(position: Position) -> Iterator[Phrase]:
    captures, lines = position.holders, position.lines
    uncaptured_points = [point for point in position.marks if point not in captures]
    for seat in Seat:
        if own_points := [point for point, each in captures.items() if each.seat is seat]:
            yield Phrase("curves-held", player=str(seat), points=_names(own_points))
    groups = {
        "curves-free": [point for point in uncaptured_points if not count_lines_at(point, lines)],
        "curves-joined": [point for point in uncaptured_points if count_lines_at(point, lines)],
        "curves-released": [point for point, each in captures.items() if each.seat is None],
        "curves-full": [point for point in position.marks if count_lines_at(point, lines) >= 2],
    }
    yield from (Phrase(code, points=_names(points)) for code, points in groups.items() if points)


def _lines(position: Position) -> Iterator[Phrase]:
    if not position.drawn and not position.is_marking:
        yield Phrase("curves-nothing-drawn")
    for number, each in enumerate(position.drawn, 1):
        player, line = str(each.seat), str(each.line)
        points = [point for point, capture in position.holders.items() if capture.seat and capture.line == each.line]
        if points:
            yield Phrase("curves-line-holding", number=number, player=player, line=line, points=_names(points))
        else:
            yield Phrase("curves-line", number=number, player=player, line=line)
        yield from _shape(position, each.line, points)


def description(position: Position, move: Move) -> Iterator[Phrase]:
    """Yield how a line bends, which points it passes over, and which lines it touches."""
    if isinstance(move, Line):
        if not bulge(move):
            yield Phrase("curves-straight")
        yield from _shape(position, move, ())
        if numbers := touching_line_numbers(position.lines, move):
            yield Phrase("curves-touched", lines=", ".join(map(str, numbers)))


def _shape(position: Position, line: Line, held_points: Sequence[Place]) -> Iterator[Phrase]:
    """Yield how a line bends, and the points it passes over other than those it holds."""
    if direction := bulge(line):
        yield Phrase("curves-arc", bulge=direction, height=round(height(line), 1))
    if over := [point for point in position.marks if point not in held_points and is_in_zone(line, spot(point))]:
        yield Phrase("curves-over", points=_names(over))


def _names(points: Iterable[Place]) -> str:
    return " ".join(cell(*point) for point in sorted(points))
