"""The few words that Telegram shows over a button once it is pressed."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from telegram import CallbackQuery
from telegram.error import TelegramError

from bot.core.ports.platform import Message
from bot.platforms.telegram.letters import length, pages

LONGEST = 200
_LONGEST_FLEETING = 60
_log = logging.getLogger(__name__)


def split(answers: Sequence[Message]) -> tuple[str, tuple[Message, ...]]:
    """The first answer that a toast can say, if any, and all others; a receipt may take a menu's place besides."""
    first = next((answer for answer in answers if answer.fleeting or _fits(answer)), None)
    rest = tuple(answer for answer in answers if answer is not first or (answer.fleeting and answer.update))
    return (next(pages(first.text, LONGEST)) if first else ""), rest


class Press:
    """A press that is answered once."""

    def __init__(self, query: CallbackQuery) -> None:
        self.query = query
        self.is_answered = False

    async def toast(self, text: str = "", fleeting: bool = False) -> None:
        """Says a few words over the button, unless it was answered before."""
        if not self.is_answered:
            self.is_answered = True
            await toast(self.query, text, fleeting)


async def toast(query: CallbackQuery, text: str = "", fleeting: bool = False) -> None:
    """Answers a press, so that its button stops waiting; more than a glance can read stays until it is closed, unless
    it is not to be more than `fleeting`.

    A press too old to be answered is no loss.
    """
    try:
        await query.answer(text or None, show_alert=length(text) > _LONGEST_FLEETING and not fleeting)
    except TelegramError as failed:
        _log.info("a press is not answered: %s", failed)


def _fits(answer: Message) -> bool:
    extras = answer.picture or answer.pictures or answer.buttons or answer.file
    return answer.private and not answer.update and not extras and 0 < length(answer.text) <= LONGEST
