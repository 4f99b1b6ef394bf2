"""Background re-indexing: rebuild the lists of games from the first and last entries of their logs."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from bot.core.game.clocks import pace_of
from bot.core.game.events import Accepted, Challenged, DrawOffered, Hinted, LogEntry, read_log_entry
from bot.core.game.instants import Instant
from bot.core.game.terms import THREAD, Terms
from bot.core.ports.store import CorruptDataError, Ends, Listing, Store, StoreUnavailableError
from bot.core.repository import Games, keys_of
from engines.refusals import Illegal

_AT_ONCE = 25  # games per query; more would delay players' messages
_SIDE_BY_SIDE = 4  # concurrent queries; a player's message waits for at most this many answers
_PAUSE = 5.0  # seconds before another try when the store does not answer
_log = logging.getLogger(__name__)


Rebuild = Callable[[Store, Instant, bool], Awaitable[None]]
"""A function that rebuilds the lists of a feature at an instant; from `everything` in its logs if lists were lost."""


async def rebuild(
    store: Store, games: Games, rebuilders: Sequence[Rebuild], now: Instant, everything: bool = False
) -> None:
    """List all open games, then `everything` ever played, then the lists of features.

    Retry as long as the store does not answer.
    """
    while True:
        try:
            await _rebuild_once(store, games, rebuilders, now, everything)
        except StoreUnavailableError:
            await asyncio.sleep(_PAUSE)
            continue
        except Exception:
            _log.exception("the lists of games could not be rebuilt")
        return


async def _rebuild_once(
    store: Store, games: Games, rebuilders: Sequence[Rebuild], now: Instant, everything: bool
) -> None:
    async for codes in batches(store.logs.open_games()):
        together = range(0, len(codes), _AT_ONCE)
        await asyncio.gather(*(relist(store, games, codes[start : start + _AT_ONCE]) for start in together))
    if everything:
        async for _ in list_everything(store, games):
            await asyncio.sleep(0)  # who types comes first
    for rebuild_lists in rebuilders:
        await rebuild_lists(store, now, everything)


async def relist(store: Store, games: Games, codes: Sequence[str]) -> None:
    """Rebuild the lists of these games; repeat for games whose logs grow meanwhile."""
    while codes:
        ends = await store.logs.ends(codes)
        versions = {code: end.version for code, end in ends.items() if isinstance(end, Ends)}
        await _list_by_ends(store, games, ends)
        versions_now = await store.logs.versions(list(versions)) if versions else {}
        codes = [code for code, version in versions.items() if versions_now[code] > version]


async def _list_by_ends(store: Store, games: Games, ends: dict[str, Ends | CorruptDataError]) -> None:
    listings_by_code = {code: _open_listing(end) for code, end in ends.items() if isinstance(end, Ends)}
    listings = [listing for listing in listings_by_code.values() if listing]
    chats = await store.settings.current_keys(sorted({chat for listing in listings for chat in listing.chats}))
    if listings:
        listings_now = [replace(listing, chats=tuple(chats[chat] for chat in listing.chats)) for listing in listings]
        await store.logs.list_games(listings_now)
    for code in ends:
        if not listings_by_code.get(code):
            with suppress(Illegal):  # the reason is in the log
                await games.reindex(code)


async def list_everything(store: Store, games: Games) -> AsyncIterator[tuple[str, bool]]:
    """Re-index every game, in the order of the latest events.

    Yield each game's code, and whether its log can be read.
    """
    last_events: dict[str, Instant] = {}
    async for codes in batches(store.logs.all_games()):
        last_events |= {code: _newest(end) for code, end in (await store.logs.ends(codes)).items()}
    for code in sorted(last_events, key=lambda code: last_events[code]):
        try:
            await games.reindex(code)
        except Illegal:
            yield code, False
        else:
            yield code, True


def _newest(ends: Ends | CorruptDataError) -> Instant:
    """Return the time of the latest event; 0 if the log does not contain it."""
    with suppress(ValueError):
        if isinstance(ends, Ends):
            return max((event.at for event in read_log_entry(ends.last).events), default=0.0)
    return 0.0


def opening_listing(ends: Ends) -> Listing | None:
    """Return the lists of a game as if it were open; None if its first entries do not suffice."""
    with suppress(ValueError):
        challenge, *others = [event for text in ends.first for event in read_log_entry(text).events]
        if isinstance(challenge, Challenged):
            acceptance = next((event for event in others if isinstance(event, Accepted)), None)
            people = keys_of(challenge.challenger, acceptance.by if acceptance else challenge.opponent)
            joined_chat = acceptance.chat if acceptance else None
            chats = (challenge.chat, joined_chat) if joined_chat else challenge.chats
            deadline = None if acceptance else challenge.expires
            keys = tuple(chat.key for chat in chats)
            return Listing(challenge.code, keys, people, deadline=deadline, name=challenge.game)
    return None


def _open_listing(ends: Ends) -> Listing | None:
    """Return the lists of an open game; None if it is over or the ends of its log do not suffice."""
    with suppress(ValueError):
        if any(_needs_whole_log(read_log_entry(text)) for text in ends.first):
            return None
        listing = opening_listing(ends) if _goes_on(read_log_entry(ends.last)) else None
        return listing if listing and (listing.deadline is None or ends.version == 1) else None
    return None


def _needs_whole_log(entry: LogEntry) -> bool:
    """Return whether later entries decide when the game is due or where it is shown."""
    challenges = [event for event in entry.events if isinstance(event, Challenged)]
    return any(pace_of(Terms(event.terms)) or THREAD in Terms(event.terms) or event.chat.inline for event in challenges)


def _goes_on(last: LogEntry) -> bool:
    """Return whether the last entry leaves the game running; older schemas tell only for some events."""
    ends_nothing = all(isinstance(event, Challenged | Accepted | Hinted | DrawOffered) for event in last.events)
    return not last.over and (last.schema >= 2 or ends_nothing)


async def batches(codes: AsyncIterator[str], size: int = _SIDE_BY_SIDE * _AT_ONCE) -> AsyncIterator[list[str]]:
    """Yield codes in batches of `size`."""
    batch: list[str] = []
    async for code in codes:
        batch.append(code)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch
