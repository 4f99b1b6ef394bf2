"""The whole house behind Telegram's adapter: router, store and pictures."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

from bot.core.game.instants import Now
from bot.core.handlers.services import Limits
from bot.core.ports.adapters import Paint
from bot.core.router import Router
from bot.features import FEATURES
from bot.platform_adapters import Painter
from bot.platforms.telegram import Telegram, Webhook
from bot.store.redis import RedisStore
from tests.bot.platforms.telegram.opening import serving
from tests.bot.platforms.telegram.server import TOKEN, BotApi
from tests.bot.scripted import Quick


@asynccontextmanager
async def living(
    api: BotApi,
    store: RedisStore,
    seed: int = 7,
    now: Now = time.time,
    limits: Limits | None = None,
    hook: Webhook | None = None,
    paint: Paint | None = None,
) -> AsyncIterator[Router]:
    """One run of the bot; boards are shown again only when its router is told to sweep."""
    base_url, base_file_url = f"{api.address}/bot", f"{api.address}/file/bot"
    adapter = Telegram(
        TOKEN,
        paint=paint or Painter().paint,
        base_url=base_url,
        base_file_url=base_file_url,
        webhook=hook,
        temporary=store.temporary,
    )
    router = Router(
        store, Quick(), {adapter.name: adapter}, features=FEATURES, now=now, random=Random(seed), limits=limits
    )
    async with serving(adapter, router):
        yield router
    await router.close()
