"""The Discord platform: connection lifecycle, shutdown within two seconds, and errors translated for the core."""

import asyncio
import logging
import math
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate, repeat

import aiohttp
import discord

from bot.core.game.people import Chat, Person
from bot.core.ports.adapters import AFTER_ADAPTERS, Deadline, Messenger
from bot.core.ports.platform import Core, DeliveryError, Greeting, Message, OlderBoard, Platform
from bot.platforms.discord import library_internals
from bot.platforms.discord.activity import Activity
from bot.platforms.discord.client import Client
from bot.platforms.discord.incoming import PLATFORM
from bot.platforms.discord.replies import (
    ServerChannel,
    former_members,
    former_members_elsewhere,
    missing_permissions,
    name_for_member,
)

_log = logging.getLogger(__name__)

_LONGEST_GOODBYE = 1.5
_CANCEL_EVERY = 0.1
_SOON = 5.0
_EXPIRED = frozenset({10062, 10015, 40060})
"""Discord's codes for an expired interaction: the next one may carry the board."""
_CLOSED = frozenset({10003, 10004, 10013, 50001, 50007, 50013, 50278, 160005})
"""Discord's codes for a channel, thread or user that accepts no message from the bot at all."""
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 60.0
_LONGEST_SILENCE = 50.0
"""Seconds; the gateway answers a heartbeat every 41."""
_CLOSE_CODES = {
    4004: "Discord does not know this token any more; create a new one at discord.com/developers",
    4010: "Discord does not accept this bot's shard number; see DISCORD_SHARDS",
    4011: "this bot is in so many servers that Discord requires more shards; see DISCORD_SHARDS",
    4013: "Discord does not know the intents that this bot requests",
    4014: "this bot lacks requested intents; allow them at discord.com/developers, under Bot, Privileged Intents",
}
_MANY = 25
"""Messages within a second above which spare ones wait: half of what Discord allows."""
_AWAY = (OSError, aiohttp.ClientError, discord.DiscordServerError, discord.RateLimited)


@dataclass(eq=False, kw_only=True)
class Discord(Messenger, Platform):
    """The Discord platform adapter.

    `rest_url` and `gateway_url` lead to a proxy. Commands registered for the server `guild` appear at once. `shards`
    are this process's shards and their total number; without it one process runs as many as Discord recommends.
    `reads_all` requests the texts of messages that do not mention the bot. With the application's `client_secret` the
    page can be opened as an Activity; the `temporary` texts tell it under which board.
    """

    name = PLATFORM
    tidies = True
    deletes = True
    edits_for = 3600.0

    rest_url: str = ""
    gateway_url: str = ""
    guild: int | None = None
    shards: tuple[tuple[int, ...], int] | None = None
    reads_all: bool = False
    client_secret: str = ""
    client: Client | None = field(default=None, init=False)
    _sent_at: deque[float] = field(default_factory=partial(deque, maxlen=_MANY), init=False)
    _latencies: list[tuple[int, float]] = field(default_factory=list, init=False)
    _answered_at: float = field(default=-math.inf, init=False)
    _heard_at: float = field(default=-math.inf, init=False)

    def __post_init__(self) -> None:
        if self.client_secret:
            self.embedding = Activity(lambda: self.client, self.client_secret, self.now, self.temporary)
        self.opens_page = self.embedding is not None

    def page(self, chat: Chat) -> str:
        """Return a placeholder where the bot knows the channel, as an Activity has no address; else ""."""
        is_known = self.client is not None and self.client.get_channel(int(chat.id)) is not None
        return "activity" if self.opens_page and is_known else ""

    async def run(self, core: Core) -> None:
        """Serve until cancelled, reconnecting with backoff; raise `ValueError` for a setting that Discord rejects."""
        library_internals.adapt_library()
        library_internals.set_addresses(self.rest_url, self.gateway_url)
        for pause in accumulate(repeat(_FIRST_PAUSE), lambda pause, _: min(2 * pause, _LONGEST_PAUSE)):
            try:
                await self._serve(core)
            except _AWAY as error:
                _log.warning("Discord cannot be reached (%s); next try in %g s", error, pause)
                await asyncio.sleep(pause)
            else:
                return

    def silence(self) -> float | None:
        """Return for how many seconds the bot may have received nothing; None while heartbeats are answered."""
        now = time.monotonic()
        if self.client and self.client.downtime.is_here:
            if self.client.latencies != self._latencies:
                self._latencies, self._answered_at = self.client.latencies, now
            is_alive = now - self._answered_at <= _LONGEST_SILENCE
            self._heard_at = now if is_alive else self._answered_at
            return None if is_alive else now - self._heard_at
        return now - self._heard_at

    async def slot(self, chat: Chat, is_spare: bool = False) -> bool:
        """Return at once, unless the message `is_spare` and there were many in the last second."""
        start = now = time.monotonic()
        while is_spare and len(self._sent_at) == _MANY and (wait := self._sent_at[0] + 1 - now) > 0:
            await asyncio.sleep(wait)
            now = time.monotonic()
        return now > start

    async def show(self, chat: Chat, message: Message) -> str:
        """Post a message and return its ID; raise `DeliveryError` if Discord did not accept it."""
        client = self._connected_client
        self._sent_at.append(time.monotonic())
        with _raise_delivery_errors():
            message_id = await client.poster.show(chat, message)
        await client.downtime.note_shown(int(chat.id), message)
        await self.mirror(chat, message_id, message)
        return message_id

    async def tell(self, person: Person, message: Message) -> bool:
        """Send a message to the person's direct messages."""
        with _raise_delivery_errors():
            client = self._connected_client
            await client.poster.post(await client.fetch_user(int(person.id)), message)
        return True

    async def edit(self, chat: Chat, message_id: str, message: Message) -> bool:
        """Edit a message and return whether that worked; raise `DeliveryError` if a retry may help."""
        self._sent_at.append(time.monotonic())
        with _raise_delivery_errors():
            is_changed = await self._connected_client.poster.edit(chat, message_id, message)
        if is_changed:
            await self.mirror(chat, message_id, message)
        return is_changed

    def locator(self, chat: Chat, message: Message, message_id: str = "") -> str:
        """Return the text by which any process can find an interaction's answer, which has no nonce."""
        return self.client.poster.locator(chat, message, message_id) if self.client else ""

    async def locate(self, chat: Chat, locator: str) -> str:
        """Return the ID of an interaction's answer, by its locator."""
        with _raise_delivery_errors():
            return await self._connected_client.poster.locate(chat, locator)

    async def tidy(self, chat: Chat, older: Sequence[OlderBoard]) -> None:
        """Delete or collapse boards that their successors did not; an answer only while its token is valid."""
        client = self._connected_client
        with _raise_delivery_errors():
            for each in older:
                self._sent_at.append(time.monotonic())
                await client.poster.fold(chat, each)

    def link(self, chat: Chat, message: str) -> str:
        """Return the address of a message; "" while there is no connection."""
        return self.client.poster.link(int(chat.id), message) if self.client else ""

    def is_last(self, chat: Chat, message: str) -> bool:
        """Return whether no message below this one in its channel was received."""
        return self.client is None or self.client.poster.is_last(int(chat.id), message)

    def parent(self, chat: Chat) -> Chat | None:
        """Return the text channel of a thread; None in a forum, which takes only posts."""
        if self.client is None:
            return None
        thread = self.client.get_channel(int(chat.id))
        parent = self.client.get_channel(self.client.parents.get(int(chat.id), 0))
        channel = thread.parent if isinstance(thread, discord.Thread) else parent
        return Chat(PLATFORM, str(channel.id)) if isinstance(channel, discord.TextChannel) else None

    def has_threads(self, chat: Chat) -> bool:
        """Return whether the chat is a text channel of a server, where threads can be created."""
        return isinstance(self._channel(chat), discord.TextChannel)

    async def open_thread(self, chat: Chat, message: str, name: str, greeting: Greeting) -> Chat | None:
        """Create a thread from a message, with the same ID, and post the greeting; return None if not allowed."""
        thread = Chat(PLATFORM, message, direct=self.reads_all)
        with _raise_delivery_errors():
            is_open = await self._connected_client.poster.open_thread(chat, thread, name, greeting)
        return thread if is_open else None

    async def close_thread(self, thread: Chat) -> None:
        """Shorten the thread's auto-archive delay to an hour."""
        with suppress(DeliveryError, *library_internals.AWAY):
            await self._connected_client.poster.close_thread(thread)

    async def lacks(self, chat: Chat, threads: bool) -> tuple[str, ...]:
        """Return the permissions that the bot lacks in a server channel; elsewhere it only answers commands."""
        return missing_permissions(self._channel(chat), threads)

    async def think(self, chat: Chat) -> None:
        """Show a thinking indicator: to the author of a pending command, else as typing in the channel."""
        with suppress(DeliveryError, *library_internals.AWAY):
            await self._connected_client.poster.think(chat)

    def server(self, chat: Chat) -> str:
        """Return the ID of the server of a channel or thread, or "" if unknown."""
        channel = self._channel(chat)
        return str(channel.guild.id) if isinstance(channel, ServerChannel) else ""

    async def former_members(self, chat: Chat, people: Sequence[Person]) -> Sequence[Person]:
        """Return the people who are no longer on the channel's server, which Discord does not announce."""
        channel = self._channel(chat)
        if self.client and isinstance(channel, ServerChannel):
            return await former_members(channel.guild, self.client.me.id, people)
        if self.client and self.shards and channel is None:
            return await former_members_elsewhere(self.client, int(chat.id), people)
        return ()

    async def name_for(self, chat: Chat, person: Person) -> str:
        """Return the name of a server's channel where a member and the bot may write."""
        channel = self._channel(chat)
        return await name_for_member(channel, person) if isinstance(channel, ServerChannel) else ""

    async def administers(self, chat: Chat, person: Person) -> bool:
        """Return whether the person manages the server; outside servers everyone does, unknown people never."""
        channel = self._channel(chat)
        if isinstance(channel, ServerChannel):
            try:
                return (await channel.guild.fetch_member(int(person.id))).guild_permissions.manage_guild
            except (*library_internals.AWAY, ValueError):
                return False
        return chat.direct or (self.client is not None and self.client.poster.is_of_others(chat))

    def connect(self, core: Core) -> Client:
        """Create a client that passes received events to `core` and that `show` sends through."""
        self.client = Client(core, self, self.guild, self.shards, self.reads_all)
        return self.client

    def _channel(self, chat: Chat) -> object:
        """Return the cached channel; None while there is no connection."""
        return self.client.get_channel(int(chat.id)) if self.client else None

    @property
    def _connected_client(self) -> Client:
        if self.client is None or self.client.user is None:
            raise DeliveryError("not connected to Discord", _SOON)
        return self.client

    async def _serve(self, core: Core) -> None:
        client = self.connect(core)
        work = client.downtime.keep_alive(), client.keep_recovering(), client.start(self.token)
        *upkeep, connection = map(asyncio.create_task, work)
        try:
            await asyncio.wait([connection])
            with _translate_startup_errors("DISCORD_REST_URL" if self.rest_url else "DISCORD_TOKEN"):
                connection.result()
            if client.config_error:
                raise client.config_error
        finally:
            for task in upkeep:
                task.cancel()
            self.client = None
            while not connection.done() and self.deadline.remaining(spare=AFTER_ADAPTERS):
                connection.cancel()  # repeatedly, since `asyncio.wait_for` may lose a cancellation
                await asyncio.wait([connection], timeout=_CANCEL_EVERY)
            await _close(client, self.deadline)


@contextmanager
def _translate_startup_errors(rest_setting: str) -> Iterator[None]:
    """Translate errors that a retry cannot fix into `ValueError`s that name the setting to change.

    `rest_setting` is named for what REST refuses. After too many refused requests Discord bans an address for a while,
    with an answer that is not JSON.
    """
    try:
        yield
    except discord.LoginFailure:
        raise ValueError("DISCORD_TOKEN: Discord does not know this token") from None
    except discord.PrivilegedIntentsRequired:
        raise ValueError(f"DISCORD_TOKEN: {_CLOSE_CODES[4014]}") from None
    except discord.ConnectionClosed as error:
        if error.code in _CLOSE_CODES:
            raise ValueError(f"DISCORD_TOKEN: {_CLOSE_CODES[error.code]}") from None
        raise ValueError(f"DISCORD_GATEWAY_URL: the gateway closed with code {error.code}") from None
    except discord.HTTPException as error:
        if error.status >= 500:
            raise
        if error.status == 429 or (error.status == 403 and not error.code):
            raise ConnectionError(f"Discord has banned this address for now, {error.status}") from None
        raise ValueError(f"{rest_setting}: Discord answers {error.status} {error.text}".strip()) from None


@contextmanager
def _raise_delivery_errors() -> Iterator[None]:
    """Translate Discord's errors into `DeliveryError`, with the delay after which a retry may help, or None."""
    try:
        yield
    except discord.RateLimited as failure:
        raise DeliveryError(str(failure), failure.retry_after) from failure
    except discord.HTTPException as error:
        later = error.status >= 500 or error.status == 429 or error.code in _EXPIRED
        raise DeliveryError(str(error), _SOON if later else None, is_lost=error.code in _CLOSED) from error
    except (OSError, aiohttp.ClientError) as error:
        raise DeliveryError(str(error), _SOON) from error


async def _close(client: Client, deadline: Deadline) -> None:
    """Close the connection without waiting for Discord to confirm it."""
    with suppress(TimeoutError, AttributeError):  # before its login a client has nothing to close
        await asyncio.wait_for(client.close(), deadline.remaining(_LONGEST_GOODBYE, AFTER_ADAPTERS))
        return
    await library_internals.hang_up(client)
