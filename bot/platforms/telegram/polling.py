"""Updates by long polling: those that are not safe yet are asked for again, and left alone when they come."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from telegram import Bot
from telegram.error import EndPointNotFound, InvalidToken, RetryAfter, TelegramError

from bot.platforms.telegram.flood import seconds
from bot.platforms.telegram.inbox import Inbox, Json

_LONG = 10
_MOST = 100
_BLINK = 0.1
_FIRST_PAUSE = 0.2
_LONGEST_PAUSE = 5.0
_PATIENCE = 30.0
_GOODBYE = 0.5
_log = logging.getLogger(__name__)


async def poll(bot: Bot, inbox: Inbox, wanted: list[str], may: Callable[[], Awaitable[bool]]) -> None:
    """Fetches updates until cancelled; raises `InvalidToken` where the token counts no longer.

    What has come is left alone when this process may not take it any more: another one fetches it.
    """
    pause = _FIRST_PAUSE
    while True:
        try:
            fetched = await _fetch(bot, inbox.offset, wanted)
        except RetryAfter as flood:
            await asyncio.sleep(seconds(flood))
        except (EndPointNotFound, InvalidToken):
            raise InvalidToken from None
        except TelegramError as failed:
            _log.warning("no updates from Telegram for now: %s", failed)
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
        else:
            pause = _FIRST_PAUSE
            for update in fetched if await may() else ():
                inbox.take(update)
            await inbox.all_safe(_BLINK)


async def confirm(bot: Bot, inbox: Inbox, wanted: list[str]) -> None:
    """Lets Telegram forget what is safe; if that fails, it comes again and leads to nothing."""
    try:
        async with asyncio.timeout(_GOODBYE):
            await _fetch(bot, inbox.offset, wanted, most=1, wait=0)
    except (TimeoutError, TelegramError) as failed:
        _log.info("the last updates are not confirmed: %s", failed)


async def _fetch(bot: Bot, offset: int, wanted: list[str], most: int = _MOST, wait: int = _LONG) -> list[Json]:
    """The updates as they came, for one that the library cannot read must not stand in the way of the others.

    The name is spelled so that the library takes it, and does not point to its own method.
    """
    asked = {"offset": offset, "limit": most, "timeout": wait, "allowed_updates": wanted}
    patience = wait + _PATIENCE
    return list(await bot.do_api_request("get_Updates", api_kwargs=asked, read_timeout=patience) or ())
