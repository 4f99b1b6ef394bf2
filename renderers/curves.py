"""Curvilinear capture drawn: arcs in their drawers' ink, zones hatched one over the other, points by who holds them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engines.curves.capture import Drawn, Held
from engines.curves.geometry import encloses, in_zone
from engines.curves.legality import lines_at
from engines.curves.line import STEP, Line, spot
from engines.curves.line import Point as Place
from engines.curves.move import Mark, Move
from engines.curves.rules import Position
from engines.curves.shape import bulge, height, touching
from engines.game import Seat
from engines.notation import cell
from engines.phrases import Phrase
from renderers import alt
from renderers.paper import HATCHES, INKS, WASHES, Header, Page, Standing
from renderers.scene import Arc, Disc, Ink, Item, Point, Scene, Shape, Stroke

ALT: Mapping[str, str] = {
    **alt.ALT,
    "curves-board": "Curvilinear capture on a sheet of {columns} by {rows} points, a1 to {last}.",
    "curves-marks": "{player} marks a point ({left} left).",
    "curves-first-line": "{player} draws the first line, or passes.",
    "curves-lines": "{player} draws a line or passes.",
    "curves-lines-or-end": "{player} draws a line, or ends the game with a pass.",
    "curves-takes": "{player} takes {points}.",
    "curves-takes-over": "{player} takes {points} from {other}.",
    "curves-frees": "Free for good, and nobody's: {points}.",
    "curves-marking": "Points are being marked: {count} of {all}.",
    "curves-free": "Free points: {points}.",
    "curves-joined": "Points with lines, held by nobody: {points}.",
    "curves-held": "{player} holds {points}.",
    "curves-released": "Released for good: {points}.",
    "curves-full": "No more lines fit at {points}.",
    "curves-line": "Line {number}, by {player}: {line}.",
    "curves-line-holding": "Line {number}, by {player}: {line}, holding {points}.",
    "curves-straight": "It is straight.",
    "curves-arc": "It is an arc bulging {bulge}, {height} high.",
    "curves-over": "It runs over {points}.",
    "curves-touched": "It shares an end with: {lines}.",
    "curves-nothing-drawn": "No line is drawn.",
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
    """The sheet with the moves of `last` marked and `hint` dashed."""
    board = Board(position)
    items = (
        *board.zones(),
        *board.newest(last),
        *board.lines(),
        *board.points(),
        *board.proposed(hint),
    )
    turn = position.turn if position.outcome is None else None
    standing = Standing(turn, position.score)
    return board.page.finish(items, _alt_text(position, last, hint), header, standing, tuple(board.lattice()))


class Board:
    """A position on its page; `thick` is how wide its lines are, in pixels."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self.page = Page(position.sheet.columns, position.sheet.rows, pad=_PAD)
        self._dot = max(7.0, min(0.24 * self.page.unit, 15.0))
        self.thick = max(4.0, min(0.11 * self.page.unit, 7.0))

    def lattice(self) -> Iterator[Item]:
        """The points of the sheet, faintly."""
        for row in range(self._position.sheet.rows):
            for column in range(self._position.sheet.columns):
                yield Disc(self.page.at(column, row), max(3.0, min(self.page.unit / 14, 6.0)), Ink.FAINT)

    def zones(self) -> Iterator[Item]:
        """The zones that hold something, each over those it takes priority over; the others mean nothing any more."""
        holding = {held.line for held in self._position.held.values() if held.seat}
        for each in _by_priority(each for each in self._position.drawn if each.line in holding):
            yield self._zone(each)

    def _zone(self, each: Drawn) -> Item:
        return Shape(self.rim(each.line), WASHES[each.seat], hatch=HATCHES[each.seat], hatch_ink=Ink.PAPER)

    def rim(self, line: Line) -> tuple[Point, ...]:
        """The outline of a line's zone."""
        return tuple(self.along(line, step / _SMOOTH) for step in range(_SMOOTH + 1))

    def along(self, line: Line, time: float) -> Point:
        """The pixel where a line is at a time from 0 to 1."""
        return _at(*self._bezier(line), time)

    def newest(self, last: Iterable[Move]) -> Iterator[Item]:
        """The marker's yellow under the lines and points of the last moves, and under the points that they took."""
        for move in last:
            if isinstance(move, Line):
                yield self.arc(move, Ink.LAST, 3 * self.thick)
                taken = (point for point, held in self._position.held.items() if held.line == move)
                yield from (Disc(self.page.at(*point), 1.7 * self._dot, Ink.LAST) for point in taken)
            if isinstance(move, Mark):
                yield Disc(self.page.at(*move.point), 1.7 * self._dot, Ink.LAST)

    def lines(self) -> Iterator[Item]:
        """Every line in its drawer's ink."""
        for each in self._position.drawn:
            yield self.arc(each.line, INKS[each.seat], self.thick)

    def proposed(self, hint: Move | None) -> Iterator[Item]:
        """The hinted line or point, dashed."""
        if isinstance(hint, Line):
            yield self.arc(hint, Ink.HINT, self.thick, dashed=True)
        if isinstance(hint, Mark):
            yield Disc(self.page.at(*hint.point), 1.3 * self._dot, outline=Ink.HINT, width=4, dashed=True)

    def arc(self, line: Line, ink: Ink, width: float, dashed: bool = False) -> Item:
        """A line as the curve it is, `width` pixels thick."""
        start, control, end = self._bezier(line)
        if line.straight:
            return Stroke((start, end), ink, width, dashed)
        return Arc(start, control, end, ink, width, dashed)

    def _bezier(self, line: Line) -> tuple[Point, Point, Point]:
        return self.pixel(spot(line.start)), self.pixel(line.control), self.pixel(spot(line.end))

    def pixel(self, place: tuple[int, int]) -> Point:
        """The pixel of a place in hundredths of a step."""
        return self.page.at(place[0] / STEP, place[1] / STEP)

    def points(self) -> Iterator[Item]:
        """The marked points: free ones hollow, joined ones small, held ones in their holder's colour."""
        held = self._position.held
        for point in self._position.marks:
            if point in held:
                yield from self._held(self.page.at(*point), held[point])
            elif lines_at(point, self._position.lines):
                yield Disc(self.page.at(*point), 0.62 * self._dot, Ink.NEUTRAL)
            else:
                yield Disc(self.page.at(*point), self._dot - 2, Ink.PAPER, Ink.NEUTRAL, 4)

    def _held(self, at: Point, held: Held) -> Iterator[Item]:
        x, y = at
        size = self._dot
        if held.seat is Seat.FIRST:
            yield Disc(at, size, Ink.FIRST, Ink.PAPER, 2)
        elif held.seat is Seat.SECOND:
            corners = ((x - size, y - size), (x + size, y - size), (x + size, y + size), (x - size, y + size))
            yield Shape(corners, Ink.SECOND, Ink.PAPER, 2, radius=2)
        else:
            yield Disc(at, size, Ink.PAPER)
            yield Stroke(((x - size, y - size), (x + size, y + size)), Ink.NEUTRAL, 5)
            yield Stroke(((x - size, y + size), (x + size, y - size)), Ink.NEUTRAL, 5)


def _by_priority(drawn: Iterable[Drawn]) -> list[Drawn]:
    """Lines in their order, but each below the older ones that its zone encloses."""
    order: list[Drawn] = []
    for each in drawn:
        inner = (place for place, older in enumerate(order) if encloses(each.line, older.line))
        order.insert(next(inner, len(order)), each)
    return order


def _at(start: Point, control: Point, end: Point, t: float) -> Point:
    """The place at time `t` of a quadratic Bézier curve."""
    a, c, b = (1 - t) * (1 - t), 2 * t * (1 - t), t * t
    return a * start[0] + c * control[0] + b * end[0], a * start[1] + c * control[1] + b * end[1]


def _alt_text(position: Position, last: tuple[Move, ...], hint: Move | None) -> Iterator[Phrase]:
    """The most important first, since some chats cut long texts."""
    sheet = position.sheet
    yield Phrase("curves-board", columns=sheet.columns, rows=sheet.rows, last=sheet.corner)
    if position.marking:
        yield Phrase("curves-marking", count=len(position.marks), all=position.points)
    yield from alt.standing(position, last, hint, due(position))
    yield alt.score(position)
    yield from _groups(position)
    yield from _lines(position)


def due(position: Position) -> Phrase:
    """Who marks a point, or draws a line."""
    player, left = str(position.turn), position.points - len(position.marks)
    if position.marking:
        return Phrase("curves-marks", player=player, left=left)
    if position.passes:
        return Phrase("curves-lines-or-end", player=player)
    return Phrase("curves-lines" if position.drawn else "curves-first-line", player=player)


def told(before: Position, move: object, after: Position) -> Iterator[Phrase]:
    """Points that changed hands or were released, beyond what a move says itself."""
    old, mover = dict(before.owners()), before.turn
    new = {place: owner for place, owner in after.owners() if old.get(place) != owner}
    player, other = str(mover), str(mover.opponent)
    groups = {
        "curves-takes": [place for place, owner in new.items() if owner == player and place not in old],
        "curves-takes-over": [place for place, owner in new.items() if owner == player and place in old],
        "curves-frees": [place for place, owner in new.items() if owner == "released"],
    }
    for code, places in groups.items():
        if places:
            yield Phrase(code, player=player, other=other, points=" ".join(places))


def _groups(position: Position) -> Iterator[Phrase]:
    held, drawn = position.held, position.lines
    loose = [point for point in position.marks if point not in held]
    for seat in Seat:
        if mine := [point for point, each in held.items() if each.seat is seat]:
            yield Phrase("curves-held", player=str(seat), points=_names(mine))
    groups = {
        "curves-free": [point for point in loose if not lines_at(point, drawn)],
        "curves-joined": [point for point in loose if lines_at(point, drawn)],
        "curves-released": [point for point, each in held.items() if each.seat is None],
        "curves-full": [point for point in position.marks if lines_at(point, drawn) >= 2],
    }
    yield from (Phrase(code, points=_names(points)) for code, points in groups.items() if points)


def _lines(position: Position) -> Iterator[Phrase]:
    if not position.drawn and not position.marking:
        yield Phrase("curves-nothing-drawn")
    for number, each in enumerate(position.drawn, 1):
        player, line = str(each.seat), str(each.line)
        points = [point for point, held in position.held.items() if held.seat and held.line == each.line]
        if points:
            yield Phrase("curves-line-holding", number=number, player=player, line=line, points=_names(points))
        else:
            yield Phrase("curves-line", number=number, player=player, line=line)
        yield from _shape(position, each.line, points)


def described(position: Position, move: Move) -> Iterator[Phrase]:
    """How a line bends, what it runs over, and the lines that it touches."""
    if isinstance(move, Line):
        if not bulge(move):
            yield Phrase("curves-straight")
        yield from _shape(position, move, ())
        if numbers := touching(position.lines, move):
            yield Phrase("curves-touched", lines=", ".join(map(str, numbers)))


def _shape(position: Position, line: Line, held: Sequence[Place]) -> Iterator[Phrase]:
    """How a bent line bends, and the points besides those it holds that it runs over."""
    if way := bulge(line):
        yield Phrase("curves-arc", bulge=way, height=round(height(line), 1))
    if over := [point for point in position.marks if point not in held and in_zone(line, spot(point))]:
        yield Phrase("curves-over", points=_names(over))


def _names(points: Iterable[Place]) -> str:
    return " ".join(cell(*point) for point in sorted(points))
