"""Two people who play Dots and Boxes in a room of their own."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from benchmarks.strain.seen import OVER, Room, Seen
from engines import GAMES
from engines.game import AnyPosition, advance

_AGAIN = 2.0
_ANSWERED_WITHIN = 30.0
ANN, BOB = 0, 1


@dataclass
class Table:
    """`boards` counts how often each was posted for all to see, but for those that somebody `asked` for again; of each
    group of causes in `typed` (a text, and the same typed again after a refusal) one must lead to an entry of a log.
    """

    room: Room
    size: str
    chance: Random
    boards: Counter[tuple[str, int]] = field(default_factory=Counter)
    challenges: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    typed: list[list[str]] = field(default_factory=list)
    seen: list[tuple[float, float]] = field(default_factory=list)
    words: Counter[str] = field(default_factory=Counter)
    terms: str = ""
    claims: bool = False
    timed_out: int = 0

    async def sit_down(self, until: float) -> bool:
        """Begins a game; whether it has begun before the patience ends."""
        self._position: AnyPosition = GAMES["dots"].start({"size": self.size, "pie": "0"}, 0)
        self._ply = 0
        challenge = f"/challenge dots {self.size} pie=0 {self.terms}".strip()
        if not await self._does(ANN, challenge, lambda seen: seen.offer is not None, until):
            return False
        return await self._does(BOB, f"/accept {self._offered}", self._is_board, until)

    async def move(self, until: float) -> bool:
        """Plays a move; whether its board has come before the patience ends. `seen` says when both was."""
        who = ANN if self._position.turn.value == "first" else BOB
        move = self.chance.choice(list(self._position.moves()))
        self._position, _ = advance(self._position, move)
        self._ply += 1
        if self.claims:
            await self._claim(ANN + BOB - who)
        begun = time.perf_counter()
        if not await self._does(who, f"/move {move}", self._is_board, until):
            return False
        self.seen.append((begun, time.perf_counter()))
        return True

    @property
    def is_over(self) -> bool:
        return self._position.outcome is not None

    @property
    def told(self) -> int:
        """How often somebody was told that something could not be done."""
        return self.words.total()

    @property
    def doubled(self) -> int:
        """How many boards and challenges came more than once, though nobody had asked for them again."""
        twice = Counter[str]()
        for (game, _), times in self.boards.items():
            twice[game] += times - 1
        return (twice - self.asked).total() + self.challenges.total() - len(self.challenges)

    async def look(self, seconds: float) -> None:
        """Takes note of what else is posted."""
        await self._sees(lambda seen: False, time.monotonic() + seconds)

    async def _claim(self, who: int) -> None:
        """Claim that the other player's time is up, which it is not: nobody thinks for long."""
        self.claims = False
        self.room.types(who, f"/claim {self._game}")
        seen = await self._sees(lambda seen: seen.board is not None, time.monotonic() + _ANSWERED_WITHIN)
        self.timed_out += seen is not None and seen.board is not None and seen.board[1] == OVER

    async def _does(self, who: int, text: str, wanted: Callable[[Seen], bool], until: float) -> bool:
        """Types a text, again if the answer says that it could not be done, until what it leads to is seen."""
        self.typed.append([])
        self._type(who, text)
        while (seen := await self._sees(wanted, until)) and not wanted(seen):
            if seen.line:
                self.asked[seen.line.split()[1].partition("@")[0]] += 1
                self.room.types(who, seen.line)
                continue
            self.words[seen.text] += 1
            later = await self._sees(wanted, min(until, time.monotonic() + _AGAIN))
            if later and wanted(later):
                return True
            self._type(who, text)
        return seen is not None

    def _type(self, who: int, text: str) -> None:
        self.typed[-1].append(self.room.types(who, text))

    def _is_board(self, seen: Seen) -> bool:
        return seen.board is not None and seen.board[1] == (OVER if self.is_over else self._ply)

    async def _sees(self, wanted: Callable[[Seen], bool], until: float) -> Seen | None:
        """What is wanted, a line that may lead to it, or a text without buttons, which is a refusal; None: too late."""
        while (left := until - time.monotonic()) > 0:
            try:
                seen = await asyncio.wait_for(self.room.sees(), left)
            except TimeoutError:
                return None
            self._note(seen)
            if wanted(seen) or seen.line or seen.is_refusal:
                return seen
        return None

    def _note(self, seen: Seen) -> None:
        if seen.offer:
            self._offered = seen.offer
        if not seen.is_new or seen.is_private:
            return
        if seen.board:
            self._game = seen.board[0]
            self.boards[seen.board] += 1
        elif seen.offer:
            self.challenges[seen.offer] += 1
