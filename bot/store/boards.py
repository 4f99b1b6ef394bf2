"""The outbox of boards that chats have yet to be shown, where boards stand, and when games want to be looked at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import compress
from secrets import token_hex

from bot.core.commands.settings import LANGUAGE, legible
from bot.core.ports.cleanups import Cleanup
from bot.core.ports.store import (
    DEADLINES,
    Board,
    Boards,
    Listing,
    OutboxEntry,
    Place,
    Shown,
    of_chat,
    of_reader,
    of_server,
)
from bot.store import keys
from bot.store.choices import merge_choices, read_commands
from bot.store.cleanups import FINDABLE, note_command
from bot.store.connection import Command, Wire, set_field
from bot.store.leases import RedisLeases, replace_command
from bot.store.logs import KEPT_MESSAGES, RedisLogs, add_entry_command, listing_commands, schedule_command
from bot.store.outbox_slots import OutboxSlots, remove_command
from bot.store.settings import RedisSettings

_SOME = 100
_SHOW = """
local before = redis.call('HGET', KEYS[1], ARGV[1])
local read, last = pcall(cjson.decode, before or '')
if read and type(last) == 'table' and (tonumber(last[2]) or 0) > tonumber(ARGV[3]) then return 0 end
return redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
"""


@dataclass(frozen=True)
class RedisBoards(Boards):
    """`Boards`; an entry belongs to the process that made it, until that lives no longer."""

    _wire: Wire
    _leases: RedisLeases
    _logs: RedisLogs
    _settings: RedisSettings
    _slots: OutboxSlots
    _made: dict[Board, OutboxEntry] = field(default_factory=dict)

    async def place(self, chat: str, game: str, reader: str = "", server: str = "") -> Place:
        chat, (description, language, spoken, read, shown, locators, *settled) = await self._settings.of_chat(
            chat,
            lambda now: (
                ("HGET", keys.CHATS, now),
                ("HGET", keys.PERSON_LANGUAGES, now),
                ("HGET", keys.CHAT_LANGUAGES, now),
                ("HGET", keys.PERSON_LANGUAGES, reader),
                ("HGET", keys.boards(game), now),
                ("HGETALL", keys.locators(game, now)),
                *read_commands(of_server(server)),
                *read_commands(of_chat(now)),
                *read_commands(of_reader(reader)),
            ),
        )
        newest, doubtful = keys.read_shown(chat, game, shown), keys.read_doubtful(shown)
        settings = legible(merge_choices(*settled[:2])) | legible(merge_choices(*settled[2:4]))
        language = language or spoken or settings.get(LANGUAGE)
        own = merge_choices(*settled[4:])
        return Place(chat, description, language, newest, doubtful, settings, read, own, locators or {})

    def entry(self, chat: str, game: str, now: float) -> OutboxEntry:
        return self._looked_after(OutboxEntry(chat, game, now, keys.owned(self._leases.owner, token_hex(6))))

    async def add(self, chat: str, game: str, now: float, repost: bool = False) -> OutboxEntry:
        entry = self._looked_after(replace(self.entry(chat, game, now), repost=repost))
        await self._wire.one(add_entry_command(self._slots.keys, entry))
        return entry

    async def find_entry(self, chat: str, game: str) -> OutboxEntry | None:
        (entry,) = await self._noted([(chat, game)])
        return entry

    async def pending(self, now: float) -> list[OutboxEntry]:
        written = await self._slots.boards()
        here = [entry for field, value in written if (entry := self._entry_of(field, value))]
        seen = {entry.board for entry in here}
        elsewhere = {board: entry for board, entry in self._made.items() if board not in seen}
        for made, entry in zip(elsewhere.values(), await self._noted([*elsewhere]), strict=True):
            if entry and entry.stamp == made.stamp:
                here.append(entry)
            else:
                self._forget(made)
        return sorted((entry for entry in here if entry.since <= now), key=lambda entry: entry.since)

    async def claim(self, entries: Sequence[OutboxEntry]) -> list[OutboxEntry]:
        gone = await self._leases.dead_owners(keys.owner_of(entry.stamp) for entry in entries)
        left = [entry for entry in entries if keys.owner_of(entry.stamp) in gone]
        new = [replace(entry, stamp=keys.owned(self._leases.owner, token_hex(6))) for entry in left]
        claimed = await self._wire.answers(*map(self._replacing, left, new))
        own = (entry for entry in entries if keys.owner_of(entry.stamp) == self._leases.owner)
        return [*own, *map(self._looked_after, compress(new, claimed))]

    async def remove(self, entry: OutboxEntry) -> bool:
        removed = bool(await self._wire.one(self._removing(entry)))
        self._forget(entry)
        return removed

    async def resolve(
        self,
        entry: OutboxEntry,
        shown: Shown | None,
        listing: Listing | None,
        cleanups: Sequence[Cleanup] = (),
        locators: Mapping[str, str] | None = None,
    ) -> bool:
        listed = listing_commands([listing], self._slots.keys) if listing else ()
        tidied = (note_command(self._slots.keys, cleanup) for cleanup in cleanups)
        located = _locating(keys.locators(shown.game, shown.chat), locators) if shown and locators else ()
        before = [*(_showing(shown) if shown else ()), *located, *listed, *tidied]
        *_, cleared = self._wire.without_corrupt(await self._wire.ask_then(before, self._removing(entry)))
        self._forget(entry)
        if listing:
            await self._logs.pack_finished(listing)
        return bool(cleared)

    async def note_intent(self, chat: str, game: str, shown: Shown | None, version: int) -> None:
        """Notes that a version is about to be shown, after what was `shown` last; a replica has that too, for what is
        shown is shown whichever server is the primary later."""
        table = keys.boards(game)
        noting = ("HSET", table, chat, keys.shown_value(shown, version))
        self._wire.without_corrupt(await self._wire.write_durably([noting], ("EXPIRE", table, KEPT_MESSAGES)))

    async def schedule(self, when: str, game: str, at: float | None, instead: float | None = None) -> None:
        await self._wire.one(schedule_command(self._slots.keys.schedule(when, game), game, at, instead))

    async def due_games(self, when: str, now: float) -> dict[str, float]:
        return dict(await self._slots.scheduled_between(when, "-inf", repr(now)))

    async def far_deadlines(self, after: float) -> list[str]:
        found = await self._slots.scheduled_between(DEADLINES, f"({after!r}", "+inf")
        return [game for game, _ in found[: -_SOME - 1 : -1]]

    async def repair(self, now: float) -> int:
        """Takes away entries that say nothing, has those of the future say now; how many these were."""
        await self._slots.adopt()
        every = range(self._slots.keys.count)
        tables = await self._wire.answers(*(("HGETALL", keys.outbox(slot)) for slot in every))
        written = [(slot, *each) for slot, table in zip(every, tables, strict=True) for each in (table or {}).items()]
        mended = [
            set_field(keys.outbox(slot), field, keys.outbox_value(replace(entry, since=now)) if entry else None)
            for slot, field, value in written
            if (entry := self._entry_of(field, value)) is None or entry.since > now
        ]
        await self._wire.answers(*mended)
        return len(mended)

    async def _noted(self, boards: Sequence[Board]) -> list[OutboxEntry | None]:
        """The entries of these boards, whichever slots they stand in."""
        places = [(self._slots.keys.boards(board[1]), "\n".join(board)) for board in boards]
        found = await self._wire.answers(*(("HGET", *place) for place in places))
        return [
            self._entry_of(field, value) if value else None for (_, field), value in zip(places, found, strict=True)
        ]

    def _looked_after(self, entry: OutboxEntry) -> OutboxEntry:
        """An entry that this process, as long as it lives, looks after until it is removed, whoever leases its slot."""
        self._made[entry.board] = entry
        return entry

    def _forget(self, entry: OutboxEntry) -> None:
        if (made := self._made.get(entry.board)) and made.stamp == entry.stamp:
            del self._made[entry.board]

    def _removing(self, entry: OutboxEntry) -> Command:
        return remove_command(self._slots.keys.boards(entry.game), keys.outbox_field(entry), keys.outbox_value(entry))

    def _replacing(self, old: OutboxEntry, new: OutboxEntry) -> Command:
        """An entry gives way to another one of the same board, unless the board was noted again."""
        key = self._slots.keys.boards(old.game)
        return replace_command(key, keys.outbox_field(old), keys.outbox_value(old), keys.outbox_value(new))

    def _entry_of(self, field: str, value: str) -> OutboxEntry | None:
        try:
            return keys.read_outbox(field, value)
        except ValueError:
            self._wire.log_corrupt_key(f"the outbox {field!r}")
            return None


def _locating(table: str, locators: Mapping[str, str]) -> Iterator[Command]:
    """Yield the commands that note what messages are found by, and forget those without."""
    yield from (set_field(table, nonce, locator or None) for nonce, locator in locators.items())
    yield ("EXPIRE", table, FINDABLE)


def _showing(shown: Shown) -> Iterator[Command]:
    """Which message shows a board, unless another shows a newer one of the game already."""
    if near := keys.messages(shown.chat, shown.message):
        yield ("HSET", near, shown.message, shown.game)
        yield ("EXPIRE", near, KEPT_MESSAGES)
    else:
        yield ("SET", keys.message(shown.chat, shown.message), shown.game, "EX", KEPT_MESSAGES)
    table = keys.boards(shown.game)
    yield ("EVAL", _SHOW, 1, table, shown.chat, keys.shown_value(shown), shown.version)
    yield ("EXPIRE", table, KEPT_MESSAGES)
