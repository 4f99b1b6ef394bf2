"""Recovery after a crash or an outage: what was left unhandled is handled, players who waited are told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any

import discord
from pydantic import TypeAdapter

from bot.core.language.speech import ENGLISH
from bot.core.ports.painting import Paint
from bot.core.ports.platform import Button, Core, Incoming, Message
from bot.core.ports.store import StoreUnavailableError, Updates
from bot.core.ports.translator import Translator
from bot.core.queues.bounded_dict import BoundedDict
from bot.platforms.discord.incoming import PLATFORM, mentioned_in
from bot.platforms.discord.library_internals import AWAY, delete_first_answer, first_answer
from bot.platforms.discord.message_parts import parts_of

LONG_DOWNTIME = 20.0
"""Seconds of absence that people notice."""
RECENTLY_ASKED = 3600.0
"""Seconds for which a player is thought to be still about to move."""
HEARTBEAT = 5.0
"""Seconds between two notes that the bot is connected."""
_SINCE_HEARTBEAT = 2 * HEARTBEAT
"""Seconds after the last note within which the bot was still there: what was asked later was asked on its return."""
_STORE_PATIENCE = 1.0
"""Seconds for the store; Discord waits 3 s in all."""
_LOOK_EVERY = 0.5
_EPHEMERAL, _LOADING = discord.MessageFlags(ephemeral=True).value, discord.MessageFlags(loading=True).value
_ALIVE_KEY = "discord-alive"
_ALL_SERVERS = "all"
_ASKED_KEY = "discord-asked"
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class InboxEntry:
    """What a person typed or pressed; the token of the interaction, if it was one."""

    incoming: Incoming
    token: str = ""

    @property
    def number(self) -> str:
        """Discord's id of it."""
        return self.incoming.cause.rpartition(":")[2]


_ENTRY = TypeAdapter(InboxEntry)


class Inbox:
    """All that is being handled, here or in processes that died over it.

    What was handled here stays known, for the store may have said what it keeps just before it was told to forget it.
    """

    def __init__(self, updates: Updates) -> None:
        self._updates = updates
        self._here = BoundedDict[str, None]()

    @asynccontextmanager
    async def holding(self, entry: InboxEntry, is_whole: bool = True) -> AsyncIterator[None]:
        """Keeps something while it is handled, unless some of it is still to come; what is cancelled stays kept."""
        self._here[entry.number] = None
        try:
            if is_whole:
                await self.keep(entry)
            yield
        except asyncio.CancelledError:
            raise
        except BaseException:
            await self.forget(entry)
            raise
        else:
            await self.forget(entry)

    async def left(self) -> list[InboxEntry]:
        """What processes that are gone have not handled, the oldest first; it is this one's from now on."""
        texts = await self._updates.claim_updates(PLATFORM)
        left = sorted((number for number in texts if number not in self._here), key=int)
        for number in left:
            self._here[number] = None
        return [_ENTRY.validate_json(texts[number]) for number in left]

    async def forget(self, entry: InboxEntry) -> None:
        """It is handled; if that cannot be noted, the next process handles it again, which does nothing."""
        with suppress(StoreUnavailableError):
            await self._updates.forget_update(PLATFORM, entry.number)

    async def keep(self, entry: InboxEntry) -> None:
        """Keeps it, if the store takes it in time."""
        try:
            async with asyncio.timeout(_STORE_PATIENCE):
                await self._updates.store_update(PLATFORM, entry.number, _ENTRY.dump_json(entry).decode())
        except (TimeoutError, StoreUnavailableError):
            _log.debug("%s is handled without being kept", entry.incoming.cause)


_GiveLate = Callable[[Incoming, tuple[Message, ...]], Awaitable[None]]


async def keep_recovering(client: discord.Client, core: Core, inbox: Inbox, paint: Paint, give_late: _GiveLate) -> None:
    """Looks for what other processes left again and again while the client is connected, until cancelled.

    What an interaction does not carry any more is given by `give_late`.
    """
    while True:
        await asyncio.sleep(_LOOK_EVERY)
        if client.is_ready():
            with suppress(StoreUnavailableError):
                for entry in await inbox.left():
                    await _handle(client, core, paint, give_late, entry)
                    await inbox.forget(entry)


async def _handle(client: discord.Client, core: Core, paint: Paint, give_late: _GiveLate, entry: InboxEntry) -> None:
    """What Discord was not told of in time is not played: its sender knows, and has asked again."""
    try:
        first = await first_answer(client, entry.token) if entry.token else {}
        if first is None:
            return
        messages = await _answers(client, core, entry.incoming)
        left = await _follow_up(client, paint, entry, first, messages) if entry.token else messages
    except (discord.HTTPException, OSError) as failed:
        _log.warning("what a process left is not answered: %s", failed)
    else:
        await give_late(entry.incoming, left)


async def _answers(client: discord.Client, core: Core, incoming: Incoming) -> tuple[Message, ...]:
    with core.ticket(incoming.chat, incoming.person) as ticket:
        return await core.handle(replace(incoming, mentions=await mentioned_in(client, incoming)), ticket)


async def _follow_up(
    client: discord.Client, paint: Paint, entry: InboxEntry, first: Mapping[str, Any], messages: Sequence[Message]
) -> tuple[Message, ...]:
    """Answers an interaction as Discord lets it be answered, and returns what it does not take; without an answer
    nothing seems to be thought about."""
    webhook = discord.Webhook.partial(client.application_id or 0, entry.token, client=client)
    webhook.type = discord.WebhookType.application
    if _is_owed_to_others(first, messages):
        await delete_first_answer(client, entry.token)
    lost = []
    for message in messages:
        try:
            for part in await parts_of(message, paint):
                await webhook.send(**part, ephemeral=message.envelope.private)
        except AWAY as refused:
            _log.warning("%s is not answered by its token: %s", entry.incoming.cause, refused)
            lost.append(message)
    return tuple(lost)


def _is_owed_to_others(first: Mapping[str, Any], messages: Sequence[Message]) -> bool:
    """Whether an answer is promised that those who wait for it are not given: Discord would show them the first one."""
    flags = int(first.get("flags", 0))
    is_for_one = bool(messages) and messages[0].envelope.private
    return bool(flags & _LOADING) and not (messages and bool(flags & _EPHEMERAL) is is_for_one)


class Downtime:
    """Notes when the bot was connected last, and the channels in which a player was asked for a move.

    Of several processes each notes when it was, by its `part` of the servers. `is_here`: it is connected now.
    """

    def __init__(self, updates: Updates, words: Translator, now: Callable[[], float], part: str = "") -> None:
        self._updates = updates
        self.words = words
        self._now = now
        self._part = _ALL_SERVERS + part
        self._lost: float | None = None
        self.is_here = False

    async def keep_alive(self) -> None:
        """Notes the time every few seconds, until cancelled."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            await self.note_alive()

    async def note_alive(self) -> None:
        """Notes the time, if it is connected now."""
        if not self.is_here:
            return
        with suppress(StoreUnavailableError):
            await self._updates.store_update(_ALIVE_KEY, self._part, repr(self._now()))

    def disconnected(self) -> None:
        """The connection is lost."""
        self._lost = self._lost or self._now()
        self.is_here = False

    def connected(self) -> None:
        """It goes on, and brings what was missed."""
        self._lost, self.is_here = None, True

    async def note_shown(self, channel: int, message: Message) -> None:
        """What a channel was shown last asks a player for a move, or none."""
        asked = message.mention
        with suppress(StoreUnavailableError):
            if asked:
                asked_at = f"{self._now()!r} {asked.language or ENGLISH}"
                await self._updates.store_update(_ASKED_KEY, str(channel), asked_at)
            else:
                await self._updates.forget_update(_ASKED_KEY, str(channel))

    async def reconnected(self) -> dict[int, Message]:
        """What to say in which channels, now that it is connected anew: nothing unless it was away for long."""
        since, now = await self.since(), self._now()
        self.connected()
        if since is None or now - since < LONG_DOWNTIME:
            return {}
        told: dict[int, Message] = {}
        for channel, text in (await self._updates.claim_updates(_ASKED_KEY)).items():
            asked, _, language = text.partition(" ")
            ago = since - float(asked)
            if ago < -_SINCE_HEARTBEAT:
                continue
            if ago < RECENTLY_ASKED:
                told[int(channel)] = self._message(language, now - since)
            await self._updates.forget_update(_ASKED_KEY, channel)
        return told

    async def since(self) -> float | None:
        """When it was connected last, for one that is not; None if that is not known."""
        if self._lost is not None:
            return self._lost
        alive = (await self._updates.all_updates(_ALIVE_KEY)).get(self._part)
        return float(alive) if alive else None

    def _message(self, language: str, seconds: float) -> Message:
        board = Button(self.words(language, "button-board"), "/board")
        return Message(self.words(language, "was-away", minutes=max(1, round(seconds / 60))), buttons=((board,),))
