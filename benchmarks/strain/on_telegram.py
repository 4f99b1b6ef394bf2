"""People in groups on Telegram's stand-in, which fails in Telegram's ways."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from random import Random

from aiohttp import web

from benchmarks.strain.seen import Seen
from tests.bot.platforms.telegram.parameters import Parameters
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Json, Town

_REMEMBERED = 50
_TOO_LONG = 25.0
"""Seconds; longer than the bot waits for an answer."""


class TelegramRoom:
    """A group (`seen.Room`)."""

    def __init__(self, town: Town) -> None:
        self._town = town
        self._people = Human(town, "Ann"), Human(town, "Bob")
        self._room = town.group("Friends")

    def types(self, who: int, text: str) -> str:
        self._people[who].says(self._room, text)
        return f"telegram:{self._town.updates[-1]['update_id']}"

    async def sees(self) -> Seen:
        post = await self._room.posts.get()
        return Seen(post.text, tuple(post.buttons.values()), bool(post.pictures), not post.edited)


class UnreliableTelegram(BotApi):
    """Can bring what was confirmed again, and chats in any order (each chat's updates in their own); `stalls` says how
    often a method takes too long, with or without doing what it was asked."""

    def __init__(self, town: Town, chance: Random) -> None:
        super().__init__(town)
        self.brings_again = False
        self.shuffles = False
        self.stalls: Counter[str] = Counter()
        self._chance = chance
        self._confirmed: deque[Json] = deque(maxlen=_REMEMBERED)

    async def _called(self, method: str, request: web.Request) -> object:
        if not self.stalls[method]:
            return await super()._called(method, request)
        self.stalls[method] -= 1
        if self._chance.random() < 0.5:
            await super()._called(method, request)
        await asyncio.sleep(_TOO_LONG)
        raise web.HTTPGatewayTimeout

    async def _updates(self, asked: Parameters) -> list[Json]:
        self._confirmed += [update for update in self.town.updates if update["update_id"] < asked.number("offset")]
        found = await super()._updates(asked)
        if self.brings_again:
            self.brings_again = False
            found = [*self._confirmed, *found]
        if self.shuffles and found:
            self.shuffles = False
            order = {_chat(update): self._chance.random() for update in found}
            found = sorted(found, key=lambda update: order[_chat(update)])
        return found


def _chat(update: Json) -> int:
    return int(update["message"]["chat"]["id"])
