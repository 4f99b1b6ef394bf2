"""Typos mended by editing: what was refused is read again, and offered as a button."""

from __future__ import annotations

from collections import OrderedDict

from telegram import Message

from bot.core.ports.platform import Button
from bot.core.ports.platform import Message as Answer
from bot.platforms.telegram.menu import Words

_REMEMBERED = 1024
_LONGEST_TYPED = 64


class Mending:
    """Remembers the newest texts that were answered: what is played gets a board, and no answer."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._answered: OrderedDict[tuple[int, int], str] = OrderedDict()

    def remember(self, message: Message, text: str) -> None:
        """A message was answered when it said this."""
        self._answered[message.chat.id, message.message_id] = text
        if len(self._answered) > _REMEMBERED:
            self._answered.popitem(last=False)

    def offer(self, message: Message, text: str, language: str) -> Answer | None:
        """A button that types what an answered message says now; None if that is nothing new, or too long."""
        before = self._answered.get((message.chat.id, message.message_id))
        if before in (None, text) or len(text.encode()) > _LONGEST_TYPED:
            return None
        self.remember(message, text)
        label = text.removeprefix("/move ")
        return Answer(
            self._words(language, "did-you-mean"), buttons=((Button(label, text),),), private=True, stays=True
        )
