"""Carries what people say to the core, and the core's messages into the channel."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from bot.core.game.people import Person
from bot.core.ports.platform import Core, Incoming, Message
from bot.core.ports.store import StoreUnavailableError
from bot.core.ports.touching import Touching
from bot.core.queues.user_queue import Ticket
from bot.features import COMMANDS
from bot.platforms.web.channel import Channel
from bot.platforms.web.frames import Say
from bot.platforms.web.history import Entry, ServedPicture, served
from bot.platforms.web.presence import Guest

_LONGEST_ECHOED = 64 * 1024
_log = logging.getLogger(__name__)


class Talk:
    """Everything said in all channels, each person's texts in their order and each of them once."""

    def __init__(self, core: Core, printer: Printer, now: Callable[[], float]) -> None:
        self._core = core
        self._printer = printer
        self._now = now
        self._running: set[asyncio.Task[None]] = set()

    def hear(self, channel: Channel, guest: Guest, say: Say) -> None:
        """Shows a typed text to everybody and hands it to the core; a nonce heard before is left alone."""
        if say.nonce in guest.heard:
            return
        guest.heard.append(say.nonce)
        ticket = self._core.ticket(channel.chat, guest.person)
        answering = asyncio.create_task(self._answer(channel, guest, say, ticket))
        self._running.add(answering)
        answering.add_done_callback(self._running.discard)

    @property
    def touching(self) -> Touching:
        """The way to boards that are touched."""
        return self._core.touching

    def welcome(self, channel: Channel, guest: Guest) -> None:
        """Shows a person the game of the chat of another platform in which the page was opened, if there is one."""
        if channel.chat.platform == "web":
            return
        ticket = self._core.ticket(channel.chat, guest.person)
        say = Say("say", secrets.token_hex(8), "/board", pressed=True)
        showing = asyncio.create_task(self._answer(channel, guest, say, ticket, shows_refusals=False))
        self._running.add(showing)
        showing.add_done_callback(self._running.discard)

    async def find_language(self, channel: Channel, guest: Guest) -> None:
        """Learns what a person is spoken to in; nothing is learnt if the store does not answer."""
        with suppress(StoreUnavailableError):
            guest.language = await self._core.language(channel.chat, guest.person)

    async def close(self) -> None:
        """Gives up what is still being answered."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    async def _answer(
        self, channel: Channel, guest: Guest, say: Say, ticket: Ticket, shows_refusals: bool = True
    ) -> None:
        """Answers stand on the page in the order of what they answer."""
        with ticket:
            try:
                if not say.pressed:
                    await channel.put(_echo(guest.person, say, self._now()))
                answers = await self._core.handle(_incoming(channel, guest.person, say), ticket)
                if guest.is_dismissed:
                    return
                told = [answer for answer in answers if shows_refusals or not answer.envelope.refuses]
                for number, answer in enumerate(told):
                    numbered = replace(
                        answer, envelope=replace(answer.envelope, nonce=f"{guest.person.id}-{say.nonce}.{number}")
                    )
                    await self._print(channel, guest.person, say, numbered)
                if any(answer.envelope.respoken for answer in answers):
                    await self._find_languages(channel)
            except Exception:
                _log.exception("a text was not answered")
        guest.done.append(say.nonce)
        channel.ring()

    async def _find_languages(self, channel: Channel) -> None:
        for guest in channel.presence.visitors:
            await self.find_language(channel, guest)

    async def _print(self, channel: Channel, asker: Person, say: Say, message: Message) -> None:
        over = channel.history.get(say.reply) if say.pressed and message.envelope.update else None
        if over is not None and over.author is None and over.is_for(asker):
            await self._printer.print(channel, _left_of(over, message), over.audience, over.id)
        elif not message.envelope.fleeting:
            audience = asker if message.envelope.private else None
            again = channel.history.like(message, asker) if audience else ""
            await self._printer.print(channel, message, audience, again)


def _left_of(over: Entry, message: Message) -> Message:
    """What takes the place of a message: of a hint that was used nothing is left, for the board says it."""
    is_used = over.audience is not None and over.pictures and not (message.picture or message.buttons or message.file)
    return Message("") if is_used else message


def _incoming(channel: Channel, person: Person, say: Say) -> Incoming:
    answered = channel.history.get(say.reply)
    reply = {"reply": answered.author} if answered and answered.author else {}
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
        alone=not is_ours or len(channel.presence.present) == 1,
        in_private=not is_ours and channel.chat.direct,
    )


def _echo(person: Person, say: Say, time: float) -> Entry:
    """The nonce makes the id, so a text sent again after the bot restarted is not seen twice.

    Of a large file its beginning is shown, for it stays in the channel's history.
    What no other person is to read stands on the page of who typed it.
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


class Printer:
    """The one who writes the bot's part of every channel."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now

    async def print(self, channel: Channel, message: Message, audience: Person | None = None, over: str = "") -> str:
        """Puts a message before everybody, or `audience` alone, in the place of the entry `over`; its id.

        One that has a nonce stands there once, however often it is put.
        """
        entry_id = over or message.envelope.nonce or channel.new_id()
        return await channel.put(Entry(entry_id, self._now(), message, audience=audience, pictures=_hung(message)))

    async def change(self, channel: Channel, shown: str, message: Message) -> bool:
        """Lets a message take the place of an entry that was posted then; False if it is not there any more."""
        old = channel.history.get(shown)
        if old is None:
            return False
        await channel.put(replace(old, message=message, pictures=_hung(message)))
        return True


def _hung(message: Message) -> tuple[ServedPicture, ...]:
    drawn = message.picture
    return (served(secrets.token_urlsafe(18), drawn.scene, drawn.alt, drawn.of),) if drawn else ()
