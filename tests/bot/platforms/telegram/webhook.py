"""Pushes updates to a bot's webhook, each until it is taken."""

from __future__ import annotations

import asyncio
import json

import aiohttp

from tests.bot.platforms.telegram.town import Json, Town

_AGAIN = 0.02


class Webhook:
    """The address that a bot has set, and the secret that it wants to see."""

    def __init__(self, town: Town, url: str, secret: str) -> None:
        self.url = url
        self.secret = secret
        self._town = town
        self._queues: dict[object, asyncio.Lock] = {}

    async def push_all(self) -> None:
        """Delivers updates as they come, until cancelled: those of one chat one after another, all others at once."""
        begun: set[int] = set()
        async with aiohttp.ClientSession() as session, asyncio.TaskGroup() as pushing:
            while True:
                for update in [update for update in self._town.updates if update["update_id"] not in begun]:
                    begun.add(update["update_id"])
                    lock = self._queues.setdefault(_queue_of(update), asyncio.Lock())
                    pushing.create_task(self._push_until_taken(session, update, lock))
                await self._town.until_more()

    async def _push_until_taken(self, session: aiohttp.ClientSession, update: Json, lock: asyncio.Lock) -> None:
        async with lock:
            while await self._push(session, update, self.secret) != 200:
                await asyncio.sleep(_AGAIN)
            self._town.forget(update)

    async def push(self, update: Json, secret: str) -> int:
        """Delivers one update, once; the status that the bot answers with."""
        async with aiohttp.ClientSession() as session:
            return await self._push(session, update, secret)

    async def push_text(self, body: bytes, secret: str) -> int:
        """Delivers what may be no update at all."""
        async with aiohttp.ClientSession() as session:
            return await self._post(session, body, secret)

    async def _push(self, session: aiohttp.ClientSession, update: Json, secret: str) -> int:
        self._town.presses.deliver([update])
        return await self._post(session, json.dumps(update).encode(), secret)

    async def _post(self, session: aiohttp.ClientSession, body: bytes, secret: str) -> int:
        headers = {"X-Telegram-Bot-Api-Secret-Token": secret, "Content-Type": "application/json"}
        try:
            async with session.post(self.url, data=body, headers=headers) as response:
                return response.status
        except aiohttp.ClientError:
            return 0


def _queue_of(update: Json) -> object:
    """Messages of one chat are one queue, presses of one person another."""
    message, press = update.get("message"), update.get("callback_query")
    return str(message["chat"]) if message else press and ("presses of", press["from"]["id"])
