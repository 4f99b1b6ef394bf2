"""Two people who play Dots and Boxes in a room."""

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
    """A game of two people, and a record of their texts and messages.

    `boards` counts the public posts of each board, and `board_requests` the boards that were requested again. Each
    group in `typed` holds the causes of one text and its repetitions after refusals; exactly one of them must lead to
    a log entry.
    """

    room: Room
    size: str
    chance: Random
    boards: Counter[tuple[str, int]] = field(default_factory=Counter)
    challenges: Counter[str] = field(default_factory=Counter)
    board_requests: Counter[str] = field(default_factory=Counter)
    typed: list[list[str]] = field(default_factory=list)
    board_times: list[tuple[float, float]] = field(default_factory=list)
    words: Counter[str] = field(default_factory=Counter)
    terms: str = ""
    claims: bool = False
    timed_out: int = 0

    async def sit_down(self, until: float) -> bool:
        """Start a game; return whether it began in time."""
        self._position: AnyPosition = GAMES["dots"].start({"size": self.size, "pie": "0"}, 0)
        self._ply = 0
        challenge = f"/challenge dots {self.size} pie=0 {self.terms}".strip()
        if not await self._type_until(ANN, challenge, lambda seen: seen.offer is not None, until):
            return False
        return await self._type_until(BOB, f"/accept {self._offer}", self._is_board, until)

    async def move(self, until: float) -> bool:
        """Play a move; return whether its board came in time, and record both times in `seen`."""
        who = ANN if self._position.turn.value == "first" else BOB
        move = self.chance.choice(list(self._position.moves()))
        self._position, _ = advance(self._position, move)
        self._ply += 1
        if self.claims:
            await self._claim(ANN + BOB - who)
        start = time.perf_counter()
        if not await self._type_until(who, f"/move {move}", self._is_board, until):
            return False
        self.board_times.append((start, time.perf_counter()))
        return True

    @property
    def is_over(self) -> bool:
        """Return whether the game is over."""
        return self._position.outcome is not None

    @property
    def refusal_count(self) -> int:
        """Return the number of refusals."""
        return self.words.total()

    @property
    def duplicate_count(self) -> int:
        """Return the number of boards and challenges shown more than once without a request."""
        twice = Counter[str]()
        for (game, _), times in self.boards.items():
            twice[game] += times - 1
        return (twice - self.board_requests).total() + self.challenges.total() - len(self.challenges)

    async def look(self, seconds: float) -> None:
        """Record further messages for some seconds."""
        await self._next_message(lambda seen: False, time.monotonic() + seconds)

    async def _claim(self, who: int) -> None:
        """Claim the opponent's time too early, to see the claim refused."""
        self.claims = False
        self.room.type_text(who, f"/claim {self._game}")
        message = await self._next_message(
            lambda message: message.board is not None, time.monotonic() + _ANSWERED_WITHIN
        )
        self.timed_out += message is not None and message.board is not None and message.board[1] == OVER

    async def _type_until(self, who: int, text: str, is_wanted: Callable[[Seen], bool], until: float) -> bool:
        """Type a text, again after each refusal, until the wanted answer arrives; return whether it came in time."""
        self.typed.append([])
        self._type(who, text)
        while (message := await self._next_message(is_wanted, until)) and not is_wanted(message):
            if message.line:
                self.board_requests[message.line.split()[1].partition("@")[0]] += 1
                self.room.type_text(who, message.line)
                continue
            self.words[message.text] += 1
            second_answer = await self._next_message(is_wanted, min(until, time.monotonic() + _AGAIN))
            if second_answer and is_wanted(second_answer):
                return True
            self._type(who, text)
        return message is not None

    def _type(self, who: int, text: str) -> None:
        self.typed[-1].append(self.room.type_text(who, text))

    def _is_board(self, message: Seen) -> bool:
        return message.board is not None and message.board[1] == (OVER if self.is_over else self._ply)

    async def _next_message(self, is_wanted: Callable[[Seen], bool], until: float) -> Seen | None:
        """Return the wanted message, a line that may lead to it, or a refusal; None if none came in time."""
        while (remaining := until - time.monotonic()) > 0:
            try:
                message = await asyncio.wait_for(self.room.next_message(), remaining)
            except TimeoutError:
                return None
            self._note(message)
            if is_wanted(message) or message.line or message.is_refusal:
                return message
        return None

    def _note(self, message: Seen) -> None:
        if message.offer:
            self._offer = message.offer
        if not message.is_new or message.is_private:
            return
        if message.board:
            self._game = message.board[0]
            self.boards[message.board] += 1
        elif message.offer:
            self.challenges[message.offer] += 1
