"""The rules of Dots and Boxes: an immutable position, its legal moves, and the positions they lead to."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache

from engines.dots.grid import Grid
from engines.dots.move import KEEP, STOP, SWAP, WORDS, Move, read_move
from engines.game import Outcome, Seat, lead
from engines.refusals import Illegal, Refusal


class Stage(Enum):
    """The stage of a game: First sets up the pie, Second chooses a colour, or ordinary play."""

    SETUP = "setup"
    CHOICE = "choice"
    PLAY = "play"


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a game; bit i of `drawn_sides` is side i, bits of `first` and `second` are owned boxes.

    `mover` draws next in ordinary play. Until the choice, First stands for the first colour and Second for the other.
    """

    grid: Grid
    pie: int = 0
    stage: Stage = Stage.PLAY
    drawn_sides: int = 0
    first: int = 0
    second: int = 0
    mover: Seat = Seat.FIRST

    def __repr__(self) -> str:
        # The ladder's opponents seed their choices with this text: its names must stay as they were.
        fields = f"grid={self.grid!r}, pie={self.pie!r}, stage={self.stage!r}, drawn={self.drawn_sides!r}"
        return f"Position({fields}, first={self.first!r}, second={self.second!r}, mover={self.mover!r})"

    @property
    def turn(self) -> Seat:
        """Return who draws next; by the pie rule First sets up and Second chooses."""
        if self.stage is Stage.PLAY:
            return self.mover
        return Seat.FIRST if self.stage is Stage.SETUP else Seat.SECOND

    @property
    def outcome(self) -> Outcome | None:
        """Return the outcome once all sides are drawn: more boxes win."""
        if self.drawn_sides != self.grid.full or self.stage is not Stage.PLAY:
            return None
        first, second = self.score
        if first == second:
            return Outcome(None, "boxes")
        return Outcome(Seat.FIRST if first > second else Seat.SECOND, "boxes")

    @property
    def score(self) -> tuple[int, int]:
        """Return the number of boxes of First and Second."""
        return self.first.bit_count(), self.second.bit_count()

    @property
    def settings(self) -> Mapping[str, str]:
        """Return the size in boxes and the maximum number of sides of the pie (0: no pie rule)."""
        return {"size": f"{self.grid.cols}x{self.grid.rows}", "pie": str(self.pie)}

    @property
    def forced_move(self) -> Move | None:
        """Return None: players draw even the last side themselves."""
        return None

    def open_sides(self) -> Iterator[int]:
        """Yield the numbers of the open sides, lowest first."""
        remaining = self.grid.full & ~self.drawn_sides
        while remaining:
            lowest = remaining & -remaining
            yield lowest.bit_length() - 1
            remaining ^= lowest

    def moves(self) -> Iterable[Move]:
        """Return every one-step move: the open sides in board order, then `stop`; or `keep` and `swap`."""
        if self.stage is Stage.CHOICE:
            return (Move((KEEP,)), Move((SWAP,)))
        singles = _singles(self.grid)
        sides = [singles[side] for side in self.open_sides()]
        return (*sides, Move((STOP,))) if self._may_stop else tuple(sides)

    def read(self, text: str) -> Move:
        """Return the move that a text describes; raise `Unreadable` or `Ambiguous` with a legal example."""
        try:
            return read_move(text, self.grid)
        except Refusal as refusal:
            example = next(iter(self.moves()), self.grid.names[0])
            raise type(refusal)(refusal.code, **{"example": str(example), **refusal.fields}) from None

    def play(self, move: Move) -> Position:
        """Return the position after all steps of a move; raise `Illegal` for any step after the turn has passed."""
        if not move.steps:
            raise Illegal("empty")
        seat, position = self.turn, self
        for step in move.steps:
            position._refuse_after_turn(seat, step)
            position = position._decide(step) if step in WORDS else position._draw(step)
        return position

    def owners(self) -> Iterator[tuple[str, str]]:
        """Yield each owned box with its owner, the player who drew its fourth side."""
        for box in range(len(self.grid.boxes)):
            owner = "first" if self.first >> box & 1 else "second" if self.second >> box & 1 else "free"
            yield self.grid.box_name(box), owner

    def can_win(self, seat: Seat) -> bool:
        """Return whether a seat could still have more boxes if it took all free ones; True before ordinary play."""
        free = len(self.grid.boxes) - sum(self.score)
        return self.stage is not Stage.PLAY or lead(self, seat) + free > 0

    @property
    def _may_stop(self) -> bool:
        return self.stage is Stage.SETUP and self.drawn_sides != 0

    def _refuse_after_turn(self, seat: Seat, step: str) -> None:
        if self.drawn_sides == self.grid.full and self.stage is Stage.PLAY:
            raise Illegal("game-over", part=step)
        if self.turn is not seat:
            raise Illegal("turn-passed", part=step)

    def _draw(self, step: str) -> Position:
        grid = self.grid
        side = grid.index.get(step)
        if side is None:
            raise Illegal("off-board", part=step)
        if self.stage is Stage.CHOICE:
            raise Illegal("choose-first", part=step)
        drawn_sides = self.drawn_sides | 1 << side
        if drawn_sides == self.drawn_sides:
            raise Illegal("side-drawn", part=step)
        boxes = 0
        for mask, box in grid.touching[side]:
            if drawn_sides & mask == mask:
                boxes |= box
        first, second, mover = self.first, self.second, self.mover
        if not boxes:
            mover = mover.opponent
        elif mover is Seat.FIRST:
            first |= boxes
        else:
            second |= boxes
        return Position(grid, self.pie, self._stage_after(drawn_sides), drawn_sides, first, second, mover)

    def _stage_after(self, drawn_sides: int) -> Stage:
        if self.stage is Stage.SETUP and (drawn_sides.bit_count() == self.pie or drawn_sides == self.grid.full):
            return Stage.CHOICE
        return self.stage

    def _decide(self, word: str) -> Position:
        if word == STOP and self._may_stop:
            return replace(self, stage=Stage.CHOICE)
        if word == STOP and self.stage is Stage.SETUP:
            raise Illegal("draw-first", part=word)
        if word == STOP or self.stage is not Stage.CHOICE:
            raise Illegal("not-now", part=word)
        if word == KEEP:
            return replace(self, stage=Stage.PLAY)
        return replace(self, stage=Stage.PLAY, first=self.second, second=self.first, mover=self.mover.opponent)


@lru_cache(maxsize=32)
def _singles(grid: Grid) -> tuple[Move, ...]:
    return tuple(Move((name,)) for name in grid.names)


def future(position: Position) -> Hashable | None:
    """Return a key that is equal for positions with the same possible continuations; None before ordinary play."""
    return (position.drawn_sides, position.mover) if position.stage is Stage.PLAY else None
