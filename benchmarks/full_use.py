"""Games on the page that use every memory-intensive part: searches, proofs, explanations, reviews and films."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from itertools import count

import aiohttp

_ASSIGNMENTS = (
    "dots 3x3",
    "dots 2x5",
    "dots 3x4",
    "dots 4x4",
    "dots 5x5",
    "dots 12x12",
    "lgame",
    "lgame target=99",
    "tupik",
    "tupik cities=40",
    "digits",
    "digits 12x12",
    "curves",
    "curves 26x20 points=60",
)
"""Games and options: ordinary and large boards, and all proved boards of dots."""
_TEXTS = ("/hint", "/ideas", "/ideas 1", "/hint", "/why", "/ideas 1", "/resign yes", "/review", "/step", "/film")
_SEARCHING = "tetradka_searches_running "
_POLL_SECONDS, _MOST_POLLS = 0.2, 20


async def use_everything(browser: aiohttp.ClientSession, address: str) -> None:
    """Play every game against the strong bot with hints and comments, then review and film it, twice.

    In the second round all searches are already loaded.
    """
    for turn in range(2):
        for number, options in enumerate(_ASSIGNMENTS):
            await _play(browser, address, f"full-use-{turn}-{number}", options)


async def _play(browser: aiohttp.ClientSession, address: str, room: str, options: str) -> None:
    async with browser.ws_connect(f"{address}/socket", origin=address, max_msg_size=0) as page:
        hello = {"kind": "hello", "token": f"of a player in {room}", "name": "Player", "channel": room}
        await page.send_json(hello)
        table = _Table(browser, address, page)
        reading = asyncio.create_task(table.read())
        try:
            for text in (f"/challenge bot strong {options} first coach=yes", *_TEXTS):
                await table.type(text)
        finally:
            reading.cancel()


class _Table:
    """A browser tab that types texts, loads every picture, and waits for the searches in between."""

    def __init__(self, browser: aiohttp.ClientSession, address: str, page: aiohttp.ClientWebSocketResponse) -> None:
        self._browser, self._address, self._page = browser, address, page
        self._nonces = map(str, count(1))
        self._looks = set[str]()
        self._answers = set[str]()
        self._rings = asyncio.Event()

    async def read(self) -> None:
        """Read all frames until cancelled, so that the connection answers the server's pings."""
        async for packet in self._page:
            news = json.loads(packet.data)
            for message in news.get("messages", ()):
                await self._look_at(message)
            self._answers.update(news.get("done", ()))
            self._rings.set()

    async def type(self, text: str) -> None:
        """Type a text, then wait for the answer and for the end of all searches."""
        nonce = next(self._nonces)
        await self._page.send_json({"kind": "say", "nonce": nonce, "text": text})
        while nonce not in self._answers:
            self._rings.clear()
            await self._rings.wait()
        await self._wait_for_searches()

    async def _look_at(self, message: Mapping[str, list[Mapping[str, str]]]) -> None:
        for picture in message["pictures"]:
            if picture["light"] not in self._looks:
                self._looks.add(picture["light"])
                async with self._browser.get(self._address + picture["light"]) as answer:
                    await answer.read()

    async def _wait_for_searches(self) -> None:
        """Wait until no search is running, but not for a whole review."""
        for _ in range(_MOST_POLLS):
            async with self._browser.get(f"{self._address}/metrics") as answer:
                lines = (await answer.text()).splitlines()
            if f"{_SEARCHING}0.0" in lines:
                return
            await asyncio.sleep(_POLL_SECONDS)
