"""One move over the page's socket, as a browser would make it."""

from __future__ import annotations

import asyncio
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse

PATIENCE = 60.0
MOVE = "a1-a2"
_PNG = b"\x89PNG\r\n"


async def play(address: str) -> str:
    """Challenges the bot and draws a side; the board that answers, in words. Raises `TimeoutError` if none does."""
    async with (
        asyncio.timeout(PATIENCE),
        ClientSession(address) as browser,
        browser.ws_connect("/socket", origin=address) as page,
    ):
        await page.send_json({"kind": "hello", "token": "of sixteen letters", "name": "Ann", "channel": "hall"})
        await _board(page, "1", "/challenge dots 2x2 bot easy pie=0", "No sides are drawn")
        board = await _board(page, "2", f"/move {MOVE}", MOVE)
        async with browser.get(board["light"]) as picture:
            assert (await picture.read()).startswith(_PNG), "the board's picture is none"
        return str(board["alt"])


async def _board(page: ClientWebSocketResponse, nonce: str, text: str, post: str) -> dict[str, Any]:
    """The first board that shows in words what it should, after a text is typed."""
    await page.send_json({"kind": "say", "nonce": nonce, "text": text})
    async for frame in page:
        for message in frame.json().get("messages", ()):
            for board in message["pictures"]:
                if post in board["alt"]:
                    return dict(board)
    raise ConnectionError("the page was closed")
