"""The rules of Curvilinear capture: an immutable position, its legal moves, and the position after a move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from engines.curves.capture import Drawn, Held, holdings_after
from engines.curves.legality import MOST_LINES, Sheet, count_lines_at, fault
from engines.curves.line import Line, Point
from engines.curves.move import Mark, Move, Pass, read_move
from engines.curves.sample import Sample, family, is_in_sample, open_ends
from engines.game import NO_DEADLINE, Deadline, Outcome, Seat
from engines.notation import cell
from engines.phrases import Phrase
from engines.refusals import Illegal, Refusal, Unreadable


@dataclass(frozen=True)
class Position:
    """The state of a game: the points marked so far out of `points`, the lines drawn, and the holder of each point.

    `holdings` names only points that are held or were released. `passes` counts the passes since the last line. In an
    `even` game Second wins if both players hold equally many points. Lines never become legal again, so no line that
    comes before `witness` in the sample is legal.
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
        """Return the seat to move; the players alternate, and a pass counts as a turn."""
        return self.mover

    @property
    def is_marking(self) -> bool:
        """Return whether points are still to be marked (stage 1)."""
        return len(self.marks) < self.points

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Return the lines drawn so far by both players."""
        return tuple(each.line for each in self.drawn)

    @cached_property
    def holders(self) -> Mapping[Point, Held]:
        """Return the holder of each point that is held or was released, with the line that decided it."""
        return dict(self.holdings)

    @property
    def tie(self) -> Seat | None:
        """Return the winner if both players hold equally many points; None for a draw."""
        return Seat.SECOND if self.even else None

    @cached_property
    def outcome(self) -> Outcome | None:
        """Return the result once both players have passed in a row or no legal line remains, else None."""
        if self.is_marking or (self.passes < 2 and self.remaining_line is not None):
            return None
        first, second = self.score
        if first == second and self.tie:
            return Outcome(self.tie, "equal-for-second")
        winner = None if first == second else Seat.FIRST if first > second else Seat.SECOND
        return Outcome(winner, "both-passed" if self.passes == 2 else "no-line-left")

    @cached_property
    def remaining_line(self) -> Line | None:
        """Return the first legal line for either player, from the sample if it has one; None at the end."""
        if self.witness is not None and self.fault(self.witness) is None:
            return self.witness
        is_beyond_sample = self.witness is not None and not is_in_sample(self.witness)
        line = None if is_beyond_sample else next(iter(self._sample), None)
        return line or self._first_line_beyond_sample()

    def _first_line_beyond_sample(self) -> Line | None:
        from engines.curves.remaining import first_line

        since = self.witness.ends if self.witness and not is_in_sample(self.witness) else None
        return first_line(self.sheet, self.marks, self.lines, since)

    @cached_property
    def lines_beyond_sample(self) -> tuple[Line, ...]:
        """Return one legal line if the sample has none but the game continues, else nothing."""
        return (self.remaining_line,) if self.remaining_line and not is_in_sample(self.remaining_line) else ()

    @property
    def score(self) -> tuple[int, int]:
        """Return the number of points that First and Second hold."""
        seats = [each.seat for _, each in self.holdings]
        return seats.count(Seat.FIRST), seats.count(Seat.SECOND)

    @property
    def settings(self) -> Mapping[str, str]:
        """Return the size of the sheet, the number of points to mark, and `even` if Second wins a tie."""
        always = {"size": f"{self.sheet.columns}x{self.sheet.rows}", "points": str(self.points)}
        return {**always, "even": "yes"} if self.even else always

    @property
    def forced_move(self) -> Move | None:
        """Return None: passing is always the player's own decision."""
        return None

    def moves(self, deadline: Deadline = NO_DEADLINE) -> Iterable[Move]:
        """Return the legal marks; once all points are marked, a sample of the legal lines, then the pass.

        The lines include at least one that is legal. If time runs out, the sample is smaller.
        """
        if self.outcome is not None:
            return ()
        if self.is_marking:
            return tuple(self._possible_marks())
        lines = self.lines_beyond_sample or tuple(self._sample.until(deadline))
        return (*(lines or filter(None, (self.remaining_line,))), Pass())

    def _possible_marks(self) -> Iterator[Mark]:
        places = ((c, r) for c in range(self.sheet.columns) for r in range(self.sheet.rows))
        return (Mark(place) for place in places if place not in self.marks)

    @property
    def _sample(self) -> Sample:
        return Sample(self.sheet, self.marks, self.lines, self.witness)

    def ends(self) -> list[Point]:
        """Return the marked points where another line may end."""
        return [] if self.is_marking else open_ends(self.marks, self.lines)

    def bends(self, start: Point, end: Point) -> list[Line]:
        """Return the legal lines of the sample between two points; if there are none, any one legal line."""
        return [line for line in family(start, end) if self.fault(line) is None] or self._bend_beyond_sample(start, end)

    def _bend_beyond_sample(self, start: Point, end: Point) -> list[Line]:
        from engines.curves.remaining import line_between

        pair = (start, end) if start < end else (end, start)
        if start == end or not {start, end} <= {*self.ends()}:
            return []
        line = line_between(self.sheet, self.marks, self.lines, pair)
        return [line] if line else []

    def fault(self, line: Line) -> Phrase | None:
        """Return the reason why a line is illegal here, or None if it is legal."""
        return fault(line, self.sheet, self.marks, self.lines)

    def read(self, text: str) -> Move:
        """Read a mark, a line or a pass; raise `Unreadable` or `Ambiguous` with a legal example."""
        try:
            return read_move(text, self.sheet.rows)
        except Refusal as refusal:
            raise self._with_example(self._for_stage(refusal)) from None

    def play(self, move: Move) -> Position:
        """Return the position after a move; raise `Illegal` with the reason and a legal example."""
        try:
            return self._apply(move)
        except Refusal as refusal:
            raise self._with_example(refusal) from None

    def _for_stage(self, refusal: Refusal) -> Refusal:
        """Reword a refusal for the marking stage: text that is not a move becomes text that is not a point."""
        if self.is_marking and refusal.code == "not-a-curve":
            return Unreadable("not-a-mark", part=refusal.fields["part"], last=self.sheet.corner)
        return refusal

    def _with_example(self, refusal: Refusal) -> Refusal:
        """Add a legal move to the refusal if the game still runs."""
        if self.outcome is not None:
            return refusal
        example = next(self._possible_marks()) if self.is_marking else self.remaining_line
        return type(refusal)(refusal.code, **{**refusal.fields, "example": str(example)})

    def _apply(self, move: Move) -> Position:
        if self.outcome is not None:
            raise Illegal("game-over", result=str(self.outcome))
        if isinstance(move, Mark):
            return self._with_mark(move.point)
        if self.is_marking:
            raise Illegal("points-first", part=str(move), left=self.points - len(self.marks))
        if isinstance(move, Pass):
            return replace(self, passes=self.passes + 1, mover=self.mover.opponent, witness=self.remaining_line)
        return self._with_line(move)

    def _with_mark(self, point: Point) -> Position:
        name = cell(*point)
        if not self.is_marking:
            raise Illegal("lines-now", part=name)
        if point not in self.sheet:
            raise Illegal("off-sheet", part=name, last=self.sheet.corner)
        if point in self.marks:
            raise Illegal("point-marked", part=name)
        return replace(self, marks=(*self.marks, point), mover=self.mover.opponent)

    def _with_line(self, line: Line) -> Position:
        if fault := self.fault(line):
            raise Illegal(fault.code, **dict(fault.fields))
        new_line = Drawn(line, self.mover)
        holdings = holdings_after(new_line, self.marks, self.drawn, self.holders)
        return replace(
            self,
            drawn=(*self.drawn, new_line),
            holdings=tuple(sorted(holdings.items(), key=lambda item: item[0])),
            passes=0,
            mover=self.mover.opponent,
            witness=self.remaining_line,
        )

    def owners(self) -> Iterator[tuple[str, str]]:
        """Yield each point that is held or was released, with its owner, by columns, then rows."""
        for point, holding in self.holdings:
            yield cell(*point), str(holding.seat) if holding.seat else "released"

    def can_win(self, seat: Seat) -> bool:
        """Return whether a seat could still win with all points that have no line.

        The opponent keeps points with two lines: a capture needs a point without lines, a release one with one line.
        """
        counts = {point: count_lines_at(point, self.lines) for point in self.marks}
        holders = {point: each.seat for point, each in self.holdings}
        most_points = sum(holders.get(point) is seat or count == 0 for point, count in counts.items())
        least_points = sum(
            holders.get(point) is seat.opponent and count == MOST_LINES for point, count in counts.items()
        )
        return self.is_marking or most_points > least_points or (most_points == least_points and self.tie is seat)
