"""The outbox of boards: an entry is written with the move and removed once the newest board is shown.

It is level-triggered, so that retries are idempotent, and delivers at least once despite crashes.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from weakref import WeakValueDictionary

from bot.core.boards.bot_player import reply, shows_thinking
from bot.core.boards.context import Context
from bot.core.boards.reach import hear_from, lose_chat, lose_player, nobody_notified, regain_chat
from bot.core.boards.showing import (
    Placed,
    archive_thread,
    give_way,
    leave_thread,
    open_thread,
    question_that_has_left,
    show,
)
from bot.core.boards.tidying import Tidying
from bot.core.game.audience import reads_in, shows_line_only, sole_reader, wants_thread
from bot.core.game.events import LogEntry, Unreached
from bot.core.game.instants import MINUTE, Instant
from bot.core.game.people import Chat, Person, platform_of
from bot.core.game.session import Session, Stage
from bot.core.ports.platform import DeliveryError, server_of
from bot.core.ports.store import Board, Listing, OutboxEntry, Place, StoreUnavailableError
from bot.core.queues.caches import BoundedDict
from bot.core.repository import listing
from engines.refusals import Illegal

SWEEP_SECONDS = 2.0
_GOODBYE = 0.5
_PAUSE = 30.0
_MOST_MISSED = 1000
_log = logging.getLogger(__name__)


OnEnd = Callable[[Context, Session], Awaitable[None]]
"""A function called with a finished game, perhaps more than once."""


class Delivery:
    """The worker of the outbox: it plays the bot's moves, shows boards, and takes over entries after a crash."""

    def __init__(self, context: Context, on_end: Sequence[OnEnd] = ()) -> None:
        self._context = context
        self._on_end = on_end
        self.tidying = Tidying(context)
        self._missed = BoundedDict[Board, Instant](_MOST_MISSED)
        self._notified = nobody_notified()
        self._own_entries: dict[Board, OutboxEntry] = {}
        self._unrecorded = BoundedDict[Board, Placed](_MOST_MISSED)
        self._locks: WeakValueDictionary[Board, asyncio.Lock] = WeakValueDictionary()
        self._tasks: dict[Board, set[asyncio.Task[None]]] = defaultdict(set)
        self._timers: dict[Board, asyncio.TimerHandle] = {}

    def soon(self, entry: OutboxEntry, is_known: bool = True) -> None:
        """Process an entry in the background; the cached game is the newest if it `is_known`."""
        if timer := self._timers.pop(entry.board, None):
            timer.cancel()
        self._own_entries[entry.board] = entry
        task = asyncio.create_task(self.process(entry, is_known))
        tasks = self._tasks[entry.board]
        tasks.add(task)
        task.add_done_callback(partial(self._finish_task, entry))

    async def leave(self, session: Session, chat: Chat) -> None:
        """Tell a chat that the game has left it, because the opponent has accepted elsewhere."""
        await self.tidying.begin(await question_that_has_left(self._context, session, chat))

    async def wait_until_idle(self) -> None:
        """Wait until nothing is being processed."""
        while tasks := set[asyncio.Task[None]]().union(*self._tasks.values(), self.tidying.tasks):
            await asyncio.gather(*tasks, return_exceptions=True)

    async def outlast(self) -> None:
        """Wait until the boards being processed now have been shown."""
        if tasks := set[asyncio.Task[None]]().union(*self._tasks.values()):
            await asyncio.wait(tasks)

    async def close(self) -> None:
        """Give running tasks a moment, then cancel them; their entries remain."""
        self.tidying.close()
        for timer in self._timers.values():
            timer.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(_GOODBYE):
                await self.wait_until_idle()
        for tasks in list(self._tasks.values()):
            for task in tasks:
                task.cancel()
        await self.wait_until_idle()

    async def process(self, entry: OutboxEntry, is_known: bool = False) -> None:
        """Play the bot's move if it is its turn, show the newest board, and remove the entry."""
        lock = self._locks.setdefault(entry.board, asyncio.Lock())
        async with lock:
            with suppress(Illegal):  # an unreadable game keeps its entry for a newer version
                newest = self._context.games.from_cache(entry.game) if is_known else None
                session = newest or await self._context.games.load(entry.game)
                if session is None or not session.places.chat_of(entry.chat).id:  # the player's data was deleted
                    await self._context.store.boards.remove(entry)
                    self._forget(entry)
                else:
                    async with shows_thinking(self._context.platforms, session.places.chat):
                        session = await reply(self._context, session)
                    await self._deliver(entry, session)

    async def sweep(self, patience: float) -> None:
        """Process this process's own entries and those of dead ones that waited for `patience` seconds.

        Entries from the future count too: the clock was set back.
        """
        now, boards = self._context.now(), self._context.store.boards
        for entry in [entry for entry in self._own_entries.values() if self._is_left_alone(entry, now, patience)]:
            self.soon(entry, is_known=False)
        orphans = [entry for entry in await boards.pending(math.inf) if self._is_left_alone(entry, now, patience)]
        for entry in await boards.claim(orphans):
            self.soon(entry, is_known=False)

    async def note_text(self, chat: Chat) -> None:
        """Retry the boards that a chat has missed, once a text arrives from it after a while."""
        now = self._context.now()
        if self._missed and any(now - self._missed[board] >= _PAUSE for board in self._missed_boards(chat)):
            await self.retry(chat)

    async def retry(self, chat: Chat) -> None:
        """Show the boards missed in a chat and its threads, and the newest boards of its open games."""
        boards = self._missed_boards(chat)
        for board in boards:
            del self._missed[board]
        boards |= {(here.key, session.code) for session, here in await self._games_in(chat)}
        for key, code in sorted(boards):
            self.soon(await self._context.store.boards.add(key, code, self._context.now()), is_known=False)

    async def lose(self, chat: Chat, person: Person | None = None) -> None:
        """Record that a chat and its topics take no more boards, or that a person has left; show nothing there.

        If the players cannot be told for now, an outbox entry retries later.
        """
        for session, here in await self._games_in(chat):
            if person:
                self._all_soon(await lose_player(self._context, session, here, person))
            elif here in session.places.chats:
                after, entry = await leave_thread(self._context, session, here)
                self._all_soon((entry,) if entry else await self._lose_chat(after, here))

    async def _lose_chat(self, session: Session, here: Chat) -> Sequence[OutboxEntry]:
        try:
            return await lose_chat(self._context, session, here, self._notified)
        except DeliveryError as error:
            now = self._context.now()
            entry = await self._context.store.boards.add(here.key, session.code, now, repost=True)
            self._later(entry, error.retry_after or 0.0)
            return ()

    async def look_for_leaver(self, session: Session, person: Person) -> bool:
        """Record the chats that a person has left; return whether they left all from which they play."""
        own_chats = [chat for chat in session.places.chats if reads_in(session, person, chat)]
        platforms = [self._context.platforms.get(chat.platform) for chat in own_chats]
        left_chats = [
            chat
            for chat, adapter in zip(own_chats, platforms, strict=True)
            if adapter and await adapter.has_left(chat, person)
        ]
        for chat in left_chats:
            self._all_soon(await lose_player(self._context, session, chat, person))
            session = self._context.games.from_cache(session.code) or session
        return bool(own_chats) and left_chats == own_chats

    async def hear_from(self, person: Person, chat: Chat) -> None:
        """Record that a person for whom others wait has written in a chat."""
        self._all_soon(await hear_from(self._context, person, chat))

    async def _games_in(self, chat: Chat) -> list[tuple[Session, Chat]]:
        """Return the open games shown in a chat or its topics, with the chat as the game knows it."""
        settings, games = self._context.store.settings, self._context.games
        pairs = list[tuple[Session, Chat]]()
        for key in (chat.key, *([] if chat.thread else await settings.topics(chat.key))):
            facts = await settings.facts_for(key, "")
            for session in await games.open_sessions(facts.games):
                places = zip(session.places.all_chats, await games.current_chats(session), strict=True)
                pairs += [(session, game_chat) for game_chat, key_now in places if key_now == facts.chat]
        return pairs

    def _all_soon(self, entries: Sequence[OutboxEntry]) -> None:
        for entry in entries:
            self.soon(entry)

    def reaches(self, chat: str) -> bool:
        """Return whether this process has an adapter for a chat."""
        return platform_of(chat) in self._context.platforms

    def _unrecorded_post(self, board: Board, place: Place) -> Placed | None:
        """Return what this process posted while the store was down, unless something newer is recorded.

        It is not posted again, even on a platform without nonces.
        """
        placed = self._unrecorded.get(board)
        is_newest = placed and (place.shown is None or place.shown.version <= placed.shown.version)
        return placed if is_newest else None

    def _forget(self, entry: OutboxEntry) -> None:
        if self._own_entries.get(entry.board) is entry:
            del self._own_entries[entry.board]

    def _is_left_alone(self, entry: OutboxEntry, now: float, patience: float) -> bool:
        is_fresh = 0 <= now - entry.since < patience
        return not (is_fresh or self._tasks.get(entry.board) or self._waits(entry)) and self.reaches(entry.chat)

    async def _deliver(self, entry: OutboxEntry, session: Session) -> None:
        """Show the newest board unless the chat has it; keep the entry of a chat that takes none for now."""
        here = session.places.chat_of(entry.chat)
        server = server_of(self._context.platforms, here)
        place = await self._context.store.boards.place(here.key, session.code, sole_reader(session, here), server)
        placed, then = self._unrecorded_post(entry.board, place), None
        place = replace(place, shown=placed.shown) if placed else place
        try:
            if entry.repost or place.shown is None or place.shown.version < session.version or wants_thread(session):
                placed = _merge_placed(placed, await show(self._context, session, here, place, entry.repost))
            if placed:
                self._unrecorded[entry.board] = placed
                self._context.metrics.record_board(here.platform, max(0.0, self._context.now() - entry.since))
                if wants_thread(session) and shows_line_only(session, here):
                    session, then = await open_thread(self._context, session, place, placed.shown)
                elif session.stage in (Stage.OVER, Stage.OFF) and session.places.is_thread(here):
                    then = await archive_thread(self._context, session, here)
        except DeliveryError as error:
            _log.warning("the board of %s could not be shown: %s", entry.game, error)
            self._context.metrics.record_delay(here.platform)
            if error.retry_after is not None:
                await self._put_off(entry, session, place.chat, error.retry_after)
                return
            try:
                session = await self._miss(entry, session, here, error.is_lost)
            except DeliveryError as later_error:
                await self._put_off(entry, session, place.chat, later_error.retry_after or 0.0)
                return
        if then:
            self.soon(then)
        session = self._context.games.from_cache(session.code) or session
        await self._tell_ended(session)
        shown_message, cleanups, locators = (
            (placed.shown, placed.cleanups, placed.locators) if placed else (None, (), None)
        )
        new_listing = await self._new_listing(session, place.chat)
        is_last = await self._context.store.boards.resolve(entry, shown_message, new_listing, cleanups, locators)
        self._forget(entry)
        self._unrecorded.pop(entry.board, None)
        self.tidying.soon(cleanups, at_once=session.stage is not Stage.RUNNING)
        if shown_message and not is_last:
            await self.tidying.begin(await give_way(self._context, session, here, shown_message))
        if shown_message:
            self._all_soon(await regain_chat(self._context, session, here.key))

    async def _put_off(self, entry: OutboxEntry, session: Session, here: str, seconds: float) -> None:
        """Process an entry later, and do now what does not depend on it."""
        await self._tell_ended(session)
        self._later(entry, seconds)
        if new_listing := await self._new_listing(session, here):
            await self._context.store.logs.list_game(new_listing)

    async def _tell_ended(self, session: Session) -> None:
        for on_end in self._on_end if session.stage in (Stage.OVER, Stage.OFF) else ():
            await on_end(self._context, session)

    async def _miss(self, entry: OutboxEntry, session: Session, here: Chat, is_lost: bool) -> Session:
        """Record that a chat will not take a board; return the game after that.

        Raises `DeliveryError` if its players have to be told later.
        """
        self._missed[entry.board] = self._context.now()
        session, next_entry = await leave_thread(self._context, session, here)
        if next_entry := next_entry or await _ask_to_pass_on(self._context, session, here):
            self.soon(next_entry)
        elif is_lost:
            self._all_soon(await lose_chat(self._context, session, here, self._notified))
        return self._context.games.from_cache(session.code) or session

    async def _new_listing(self, session: Session, here: str) -> Listing | None:
        """Return the lists of a game, or None if they have not changed: in a game without a clock, after its start.

        Games with a clock can be filed and woken, so each of their boards lists them.
        """
        if session.ply > 0 and session.stage is Stage.RUNNING and session.clocks is None:
            return None
        return listing(
            session, (here,) if len(session.places.all_chats) == 1 else await self._context.games.current_chats(session)
        )

    def _missed_boards(self, chat: Chat) -> set[Board]:
        """Return the missed boards of a chat and its threads."""
        return {board for board in self._missed if board[0] == chat.key or board[0].startswith(f"{chat.key}:")}

    def _later(self, entry: OutboxEntry, seconds: float) -> None:
        """Process an entry again once its chat takes messages."""
        if timer := self._timers.pop(entry.board, None):
            timer.cancel()
        self._timers[entry.board] = asyncio.get_running_loop().call_later(seconds, self.soon, entry)

    def _waits(self, entry: OutboxEntry) -> bool:
        """Return whether a chat has named a time for a retry that is after the next sweep."""
        timer = self._timers.get(entry.board)
        return timer is not None and timer.when() - asyncio.get_running_loop().time() > SWEEP_SECONDS

    def _finish_task(self, entry: OutboxEntry, task: asyncio.Task[None]) -> None:
        board = entry.board
        self._tasks[board].discard(task)
        if not self._tasks[board]:
            del self._tasks[board]
        error = None if task.cancelled() else task.exception()
        if error and not isinstance(error, StoreUnavailableError):  # the store logs that, and the entry stays
            _log.error("board of %s not settled", entry.game, exc_info=error)


def _merge_placed(earlier: Placed | None, latest: Placed | None) -> Placed | None:
    """Return the last placed board, with earlier cleanups and locators that could not be recorded."""
    if earlier is None or latest is None:
        return latest or earlier
    locators = {**earlier.locators, **latest.locators}
    return replace(latest, cleanups=(*earlier.cleanups, *latest.cleanups), locators=locators)


async def _ask_to_pass_on(context: Context, session: Session, here: Chat) -> OutboxEntry | None:
    """Have the challenger pass on a question that its chat will never take; return the entry for their chat."""
    if session.stage is not Stage.OFFERED or session.places.unreached or not session.places.is_second(here):
        return None
    now = context.now()
    entry = context.store.boards.entry(session.places.chat.key, session.code, now)
    event = Unreached(now, expires=now + MINUTE * context.patience.link_minutes)
    log_entry = LogEntry((event,), f"unreached:{session.version}")
    return entry if await context.games.append(session, log_entry, [entry]) else None
