"""A channel's people and history, and all channels of this process, synced with other processes by the archive."""

import asyncio
import logging
import re
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

from pydantic import TypeAdapter

from bot.core.game.people import BY_HANDLE, Chat, Person
from bot.core.ports.adapters import by_touch
from bot.core.ports.page import Archive, Change, ChannelState, NameClaim
from bot.core.ports.platform import Message
from bot.core.ports.store import StoreUnavailableError
from bot.core.queues.caches import Memory, SizedDict
from bot.platforms.web import history, presence

PRESENT = 90.0
"""Seconds after the last heartbeat until a person counts as gone; a killed process cannot sign off."""
MOST_IDLE = 50
"""Number of unused channels kept in memory; the archive has the others."""
ROLL_EVERY = 1.0
"""Minimum seconds between two announcements of who is present, as each goes to every reader."""
FIRST_STAMP = "0-1"
"""A stamp before all entries of any archive."""
_HANDLE = re.compile(r"(?<!\S)@\w{2,32}(?!\S)")
_AGAIN = 1.0  # seconds before a retry when the archive does not answer
_PERSON = TypeAdapter(Person)
_NOTHING: Mapping[tuple[str, str], history.Entry] = {}
_log = logging.getLogger(__name__)


class Channel:
    """The messages of a channel; a listener takes the bell, then the news, then waits for the bell.

    All processes write to one archive, and each reads new entries from it. While the archive does not answer, people of
    one process still see each other's messages.
    """

    def __init__(self, name: str, archive: Archive, process: str, now: Callable[[], float]) -> None:
        self.name = name
        self.chat = chat_of(name)
        self.presence = presence.Presence()
        self.history = history.History()
        self.bell = asyncio.Event()
        self.stamp = ""
        self.is_read = False
        self.roll = presence.Roll()
        self._archive = archive
        self._process = process
        self._now = now
        self._reading = asyncio.Lock()
        self._requests = self._answered_requests = 0
        self._next_roll = 0.0
        self._roll_timer: asyncio.TimerHandle | None = None

    def ring(self) -> None:
        """Wake everyone who waits for news, and replace the bell."""
        self.bell.set()
        self.bell = asyncio.Event()

    async def put(self, entry: history.Entry) -> str:
        """Add an entry, or replace the one with its ID; return the ID."""
        async with self._reading:
            try:
                text = history.write_entry(entry)
                state = await self._archive.write(self.name, entry.id, text, self.stamp, self._now())
                self._apply(state, {(entry.id, text): entry})
            except StoreUnavailableError:
                self.history.put(entry)
        self.ring()
        return entry.id

    async def print(self, message: Message, audience: Person | None = None, over: str = "") -> str:
        """Post a message of the bot to everyone or to `audience` alone, in place of the entry `over`; return its ID.

        A message with a nonce appears once, however often it is posted.
        """
        entry_id = over or message.envelope.nonce or secrets.token_hex(8)
        return await self._put_message(history.Entry(entry_id, self._now(), message, audience=audience))

    async def change(self, entry_id: str, message: Message) -> bool:
        """Replace an entry's message; return False if the entry no longer exists."""
        if entry := self.history.get(entry_id):
            await self._put_message(replace(entry, message=message))
        return entry is not None

    async def _put_message(self, entry: history.Entry) -> str:
        """Put an entry with its message as the page shows it, and with its picture under a new ID."""
        message, pictures = by_touch(entry.message), tuple[history.ServedPicture, ...]()
        if picture := message.picture:
            pictures = (history.pack_picture(secrets.token_urlsafe(18), picture.scene, picture.alt, picture.of),)
        return await self.put(replace(entry, message=message, pictures=pictures))

    async def catch_up(self) -> None:
        """Read new entries, once for all concurrent callers; do nothing if the archive does not answer."""
        self._requests += 1
        own_number, before = self._requests, self.stamp
        async with self._reading:
            if self._answered_requests < own_number:
                request_number = self._requests
                with suppress(StoreUnavailableError):
                    self._apply(await self._archive.read(self.name, self.stamp, self._now()))
                    self.is_read = True
                self._answered_requests = request_number
        if self.stamp != before:
            self.ring()

    async def wake(self) -> None:
        """Reload messages that were dropped to save memory; do nothing if the archive does not answer."""
        if self.history.rests:
            async with self._reading:
                with suppress(StoreUnavailableError):
                    state = await self._archive.read(self.name, "", self._now())
                    if self.history.rests:
                        upto = history.order(self.stamp)
                        before = (line for line in state.lines if history.order(line.stamp) <= upto)
                        self.history.restore(_readable(before))
                    self._apply(state)

    async def enter(self, person: Person) -> presence.Guest:
        """Admit a person under a name that nobody else has here; raise `EntryRefusedError`."""
        former = self.presence.person(person.id) or person
        written_person = _PERSON.dump_json(person, exclude_defaults=True).decode()
        claim = NameClaim(person.id, presence.name_claim(person), presence.name_claim(former), written_person)
        try:
            now = self._now()
            is_entered = await self._archive.enter(self.name, claim, self._visit(person), now + PRESENT, now)
        except StoreUnavailableError:
            others = (each for each in self.presence.people_present if each.id != person.id)
            is_entered = all(presence.name_claim(each) != claim.folded for each in others)
        if not is_entered:
            raise presence.EntryRefusedError("name-taken")
        guest = self.presence.enter(person)
        self._call_roll()
        await self.catch_up()
        return guest

    async def leave(self, guest: presence.Guest) -> None:
        """Count one tab fewer; when the last one closes, the person leaves this process."""
        if self.presence.leave(guest):
            self._call_roll()
            with suppress(StoreUnavailableError):
                await self._archive.leave(self.name, self._visit(guest.person))
            await self.catch_up()

    async def stay(self) -> None:
        """Renew the presence of all who are connected to this process."""
        people = [guest.person for guest in self.presence.visitors]
        if people:
            claims = frozenset(map(presence.name_claim, people))
            visits = {self._visit(person): person.id for person in people}
            await self._archive.stay(self.name, visits, claims, self._now() + PRESENT)
            await self.catch_up()

    async def forget(self, person: Person, instead: str, plays_here: bool) -> None:
        """Delete a person's messages and those to them from the archive, and replace their names elsewhere.

        Nothing is changed unless the person `plays_here` or was ever here. Raises `StoreUnavailableError`.
        """
        async with self._reading:
            state, entries = await self.read_all()
            is_met = person.platform == self.chat.platform and person.id in state.people
            if plays_here or is_met or any(history.concerns(entry, person) for entry in entries):
                names = history.names_in(entries, person)
                cleaned = (history.anonymize(entry, person, names, instead) for entry in entries)
                lines = [(entry.id, history.write_entry(entry)) for entry in cleaned if entry]
                upto = state.lines[-1].stamp if state.lines else ""
                await self._archive.rewrite(self.name, upto, lines, person.id)
                self.dismiss(person.id)
        await self.catch_up()

    async def read_all(self) -> tuple[ChannelState, list[history.Entry]]:
        """Return the archive's state and all its entries, each in its last version, in their original order.

        Raise `StoreUnavailableError`.
        """
        state = await self._archive.read(self.name, "", self._now())
        return state, [entry for entry, _ in _readable(state.lines)]

    def dismiss(self, person_id: str) -> None:
        """Remove a forgotten person and reload everything shown."""
        self.presence.dismiss(person_id)
        self.history.clear()
        self.stamp = FIRST_STAMP
        self._call_roll()
        self.ring()

    def mentions(self, text: str) -> dict[str, Person]:
        """Return each word `@name` of a text with the person it names."""
        strangers = _HANDLE.findall(text) if self.chat.platform in BY_HANDLE else ()
        people = {word: Person(self.chat.platform, "", word, word[1:]) for word in strangers}
        return people | self.presence.mentions(text)

    def _visit(self, person: Person) -> str:
        """Return the ID of a person's connection to this process."""
        return f"{person.id}@{self._process}"

    def _apply(self, state: ChannelState, own_entries: Mapping[tuple[str, str], history.Entry] = _NOTHING) -> None:
        """Apply new lines of the archive, without parsing entries in `own`, since parsing is slow."""
        for line in state.lines:
            if history.order(line.stamp) <= history.order(self.stamp):
                continue
            self.stamp = line.stamp
            try:
                entry = own_entries.get((line.entry, line.text)) or history.read_entry(line.entry, line.text)
                self.history.put(entry, line.stamp)
            except ValueError:
                _log.warning("skipping a message written by another version of this program")
        people = {}
        for key, text in state.people.items():
            with suppress(ValueError):
                people[key] = _PERSON.validate_json(text)
        if self.presence.learn(people, state.here):
            self._call_roll()

    def _call_roll(self) -> None:
        """Schedule an announcement of the people present, at most one per `ROLL_EVERY`."""
        if self._roll_timer is None:
            loop = asyncio.get_running_loop()
            self._roll_timer = loop.call_at(max(loop.time(), self._next_roll), self._announce_roll)

    def _announce_roll(self) -> None:
        self._roll_timer = None
        self._next_roll = asyncio.get_running_loop().time() + ROLL_EVERY
        self.roll = self.presence.roll()
        self.ring()


def _readable(lines: Iterable[Change]) -> list[tuple[history.Entry, str]]:
    """Return each entry in its last version with that version's stamp, in the original order."""
    newest = {line.entry: line for line in lines}
    entries = []
    for line in newest.values():
        with suppress(ValueError):
            entries.append((history.read_entry(line.entry, line.text), line.stamp))
    return entries


def name_of(chat: Chat) -> str:
    """Return the channel of a chat; the page's own channels cannot have names like those of other platforms."""
    return chat.id if chat.platform == "web" else chat.key


def chat_of(name: str) -> Chat:
    """Return the chat of a channel: the page's own, or that of another platform, whose key is the channel's name."""
    platform, _, place = name.partition(":")
    room, _, thread = place.partition(":")
    return Chat(platform, room, thread) if place else Chat("web", name, direct=True)


class Channels:
    """Channels by name; the least recently used ones are dropped from memory unless they are open.

    If all histories take too much `memory`, those of the least recently used channels are dropped.
    """

    def __init__(self, archive: Archive, now: Callable[[], float], memory: Memory | None = None) -> None:
        self._archive = archive
        self._now = now
        self._process = secrets.token_hex(4)
        self._channels: dict[str, Channel] = {}
        self._users = Counter[str]()
        self._rooms: SizedDict[str, Channel] = (memory or Memory()).cache(
            "rooms", lambda channel: channel.history.bytes, lambda channel: channel.history.rest()
        )

    @asynccontextmanager
    async def open(self, name: str, chat: Chat | None = None) -> AsyncIterator[Channel]:
        """Open a channel with all its archived entries, and keep it in memory until the block ends.

        A channel of a `chat` of another platform has that chat's key as its name.
        """
        channel = self._channels.pop(name, None) or Channel(name, self._archive, self._process, self._now)
        self._channels[name] = channel
        channel.chat = chat or channel.chat
        self._users[name] += 1
        try:
            if not channel.is_read:
                await channel.catch_up()
            await channel.wake()
            self._rooms.put(name, channel)
            yield channel
        finally:
            self._rooms.put(name, channel)
            self._users[name] -= 1
            if not self._users[name]:
                del self._users[name]
                self._drop_longest_idle()

    async def data_of(self, person: Person) -> list[history.EntryCopy]:
        """Return copies of all entries by or to a person, in all channels; raise `StoreUnavailableError`."""
        entries = []
        for name in await self._archive.channels():
            async with self.open(name) as channel:
                entries_about = (each for each in (await channel.read_all())[1] if history.concerns(each, person))
                entries += [history.copy_for(name, entry, person) for entry in entries_about]
        return entries

    async def forget(self, person: Person, instead: str, rooms: frozenset[str]) -> None:
        """Forget a person in all channels, including those (`rooms`) of games played elsewhere.

        Raises `StoreUnavailableError`.
        """
        for name in await self._archive.channels():
            async with self.open(name) as channel:
                await channel.forget(person, instead, name in rooms)

    async def follow(self) -> None:
        """Read the changes that other processes write, until cancelled."""
        since = ""
        while True:
            try:
                news = await self._archive.follow(since)
                since = news.stamp
                for name, person in news.forgotten:
                    if name in self._channels:
                        self._channels[name].dismiss(person)
                for channel in [self._channels[name] for name in news.changed & self._channels.keys()]:
                    await channel.catch_up()
                    if channel.name in self._channels:
                        self._rooms.put(channel.name, channel)
            except StoreUnavailableError:
                await asyncio.sleep(_AGAIN)

    async def stay(self) -> None:
        """Renew the presence of all connected people regularly, until cancelled."""
        while True:
            await asyncio.sleep(PRESENT / 3)
            try:
                for channel in list(self._channels.values()):
                    await channel.stay()
            except StoreUnavailableError:
                _log.debug("the archive does not answer; presence is not renewed")

    def _drop_longest_idle(self) -> None:
        idle_names = [name for name in self._channels if name not in self._users]
        for longest in idle_names[:-MOST_IDLE]:
            self._rooms.pop(longest)
            del self._channels[longest]
