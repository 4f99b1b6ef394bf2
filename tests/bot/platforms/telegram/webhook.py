"""Pushes updates to a bot's webhook, one after another, until each is taken."""

from __future__ import annotations

import asyncio

import aiohttp

from tests.bot.platforms.telegram.town import Json, Town

_AGAIN = 0.02


class Webhook:
    """The address that a bot has set, and the secret that it wants to see."""

    def __init__(self, town: Town, url: str, secret: str) -> None:
        self.url = url
        self.secret = secret
        self._town = town

    async def push_all(self) -> None:
        """Delivers updates as they come, until cancelled."""
        async with aiohttp.ClientSession() as session:
            while True:
                await self._town.until_news()
                update = self._town.updates[0]
                if await self._push(session, update, self.secret) == 200:
                    self._town.confirm(update["update_id"] + 1)
                else:
                    await asyncio.sleep(_AGAIN)

    async def push(self, update: Json, secret: str) -> int:
        """Delivers one update, once; the status that the bot answers with."""
        async with aiohttp.ClientSession() as session:
            return await self._push(session, update, secret)

    async def _push(self, session: aiohttp.ClientSession, update: Json, secret: str) -> int:
        headers = {"X-Telegram-Bot-Api-Secret-Token": secret, "Content-Type": "application/json"}
        try:
            async with session.post(self.url, json=update, headers=headers) as response:
                return response.status
        except aiohttp.ClientError:
            return 0
