"""Time from a press to its answer on stand-ins of Telegram and Discord, with the complete bot behind them."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random

from benchmarks.figure import Figure
from bot.core.ports.platform import Platform
from bot.core.router import Router
from bot.features import FEATURES
from bot.platform_adapters import Painter
from bot.platforms.discord import Discord
from bot.platforms.telegram import Telegram
from bot.store.connection import connect
from bot.store.embedded import serve
from bot.store.redis import RedisStore
from bot.thinking.threads import Threads
from tests.bot.platforms.discord import standin
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.people import Press as Pressed
from tests.bot.platforms.telegram.server import TOKEN, BotApi
from tests.bot.platforms.telegram.town import Post, Town

_SIZES = [f"{width}x{height}" for width in range(3, 7) for height in range(3, 7)]
_EPOCH_MS = 1420070400000
Press = Callable[[str], Awaitable[None]]


def figures() -> Iterable[Figure]:
    """Yield medians; each picture belongs to a new game that the press starts."""
    for name, connect_platform in (("Telegram", _telegram), ("Discord", _discord)):
        without_picture, with_picture = asyncio.run(_measure(connect_platform))
        yield Figure(f"press to answer on {name}", without_picture, 100, "ms")
        yield Figure(f"press to answer on {name}, with a picture", with_picture, 200, "ms")


async def _measure(connect_platform: Callable[[RedisStore], AsyncIterator[tuple[Press, Press]]]) -> tuple[float, float]:
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server:
        async with asynccontextmanager(connect_platform)(RedisStore(connect(server.url))) as (
            press_for_text,
            press_for_board,
        ):
            await press_for_board("/challenge bot easy dots 2x2")
            text_times = [await _milliseconds(press_for_text, "/moves BBBBBB") for _ in _SIZES]
            picture_times = [
                await _milliseconds(press_for_board, f"/challenge bot easy dots {size} pie=0") for size in _SIZES
            ]
    return statistics.median(text_times), statistics.median(picture_times)


async def _milliseconds(press: Press, text: str) -> float:
    start = time.perf_counter()
    await press(text)
    return (time.perf_counter() - start) * 1000


@asynccontextmanager
async def _serving(platform: Platform, store: RedisStore) -> AsyncIterator[None]:
    router = Router(
        store, Threads(1, Random(1)), {platform.name: platform}, features=FEATURES, now=time.time, random=Random(1)
    )
    running = asyncio.create_task(platform.run(router))
    try:
        yield
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
        await router.close()


async def _telegram(store: RedisStore) -> AsyncIterator[tuple[Press, Press]]:
    town = Town()
    api, room = BotApi(town), town.group("Friends")
    ann = Human(town, "Ann")

    def press(text: str) -> Pressed:
        keyboard = {"inline_keyboard": [[{"text": "press", "callback_data": text}]]}
        under = {
            "message_id": 1,
            "date": 1,
            "chat": room.as_json(),
            "from": town.me,
            "text": "?",
            "reply_markup": keyboard,
        }
        return ann.presses(Post(under), "press")

    async def press_for_text(text: str) -> None:
        assert (await press(text).toast()).text

    async def press_for_board(text: str) -> None:
        press(text)
        while not (await room.post()).pictures:
            pass

    async with api.serving():
        platform = Telegram(TOKEN, paint=Painter().paint, base_url=f"{api.address}/bot")
        async with _serving(platform, store):
            yield press_for_text, press_for_board


async def _discord(store: RedisStore) -> AsyncIterator[tuple[Press, Press]]:
    async with standin.standing_in() as server:
        platform = Discord("right", paint=Painter().paint, rest_url=server.rest_url, gateway_url=server.gateway_url)

        async def press(text: str) -> None:
            number = str((int(time.time() * 1000) - _EPOCH_MS) << 22)
            button = f"tetradka:0:{text}"
            data = {"custom_id": button, "component_type": 2}
            message = {**standin.post_response("500"), "components": [standin.row(button)]}
            await server.dispatch("INTERACTION_CREATE", {**standin.interaction(3, data, number), "message": message})

        async def press_for_text(text: str) -> None:
            await press(text)
            await server.call("POST", "/callback")

        async def press_for_board(text: str) -> None:
            await press(text)
            while not (await server.call("POST", "/messages")).files:
                pass

        async with _serving(platform, store):
            await server.identified
            yield press_for_text, press_for_board
