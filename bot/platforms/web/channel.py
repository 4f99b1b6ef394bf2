"""A channel's people and history, and all channels of this process, kept as they are in all processes."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress

from bot.core.game.people import BY_HANDLE, Chat, Person
from bot.core.ports.archive import Archive, Change, ChannelState, NameClaim
from bot.core.ports.store import StoreUnavailableError
from bot.core.queues.memory import Memory
from bot.core.queues.sized_dict import SizedDict
from bot.platforms.web import history, presence

PRESENT = 90.0
"""Seconds for which a person is present who has not been heard of: a process that was killed says no goodbye."""
MOST_IDLE = 50
"""How many channels that are not held open are remembered; the archive has the others."""
ROLL_EVERY = 1.0
"""Seconds between two words about who is here: each goes to every reader, however many come and go."""
FIRST_STAMP = "0-1"
"""Before all that any archive holds."""
_HANDLE = re.compile(r"(?<!\S)@\w{2,32}(?!\S)")
_AGAIN = 1.0  # seconds before an archive that did not answer is asked again
_NOTHING: Mapping[tuple[str, str], history.Entry] = {}
_log = logging.getLogger(__name__)


class Channel:
    """What everybody in it sees; a listener takes the bell first, then the news, then waits.

    All processes write to one archive, and each reads from it what is new; while the archive does not answer, people
    of one process still see what they say.
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
        self._asked = self._answered = 0
        self._next_roll = 0.0
        self._calling: asyncio.TimerHandle | None = None

    @staticmethod
    def new_id() -> str:
        """The id of a message that has no nonce."""
        return secrets.token_hex(8)

    def ring(self) -> None:
        """Wakes all who wait for news, and hangs up another bell."""
        self.bell.set()
        self.bell = asyncio.Event()

    async def put(self, entry: history.Entry) -> str:
        """Shows an entry to everybody, or changes the one of its id; the id."""
        async with self._reading:
            try:
                text = history.write_entry(entry)
                state = await self._archive.write(self.name, entry.id, text, self.stamp, self._now())
                self._take(state, {(entry.id, text): entry})
            except StoreUnavailableError:
                self.history.put(entry)
        self.ring()
        return entry.id

    async def catch_up(self) -> None:
        """Reads what is new, once for all who have asked meanwhile; nothing if the archive does not answer."""
        self._asked += 1
        asked, before = self._asked, self.stamp
        async with self._reading:
            if self._answered < asked:
                answered = self._asked
                with suppress(StoreUnavailableError):
                    self._take(await self._archive.read(self.name, self.stamp, self._now()))
                    self.is_read = True
                self._answered = answered
        if self.stamp != before:
            self.ring()

    async def wake(self) -> None:
        """Read again what was given up for want of memory; nothing if the archive does not answer."""
        if self.history.rests:
            async with self._reading:
                with suppress(StoreUnavailableError):
                    state = await self._archive.read(self.name, "", self._now())
                    self._restore(state)
                    self._take(state)

    def _restore(self, state: ChannelState) -> None:
        if self.history.rests:
            upto = history.order(self.stamp)
            self.history.restore(_readable(line for line in state.lines if history.order(line.stamp) <= upto))

    async def enter(self, person: Person) -> presence.Guest:
        """Lets a person in, under a name that no other has here; raises `EntryRefused`."""
        former = self.presence.person(person.id) or person
        claim = NameClaim(
            person.id, presence.claimed_by(person), presence.claimed_by(former), history.write_person(person)
        )
        try:
            entered = await self._archive.enter(self.name, claim, self.visit(person), self._until(), self._now())
        except StoreUnavailableError:
            entered = all(
                one.id == person.id or presence.claimed_by(one) != claim.folded for one in self.presence.present
            )
        if not entered:
            raise presence.EntryRefused("name-taken")
        guest = self.presence.enter(person)
        self._call_roll()
        await self.catch_up()
        return guest

    async def leave(self, guest: presence.Guest) -> None:
        """One tab fewer; with the last one the person is gone from this process."""
        if self.presence.leave(guest):
            self._call_roll()
            with suppress(StoreUnavailableError):
                await self._archive.leave(self.name, self.visit(guest.person))
            await self.catch_up()

    async def stay(self) -> None:
        """Says for all who are connected here that they still are."""
        people = [guest.person for guest in self.presence.visitors]
        if people:
            folded = frozenset(map(presence.claimed_by, people))
            visits = {self.visit(person): person.id for person in people}
            await self._archive.stay(self.name, visits, folded, self._until())
            await self.catch_up()

    async def concerning(self, person: Person) -> list[history.Told]:
        """What is kept of all that a person said and was told; raises `StoreUnavailableError`."""
        _, entries = await self._kept()
        return [history.told(self.name, entry, person) for entry in entries if history.concerns(entry, person)]

    async def forget(self, person: Person, instead: str, plays_here: bool) -> None:
        """Takes what a person said and was told out of the archive, and out of all else what they are called.

        Nothing is changed where the person neither `plays_here` nor was ever met. Raises `StoreUnavailableError`.
        """
        async with self._reading:
            state, entries = await self._kept()
            is_met = person.platform == self.chat.platform and person.id in state.people
            if plays_here or is_met or any(history.concerns(entry, person) for entry in entries):
                names = history.names_in(entries, person)
                left = [kept for entry in entries if (kept := history.without(entry, person, names, instead))]
                lines = [(entry.id, history.write_entry(entry)) for entry in left]
                upto = state.lines[-1].stamp if state.lines else ""
                await self._archive.rewrite(self.name, upto, lines, person.id)
                self.dismiss(person.id)
        await self.catch_up()

    async def _kept(self) -> tuple[ChannelState, list[history.Entry]]:
        """All that the archive holds, each entry as it was changed last, in the order in which they came."""
        state = await self._archive.read(self.name, "", self._now())
        return state, [entry for entry, _ in _readable(state.lines)]

    def dismiss(self, person_id: str) -> None:
        """A person who was forgotten is here no more; all that is shown is read anew."""
        self.presence.dismiss(person_id)
        self.history.clear()
        self.stamp = FIRST_STAMP
        self._call_roll()
        self.ring()

    def mentions(self, text: str) -> dict[str, Person]:
        """Each word `@name` of a text, with the person meant."""
        strangers = _HANDLE.findall(text) if self.chat.platform in BY_HANDLE else ()
        named = {word: Person(self.chat.platform, "", word, word[1:]) for word in strangers}
        return named | self.presence.mentions(text)

    def visit(self, person: Person) -> str:
        """A person's being connected to this process."""
        return f"{person.id}@{self._process}"

    def pictured(self, picture_id: str) -> history.ServedPicture | None:
        """The picture of that id, if some message shows it or did until lately."""
        return self.history.pictured(picture_id)

    def _until(self) -> float:
        return self._now() + PRESENT

    def _take(self, state: ChannelState, own: Mapping[tuple[str, str], history.Entry] = _NOTHING) -> None:
        """Learns what is new; an entry of one's `own` is not read, for that takes longer than to write it."""
        for line in state.lines:
            self._put(line, own.get((line.entry, line.text)))
        if self.presence.learn(_people(state.people), state.here):
            self._call_roll()

    def _call_roll(self) -> None:
        """Readers learn who is here, at the latest `ROLL_EVERY` after they were told last (throttled)."""
        if self._calling is None:
            loop = asyncio.get_running_loop()
            self._calling = loop.call_at(max(loop.time(), self._next_roll), self._roll_called)

    def _roll_called(self) -> None:
        self._calling = None
        self._next_roll = asyncio.get_running_loop().time() + ROLL_EVERY
        self.roll = self.presence.roll()
        self.ring()

    def _put(self, line: Change, own: history.Entry | None) -> None:
        if history.order(line.stamp) <= history.order(self.stamp):
            return
        self.stamp = line.stamp
        try:
            self.history.put(own or history.read_entry(line.entry, line.text), line.stamp)
        except ValueError:
            _log.warning("a message of another version of this program is not shown")


def _readable(lines: Iterable[Change]) -> list[tuple[history.Entry, str]]:
    """Return each entry as it was changed last, with the stamp of that, in the order in which they came."""
    newest = {line.entry: line for line in lines}
    entries = []
    for line in newest.values():
        with suppress(ValueError):
            entries.append((history.read_entry(line.entry, line.text), line.stamp))
    return entries


def _bytes_of(channel: Channel) -> int:
    return channel.history.bytes


def _rest(channel: Channel) -> None:
    channel.history.rest()


def _people(texts: Mapping[str, str]) -> dict[str, Person]:
    people = {}
    for key, text in texts.items():
        with suppress(ValueError):
            people[key] = history.read_person(text)
    return people


def name_of(chat: Chat) -> str:
    """The channel of a chat: no channel of the page's own can be called as those of other platforms are."""
    return chat.id if chat.platform == "web" else chat.key


def chat_of(name: str) -> Chat:
    """The chat of a channel: the page's own, or that of another platform, by whose key the channel goes then."""
    platform, _, place = name.partition(":")
    room, _, thread = place.partition(":")
    return Chat(platform, room, thread) if place else Chat("web", name, direct=True)


class Channels:
    """Channels by name; the longest unused ones that are not held open are forgotten here.

    If all histories together take too much `memory`, those of channels that were used longest ago rest.
    """

    def __init__(self, archive: Archive, now: Callable[[], float], memory: Memory | None = None) -> None:
        self._archive = archive
        self._now = now
        self._process = secrets.token_hex(4)
        self._channels: dict[str, Channel] = {}
        self._held = Counter[str]()
        self._rooms: SizedDict[str, Channel] = (memory or Memory()).cache("rooms", _bytes_of, _rest)

    @asynccontextmanager
    async def open(self, name: str, chat: Chat | None = None) -> AsyncIterator[Channel]:
        """The channel, with all that the archive holds of it if that answers; it hears of news while it is held.

        One that belongs to a `chat` of another platform goes by that chat's key.
        """
        channel = self._channels.pop(name, None) or Channel(name, self._archive, self._process, self._now)
        self._channels[name] = channel
        channel.chat = chat or channel.chat
        self._held[name] += 1
        try:
            if not channel.is_read:
                await channel.catch_up()
            await channel.wake()
            self._rooms.put(name, channel)
            yield channel
        finally:
            self._let_go(name)

    async def data_of(self, person: Person) -> list[history.Told]:
        """What was said by a person and to them, in all channels; raises `StoreUnavailableError`."""
        found = []
        for name in await self._archive.channels():
            async with self.open(name) as channel:
                found += await channel.concerning(person)
        return found

    async def forget(self, person: Person, instead: str, rooms: frozenset[str]) -> None:
        """Forgets a person in all channels, those (`rooms`) of the games that they played elsewhere too.

        Raises `StoreUnavailableError`.
        """
        for name in await self._archive.channels():
            async with self.open(name) as channel:
                await channel.forget(person, instead, name in rooms)

    async def follow(self) -> None:
        """Reads what other processes write, until cancelled."""
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
        """Says again and again who is here, until cancelled."""
        while True:
            await asyncio.sleep(PRESENT / 3)
            try:
                for channel in list(self._channels.values()):
                    await channel.stay()
            except StoreUnavailableError:
                _log.debug("the archive does not answer; presence waits")

    def _let_go(self, name: str) -> None:
        self._rooms.put(name, self._channels[name])
        self._held[name] -= 1
        if not self._held[name]:
            del self._held[name]
            idle = [name for name in self._channels if name not in self._held]
            for longest in idle[:-MOST_IDLE]:
                self._rooms.pop(longest)
                del self._channels[longest]
