"""The rules of Nim with one skip: positions, moves and how they are read, the options, the heaps as text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from engines.game import Outcome, Seat
from engines.notation import clean, column, read_cell
from engines.refusals import Illegal, Unreadable

SKIP = "skip"


@dataclass(frozen=True)
class Move:
    """So many taken from a heap, counted from 0; nothing taken is the skip."""

    heap: int = 0
    count: int = 0

    def __str__(self) -> str:
        return f"{column(self.heap)}{self.count}" if self.count else SKIP


@dataclass(frozen=True)
class Position:
    """What was in the heaps, what is left in them, and whether somebody has skipped."""

    start: tuple[int, ...]
    heaps: tuple[int, ...]
    turn: Seat = Seat.FIRST
    skipped: bool = False
    score: tuple[int, int] = (0, 0)
    forced_move: None = None

    @property
    def outcome(self) -> Outcome | None:
        return None if any(self.heaps) else Outcome(self.turn.opponent, "last-taken")

    @property
    def settings(self) -> Mapping[str, str]:
        return {"heaps": "-".join(map(str, self.start))}

    def moves(self) -> Iterator[Move]:
        yield from (Move(heap, count + 1) for heap, left in enumerate(self.heaps) for count in range(left))
        if not self.skipped and any(self.heaps):
            yield Move()

    def read(self, text: str) -> Move:
        cleaned = clean(text)
        take = read_cell(cleaned)
        if take is None and cleaned != SKIP:
            raise Unreadable("not-a-take", part=cleaned[:40], example=str(next(self.moves(), "a1")))
        return Move(take[0], take[1] + 1) if take else Move()

    def play(self, move: Move) -> Position:
        if self.outcome:
            raise Illegal("game-over", part=str(move))
        if not move.count:
            return self._skip()
        left = self.heaps[move.heap] if move.heap < len(self.heaps) else 0
        if move.count > left:
            raise Illegal("not-so-many", part=str(move), left=left)
        heaps = tuple(size - move.count * (heap == move.heap) for heap, size in enumerate(self.heaps))
        return replace(self, heaps=heaps, turn=self.turn.opponent)

    def owners(self) -> Iterator[tuple[str, str]]:
        return iter(())

    def can_win(self, seat: Seat) -> bool:
        return True

    def _skip(self) -> Position:
        if self.skipped:
            raise Illegal("skipped-already", part=SKIP)
        return replace(self, skipped=True, turn=self.turn.opponent)


def start(options: Mapping[str, str], seed: int = 0) -> Position:
    """Full heaps; there is no chance in it."""
    for option in options:
        if option != "heaps":
            raise Unreadable("unknown-option", option=option, expected="heaps")
    text = options.get("heaps", "3-4-5")
    if not re.fullmatch("[1-5](-[1-5]){1,2}", text):
        raise Unreadable("bad-option", option="heaps", value=text, expected="1-1 .. 5-5-5")
    heaps = tuple(map(int, text.split("-")))
    return Position(heaps, heaps)


def draw_text(position: Position) -> str:
    """A line for each heap, and whether one may skip."""
    heaps = [f"{column(heap)} {'o' * size}".rstrip() for heap, size in enumerate(position.heaps)]
    return "\n".join([*heaps, "skipped" if position.skipped else "skip"])
