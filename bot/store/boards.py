"""The outbox of boards to show, the messages that show boards, the schedule of game checks, and retention.

Retention: a game's log, boards, review and result are deleted with the game, and its code leaves all lists. Other keys
of games and channels expire unless they are written again. Messages in a channel that is still used are deleted one by
one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import compress
from secrets import token_hex

from bot.core.commands.settings import LANGUAGE
from bot.core.ports import store
from bot.store import keys
from bot.store.connection import Command, Wire, set_field
from bot.store.leases import CLEANUPS, OutboxSlots, RedisLeases, SlotKeys, replace_command, schedule_command
from bot.store.logs import MESSAGE_SECONDS, RedisLogs, add_entry_command, forget_command, listing_commands
from bot.store.settings import RedisSettings, merge_choices, read_commands, read_settings

_SOME = 100
_SHOW = """
local before = redis.call('HGET', KEYS[1], ARGV[1])
local read, last = pcall(cjson.decode, before or '')
if read and type(last) == 'table' and (tonumber(last[2]) or 0) > tonumber(ARGV[3]) then return 0 end
return redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
"""


@dataclass(frozen=True)
class RedisBoards(store.Boards):
    """`Boards` on Redis; an outbox entry belongs to the process that wrote it while that process lives."""

    _wire: Wire
    _leases: RedisLeases
    _logs: RedisLogs
    _settings: RedisSettings
    _slots: OutboxSlots
    _own_entries: dict[store.Board, store.OutboxEntry] = field(default_factory=dict)

    async def place(self, chat: str, game: str, reader: str = "", server: str = "") -> store.Place:
        chat, facts = await self._settings.of_chat(
            chat,
            lambda now: (
                ("HGET", keys.CHATS, now),
                ("HGET", keys.PERSON_LANGUAGES, now),
                ("HGET", keys.CHAT_LANGUAGES, now),
                ("HGET", keys.boards(game), now),
                ("HGET", keys.boards(game), keys.sender_field(now)),
                ("HGETALL", keys.locators(game, now)),
                *read_commands(store.of_chat(now)),
                *(read_commands(store.of_server(server)) if server else ()),
                *((*read_commands(store.of_reader(reader)), ("HGET", keys.PERSON_LANGUAGES, reader)) if reader else ()),
            ),
        )
        description, language, chat_language, shown_text, sender, locators, *answers = facts
        reader_at = 4 if server else 2
        settings = read_settings(answers[2:reader_at]) | read_settings(answers[:2])
        *reader_choices, reader_language = answers[reader_at:] or [None]
        shown, doubtful_version = keys.read_shown(chat, game, shown_text) if shown_text else (None, 0)
        return store.Place(
            chat,
            description,
            language or chat_language or settings.get(LANGUAGE),
            shown,
            doubtful_version,
            settings,
            reader_language,
            merge_choices(*reader_choices) if reader_choices else {},
            locators or {},
            sender or "",
        )

    def entry(self, chat: str, game: str, now: float) -> store.OutboxEntry:
        return self._remember(store.OutboxEntry(chat, game, now, keys.with_owner(self._leases.owner, token_hex(6))))

    async def add(
        self, chat: str, game: str, now: float, repost: bool = False, redraw: bool = False
    ) -> store.OutboxEntry:
        entry = self._remember(replace(self.entry(chat, game, now), repost=repost, redraw=redraw))
        await self._wire.one(add_entry_command(self._slots.keys, entry))
        return entry

    async def find_entry(self, chat: str, game: str) -> store.OutboxEntry | None:
        (entry,) = await self._find_entries([(chat, game)])
        return entry

    async def pending(self, now: float) -> list[store.OutboxEntry]:
        fields = await self._slots.boards()
        here = [entry for field, value in fields if (entry := self._entry_of(field, value))]
        boards = {entry.board for entry in here}
        elsewhere = {board: entry for board, entry in self._own_entries.items() if board not in boards}
        for own_entry, stored_entry in zip(elsewhere.values(), await self._find_entries([*elsewhere]), strict=True):
            if stored_entry and stored_entry.stamp == own_entry.stamp:
                here.append(stored_entry)
            else:
                self._forget(own_entry)
        return sorted((entry for entry in here if entry.since <= now), key=lambda entry: entry.since)

    async def claim(self, entries: Sequence[store.OutboxEntry]) -> list[store.OutboxEntry]:
        dead_owners = await self._leases.dead_owners(keys.owner_of(entry.stamp) for entry in entries)
        orphans = [entry for entry in entries if keys.owner_of(entry.stamp) in dead_owners]
        claims = [replace(entry, stamp=keys.with_owner(self._leases.owner, token_hex(6))) for entry in orphans]
        results = await self._wire.answers(*map(self._replace_command, orphans, claims))
        own_entries = (entry for entry in entries if keys.owner_of(entry.stamp) == self._leases.owner)
        return [*own_entries, *map(self._remember, compress(claims, results))]

    async def remove(self, entry: store.OutboxEntry) -> bool:
        was_removed = bool(await self._wire.one(self._replace_command(entry, None)))
        self._forget(entry)
        return was_removed

    async def resolve(
        self,
        entry: store.OutboxEntry,
        record: store.Shown | None,
        listing: store.Listing | None,
        cleanups: Sequence[store.Cleanup] = (),
        locators: Mapping[str, str] | None = None,
    ) -> bool:
        list_commands = listing_commands([listing], self._slots.keys) if listing else ()
        cleanup_commands = map(partial(note_command, self._slots.keys), cleanups)
        shown_commands = _shown_commands(record, locators or {}) if record else ()
        before = [*shown_commands, *list_commands, *cleanup_commands]
        was_removed = await self._wire.one_after(before, self._replace_command(entry, None))
        self._forget(entry)
        if listing:
            await self._logs.pack_finished(listing)
        return bool(was_removed)

    async def note_intent(self, chat: str, game: str, record: store.Shown | None, version: int) -> None:
        """Record that a version is about to be sent after `record`.

        The write waits for a replica, because the message stays visible whichever server becomes the primary later.
        """
        table = keys.boards(game)
        sender = (keys.sender_field(chat), self._leases.owner)
        write = ("HSET", table, chat, keys.shown_value(record, version), *sender)
        await self._wire.write_durably([write], ("EXPIRE", table, MESSAGE_SECONDS))

    async def schedule(self, when: str, game: str, at: float | None, instead: float | None = None) -> None:
        await self._wire.one(schedule_command(self._slots.keys.schedule(when, game), game, at, instead))

    async def due_games(self, when: str, now: float, most: int | None = None) -> dict[str, float]:
        return dict((await self._slots.members_between(when, "-inf", repr(now), most))[:most])

    async def far_deadlines(self, after: float) -> list[str]:
        games = await self._slots.members_between(store.DEADLINES, f"({after!r}", "+inf")
        return [game for game, _ in games[: -_SOME - 1 : -1]]

    async def repair(self, now: float) -> int:
        """Delete corrupt outbox entries, and set those from the future to `now`; return their number."""
        await self._slots.adopt()
        commands = [
            set_field(table, field, keys.outbox_value(replace(entry, since=now)) if entry else None)
            for table, field, value in await self._slots.all_boards()
            if (entry := self._entry_of(field, value)) is None or entry.since > now
        ]
        await self._wire.answers(*commands)
        return len(commands)

    async def _find_entries(self, boards: Sequence[store.Board]) -> list[store.OutboxEntry | None]:
        """Return the entries of these boards, whichever process owns their slots."""
        fields = {"\n".join(board): self._slots.keys.boards(board[1]) for board in boards}
        values = await self._wire.answers_by({field: ("HGET", table, field) for field, table in fields.items()})
        return [self._entry_of(field, value) if value else None for field, value in values.items()]

    def _remember(self, entry: store.OutboxEntry) -> store.OutboxEntry:
        """Remember an entry as this process's until it is removed."""
        self._own_entries[entry.board] = entry
        return entry

    def _forget(self, entry: store.OutboxEntry) -> None:
        if (own_entry := self._own_entries.get(entry.board)) and own_entry.stamp == entry.stamp:
            del self._own_entries[entry.board]

    def _replace_command(self, before: store.OutboxEntry, after: store.OutboxEntry | None) -> Command:
        """Return the command that replaces or removes an entry unless the board was added again."""
        key, field, value = self._slots.keys.boards(before.game), keys.outbox_field(before), keys.outbox_value(before)
        return replace_command(key, field, value, keys.outbox_value(after) if after else None)

    def _entry_of(self, field: str, value: str) -> store.OutboxEntry | None:
        try:
            return keys.read_outbox(field, value)
        except ValueError:
            self._wire.log_corrupt_key(f"the outbox {field!r}")
            return None


def _shown_commands(record: store.Shown, locators: Mapping[str, str]) -> Iterator[Command]:
    """Yield the commands that record which message shows a board, unless a newer version is, and its locators."""
    if neighbours := keys.messages(record.chat, record.message):
        yield ("HSET", neighbours, record.message, record.game)
        yield ("EXPIRE", neighbours, MESSAGE_SECONDS)
    else:
        yield ("SET", keys.message(record.chat, record.message), record.game, "EX", MESSAGE_SECONDS)
    table = keys.boards(record.game)
    yield keys.script_command(_SHOW, (table,), record.chat, keys.shown_value(record), record.version)
    yield ("EXPIRE", table, MESSAGE_SECONDS)
    if locators:
        table = keys.locators(record.game, record.chat)
        yield from (set_field(table, nonce, locator or None) for nonce, locator in locators.items())
        yield ("EXPIRE", table, FINDABLE)


FINDABLE = 900
"""Seconds for which locators are stored."""


@dataclass(frozen=True)
class RedisCleanups(store.Cleanups):
    """`Cleanups` on Redis; each is a member of its slot's schedule."""

    _wire: Wire
    _slots: OutboxSlots

    async def note(self, cleanups: Sequence[store.Cleanup]) -> None:
        await self._wire.answers(*(note_command(self._slots.keys, cleanup) for cleanup in cleanups))

    async def note_locator(self, chat: str, game: str, nonce: str, locator: str) -> None:
        table = keys.locators(game, chat)
        write = ("HSET", table, nonce, locator)
        await self._wire.write_durably([write], ("EXPIRE", table, FINDABLE))

    async def put_off(self, cleanups: Sequence[store.Cleanup], until: float) -> None:
        await self._wire.answers(*(("ZADD", key, "XX", until, member) for key, member in self._places(cleanups)))

    async def remove(self, cleanups: Sequence[store.Cleanup]) -> None:
        await self._wire.answers(*(("ZREM", *place) for place in self._places(cleanups)))

    async def due_cleanups(self, now: float) -> list[store.Cleanup]:
        members = await self._slots.members_between(CLEANUPS, "-inf", repr(now))
        by_member = {member: keys.read_cleanup(member) for member, _ in members}
        for member in (member for member, read in by_member.items() if read is None):
            self._wire.log_corrupt_key(f"the cleanup {member!r}")
        return [cleanup for cleanup in by_member.values() if cleanup]

    async def forget(self, person: str, games: Sequence[str]) -> None:
        cleanups = [cleanup for cleanup in map(keys.read_cleanup, await self._slots.all_members(CLEANUPS)) if cleanup]
        chat_cleanups = [cleanup for cleanup in cleanups if cleanup.chat.key == person]
        others = (each for each in cleanups if each not in chat_cleanups)
        line_cleanups = [each for each in others if each.line and each.game in games]
        await self.note([replace(cleanup, line="", is_deletable=True) for cleanup in line_cleanups])
        await self.remove([*chat_cleanups, *line_cleanups])

    def _places(self, cleanups: Sequence[store.Cleanup]) -> list[tuple[str, str]]:
        members = map(keys.cleanup_member, cleanups)
        return [(self._slots.keys.schedule(CLEANUPS, member), member) for member in members]


def note_command(slots: SlotKeys, cleanup: store.Cleanup) -> Command:
    """Return the command that adds a cleanup that becomes due after the head start."""
    member = keys.cleanup_member(cleanup)
    return ("ZADD", slots.schedule(CLEANUPS, member), cleanup.since + store.HEAD_START, member)


_KINDS = "boards votes voted review result over:chat off:chat invitations question aside".split()
_EXPIRING = (
    *(keys.MESSAGES, keys.PLAYED, "tetradka:exercise"),
    *(f"tetradka:{kind}:" for kind in _KINDS),
    *(f"tetradka:web:{kind}:" for kind in ("log", "people", "seen", "here", "name")),
)
"""The prefixes of the keys that expire as long after their last write as games do."""
_ROOM_LOGS = keys.channel_log("*").partition("{")[0]
_OLDEST = 20
"""The number of a chat's oldest games checked in each round."""


class RedisRetention:
    """The deletion of games and channels that were not used for some time."""

    def __init__(self, wire: Wire, slots: OutboxSlots) -> None:
        self._wire = wire
        self._slots = slots

    async def expire(self, seconds: float, now: float) -> None:
        """Limit the lifetime of every key of a game or channel to `seconds` seconds after its last write."""
        most, oldest = max(1, round(1000 * seconds)), max(0, round(1000 * (now - seconds)))
        async for batch in self._wire.keys("tetradka:*"):
            lifetimes = await self._wire.answers_by({key: ("PTTL", key) for key in batch if key.startswith(_EXPIRING)})
            limits = (("PEXPIRE", key, most) for key, lasts in lifetimes.items() if lasts == -1 or lasts > most)
            streams = [key for key in batch if key.startswith(_ROOM_LOGS) or key == keys.CHANNEL_NEWS]
            await self._wire.answers(*limits, *(("XTRIM", key, "MINID", oldest) for key in streams))
            await self._unlist_deleted([key for key in batch if key.startswith((keys.PLAYED, keys.LISTS))])
        await self._drop_overdue(now - seconds)

    async def forget_log(self, kind: str, code: str, version: int, schedule: str) -> bool:
        """Delete a feature's log and its entry in `schedule`; return False if the log has newer entries."""
        log = store.log_name(kind, code)
        is_deleted = bool(await self._wire.one(forget_command(version, keys.log(log))))
        if is_deleted:
            await self._wire.one(("ZREM", self._slots.keys.schedule(schedule, code), code))
        return is_deleted

    async def _unlist_deleted(self, tables: Sequence[str]) -> None:
        """Remove deleted games from the lists of open games, and from the ends of the lists of finished games."""
        are_finished = {table: table.startswith(keys.PLAYED) for table in tables}
        codes_of = await self._wire.answers_by(
            {
                table: ("LRANGE", table, -_OLDEST, -1) if is_finished else ("SMEMBERS", table)
                for table, is_finished in are_finished.items()
            }
        )
        places = [(table, code) for table, codes in codes_of.items() for code in codes or ()]
        are_logged = await self._wire.answers_by({code: ("EXISTS", keys.log(code)) for _, code in places})
        removals = (
            ("LREM", table, 0, code) if are_finished[table] else ("SREM", table, code)
            for table, code in places
            if not are_logged[code]
        )
        await self._wire.answers(*removals)

    async def _drop_overdue(self, before: float) -> None:
        boards = await self._slots.all_boards()
        overdue = (("HDEL", table, field) for table, field, value in boards if _since(field, value) < before)
        await self._wire.answers(*overdue)
        cleanups = {member: keys.read_cleanup(member) for member in await self._slots.all_members(CLEANUPS)}
        members = [member for member, cleanup in cleanups.items() if cleanup and cleanup.since < before]
        await self._wire.answers(*(("ZREM", self._slots.keys.schedule(CLEANUPS, member), member) for member in members))


def _since(field: str, value: str) -> float:
    """Return when an outbox entry was written; infinity if it is corrupt."""
    try:
        return keys.read_outbox(field, value).since
    except ValueError:
        return float("inf")
