"""The outbox of boards that chats have yet to be shown, where boards stand, and when games want to be looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import compress

from bot.core.commands.settings import LANGUAGE
from bot.core.ports.store import DEADLINES, Listing, OutboxEntry, Place, Shown, of_chat, of_server
from bot.store import keys
from bot.store.connection import Command, Wire, keeping, whole
from bot.store.leases import RedisLeases, replacing
from bot.store.logs import KEPT_MESSAGES, RedisLogs, adding, listing_commands, scheduling
from bot.store.settings import RedisSettings, settled_in

_SOME = 100
_SHOW = """
local before = redis.call('HGET', KEYS[1], ARGV[1])
local read, last = pcall(cjson.decode, before or '')
if read and type(last) == 'table' and (tonumber(last[2]) or 0) > tonumber(ARGV[3]) then return 0 end
return redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
"""
_CLEAR = """
return redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] and redis.call('HDEL', KEYS[1], ARGV[1]) or 0
"""


class RedisBoards:
    """`Boards`; an entry belongs to the process that made it, until that lives no longer."""

    def __init__(
        self,
        wire: Wire,
        nonce: Callable[[], str],
        leases: RedisLeases,
        logs: RedisLogs,
        settings: RedisSettings,
    ) -> None:
        self._wire = wire
        self._nonce = nonce
        self._leases = leases
        self._logs = logs
        self._settings = settings

    async def place(self, chat: str, game: str, reader: str = "", server: str = "") -> Place:
        chat, (description, chosen, spoken, read, shown, theirs, own) = await self._settings.of_chat(
            chat,
            lambda now: (
                lambda p: p.hget(keys.CHATS, now),
                lambda p: p.hget(keys.PERSON_LANGUAGES, now),
                lambda p: p.hget(keys.CHAT_LANGUAGES, now),
                lambda p: p.hget(keys.PERSON_LANGUAGES, reader),
                lambda p: p.hget(keys.boards(game), now),
                lambda p: p.hget(keys.CHOICES, of_server(server)),
                lambda p: p.hget(keys.CHOICES, of_chat(now)),
            ),
        )
        newest, doubtful = keys.read_shown(chat, game, shown), keys.read_doubtful(shown)
        settings = settled_in(theirs, own)
        language = chosen or spoken or settings.get(LANGUAGE)
        return Place(chat, description, language, newest, doubtful, settings, read)

    def entry(self, chat: str, game: str, now: float) -> OutboxEntry:
        return OutboxEntry(chat, game, now, keys.owned(self._leases.owner, self._nonce()))

    async def add(self, chat: str, game: str, now: float, anew: bool = False) -> OutboxEntry:
        entry = replace(self.entry(chat, game, now), anew=anew)
        await self._wire.one(adding(entry))
        return entry

    async def pending(self, now: float) -> list[OutboxEntry]:
        written = await self._wire.one(lambda p: p.hgetall(keys.OUTBOX))
        entries = (entry for field, value in (written or {}).items() if (entry := self._entry_of(field, value)))
        return sorted((entry for entry in entries if entry.since <= now), key=lambda entry: entry.since)

    async def claim(self, entries: Sequence[OutboxEntry]) -> list[OutboxEntry]:
        gone = await self._leases.gone(keys.owner_of(entry.stamp) for entry in entries)
        left = [entry for entry in entries if keys.owner_of(entry.stamp) in gone]
        new = [replace(entry, stamp=keys.owned(self._leases.owner, self._nonce())) for entry in left]
        claimed = await self._wire.answers(*map(_replacing_entry, left, new)) if left else ()
        own = (entry for entry in entries if keys.owner_of(entry.stamp) == self._leases.owner)
        return [*own, *compress(new, claimed)]

    async def remove(self, entry: OutboxEntry) -> bool:
        return bool(await self._wire.one(_removing(entry)))

    async def settle(self, entry: OutboxEntry, shown: Shown | None, listing: Listing | None) -> bool:
        listed = listing_commands([listing]) if listing else ()
        before = [*(_showing(shown) if shown else ()), *listed]
        *_, cleared = self._wire.unspoilt(await self._wire.ask_then(before, _removing(entry)))
        if listing:
            await self._logs.put_away(listing)
        return bool(cleared)

    async def doubt(self, chat: str, game: str, shown: Shown | None, version: int) -> None:
        await self._wire.answers(*_doubting(chat, game, shown, version))

    async def schedule(self, when: str, game: str, at: float | None) -> None:
        await self._wire.one(scheduling(keys.timed(when), game, at))

    async def due(self, when: str, now: float) -> list[str]:
        return list(await self._wire.one(lambda p: p.zrange(keys.timed(when), "-inf", now, byscore=True)) or ())

    async def far(self, after: float) -> list[str]:
        last = await self._wire.one(
            lambda p: p.zrange(
                keys.timed(DEADLINES), "+inf", f"({after!r}", desc=True, byscore=True, offset=0, num=_SOME
            )
        )
        return list(last or ())

    async def mend(self, now: float) -> int:
        """Takes away entries that say nothing, has those of the future say now; how many these were."""
        mended: list[Command] = []
        for field, value in (await self._wire.one(whole(keys.OUTBOX)) or {}).items():
            entry = self._entry_of(field, value)
            if entry is None or entry.since > now:
                new = keys.outbox_value(replace(entry, since=now)) if entry else None
                mended.append(keeping(keys.OUTBOX, field, new))
        await self._wire.answers(*mended)
        return len(mended)

    def _entry_of(self, field: str, value: str) -> OutboxEntry | None:
        try:
            return keys.read_outbox(field, value)
        except ValueError:
            self._wire.complain(f"{keys.OUTBOX} {field!r}")
            return None


def _removing(entry: OutboxEntry) -> Command:
    """An entry is taken away, unless the board was noted again."""
    return lambda p: p.eval(_CLEAR, 1, keys.OUTBOX, keys.outbox_field(entry), keys.outbox_value(entry))


def _replacing_entry(old: OutboxEntry, new: OutboxEntry) -> Command:
    """An entry gives way to another one of the same board, unless the board was noted again."""
    return replacing(keys.OUTBOX, keys.outbox_field(old), keys.outbox_value(old), keys.outbox_value(new))


def _showing(shown: Shown) -> Iterator[Command]:
    """Which message shows a board, unless another shows a newer one of the game already."""
    if near := keys.messages(shown.chat, shown.message):
        yield lambda p: p.hset(near, shown.message, shown.game)
        yield lambda p: p.expire(near, KEPT_MESSAGES)
    else:
        yield lambda p: p.set(keys.message(shown.chat, shown.message), shown.game, ex=KEPT_MESSAGES)
    value, version = keys.shown_value(shown), str(shown.version)
    yield lambda p: p.eval(_SHOW, 1, keys.boards(shown.game), shown.chat, value, version)
    yield _kept_boards(shown.game)


def _doubting(chat: str, game: str, shown: Shown | None, version: int) -> Iterator[Command]:
    """Which version a chat may show by now, beside what was shown there last."""
    yield lambda p: p.hset(keys.boards(game), chat, keys.shown_value(shown, version))
    yield _kept_boards(game)


def _kept_boards(game: str) -> Command:
    """Where a game was shown is known for so long."""
    return lambda p: p.expire(keys.boards(game), KEPT_MESSAGES)
