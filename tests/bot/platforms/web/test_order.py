"""What one person sends at once is handled in that order."""

from __future__ import annotations

from aiohttp import ClientSession

from bot.core.ports.store import Store
from tests.bot.platforms.web.house import enter
from tests.bot.platforms.web.living import living


async def test_a_challenge_and_a_move_sent_at_once_are_both_played(client: ClientSession, valkey: str, store: Store):
    async with living(valkey) as house:
        ann = await enter(client, house, "Ann")
        for text in ("/challenge bot easy dots 3x3", "/move a1-a2"):
            await ann.send(text)
        await ann.until(lambda: any("Tetradka (easy): " in text for text in ann.texts))
        assert not any(message["private"] for message in ann.messages.values())
