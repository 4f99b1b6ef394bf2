"""Discord as a platform: opened with a token, closed within two seconds, its failures told in the core's words."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

import aiohttp
import discord

from bot.core.game.people import Chat, Person
from bot.core.ports.deadline import AFTER_ADAPTERS, Deadline
from bot.core.ports.painting import Paint
from bot.core.ports.platform import (
    Core,
    Greeting,
    Message,
    Mirror,
    OlderBoard,
    Platform,
    Unshown,
    mirror_nothing,
)
from bot.core.ports.translator import Translator
from bot.platforms.discord.activity import Activity
from bot.platforms.discord.client import Client
from bot.platforms.discord.incoming import PLATFORM
from bot.platforms.discord.library_internals import hang_up, set_addresses, without_voice_warnings
from bot.platforms.discord.servers import is_member, manages, missing_permissions, server_of

_log = logging.getLogger(__name__)

_LONGEST_GOODBYE = 1.5
_CANCEL_EVERY = 0.1
_SOON = 5.0
_EXPIRED = frozenset({10062, 10015, 40060})
"""Discord's codes for an interaction that it does not wait for any more: the next one may carry the board."""
_CLOSED = frozenset({10003, 10004, 10013, 50001, 50007, 50013, 50278, 160005})
"""Discord's codes for a channel, thread or person that takes no message of the bot's, whatever it says."""
_LONGEST_PAUSE = 60.0
_LONGEST_SILENCE = 50.0
"""Seconds; the gateway answers a heartbeat every 41."""
_CLOSE_CODES = {
    4004: "Discord does not know this token any more; make a new one at discord.com/developers",
    4010: "Discord does not know the shard that this bot says it is",
    4011: "this bot is in so many servers that Discord wants it in more shards; see DISCORD_SHARDS",
    4013: "Discord does not know what this bot asks to hear",
    4014: "this bot asks to hear more than it may; allow that at discord.com/developers, under Bot, Privileged Intents",
}
_AWAY = (OSError, aiohttp.ClientError, discord.DiscordServerError, discord.RateLimited)


@dataclass(eq=False, kw_only=True)
class Discord(Platform):
    """The door to Discord; `rest_url` and `gateway_url` lead to a proxy, `guild` gets the commands at once.

    `shards` are this process's own and how many there are in all (Discord's number of them in one process without);
    `reads_all`: the texts are asked for that do not mention the bot. With the application's `client_secret` the page is
    open inside the channels, and `mirror` is told what they are shown."""

    name = PLATFORM
    tidies = True
    deletes = True
    edits_for = 3600.0

    token: str = field(kw_only=False)
    paint: Paint
    words: Translator
    rest_url: str = ""
    gateway_url: str = ""
    guild: int | None = None
    shards: tuple[tuple[int, ...], int] | None = None
    reads_all: bool = False
    now: Callable[[], float] = time.time
    client_secret: str = ""
    mirror: Mirror = mirror_nothing
    deadline: Deadline = field(default_factory=Deadline)
    client: Client | None = field(default=None, init=False)
    _latencies: list[tuple[int, float]] = field(default_factory=list, init=False)
    _answered: float = field(default=-math.inf, init=False)
    _heard: float = field(default=-math.inf, init=False)

    @property
    def activity(self) -> Activity | None:
        """The page inside Discord, if the application's secret is known."""
        return Activity(lambda: self.client, self.client_secret, self.now) if self.client_secret else None

    async def run(self, core: Core) -> None:
        """Serves until cancelled. Raises `ValueError` for a setting that Discord refuses; waits while it is away."""
        without_voice_warnings()
        set_addresses(self.rest_url, self.gateway_url)
        for pause in _pauses():
            try:
                await self._serve(core)
            except _AWAY as error:
                _log.warning("Discord cannot be reached (%s); next try in %g s", error, pause)
                await asyncio.sleep(pause)
            else:
                return

    def silence(self) -> float | None:
        """Return for how many seconds people may not have been heard; None while heartbeats are answered."""
        now = time.monotonic()
        if self.client and self.client.downtime.is_here:
            if self.client.latencies != self._latencies:
                self._latencies, self._answered = self.client.latencies, now
            is_alive = now - self._answered <= _LONGEST_SILENCE
            self._heard = now if is_alive else self._answered
            return None if is_alive else now - self._heard
        return now - self._heard

    async def show(self, chat: Chat, message: Message) -> str:
        """Posts a message; raises `Unshown` where Discord did not take it."""
        client = self._connected
        with _unshown():
            shown = await client.poster.show(chat, message)
        await client.downtime.note_shown(int(chat.id), message)
        await self.mirror(chat, shown, message)
        return shown

    async def tell(self, person: Person, message: Message) -> bool:
        """Posts to the person's own channel with the bot."""
        with _unshown():
            client = self._connected
            await client.poster.post(await client.fetch_user(int(person.id)), message)
        return True

    async def edit(self, chat: Chat, shown: str, message: Message) -> bool:
        """Changes a message; raises `Unshown` where Discord does not take that now."""
        with _unshown():
            changed = await self._connected.poster.edit(chat, shown, message)
        if changed:
            await self.mirror(chat, shown, message)
        return changed

    def locator(self, chat: Chat, message: Message, shown: str = "") -> str:
        """Return by what any process finds a message that is an answer to an interaction; it has no nonce."""
        return self.client.poster.locator(chat, message, shown) if self.client else ""

    async def locate(self, chat: Chat, locator: str) -> str:
        """Return the id of an answer to an interaction, by its token."""
        with _unshown():
            return await self._connected.poster.locate(chat, locator)

    async def tidy(self, chat: Chat, older: Sequence[OlderBoard]) -> None:
        """Deletes or changes what the newer board did not; an answer as long as its token lives."""
        client = self._connected
        with _unshown():
            for each in older:
                await client.poster.fold(chat, each)

    def link(self, chat: Chat, message: str) -> str:
        """The address of a message, for those who see its channel."""
        return self.client.poster.link(int(chat.id), message) if self.client else ""

    def parent(self, chat: Chat) -> Chat | None:
        """Return the channel of a thread; a forum's takes posts only."""
        thread = self._channel(chat)
        channel = thread.parent if isinstance(thread, discord.Thread) else self._former_parent(chat)
        return Chat(PLATFORM, str(channel.id)) if isinstance(channel, discord.TextChannel) else None

    def _former_parent(self, chat: Chat) -> object:
        """Return the channel that a deleted thread was in, if that is known."""
        parent = self.client.parents.get(int(chat.id)) if self.client else None
        return self._channel(Chat(PLATFORM, str(parent))) if parent else None

    def has_threads(self, chat: Chat) -> bool:
        """The text channels of servers have."""
        return isinstance(self._channel(chat), discord.TextChannel)

    async def open_thread(self, chat: Chat, message: str, name: str, greeting: Greeting) -> Chat | None:
        """The thread has its message's id, so that there is never a second one."""
        thread = Chat(PLATFORM, message, direct=self.reads_all)
        with _unshown():
            is_open = await self._connected.poster.open_thread(chat, thread, name, greeting)
        return thread if is_open else None

    async def close_thread(self, thread: Chat) -> None:
        """Discord hides it an hour after the last word."""
        with suppress(Unshown, discord.DiscordException, *_AWAY):
            await self._connected.poster.close_thread(thread)

    async def lacks(self, chat: Chat, threads: bool) -> tuple[str, ...]:
        """What the bot is known to lack in a server's channel; in others it answers commands only."""
        return missing_permissions(self._channel(chat), threads)

    async def think(self, chat: Chat) -> None:
        """Shows that the bot thinks: to who asked, as long as they wait for an answer, else to the channel."""
        with suppress(Unshown, discord.DiscordException, *_AWAY):
            await self._connected.poster.think(chat)

    def server(self, chat: Chat) -> str:
        """A thread's is that of its channel; none is known while there is no connection."""
        server = server_of(self._channel(chat))
        return str(server.id) if server else ""

    async def has_left(self, chat: Chat, person: Person) -> bool:
        """Return whether a person is no longer in a channel's server: Discord does not tell of it by itself."""
        server = server_of(self._channel(chat))
        try:
            return server is not None and not await is_member(server, int(person.id))
        except (*_AWAY, discord.DiscordException, ValueError):
            return False

    async def administers(self, chat: Chat, person: Person) -> bool:
        """Those who manage the server do, and everybody where there is none; who is not known does not."""
        try:
            if server := server_of(self._channel(chat)):
                return await manages(server, int(person.id))
        except (*_AWAY, discord.DiscordException, ValueError):
            return False
        return chat.direct or (self.client is not None and self.client.poster.is_of_others(chat))

    def connect(self, core: Core) -> Client:
        """A fresh client that hears for `core`; `show` speaks through it."""
        self.client = Client(core, self.paint, self.words, self.guild, self.shards, self.reads_all, self.now)
        return self.client

    def _channel(self, chat: Chat) -> object:
        """What is known of a channel; None while there is no connection."""
        return self.client.get_channel(int(chat.id)) if self.client else None

    @property
    def _connected(self) -> Client:
        if self.client is None or self.client.user is None:
            raise Unshown("not connected to Discord", _SOON)
        return self.client

    async def _serve(self, core: Core) -> None:
        client = self.connect(core)
        upkeep, connection = (asyncio.create_task(work) for work in (client.keep_up(), client.start(self.token)))
        try:
            await asyncio.wait([connection])
            with _naming_settings("DISCORD_REST_URL" if self.rest_url else "DISCORD_TOKEN"):
                connection.result()
            if client.refused:
                raise client.refused
        finally:
            upkeep.cancel()
            self.client = None
            await _end(connection, self.deadline)
            await _close(client, self.deadline)


@contextmanager
def _naming_settings(rest: str) -> Iterator[None]:
    """What no later try would mend is a `ValueError` that names the setting to change: for what REST refuses, `rest`.

    Discord bars an address for a while, in words that are no JSON, after too many requests that it refused.
    """
    try:
        yield
    except discord.LoginFailure:
        raise ValueError("DISCORD_TOKEN: Discord does not know this token") from None
    except discord.PrivilegedIntentsRequired:
        raise ValueError(f"DISCORD_TOKEN: {_CLOSE_CODES[4014]}") from None
    except discord.ConnectionClosed as closed:
        if closed.code in _CLOSE_CODES:
            raise ValueError(f"DISCORD_TOKEN: {_CLOSE_CODES[closed.code]}") from None
        raise ValueError(f"DISCORD_GATEWAY_URL: the gateway closed with code {closed.code}") from None
    except discord.HTTPException as refused:
        if refused.status >= 500:
            raise
        if refused.status == 429 or (refused.status == 403 and not refused.code):
            raise ConnectionError(f"Discord bars this address for now, {refused.status}") from None
        raise ValueError(f"{rest}: Discord answers {refused.status} {refused.text}".strip()) from None


@contextmanager
def _unshown() -> Iterator[None]:
    """What Discord refuses is worth a try later or never."""
    try:
        yield
    except discord.RateLimited as limited:
        raise Unshown(str(limited), limited.retry_after) from limited
    except discord.HTTPException as error:
        later = error.status >= 500 or error.status == 429 or error.code in _EXPIRED
        raise Unshown(str(error), _SOON if later else None, is_lost=error.code in _CLOSED) from error
    except (OSError, aiohttp.ClientError) as error:
        raise Unshown(str(error), _SOON) from error


def _pauses() -> Iterator[float]:
    """Exponential backoff, in seconds."""
    pause = 1.0
    while True:
        yield pause
        pause = min(pause * 2, _LONGEST_PAUSE)


async def _close(client: Client, deadline: Deadline) -> None:
    """Says goodbye to Discord, but does not wait for it to say so too."""
    with suppress(TimeoutError, AttributeError):  # it closes what it has only once it begins to log in
        await asyncio.wait_for(client.close(), deadline.remaining(_LONGEST_GOODBYE, AFTER_ADAPTERS))
        return
    await hang_up(client)


async def _end(connection: asyncio.Task[None], deadline: Deadline) -> None:
    """Cancels it until it ends or the deadline nears: what asyncio waits for with a timeout may lose a cancellation."""
    while not connection.done() and deadline.remaining(spare=AFTER_ADAPTERS):
        connection.cancel()
        await asyncio.wait([connection], timeout=_CANCEL_EVERY)
