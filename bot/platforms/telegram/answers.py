"""Where the core's answers go: a toast over the pressed button, the pressed message itself, the chat, or in private.

Telegram has no message that one member of a group sees alone. So in groups
- a short private answer to a press is its toast;
- a hint, or anything long, goes to the asker's private chat; where the bot may not write to them (they never started
  it), a hint is veiled under the question, to be read by who taps on it, and anything else is a reply;
- all other private answers, above all refusals, are replies: they belong beside what they answer.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from weakref import WeakValueDictionary

from telegram import CallbackQuery
from telegram import Message as Posted
from telegram.error import BadRequest, Forbidden, RetryAfter, TelegramError

from bot.core.ports import Incoming, Message
from bot.platforms.telegram.flood import seconds
from bot.platforms.telegram.letters import length
from bot.platforms.telegram.outgoing import Poster
from bot.platforms.telegram.people import private_chat_of

_LONGEST_REPLY = 400
_PAUSES = (0.2, 1.0, 5.0, 10.0, 20.0)
_WORTH_WAITING = 30.0
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Answers:
    """Delivers what `handle` returned; what Telegram does not take is logged."""

    poster: Poster
    _lines: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)

    async def to_typed(self, incoming: Incoming, asked: Posted, answers: Sequence[Message]) -> None:
        """Answers a message, in groups as replies to it; answers in one chat come in the order of what they answer.

        What is not answered waits for no answer.
        """
        if not answers:
            return
        reply_to = "" if incoming.chat.direct else str(asked.message_id)
        async with self._lines.setdefault(incoming.chat.key, asyncio.Lock()):
            for answer in answers:
                await _patiently(partial(self._post, incoming, answer, reply_to))

    async def to_press(self, incoming: Incoming, query: CallbackQuery, answers: Iterable[Message]) -> None:
        """Answers a press, apart from its toast."""
        for answer in answers:
            await _patiently(partial(self._replace_or_post, incoming, query, answer))

    async def _replace_or_post(self, incoming: Incoming, query: CallbackQuery, answer: Message) -> None:
        under = query.message if answer.update else None
        if isinstance(under, Posted) and under.is_accessible and await self.poster.edit(under, answer):
            return
        if answer.private and not incoming.chat.direct:
            named = replace(answer, mention=answer.mention or incoming.person)
            await self._post(incoming, named, incoming.replies_to)
        else:
            await self._post(incoming, answer, "")

    async def _post(self, incoming: Incoming, answer: Message, reply_to: str) -> None:
        elsewhere = answer.private and not answer.stays and not incoming.chat.direct
        if elsewhere and (_is_secret(answer) or _is_long(answer)):
            await self._post_in_private(incoming, answer, reply_to)
        else:
            await self.poster.post(incoming.chat, answer, reply_to)

    async def _post_in_private(self, incoming: Incoming, answer: Message, reply_to: str) -> None:
        try:
            await self.poster.post(private_chat_of(incoming.person), replace(answer, mention=None))
        except (Forbidden, BadRequest):
            if _is_secret(answer):
                await self.poster.post_veiled(incoming.chat, answer, reply_to)
            else:
                await self.poster.post(incoming.chat, answer, reply_to)


def _is_secret(answer: Message) -> bool:
    """A private board is a hint: the opponent must not see it."""
    return answer.picture is not None


def _is_long(answer: Message) -> bool:
    return bool(answer.pictures or answer.file) or length(answer.text) > _LONGEST_REPLY


async def _patiently(post: Callable[[], Awaitable[None]]) -> None:
    """Posts as soon as the chat takes it and Telegram is reached, if that is soon enough to be worth having."""
    for pause in _PAUSES:
        try:
            return await post()
        except (BadRequest, Forbidden) as refused:
            return _log.warning("an answer is not taken: %s", refused)
        except RetryAfter as flood:
            if seconds(flood) > _WORTH_WAITING:
                return _log.warning("an answer is dropped: its chat is flooded for %.0f s", seconds(flood))
            await asyncio.sleep(seconds(flood))
        except TelegramError as failed:
            _log.warning("an answer is not sent: %s; once more in %g s", failed, pause)
            await asyncio.sleep(pause)
    return _log.warning("an answer is dropped after %d tries", len(_PAUSES))
