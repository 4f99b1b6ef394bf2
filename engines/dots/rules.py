"""The rules of Dots and Boxes: an immutable position, what may be played in it, and what that leads to."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache

from engines.dots.grid import Grid
from engines.dots.move import KEEP, STOP, SWAP, WORDS, Move, read_move
from engines.game import Outcome, Seat
from engines.refusals import Illegal, Refusal


class Stage(Enum):
    """Where a game stands: First sets up the pie, Second chooses a colour, or ordinary play."""

    SETUP = "setup"
    CHOICE = "choice"
    PLAY = "play"


@dataclass(frozen=True, slots=True)
class Position:
    """One moment of a game. `drawn` holds a bit for each drawn side, `first` and `second` one for each box owned.

    `mover` draws next in ordinary play. Until the choice, First stands for the first colour and Second for the other.
    """

    grid: Grid
    pie: int = 0
    stage: Stage = Stage.PLAY
    drawn: int = 0
    first: int = 0
    second: int = 0
    mover: Seat = Seat.FIRST

    @property
    def turn(self) -> Seat:
        """Who draws, or decides by the pie rule: First sets up, Second chooses."""
        if self.stage is Stage.PLAY:
            return self.mover
        return Seat.FIRST if self.stage is Stage.SETUP else Seat.SECOND

    @property
    def outcome(self) -> Outcome | None:
        """More boxes win once all sides are drawn."""
        if self.drawn != self.grid.full or self.stage is not Stage.PLAY:
            return None
        first, second = self.score
        if first == second:
            return Outcome(None, "boxes")
        return Outcome(Seat.FIRST if first > second else Seat.SECOND, "boxes")

    @property
    def score(self) -> tuple[int, int]:
        """How many boxes First and Second own."""
        return self.first.bit_count(), self.second.bit_count()

    @property
    def settings(self) -> Mapping[str, str]:
        """The size in boxes, and the most sides of a pie (0: none)."""
        return {"size": f"{self.grid.cols}x{self.grid.rows}", "pie": str(self.pie)}

    @property
    def forced_move(self) -> Move | None:
        """Never a move: even a last side is drawn by a player."""
        return None

    def open_sides(self) -> Iterator[int]:
        """The numbers of the sides not drawn yet, rising."""
        left = self.grid.full & ~self.drawn
        while left:
            lowest = left & -left
            yield lowest.bit_length() - 1
            left ^= lowest

    def moves(self) -> Iterable[Move]:
        """Every run of a single step: the open sides in the board's order, then `stop`; or `keep` and `swap`."""
        if self.stage is Stage.CHOICE:
            return (Move((KEEP,)), Move((SWAP,)))
        singles = _singles(self.grid)
        sides = [singles[side] for side in self.open_sides()]
        return (*sides, Move((STOP,))) if self._may_stop else tuple(sides)

    def read(self, text: str) -> Move:
        """The run of sides and words that a text means; raises `Unreadable` or `Ambiguous` with a legal example."""
        try:
            return read_move(text, self.grid)
        except Refusal as refusal:
            example = next(iter(self.moves()), self.grid.names[0])
            raise type(refusal)(refusal.code, **{"example": str(example), **refusal.fields}) from None

    def play(self, move: Move) -> Position:
        """The position after all steps of the run; a step after the turn has passed makes all illegal."""
        if not move.steps:
            raise Illegal("empty")
        seat, position = self.turn, self
        for step in move.steps:
            position._refuse_after_turn(seat, step)
            position = position._decide(step) if step in WORDS else position._draw(step)
        return position

    def owners(self) -> Iterator[tuple[str, str]]:
        """Every box, by who drew its fourth side."""
        for box in range(len(self.grid.boxes)):
            owner = "first" if self.first >> box & 1 else "second" if self.second >> box & 1 else "free"
            yield self.grid.box_name(box), owner

    @property
    def _may_stop(self) -> bool:
        return self.stage is Stage.SETUP and self.drawn != 0

    def _refuse_after_turn(self, seat: Seat, step: str) -> None:
        if self.drawn == self.grid.full and self.stage is Stage.PLAY:
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
        drawn = self.drawn | 1 << side
        if drawn == self.drawn:
            raise Illegal("side-drawn", part=step)
        claimed = 0
        for mask, box in grid.touching[side]:
            if drawn & mask == mask:
                claimed |= box
        first, second, mover = self.first, self.second, self.mover
        if not claimed:
            mover = mover.opponent
        elif mover is Seat.FIRST:
            first |= claimed
        else:
            second |= claimed
        return Position(grid, self.pie, self._stage_after(drawn), drawn, first, second, mover)

    def _stage_after(self, drawn: int) -> Stage:
        if self.stage is Stage.SETUP and (drawn.bit_count() == self.pie or drawn == self.grid.full):
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
    """Equal for positions in which the same is left to win; None before ordinary play."""
    return (position.drawn, position.mover) if position.stage is Stage.PLAY else None
