"""Recovery after a crash or an outage: handle unhandled updates and notify waiting players."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

import discord
from pydantic import TypeAdapter

from bot.core.language.speech import ENGLISH, say
from bot.core.ports.platform import Button, Incoming, Message
from bot.core.ports.store import StoreUnavailableError, Updates
from bot.core.queues.caches import BoundedDict
from bot.platforms.discord.incoming import PLATFORM
from bot.platforms.discord.interaction_answers import Answer
from bot.platforms.discord.library_internals import delete_first_answer
from bot.platforms.discord.message_parts import PartSender

LONG_DOWNTIME = 20.0
"""Seconds of absence that people notice."""
RECENTLY_ASKED = 3600.0
"""Seconds for which a player is assumed to be still about to move."""
HEARTBEAT = 5.0
"""Seconds between two notes that the bot is connected."""
_SINCE_HEARTBEAT = 2 * HEARTBEAT
"""Seconds after the last heartbeat during which the bot may still have been connected."""
_STORE_PATIENCE = 1.0
"""Timeout of the store in seconds; Discord waits 3 s in all."""
_EPHEMERAL, _LOADING = discord.MessageFlags(ephemeral=True).value, discord.MessageFlags(loading=True).value
_ALIVE_KEY = "discord-alive"
_ALL_SERVERS = "all"
_ASKED_KEY = "discord-asked"
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class InboxEntry:
    """An incoming message or press, with the interaction's token if it was one."""

    incoming: Incoming
    token: str = ""

    @property
    def number(self) -> str:
        """Return Discord's ID of the message or interaction."""
        return self.incoming.cause.rpartition(":")[2]


_ENTRY = TypeAdapter(InboxEntry)


class Inbox:
    """The updates being handled, by this process or by processes that died meanwhile.

    Updates handled here stay known, as a read of the store may race with the deletion of an entry.
    """

    def __init__(self, updates: Updates) -> None:
        self._updates = updates
        self._here = BoundedDict[str, None]()

    @asynccontextmanager
    async def holding(self, entry: InboxEntry, is_whole: bool = True) -> AsyncIterator[None]:
        """Store an entry while it is handled, unless it is incomplete; a cancelled one stays stored."""
        self._here[entry.number] = None
        try:
            if is_whole:
                await self.keep(entry)
            yield
        except Exception:
            await self.forget(entry)
            raise
        await self.forget(entry)

    async def claim_orphans(self) -> list[InboxEntry]:
        """Take over the updates that dead processes left unhandled, oldest first."""
        texts = await self._updates.claim_updates(PLATFORM)
        numbers = sorted((number for number in texts if number not in self._here), key=int)
        for number in numbers:
            self._here[number] = None
        return [_ENTRY.validate_json(texts[number]) for number in numbers]

    async def forget(self, entry: InboxEntry) -> None:
        """Delete a handled entry; if that fails, the next process handles it again without effect."""
        with suppress(StoreUnavailableError):
            await self._updates.forget_update(PLATFORM, entry.number)

    async def keep(self, entry: InboxEntry) -> None:
        """Store an entry, if the store answers in time."""
        try:
            async with asyncio.timeout(_STORE_PATIENCE):
                await self._updates.store_update(PLATFORM, entry.number, _ENTRY.dump_json(entry).decode())
        except (TimeoutError, StoreUnavailableError):
            _log.debug("handling %s without storing it", entry.incoming.cause)


async def follow_up(
    client: discord.Client, sender: PartSender, entry: InboxEntry, first: Mapping[str, Any], messages: Sequence[Message]
) -> tuple[Message, ...]:
    """Answer an interaction by its token, without a deferred answer that does not fit; return the refused messages."""
    flags, is_for_one = int(first.get("flags", 0)), bool(messages) and messages[0].envelope.private
    if flags & _LOADING and not (messages and bool(flags & _EPHEMERAL) is is_for_one):
        await delete_first_answer(client, entry.token)
    return await Answer(client, sender, entry.number, entry.token).give(messages)


class Downtime:
    """A record of when the bot was last connected, and of the channels in which a player is to move.

    Each of several processes notes this by its `part` of the servers. `is_here`: the bot is connected now.
    """

    def __init__(self, updates: Updates, now: Callable[[], float], part: str = "") -> None:
        self._updates = updates
        self._now = now
        self._part = _ALL_SERVERS + part
        self._lost: float | None = None
        self.is_here = False

    async def keep_alive(self) -> None:
        """Record the time every few seconds until cancelled."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            await self.note_alive()

    async def note_alive(self) -> None:
        """Record the time if the bot is connected."""
        if not self.is_here:
            return
        with suppress(StoreUnavailableError):
            await self._updates.store_update(_ALIVE_KEY, self._part, repr(self._now()))

    def note_disconnected(self) -> None:
        """Record that the connection is lost."""
        self._lost = self._lost or self._now()
        self.is_here = False

    def note_connected(self) -> None:
        """Record that the connection is back; Discord resends missed events."""
        self._lost, self.is_here = None, True

    async def note_shown(self, channel: int, message: Message) -> None:
        """Record whether the channel's last message asks a player to move."""
        person = message.mention
        with suppress(StoreUnavailableError):
            if person:
                value = f"{self._now()!r} {person.language or ENGLISH}"
                await self._updates.store_update(_ASKED_KEY, str(channel), value)
            else:
                await self._updates.forget_update(_ASKED_KEY, str(channel))

    async def end_downtime(self) -> dict[int, Message]:
        """Record the connection and return the notices for waiting players by channel; none after a short outage."""
        since, now = await self.since(), self._now()
        self.note_connected()
        if since is None or now - since < LONG_DOWNTIME:
            return {}
        notices: dict[int, Message] = {}
        for channel, text in (await self._updates.claim_updates(_ASKED_KEY)).items():
            asked_at, _, language = text.partition(" ")
            ago = since - float(asked_at)
            if ago < -_SINCE_HEARTBEAT:
                continue
            if ago < RECENTLY_ASKED:
                notice = say(language, "was-away", minutes=max(1, round((now - since) / 60)))
                board = Button(say(language, "button-board"), "/board")
                notices[int(channel)] = Message(notice, buttons=((board,),))
            await self._updates.forget_update(_ASKED_KEY, channel)
        return notices

    async def since(self) -> float | None:
        """Return the time of the last connection while disconnected; None if it is unknown."""
        if self._lost is not None:
            return self._lost
        timestamp = (await self._updates.all_updates(_ALIVE_KEY)).get(self._part)
        return float(timestamp) if timestamp else None
