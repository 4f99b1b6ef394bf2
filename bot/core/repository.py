"""Repository of games: loads event logs, appends under an optimistic lock, indexes and caches."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from operator import attrgetter
from typing import Generic, Protocol, TypeVar
from weakref import WeakValueDictionary

from bot.core.game import events
from bot.core.game.apply_events import after_entry
from bot.core.game.clocks import pace_of
from bot.core.game.pauses import (
    newest_set_back,
    pauses_due,
    take_unwritten_pauses,
    with_unwritten_pauses,
    zero_length_pause,
)
from bot.core.game.people import Person, Player, Robot, Team
from bot.core.game.session import Session, Stage
from bot.core.ports.metrics import Metrics
from bot.core.ports.outages import Outages
from bot.core.ports.store import CorruptDataError, Listing, Logs, OutboxEntry, Store
from bot.core.queues.caches import BoundedDict, Memory, SizedDict
from engines.refusals import Illegal

MOST_TRIES = 100
"""The number of attempts of a writer that loses to faster ones; each time another one has won."""


class State(Protocol):
    """A state built from a log; its version is the number of entries."""

    @property
    def code(self) -> str:
        """Return the code that names the log."""

    @property
    def version(self) -> int:
        """Return the number of entries."""


E = TypeVar("E")
S = TypeVar("S", bound=State)
T = TypeVar("T")


@dataclass(frozen=True)
class EventLog(Generic[E, S]):
    """A kind of log: how entries are parsed and written, and `evolve`, the state after one more entry."""

    read: Callable[[str], E]
    write: Callable[[E], str]
    evolve: Callable[[S | None, E], S]

    def fold(self, before: S | None, log: Iterable[str], code: str = "") -> S | None:
        """Return the state after more entries, None without any; raise `ValueError` for an invalid log.

        A log can hold anything, so any exception means that it is invalid.
        """
        try:
            state = reduce(self.evolve, map(self.read, log), before)
        except ValueError:
            raise
        except Exception as error:
            raise ValueError(f"{type(error).__name__}: {error}") from error
        if state is not None and code not in ("", state.code):
            raise ValueError("the log belongs to something else")
        return state


async def forget_person(
    kind: EventLog[E, S], logs: Logs, name: str, person: Person, anonymize: Callable[[E], E]
) -> bool:
    """Rewrite all log entries that name a person; return whether there were any.

    From an unreadable entry the texts that name the person are removed; a corrupt log is left alone.
    """

    def anonymous(text: str) -> str:
        try:
            before = kind.read(text)
        except ValueError:
            return events.nameless_text(text, person)
        after = anonymize(before)
        return text if after == before else kind.write(after)

    for _ in range(MOST_TRIES):
        log = (await logs.load_all({name: 0}))[name]
        if isinstance(log, CorruptDataError) or (new_log := [*map(anonymous, log)]) == log:
            return False
        if await logs.rewrite(name, new_log):
            return True
    return False


async def retry(state: S, attempt: Callable[[S], Awaitable[T | None]], load: Callable[[str], Awaitable[S | None]]) -> T:
    """Return the result of the first attempt that no other writer preempts, each on the newest state.

    `attempt` returns None if another writer was faster. Raise `Illegal` after too many attempts.
    """
    for _ in range(MOST_TRIES):
        if (result := await attempt(state)) is not None:
            return result
        state = await load(state.code) or state
    raise Illegal("busy", game=state.code)


_BYTES_OF_START, _BYTES_OF_TURN = 8_000, 800
"""The approximate bytes of a cached game, and of each of its turns."""
_MOST_COMPLAINED = 1000
_MOST_AT_ONCE = 10  # entries; replaying a whole game would block others
_OPEN = (Stage.OFFERED, Stage.RUNNING)
_log = logging.getLogger(__name__)
GAME_LOG: EventLog[events.LogEntry, Session] = EventLog(events.read_log_entry, events.write_log_entry, after_entry)


class Games:
    """Game sessions by code, with an LRU cache so that the next command reads only new events.

    A game's clocks pause for an outage when the game is next loaded, and its next log entry records the pause. So an
    outage costs nothing for games that are not loaded. `watchers` get each game to which this process appends.
    """

    def __init__(
        self, store: Store, metrics: Metrics | None = None, outages: Outages | None = None, memory: Memory | None = None
    ) -> None:
        self._store = store
        self._metrics = metrics or Metrics()
        self._outages = outages or Outages()
        self._cache: SizedDict[str, Session] = (memory or Memory()).cache("games", bytes_of)
        self._complained = BoundedDict[str, None](_MOST_COMPLAINED)
        self._appending = WeakValueDictionary[str, asyncio.Lock]()
        self._forgotten = 0
        self._history = ""
        self.watchers: list[Callable[[Session], None]] = []

    async def load(self, code: str) -> Session | None:
        """Return the current state of a game, or None if there is no such game.

        Raises `Illegal` if a newer version or another program has written its log.
        """
        session = (await self._load_all([code]))[code]
        if isinstance(session, Illegal):
            raise session
        return session

    async def open_sessions(self, codes: Iterable[str]) -> list[Session]:
        """Return those of these games that are open, oldest first, without unreadable ones."""
        sessions = (await self._load_all(codes)).values()
        running = [s for s in sessions if isinstance(s, Session) and s.stage in _OPEN]
        return sorted(running, key=attrgetter("start.at"))

    async def finished_sessions(self, codes: Sequence[str]) -> list[Session]:
        """Return those of these games that are finished, without unreadable ones."""
        sessions = (await self._load_all(codes)).values() if codes else ()
        return [session for session in sessions if isinstance(session, Session) and session.stage is Stage.OVER]

    async def count_unreadable(self, codes: Iterable[str]) -> int:
        """Return how many of these games have unreadable logs."""
        sessions = await self._load_all(dict.fromkeys(codes))
        return sum(isinstance(each, Illegal) for each in sessions.values())

    async def of(self, person: Person) -> list[Session]:
        """Return a person's open games, oldest first, including challenges to their @handle."""
        sessions = await self.open_sessions(await self._store.people.games_of(*person.keys))
        return [session for session in sessions if session.involves(person)]

    def from_cache(self, code: str) -> Session | None:
        """Return the cached state of a game, or None."""
        session = self._cache.get(code)
        return self._with_pauses(session) if session else None

    def drop(self, code: str) -> None:
        """Drop a game from the cache because its log has changed."""
        self._cache.pop(code)

    def clear_after_failover(self) -> bool:
        """Clear the cache after a failover, which may have lost recent writes; return whether there was one."""
        before, self._history = self._history, self._store.logs.history
        has_changed = bool(before) and before != self._history
        if has_changed:
            self._cache.clear()
        return has_changed

    async def clear_after_deletion(self) -> None:
        """Clear the cache if a person's data was deleted, in any process."""
        number = await self._store.forgetting.forgotten_people()
        if number != self._forgotten:
            self._forgotten = number
            self._cache.clear()

    async def begin(self, code: str, entry: events.LogEntry, chats: tuple[str, ...]) -> Session | None:
        """Create a game and put it on the lists of its chats (current keys) and people; None if the code is taken."""
        if set_back := newest_set_back(self._outages.known_outages()):
            entry = replace(entry, events=(*entry.events, zero_length_pause(set_back, entry.events[0].at)))
        session = after_entry(None, entry)
        if (pace := pace_of(session.terms)) and pace.ticks:
            entry = replace(entry, schema=events.SCHEMA)
        try:
            if not await self._store.logs.append(code, 1, events.write_log_entry(entry)):
                return None
        except CorruptDataError:
            return None
        await self._store.logs.list_game(listing(session, chats))
        self._count(Stage.OFFERED, session)
        return self._remember(session)

    async def append(
        self, session: Session, entry: events.LogEntry, boards: Sequence[OutboxEntry] = ()
    ) -> Session | None:
        """Append an entry and return the game after it; None if another writer came first (optimistic lock).

        The outbox entries of its boards are written just before. Unwritten pauses come first in the entry, which may
        have no other events.
        """
        pauses = tuple[events.Paused, ...]()
        if session.pauses.unwritten:
            is_shown = bool(boards) and not any(isinstance(event, events.Moved) for event in entry.events)
            session, pauses = take_unwritten_pauses(session, is_shown)
        after = after_entry(session, entry)
        if pauses:
            at = entry.events[0].at if entry.events else None
            pauses = tuple(replace(pause, at=pause.at if at is None else at) for pause in pauses)
        entry = replace(entry, events=(*pauses, *entry.events), over=after.stage not in _OPEN)
        try:
            text = events.write_log_entry(entry)
            async with self._appending.setdefault(session.code, asyncio.Lock()):
                is_added = await self._store.logs.append(session.code, session.version + 1, text, boards)
        except CorruptDataError as error:
            raise self._refusal_for(session.code, error) from error
        if not is_added:
            self.drop(session.code)  # another writer was faster, or the store has lost the cached state
            return None
        if after.stage is not session.stage:
            self._count(session.stage, after)
        for watch in self.watchers if after.clocks else ():
            watch(after)
        return self._remember(after)

    def _count(self, before: Stage, session: Session) -> None:
        if before is Stage.OFFERED and session.stage is Stage.RUNNING:
            self._metrics.record_start(session.game)
        elif before is Stage.RUNNING and session.stage is Stage.OVER:
            self._metrics.record_end(session.game)

    async def reindex(self, code: str) -> None:
        """Put a game on the lists where it belongs; raise like `load`."""
        session = await self.load(code)
        if session is not None:
            await self._store.logs.list_game(listing(session, await self.current_chats(session)))

    async def current_chats(self, session: Session) -> tuple[str, ...]:
        """Return the current keys of a game's chats."""
        keys = [chat.key for chat in session.places.all_chats]
        return tuple((await self._store.settings.current_keys(keys)).values())

    async def is_in(self, session: Session, chat: str) -> bool:
        """Return whether a game belongs to the chat with this current key."""
        is_known = any(known_chat.key == chat for known_chat in session.places.all_chats)
        return is_known or chat in await self.current_chats(session)

    async def team_in(self, session: Session, chat: str) -> Team | None:
        """Return the team of the chat with this current key; None if it plays no seat of the game."""
        teams = {each.chat.key: each for seat in session.places.teams if isinstance(each := session.player(seat), Team)}
        if not teams or chat in teams:
            return teams.get(chat)
        current = await self._store.settings.current_keys([*teams])
        return next((team for key, team in teams.items() if current[key] == chat), None)

    async def _load_all(self, codes: Iterable[str]) -> dict[str, Session | Illegal | None]:
        await self._outages.refresh()
        sessions = {code: self._cache.get(code) for code in codes}
        versions = {code: session.version if session else 0 for code, session in sessions.items()}
        logs = await self._store.logs.load_all(versions)
        if self._appending and await self._have_waited_for_appends(sessions):
            return await self._load_all(sessions)
        return {code: await self._replay_log(code, sessions[code], log) for code, log in logs.items()}

    async def _have_waited_for_appends(self, codes: Iterable[str]) -> bool:
        """Wait until appends in progress are confirmed or refused; return whether there were any.

        A primary that its replica has left shows an entry before it is refused.
        """
        appends = [append for code in codes if (append := self._appending.get(code)) and append.locked()]
        for append in appends:
            async with append:
                pass
        return bool(appends)

    async def _replay_log(
        self, code: str, before: Session | None, log: list[str] | CorruptDataError
    ) -> Session | Illegal | None:
        if isinstance(log, CorruptDataError):
            return self._refusal_for(code, log)
        session, read = before, partial(GAME_LOG.fold, before, log, code)
        try:
            if log:
                session = await asyncio.to_thread(read) if len(log) > _MOST_AT_ONCE else read()
        except ValueError as error:
            return self._refusal_for(code, error)
        return self._with_pauses(self._remember(session)) if session else None

    def _with_pauses(self, session: Session) -> Session:
        """Return the game with pauses that its log lacks."""
        outages = self._outages.known_outages()
        return with_unwritten_pauses(session, pauses_due(session, outages)) if outages else session

    def _refusal_for(self, code: str, why: Exception) -> Illegal:
        """Log why a game cannot be loaded; return the refusal."""
        self.log_unreadable(code, why)
        if isinstance(why, events.NewerVersionError):
            return Illegal("written-by-newer", game=code)
        return Illegal("log-unreadable", game=code)

    def log_unreadable(self, log: str, why: Exception) -> None:
        """Log once why a log cannot be read."""
        if log not in self._complained:
            self._complained[log] = None
            _log.error("the log of %s cannot be read: %s", log, why, exc_info=why)

    def _remember(self, session: Session) -> Session:
        """Cache a game unless a newer state is cached, since answers may arrive out of order; return the newer one."""
        cached_session = self._cache.get(session.code)
        session = cached_session if cached_session and cached_session.version > session.version else session
        self._cache.put(session.code, session)
        return session


def bytes_of(session: Session) -> int:
    """Return the approximate memory of a game in bytes."""
    return _BYTES_OF_START + _BYTES_OF_TURN * len(session.turns)


def listing(session: Session, chats: tuple[str, ...]) -> Listing:
    """Return the lists where a game belongs, given its chats' current keys."""
    deadline = session.start.expires if session.stage is Stage.OFFERED else None
    people, winner = keys_of(session.challenger, session.opponent), _winner_against_bot(session)
    is_played = session.stage in (Stage.OVER, Stage.FILED)
    clocks = (session.clocks, session.deadline) if session.stage is Stage.RUNNING else ()
    clock = min((look for each in clocks if each and (look := each.next_check) is not None), default=None)
    is_open, opponent = session.stage in _OPEN, session.opponent
    handles = tuple(key for key in opponent.keys if key != opponent.key) if isinstance(opponent, Person) else ()
    return Listing(session.code, chats, people, is_open, deadline, winner, session.game, is_played, clock, handles)


def keys_of(*players: Player | None) -> tuple[str, ...]:
    """Return the keys of the players who are people and not forgotten."""
    return tuple(player.key for player in players if isinstance(player, Person) and player.is_known)


def _winner_against_bot(session: Session) -> str:
    """Return the key of the person who won against the bot, or ""."""
    winner = session.status.outcome.winner if session.status.outcome else None
    player, opponent = (session.player(winner), session.player(winner.opponent)) if winner else (None, None)
    return player.key if isinstance(player, Person) and isinstance(opponent, Robot) else ""
