"""The rules of Curvilinear capture: an immutable position, what may be played in it, and what that leads to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from engines.curves.capture import Drawn, Held, after
from engines.curves.legality import Sheet, fault
from engines.curves.line import Line, Point
from engines.curves.move import Mark, Move, Pass, read_move
from engines.curves.sample import family, in_sample, legal_lines, open_ends
from engines.game import Outcome, Seat
from engines.notation import cell
from engines.phrases import Phrase
from engines.refusals import Illegal, Refusal, Unreadable


@dataclass(frozen=True)
class Position:
    """One moment of a game: the points marked so far of `points` in all, the lines drawn, and who holds what.

    `holdings` names only points that are held or were released. `passes` counts the passes since the last line. In an
    `even` game Second wins if both hold as many. Lines never become legal again, so none of the sample that comes
    before `witness` may be drawn.
    """

    sheet: Sheet
    points: int
    marks: tuple[Point, ...] = ()
    drawn: tuple[Drawn, ...] = ()
    holdings: tuple[tuple[Point, Held], ...] = ()
    passes: int = 0
    mover: Seat = Seat.FIRST
    even: bool = False
    witness: Line | None = field(default=None, compare=False, repr=False)

    @property
    def turn(self) -> Seat:
        """The players mark and draw in turn, passes included."""
        return self.mover

    @property
    def marking(self) -> bool:
        """Stage 1: points are still to be marked."""
        return len(self.marks) < self.points

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines drawn so far, by either player."""
        return tuple(each.line for each in self.drawn)

    @cached_property
    def held(self) -> Mapping[Point, Held]:
        """Who holds each point that is held or was released, and by which line."""
        return dict(self.holdings)

    @property
    def tie(self) -> Seat | None:
        """Who wins if both hold as many; None for a draw."""
        return Seat.SECOND if self.even else None

    @cached_property
    def outcome(self) -> Outcome | None:
        """More held points win once both have passed in a row or no legal line is left."""
        if self.marking or (self.passes < 2 and self.line_left is not None):
            return None
        first, second = self.score
        if first == second and self.tie:
            return Outcome(self.tie, "equal-for-second")
        winner = None if first == second else Seat.FIRST if first > second else Seat.SECOND
        return Outcome(winner, "both-passed" if self.passes == 2 else "no-line-left")

    @cached_property
    def line_left(self) -> Line | None:
        """The first line that may still be drawn, by either player: of the sample, else of all that can be written."""
        if self.witness is not None and self.fault(self.witness) is None:
            return self.witness
        return next(self._legal_lines(), None) or self._first_of_all()

    def _first_of_all(self) -> Line | None:
        from engines.curves.remaining import first_line

        since = self.witness.ends if self.witness and not in_sample(self.witness) else None
        return first_line(self.sheet, self.marks, self.lines, since)

    @cached_property
    def beyond_sample(self) -> tuple[Line, ...]:
        """Where the sample is empty and the game goes on, a line that may be drawn."""
        return (self.line_left,) if self.line_left and not in_sample(self.line_left) else ()

    @property
    def score(self) -> tuple[int, int]:
        """How many points First and Second hold."""
        seats = [each.seat for _, each in self.holdings]
        return seats.count(Seat.FIRST), seats.count(Seat.SECOND)

    @property
    def settings(self) -> Mapping[str, str]:
        """The size of the sheet in points, how many points are marked on it, and `even` if Second wins a tie."""
        always = {"size": f"{self.sheet.columns}x{self.sheet.rows}", "points": str(self.points)}
        return {**always, "even": "yes"} if self.even else always

    @property
    def forced_move(self) -> Move | None:
        """Never a move: passing is always the player's own decision."""
        return None

    def moves(self) -> Iterable[Move]:
        """All points that may be marked; then a sample of the lines that may be drawn, never empty, and `pass`."""
        if self.outcome is not None:
            return ()
        return tuple(self._unmarked()) if self.marking else (*self._legal_lines(), *self.beyond_sample, Pass())

    def _unmarked(self) -> Iterator[Mark]:
        places = ((c, r) for c in range(self.sheet.columns) for r in range(self.sheet.rows))
        return (Mark(place) for place in places if place not in self.marks)

    def _legal_lines(self) -> Iterator[Line]:
        if self.witness is not None and not in_sample(self.witness):
            return iter(())
        return legal_lines(self.sheet, self.marks, self.lines, self.witness)

    def ends(self) -> list[Point]:
        """The marked points at which another line may end."""
        return [] if self.marking else open_ends(self.marks, self.lines)

    def bends(self, start: Point, end: Point) -> list[Line]:
        """The lines of the sample between two points that may be drawn now; where there is none, one that may be."""
        return [line for line in family(start, end) if self.fault(line) is None] or self._other_bends(start, end)

    def _other_bends(self, start: Point, end: Point) -> list[Line]:
        from engines.curves.remaining import line_between

        pair = (start, end) if start < end else (end, start)
        if start == end or not {start, end} <= {*self.ends()}:
            return []
        found = line_between(self.sheet, self.marks, self.lines, pair)
        return [found] if found else []

    def fault(self, line: Line) -> Phrase | None:
        """Why a line may not be drawn here; None if it may."""
        return fault(line, self.sheet, self.marks, self.lines)

    def read(self, text: str) -> Move:
        """The mark, the line or the pass that a text means; raises `Unreadable` or `Ambiguous` with a legal example."""
        try:
            return read_move(text, self.sheet.rows)
        except Refusal as refusal:
            raise self._with_example(self._of_stage(refusal)) from None

    def play(self, move: Move) -> Position:
        """The position after a mark, a line or a pass; raises `Illegal` with the reason and a legal example."""
        try:
            return self._played(move)
        except Refusal as refusal:
            raise self._with_example(refusal) from None

    def _of_stage(self, refusal: Refusal) -> Refusal:
        """While points are marked, what is no move is no point."""
        if self.marking and refusal.code == "not-a-curve":
            return Unreadable("not-a-mark", part=refusal.fields["part"], last=self.sheet.corner)
        return refusal

    def _with_example(self, refusal: Refusal) -> Refusal:
        """The refusal with a move that is legal now, if the game still runs."""
        if self.outcome is not None:
            return refusal
        example = next(self._unmarked()) if self.marking else self.line_left
        return type(refusal)(refusal.code, **{**refusal.fields, "example": str(example)})

    def _played(self, move: Move) -> Position:
        if self.outcome is not None:
            raise Illegal("game-over", result=str(self.outcome))
        if isinstance(move, Mark):
            return self._marked(move.point)
        if self.marking:
            raise Illegal("points-first", part=str(move), left=self.points - len(self.marks))
        if isinstance(move, Pass):
            return replace(self, passes=self.passes + 1, mover=self.mover.opponent, witness=self.line_left)
        return self._with_line(move)

    def _marked(self, point: Point) -> Position:
        name = cell(*point)
        if not self.marking:
            raise Illegal("lines-now", part=name)
        if point not in self.sheet:
            raise Illegal("off-sheet", part=name, last=self.sheet.corner)
        if point in self.marks:
            raise Illegal("point-marked", part=name)
        return replace(self, marks=(*self.marks, point), mover=self.mover.opponent)

    def _with_line(self, line: Line) -> Position:
        if found := self.fault(line):
            raise Illegal(found.code, **dict(found.fields))
        new = Drawn(line, self.mover)
        holdings = after(new, self.marks, self.drawn, self.held)
        return replace(
            self,
            drawn=(*self.drawn, new),
            holdings=tuple(sorted(holdings.items(), key=lambda item: item[0])),
            passes=0,
            mover=self.mover.opponent,
            witness=self.line_left,
        )

    def owners(self) -> Iterator[tuple[str, str]]:
        """Every point that is held or was released, by columns, then rows."""
        for point, held in self.holdings:
            yield cell(*point), str(held.seat) if held.seat else "released"
