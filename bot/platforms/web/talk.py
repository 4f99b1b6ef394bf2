"""Conversations: pass people's texts to the core, and the core's messages to the channel."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress

from bot.core.game.people import Person
from bot.core.ports.adapters import by_touch
from bot.core.ports.page import Touching
from bot.core.ports.platform import Core, Incoming, Message
from bot.core.ports.store import StoreUnavailableError
from bot.core.queues.user_queue import Ticket
from bot.features import COMMANDS
from bot.platforms.web.channel import Channel
from bot.platforms.web.frames import Say
from bot.platforms.web.history import Entry
from bot.platforms.web.presence import Guest

_LONGEST_ECHOED = 64 * 1024
_log = logging.getLogger(__name__)


class Talk:
    """The conversations in all channels; each person's texts are handled in order and once."""

    def __init__(self, core: Core, now: Callable[[], float]) -> None:
        self._core = core
        self._now = now
        self._running: set[asyncio.Task[None]] = set()

    def handle(self, channel: Channel, guest: Guest, say: Say) -> None:
        """Show a typed text to everyone and pass it to the core, unless its nonce was received before."""
        if say.nonce in guest.heard:
            return
        guest.heard.append(say.nonce)
        self._start_answer(channel, guest, say)

    @property
    def touching(self) -> Touching:
        """Return the port for touched boards."""
        return self._core.touching

    def welcome(self, channel: Channel, guest: Guest) -> None:
        """Show a person the game of the chat in which the page was opened, if there is one."""
        if channel.chat.platform == "web":
            return
        say = Say("say", secrets.token_hex(8), "/board", pressed=True)
        self._start_answer(channel, guest, say, shows_refusals=False)

    def _start_answer(self, channel: Channel, guest: Guest, say: Say, shows_refusals: bool = True) -> None:
        ticket = self._core.ticket(channel.chat, guest.person)
        answering = asyncio.create_task(self._answer(channel, guest, say, ticket, shows_refusals))
        self._running.add(answering)
        answering.add_done_callback(self._running.discard)

    async def find_language(self, channel: Channel, guest: Guest) -> None:
        """Look up the language for a person; it stays unknown if the store does not answer."""
        with suppress(StoreUnavailableError):
            guest.language = await self._core.language(channel.chat, guest.person)

    async def close(self) -> None:
        """Cancel all pending answers."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    async def _answer(self, channel: Channel, guest: Guest, say: Say, ticket: Ticket, shows_refusals: bool) -> None:
        """Pass a text to the core and print its answers in order."""
        with ticket:
            try:
                if not say.pressed:
                    await channel.put(_echo(guest.person, say, self._now()))
                answers = await self._core.handle(_incoming(channel, guest.person, say), ticket)
                if guest.is_dismissed:
                    return
                visible_answers = [answer for answer in answers if shows_refusals or not answer.envelope.refuses]
                for number, answer in enumerate(visible_answers):
                    nonce = f"{guest.person.id}-{say.nonce}.{number}"
                    await self._print(channel, guest.person, say, answer.with_delivery(nonce=nonce))
                if any(answer.envelope.respoken for answer in answers):
                    for visitor in channel.presence.visitors:
                        await self.find_language(channel, visitor)
            except Exception:
                _log.exception("a message could not be answered")
        guest.done.append(say.nonce)
        channel.ring()

    async def _print(self, channel: Channel, asker: Person, say: Say, message: Message) -> None:
        message = by_touch(message)
        over = channel.history.get(say.reply) if say.pressed and message.envelope.update else None
        if over is not None and over.author is None and over.is_for(asker):
            is_empty = not (message.picture or message.buttons or message.file)
            is_used = over.audience is not None and over.pictures and is_empty  # a hint, which the board shows now
            await channel.print(Message("") if is_used else message, over.audience, over.id)
        elif not message.envelope.fleeting:
            audience = asker if message.envelope.private else None
            again = channel.history.like(message, asker) if audience else ""
            await channel.print(message, audience, again)


def _incoming(channel: Channel, person: Person, say: Say) -> Incoming:
    target = channel.history.get(say.reply)
    reply = {"reply": target.author} if target and target.author else {}
    is_ours = channel.chat.platform == "web"
    return Incoming(
        channel.chat,
        person,
        say.text,
        pressed=say.pressed,
        replies_to=say.reply,
        mentions=channel.mentions(say.text) | reply,
        attachment=say.file.text if say.file else "",
        cause=f"{person.key}:{say.nonce}",
        alone=say.pressed or not is_ours or len(channel.presence.people_present) == 1,
        in_private=not is_ours and channel.chat.direct,
        spent=None if say.spent is None else say.spent / 1000,
    )


def _echo(person: Person, say: Say, time: float) -> Entry:
    """Return the entry of a typed text, with the nonce as its id, so that a resent text appears once.

    Of a large file only the beginning is shown, as it stays in the channel's history. A secret text is shown only to
    its author.
    """
    file = (say.file.name, say.file.text[:_LONGEST_ECHOED]) if say.file else None
    return Entry(
        f"{person.id}-{say.nonce}",
        time,
        Message(say.text, file=file),
        author=person,
        audience=person if COMMANDS.is_secret(say.text) else None,
        reply=say.reply,
    )
