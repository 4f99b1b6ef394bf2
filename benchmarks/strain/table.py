"""Two people who play Dots and Boxes in a group of their own on Telegram."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from engines import GAMES
from engines.game import AnyPosition, advance
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.town import Post, Room, Town

_AGAIN = 2.0
_PLY = re.compile(r"([A-Z]{6})@(\d+)")


@dataclass
class Table:
    """`boards` counts how often each was posted; of each group of updates in `typed` (a text, and the same typed again
    after a refusal) one must lead to an entry of a log.
    """

    town: Town
    size: str
    chance: Random
    room: Room = field(init=False)
    boards: Counter[tuple[str, int]] = field(default_factory=Counter)
    challenges: Counter[str] = field(default_factory=Counter)
    typed: list[list[str]] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    told: int = 0

    def __post_init__(self) -> None:
        self.ann, self.bob = Human(self.town, "Ann"), Human(self.town, "Bob")
        self.room = self.town.group("Friends")

    async def sit_down(self, until: float) -> bool:
        """Begins a game; whether it has begun before the patience ends."""
        self._position: AnyPosition = GAMES["dots"].start({"size": self.size, "pie": "0"}, 0)
        self._ply = 0
        challenge = f"/challenge dots {self.size} pie=0"
        if not await self._does(self.ann, challenge, lambda post: "Accept" in post.buttons, until):
            return False
        return await self._does(self.bob, "/accept", self._is_board, until)

    async def move(self, until: float) -> bool:
        """Plays a move; whether its board has come before the patience ends. `waits` says after how long."""
        who = self.ann if self._position.turn.value == "first" else self.bob
        move = self.chance.choice(list(self._position.moves()))
        self._position, _ = advance(self._position, move)
        self._ply += 1
        begun = time.perf_counter()
        if not await self._does(who, f"/move {move}", self._is_board, until):
            return False
        self.waits.append(time.perf_counter() - begun)
        return True

    @property
    def is_over(self) -> bool:
        return self._position.outcome is not None

    async def look(self, seconds: float) -> None:
        """Takes note of what else is posted."""
        until = time.monotonic() + seconds
        await self._sees(lambda post: False, until)

    async def _does(self, who: Human, text: str, wanted: Callable[[Post], bool], until: float) -> bool:
        """Types a text, again if the answer says that it could not be done, until what it leads to is seen."""
        self.typed.append([])
        self._type(who, text)
        while (seen := await self._sees(wanted, until)) is None:
            self.told += 1
            seen = await self._sees(wanted, min(until, time.monotonic() + _AGAIN))
            if seen:
                return True
            self._type(who, text)
        return seen

    def _type(self, who: Human, text: str) -> None:
        who.says(self.room, text)
        self.typed[-1].append(f"telegram:{self.town.updates[-1]['update_id']}")

    def _is_board(self, post: Post) -> bool:
        return bool(post.pictures) and (self.is_over or _ply(post) == self._ply)

    async def _sees(self, wanted: Callable[[Post], bool], until: float) -> bool | None:
        """Whether something wanted is posted in time; None if a text without buttons comes, which is a refusal."""
        while (left := until - time.monotonic()) > 0:
            try:
                post = await asyncio.wait_for(self.room.posts.get(), left)
            except TimeoutError:
                return False
            self._note(post)
            if wanted(post):
                return True
            if not (post.pictures or post.buttons):
                return None
        return False

    def _note(self, post: Post) -> None:
        found = _PLY.search(" ".join(post.buttons.values()))
        if post.edited:
            return
        if post.pictures and found:
            self.boards[found[1], int(found[2])] += 1
        elif "Accept" in post.buttons:
            self.challenges[post.buttons["Accept"]] += 1


def _ply(post: Post) -> int | None:
    found = _PLY.search(" ".join(post.buttons.values()))
    return int(found[2]) if found else None
