"""How updates come in: by long polling, or pushed to a webhook."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from telegram import Bot, Update
from telegram.error import BadRequest, NetworkError, RetryAfter

from bot.core.upkeep.leases import Lease
from bot.platforms.telegram.flood import seconds
from bot.platforms.telegram.inbox import Inbox
from bot.platforms.telegram.polling import confirm, poll
from bot.platforms.telegram.webhook import Webhook, announce, listening, secret_of

_TALK = (Update.MESSAGE, Update.EDITED_MESSAGE, Update.CALLBACK_QUERY, Update.MY_CHAT_MEMBER)
_ELSEWHERE = (Update.INLINE_QUERY, Update.CHOSEN_INLINE_RESULT, Update.GUEST_MESSAGE)
_WANTED = list(map(str, (*_TALK, *_ELSEWHERE)))
_FIRST_PAUSE = 0.2
_LONGEST_PAUSE = 30.0
_GRACE = 1.0
_log = logging.getLogger(__name__)


async def serve(bot: Bot, webhook: Webhook | None, inbox: Inbox, lease: Lease | None = None) -> None:
    """Lets updates come in until cancelled, and then handles what is nearly done; all else waits at Telegram.

    With a `lease` it polls only while it holds that.

    Raises `ValueError` naming the setting that cannot work.
    """
    if webhook:
        await _serve_by_webhook(bot, webhook, inbox)
    elif lease:
        await lease.while_held(lambda: _serve_by_polling(bot, inbox, lease.is_held))
    else:
        await _serve_by_polling(bot, inbox, _always)


async def _always() -> bool:
    return True


async def _serve_by_polling(bot: Bot, inbox: Inbox, may: Callable[[], Awaitable[bool]]) -> None:
    await insist(bot.delete_webhook)
    await inbox.take_kept()
    try:
        await poll(bot, inbox, _WANTED, may)
    finally:
        await inbox.close(_GRACE)
        await confirm(bot, inbox, _WANTED)
        inbox.reopen()


async def _serve_by_webhook(bot: Bot, webhook: Webhook, inbox: Inbox) -> None:
    secret = secret_of(webhook)
    async with listening(webhook, inbox, secret):
        try:
            await insist(lambda: announce(bot, webhook, secret, _WANTED))
            await asyncio.Event().wait()
        finally:
            await inbox.close(_GRACE)


async def insist(step: Callable[[], Awaitable[object]]) -> None:
    """Repeats a step of the start until the network lets it; raises what Telegram refuses for good."""
    pause = _FIRST_PAUSE
    while True:
        try:
            await step()
        except BadRequest:
            raise
        except RetryAfter as flood:
            await asyncio.sleep(seconds(flood))
        except NetworkError as failed:
            _log.warning("Telegram is not reached: %s; once more in %g s", failed, pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
        else:
            return
