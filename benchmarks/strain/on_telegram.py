"""People in groups on a Telegram stand-in that fails as Telegram does."""

from __future__ import annotations

import asyncio
import re
from collections import Counter, deque
from random import Random

from aiohttp import web

from benchmarks.strain.seen import Seen
from bot.core.language.speech import speech
from tests.bot.answered import ledger
from tests.bot.platforms.telegram.parameters import Parameters
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.pressed import KIND, Toast
from tests.bot.platforms.telegram.refused import too_many
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Json, Post, Town

_ONLY_TELL_WHERE = {speech("en").say(key) for key in ("thinking", "look-in-private")}
"""Toasts that only point to another answer."""
_RECEIPT = re.compile(r" — (?:Ann|Bob): |^(?:Ann|Bob) accepts ")
_REMEMBERED = 50
_PRESSED = 0.5
"""The share of texts sent by pressing their button."""
_TOO_LONG = 25.0
"""Seconds, longer than the bot waits for an answer."""


class TelegramRoom:
    """A group, or Ann's private chat (`seen.Room`); with `chance`, half of the texts are button presses."""

    def __init__(self, town: Town, chance: Random | None = None, is_private: bool = False) -> None:
        self._town = town
        self._people = Human(town, "Ann"), Human(town, "Bob")
        self._room = self._people[0].starts() if is_private else town.group("Friends")
        self._chance = chance
        self._newest: Json | None = None

    def type_text(self, who: int, text: str) -> str:
        """Type a text, or press its button, and return its cause."""
        if self._newest and self._chance and self._chance.random() < _PRESSED:
            self._people[who].presses_what_types(text, {"message": self._newest}).then(self._show)
        else:
            self._people[who].says(self._room, text)
        return f"telegram:{self._town.updates[-1]['update_id']}"

    async def next_message(self) -> Seen:
        """Wait for the next message, change or toast."""
        post = await self._room.posts.get()
        if post.buttons:
            self._newest = post.json
        is_toast = "chat" not in post.json
        return Seen(post.text, tuple(post.buttons.values()), bool(post.pictures), not post.edited, is_toast)

    def button_texts(self) -> list[tuple[str, ...]]:
        """Return the button texts of each message."""
        return [tuple(Post(message).buttons.values()) for message in self._room.messages.values()]

    def _show(self, toast: Toast) -> None:
        """Show a toast that refuses; receipts and toasts about another chat do not count."""
        if toast.text and not (toast.text in _ONLY_TELL_WHERE or _RECEIPT.search(toast.text)):
            self._room.posts.put_nowait(Post({"text": toast.text}))


class Importer:
    """A person who imports files in their private chat."""

    def __init__(self, town: Town, number: int) -> None:
        self._human = Human(town, f"Importer {number}")
        self._room = self._human.starts()
        self.is_answered = True

    async def send(self, file: bytes) -> None:
        """Send a file and wait for the answer."""
        self.is_answered = False
        self._human.says(self._room, "/import", file=file)
        await self._room.posts.get()
        self.is_answered = True


class UnreliableTelegram(BotApi):
    """A Bot API server that can repeat confirmed updates and reorder updates of different chats.

    `stalls` counts how often a method takes too long, whether or not it then acts; `limits` counts how often a method
    is refused for a second.
    """

    def __init__(self, town: Town, chance: Random) -> None:
        super().__init__(town)
        self.brings_again = False
        self.shuffles = False
        self.stalls: Counter[str] = Counter()
        self.limits: Counter[str] = Counter()
        self._chance = chance
        self._confirmed: deque[Json] = deque(maxlen=_REMEMBERED)

    async def _call(self, method: str, request: web.Request) -> object:
        if self.limits[method]:
            self.limits[method] -= 1
            raise too_many(1)
        if not self.stalls[method]:
            return await super()._call(method, request)
        self.stalls[method] -= 1
        if self._chance.random() < 0.5:
            await super()._call(method, request)
        await asyncio.sleep(_TOO_LONG)
        raise web.HTTPGatewayTimeout

    async def _updates(self, parameters: Parameters) -> list[Json]:
        self._confirmed += [update for update in self.town.updates if update["update_id"] < parameters.number("offset")]
        updates = await super()._updates(parameters)
        if self.brings_again:
            self.brings_again = False
            self.town.presses.bring_again(self._confirmed)
            updates = [*self._confirmed, *updates]
        if self.shuffles and updates:
            self.shuffles = False
            order = {_chat(update): self._chance.random() for update in updates}
            updates = sorted(updates, key=lambda update: order[_chat(update)])
        return updates


def _chat(update: Json) -> int:
    message = update["callback_query"]["message"] if "callback_query" in update else update["message"]
    return int(message["chat"]["id"])


def count_unanswered() -> int:
    """Return the number of delivered presses that the bot did not answer exactly once."""
    return sum(len(press.answers) != 1 for (kind, _), press in ledger().presses.items() if kind == KIND)
