"""The whole house behind the page: router, store and pictures."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random

from bot.core.router import Router
from bot.features import FEATURES
from bot.platform_adapters import Painter
from bot.platforms.web import Web
from bot.store.connection import connect
from bot.store.redis import RedisStore
from tests.bot.platforms.web.house import House, serving
from tests.bot.scripted import Quick


@asynccontextmanager
async def living(valkey: str, port: int = 0, think: Callable[[], Quick] = Quick) -> AsyncIterator[House]:
    """Run the bot once over the store's contents."""
    store = RedisStore(connect(valkey))
    await store.check_ready()
    routers = []

    def router(web: Web) -> Router:
        routers.append(Router(store, think(), {web.name: web}, features=FEATURES, now=time.time, random=Random(7)))
        return routers[0]

    painter = Painter()
    async with serving(router, (painter.paint, painter.paint_dark), store.archive, port) as house:
        yield house
        await routers[0].close()
    await store.close()
