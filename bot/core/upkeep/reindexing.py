"""Re-indexing in the background: rebuilds the lists of games from their logs, reading only the ends of each log."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from bot.core.game import entries
from bot.core.game.clocks import pace_of
from bot.core.game.entries import LogEntry
from bot.core.game.events import Accepted, Challenged, DrawOffered, Hinted
from bot.core.game.instants import Instant
from bot.core.game.terms import THREAD, Terms
from bot.core.ports.store import (
    CorruptDataError,
    Ends,
    Listing,
    Store,
    StoreUnavailableError,
)
from bot.core.repository import Games, keys_of
from engines.refusals import Illegal

_AT_ONCE = 25  # games in one question; more would keep those who type waiting
_SIDE_BY_SIDE = 4  # questions under way: who types waits for the reading of that many answers at most
_PAUSE = 5.0  # seconds before another try when the store does not answer
_log = logging.getLogger(__name__)


Rebuild = Callable[[Store, Instant, bool], Awaitable[None]]
"""A function that rebuilds the lists of a feature at an instant; from `everything` in its logs if lists were lost."""


async def rebuild(store: Store, games: Games, more: Sequence[Rebuild], now: Instant, everything: bool = False) -> None:
    """List all open games, then `everything` that there ever was, then what features list.

    Go on when a store that did not answer does again.
    """
    while not await _rebuilt(store, games, more, now, everything):  # noqa: ASYNC110 (a server that is gone rings no bell)
        await asyncio.sleep(_PAUSE)


async def _rebuilt(store: Store, games: Games, more: Sequence[Rebuild], now: Instant, everything: bool) -> bool:
    """Return whether that is done, or cannot be done."""
    try:
        async for codes in _some(store.logs.open_games()):
            together = range(0, len(codes), _AT_ONCE)
            await asyncio.gather(*(relist(store, games, codes[start : start + _AT_ONCE]) for start in together))
        if everything:
            async for _ in list_everything(store, games):
                await asyncio.sleep(0)  # who types comes first
        for rebuild_lists in more:
            await rebuild_lists(store, now, everything)
    except StoreUnavailableError:
        return False
    except Exception:
        _log.exception("the lists of games are not made anew")
    return True


async def relist(store: Store, games: Games, codes: Sequence[str]) -> None:
    """Lists these games; one that goes on meanwhile is looked at again."""
    while codes:
        ends = await store.logs.ends(codes)
        versions = {code: end.version for code, end in ends.items() if isinstance(end, Ends)}
        await _list(store, games, ends)
        now = await store.logs.versions(list(versions)) if versions else {}
        codes = [code for code, version in versions.items() if now[code] > version]


async def _list(store: Store, games: Games, ends: dict[str, Ends | CorruptDataError]) -> None:
    read = {code: _open(end) for code, end in ends.items() if isinstance(end, Ends)}
    listings = [listing for listing in read.values() if listing]
    chats = await store.settings.current_keys(sorted({chat for listing in listings for chat in listing.chats}))
    if listings:
        now = [replace(listing, chats=tuple(chats[chat] for chat in listing.chats)) for listing in listings]
        await store.logs.list_games(now)
    for code in ends:
        if not read.get(code):
            with suppress(Illegal):  # which says in the log what is wrong with it
                await games.reindex(code)


async def list_everything(store: Store, games: Games) -> AsyncIterator[tuple[str, bool]]:
    """List every game, the one that ended last as the last.

    Yield each game's code, and whether its log can be read.
    """
    found: dict[str, Instant] = {}
    async for codes in _some(store.logs.all_games()):
        found |= {code: _newest(end) for code, end in (await store.logs.ends(codes)).items()}
    for code in sorted(found, key=lambda code: found[code]):
        try:
            await games.reindex(code)
        except Illegal:
            yield code, False
        else:
            yield code, True


def _newest(ends: Ends | CorruptDataError) -> Instant:
    """Return when the last thing happened; 0 for a log that does not say it."""
    with suppress(ValueError):
        if isinstance(ends, Ends):
            return max((event.at for event in entries.read(ends.last).events), default=0.0)
    return 0.0


def lists_of(ends: Ends) -> Listing | None:
    """The lists of a game as if it were open; None if its log's beginning does not say them."""
    with suppress(ValueError):
        opening = [event for text in ends.first for event in entries.read(text).events]
        if opening and isinstance(opening[0], Challenged):
            return _listing(opening[0], next((event for event in opening if isinstance(event, Accepted)), None))
    return None


def _open(ends: Ends) -> Listing | None:
    """The lists of a game whose log's ends show that it is open; None if they do not, or do not tell all lists."""
    with suppress(ValueError):
        if any(_says_too_little(entries.read(text)) for text in ends.first):
            return None
        listing = lists_of(ends) if _goes_on(entries.read(ends.last)) else None
        return listing if listing and (listing.deadline is None or ends.version == 1) else None
    return None


def _says_too_little(entry: LogEntry) -> bool:
    """Whether more than its beginning tells when a game is to be looked at, or where it is shown."""
    begun = [event for event in entry.events if isinstance(event, Challenged)]
    return any(pace_of(Terms(event.terms)) or THREAD in Terms(event.terms) or event.chat.inline for event in begun)


def _goes_on(last: LogEntry) -> bool:
    """Whether the last entry says that the game is not over; those of older schemas say so of some events alone."""
    ends_nothing = all(isinstance(event, Challenged | Accepted | Hinted | DrawOffered) for event in last.events)
    return not last.over and (last.schema >= 2 or ends_nothing)


def _listing(challenged: Challenged, accepted: Accepted | None) -> Listing:
    people = keys_of(challenged.challenger, accepted.by if accepted else challenged.opponent)
    deadline = None if accepted else challenged.expires
    joined = accepted.chat if accepted else None
    chats = tuple(chat.key for chat in ((challenged.chat, joined) if joined else challenged.chats))
    return Listing(challenged.code, chats, people, deadline=deadline, name=challenged.game)


async def _some(codes: AsyncIterator[str]) -> AsyncIterator[list[str]]:
    """These codes, some at a time."""
    some: list[str] = []
    async for code in codes:
        some.append(code)
        if len(some) == _SIDE_BY_SIDE * _AT_ONCE:
            yield some
            some = []
    if some:
        yield some
