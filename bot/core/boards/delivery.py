"""Delivery of boards: an outbox entry is written with each move and removed once the newest board is shown.

The outbox is level-triggered, so that retries are idempotent, and each board is delivered at least once despite
crashes.
"""

import asyncio
import logging
import math
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from weakref import WeakValueDictionary

from bot.core.boards import reach
from bot.core.boards.bot_player import has_work, reply, shows_thinking
from bot.core.boards.context import Context
from bot.core.boards.occasions import Spot, new_entries, spot_of
from bot.core.boards.showing import Notes, Placed, redraw, show
from bot.core.boards.tidying import Tidying, give_way
from bot.core.game.audience import reads_in, shows_line_only, wants_thread
from bot.core.game.events import LogEntry
from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person, platform_of
from bot.core.game.session import Session, Stage
from bot.core.ports.platform import DeliveryError
from bot.core.ports.store import Board, Listing, OutboxEntry, StoreUnavailableError
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
    """The outbox worker: plays the bot's moves, shows boards, and takes over entries after a crash.

    Each board (a game in a chat) is shown by one task at a time; a timer retries it once its chat takes messages.
    """

    def __init__(self, context: Context, on_end: Sequence[OnEnd] = ()) -> None:
        self._context = context
        self._on_end = on_end
        self.tidying = Tidying(context)
        self._missed = BoundedDict[Board, Instant](_MOST_MISSED)
        self._notified = reach.Notified(_MOST_MISSED)
        self._notes = BoundedDict[Board, Notes](_MOST_MISSED)
        self._own_entries: dict[Board, OutboxEntry] = {}
        self._unrecorded = BoundedDict[Board, Placed](_MOST_MISSED)
        self._locks: WeakValueDictionary[Board, asyncio.Lock] = WeakValueDictionary()
        self._tasks = set[asyncio.Task[None]]()
        self._patient_tasks: dict[str, asyncio.Task[None]] = {}
        self._task_counts = Counter[Board]()
        self._timers: dict[Board, asyncio.TimerHandle] = {}

    def soon(self, entry: OutboxEntry, is_known: bool = True, pressed: str = "") -> None:
        """Process an entry in the background; if `is_known`, the cached game is the newest.

        `pressed` is the message in its chat whose button made the move, which may show the board, or `ELSEWHERE`.
        """
        if timer := self._timers.pop(entry.board, None):
            timer.cancel()
        self._own_entries[entry.board] = entry
        task = asyncio.create_task(self._process(entry, is_known, pressed))
        self._tasks.add(task)
        self._task_counts[entry.board] += 1
        task.add_done_callback(partial(self._finish_task, entry))

    def all_soon(self, entries: Iterable[OutboxEntry]) -> None:
        """Process several entries in the background."""
        for entry in entries:
            self.soon(entry)

    async def append(self, session: Session, entry: LogEntry) -> Session | None:
        """Append an entry to a game's log and show its boards; return None if the log has grown meanwhile."""
        outbox_entries = new_entries(self._context, session, session.places.chats)
        session_after = await self._context.games.append(session, entry, outbox_entries)
        self.all_soon(outbox_entries if session_after else ())
        return session_after

    def begin_work(self, name: str, work: Callable[[], Coroutine[None, None, None]]) -> None:
        """Run background work of low priority, unless work of this name is still running."""
        if name not in self._patient_tasks:
            self._patient_tasks[name] = asyncio.create_task(self._work(name, work))

    async def wait_until_idle(self) -> None:
        """Wait until nothing is being processed."""
        while tasks := self._tasks | self.tidying.tasks | {*self._patient_tasks.values()}:
            await asyncio.gather(*tasks, return_exceptions=True)

    async def outlast(self) -> None:
        """Wait until the boards that are being processed now are shown."""
        if self._tasks:
            await asyncio.wait([*self._tasks])

    async def close(self) -> None:
        """Give running tasks a moment, then cancel them; their entries remain."""
        self.tidying.close()
        for timer in self._timers.values():
            timer.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(_GOODBYE):
                await self.wait_until_idle()
        for task in (*self._tasks, *self._patient_tasks.values()):
            task.cancel()
        await self.wait_until_idle()

    async def sweep(self, patience: float) -> None:
        """Process overdue entries of this process and of dead processes, `patience` seconds after they were written.

        Entries from the future count too: the clock was set back.
        """
        now, boards = self._context.now(), self._context.store.boards
        for entry in [entry for entry in self._own_entries.values() if self._is_unattended(entry, now, patience)]:
            self.soon(entry, is_known=False)
        orphans = [entry for entry in await boards.pending(math.inf) if self._is_unattended(entry, now, patience)]
        for entry in await boards.claim(orphans):
            self.soon(entry, is_known=False)

    async def note_text(self, chat: Chat) -> None:
        """Retry the boards that a chat has missed, when a text arrives from it after a while."""
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
        """Record that a chat and its topics accept no more boards, or that a person left; show nothing there.

        If the players cannot be told for now, an outbox entry retries later.
        """
        for session, here in await self._games_in(chat):
            if person:
                self.all_soon(await reach.lose_player(self._context, session, here, person))
            elif here in session.places.chats:
                after, entry = await reach.leave_thread(self._context, session, here)
                self.all_soon((entry,) if entry else await self._lose_chat(after, here))

    async def look_for_leaver(self, session: Session, person: Person) -> bool:
        """Record the chats that a person left; return whether they left every chat they play from."""
        own_chats = [chat for chat in session.places.chats if reads_in(session, person, chat)]
        left_chats = list[Chat]()
        for chat in own_chats:
            adapter = self._context.platforms.get(chat.platform)
            left_chats += [chat] if adapter and await adapter.former_members(chat, (person,)) else []
        for chat in left_chats:
            self.all_soon(await reach.lose_player(self._context, session, chat, person))
            session = self._context.games.from_cache(session.code) or session
        return bool(own_chats) and left_chats == own_chats

    def reaches(self, chat: str) -> bool:
        """Return whether this process has an adapter for a chat's platform."""
        return platform_of(chat) in self._context.platforms

    async def _work(self, name: str, work: Callable[[], Coroutine[None, None, None]]) -> None:
        try:
            await work()
        except StoreUnavailableError:
            pass  # the store logs that
        except Exception:
            _log.exception("%s could not be done", name)
        finally:
            del self._patient_tasks[name]

    async def _process(self, entry: OutboxEntry, is_known: bool, pressed: str) -> None:
        """Play the bot's move if it is its turn, show the newest board, and remove the entry."""
        lock = self._locks.setdefault(entry.board, asyncio.Lock())
        async with lock:
            with suppress(Illegal):  # an unreadable game keeps its entry for a newer version
                newest = self._context.games.from_cache(entry.game) if is_known else None
                session = newest or await self._context.games.load(entry.game)
                if session is None or not session.places.chat_of(entry.chat).id:  # the player's data was deleted
                    await self._context.store.boards.remove(entry)
                    self._drop(entry)
                    return
                if has_work(session):
                    async with shows_thinking(self._context.platforms, session.places.chat):
                        session = await reply(self._context, session)
                here = session.places.chat_of(entry.chat)
                spot = await spot_of(self._context, session, here)
                await self._deliver(entry, replace(spot, pressed=pressed))

    async def _deliver(self, entry: OutboxEntry, spot: Spot) -> None:
        """Show the newest board unless the chat has it; keep the entry if the chat accepts none for now."""
        session, here, then = spot.session, spot.here, None
        placed, known = self._unrecorded.get(entry.board), spot.place.shown  # what was posted while the store was down
        placed = None if placed and known and known.version > placed.shown.version else placed
        try:
            placed = await self._place(entry, spot, placed)
            if placed and wants_thread(session) and shows_line_only(session, here):
                session, then = await reach.open_thread(spot, placed.shown)
            elif placed and session.stage in (Stage.OVER, Stage.OFF) and session.places.is_thread(here):
                then = await reach.archive_thread(self._context, session, here)
        except DeliveryError as error:
            _log.warning("the board of %s could not be shown: %s", entry.game, error)
            self._context.metrics.record_delay(here.platform)
            try:
                if error.retry_after is not None:
                    raise
                session = await self._miss(entry, spot, error.is_lost)
            except DeliveryError as later:
                await self._put_off(entry, spot, later.retry_after or 0.0)
                return
        if then:
            self.soon(then)
        session = self._context.games.from_cache(session.code) or session
        await self._resolve(entry, replace(spot, session=session), placed)

    async def _place(self, entry: OutboxEntry, spot: Spot, earlier: Placed | None) -> Placed | None:
        """Show the board if the chat lacks the newest one; return the record to store, `earlier` included."""
        shown = earlier.shown if earlier else spot.place.shown
        spot = replace(spot, place=replace(spot.place, shown=shown)) if earlier else spot
        is_shown = shown is not None and shown.version >= spot.session.version
        placed = earlier
        if entry.redraw and is_shown and not entry.repost:
            self._notes[entry.board] = await redraw(spot, self._notes.get(entry.board, ()))
        elif entry.repost or not is_shown or wants_thread(spot.session):
            self._notes.pop(entry.board, None)
            placed = await show(spot, entry.repost)
            if earlier and placed:  # what was not recorded of the earlier one counts too
                cleanups, locators = (*earlier.cleanups, *placed.cleanups), {**earlier.locators, **placed.locators}
                placed = replace(placed, cleanups=cleanups, locators=locators)
            placed = placed or earlier
        if placed:
            self._unrecorded[entry.board] = placed
            self._context.metrics.record_board(spot.here.platform, max(0.0, self._context.now() - entry.since))
        return placed

    async def _resolve(self, entry: OutboxEntry, spot: Spot, placed: Placed | None) -> None:
        """Record the message that shows the board and remove the entry, in one round trip."""
        context, session = self._context, spot.session
        if session.stage in (Stage.OVER, Stage.OFF):
            await self._tell_ended(session)
        new_listing = await self._new_listing(session, spot.place.chat)
        shown, cleanups, locators = (placed.shown, placed.cleanups, placed.locators) if placed else (None, (), None)
        is_last = await context.store.boards.resolve(entry, shown, new_listing, cleanups, locators)
        self._drop(entry)
        self._unrecorded.pop(entry.board, None)
        if shown is None:
            return
        if cleanups:
            self.tidying.soon(cleanups, at_once=session.stage is not Stage.RUNNING)
        if not is_last:
            await self.tidying.begin(await give_way(await spot_of(context, session, spot.here), shown))
        if spot.here.key in session.places.closed_chats:
            self.all_soon(await reach.regain_chat(context, session, spot.here.key))

    async def _put_off(self, entry: OutboxEntry, spot: Spot, seconds: float) -> None:
        """Reschedule an entry, and do the independent part of its work now."""
        if spot.session.stage in (Stage.OVER, Stage.OFF):
            await self._tell_ended(spot.session)
        self._later(entry, seconds)
        if new_listing := await self._new_listing(spot.session, spot.place.chat):
            await self._context.store.logs.list_game(new_listing)

    async def _miss(self, entry: OutboxEntry, spot: Spot, is_lost: bool) -> Session:
        """Record that a chat cannot accept a board; return the game after that.

        Raise `DeliveryError` if its players have to be told later.
        """
        self._missed[entry.board] = self._context.now()
        session, next_entry = await reach.leave_thread(self._context, spot.session, spot.here)
        if next_entry := next_entry or await reach.ask_to_pass_on(self._context, session, spot.here):
            self.soon(next_entry)
        elif is_lost:
            self.all_soon(await reach.lose_chat(self._context, session, spot.here, self._notified))
        return session

    async def _lose_chat(self, session: Session, here: Chat) -> Sequence[OutboxEntry]:
        try:
            return await reach.lose_chat(self._context, session, here, self._notified)
        except DeliveryError as error:
            now = self._context.now()
            entry = await self._context.store.boards.add(here.key, session.code, now, repost=True)
            self._later(entry, error.retry_after or 0.0)
            return ()

    async def _tell_ended(self, session: Session) -> None:
        for on_end in self._on_end:
            await on_end(self._context, session)

    async def _new_listing(self, session: Session, here: str) -> Listing | None:
        """Return a game's lists, or None if they are unchanged: in an untimed game, after its start.

        Games with a clock can be filed and woken, so each of their boards lists them.
        """
        if session.ply > 0 and session.stage is Stage.RUNNING and session.clocks is None:
            return None
        is_in_one_chat = len(session.places.all_chats) == 1
        return listing(session, (here,) if is_in_one_chat else await self._context.games.current_chats(session))

    async def _games_in(self, chat: Chat) -> list[tuple[Session, Chat]]:
        """Return the open games shown in a chat or its topics, each with the chat as the game knows it."""
        settings, games = self._context.store.settings, self._context.games
        pairs = list[tuple[Session, Chat]]()
        for key in (chat.key, *([] if chat.thread else await settings.topics(chat.key))):
            facts = await settings.facts_for(key, "")
            for session in await games.open_sessions(facts.games):
                places = zip(session.places.all_chats, await games.current_chats(session), strict=True)
                pairs += [(session, game_chat) for game_chat, key_now in places if key_now == facts.chat]
        return pairs

    def _missed_boards(self, chat: Chat) -> set[Board]:
        """Return the missed boards of a chat and its threads."""
        return {board for board in self._missed if board[0] == chat.key or board[0].startswith(f"{chat.key}:")}

    def _is_unattended(self, entry: OutboxEntry, now: Instant, patience: float) -> bool:
        """Return whether an entry is old enough to process, and neither in progress nor put off."""
        timer = self._timers.get(entry.board)
        is_put_off = timer is not None and timer.when() - asyncio.get_running_loop().time() > SWEEP_SECONDS
        is_fresh = 0 <= now - entry.since < patience
        return not (is_fresh or self._task_counts[entry.board] or is_put_off) and self.reaches(entry.chat)

    def _later(self, entry: OutboxEntry, seconds: float) -> None:
        """Process an entry again once its chat accepts messages."""
        if timer := self._timers.pop(entry.board, None):
            timer.cancel()
        self._timers[entry.board] = asyncio.get_running_loop().call_later(seconds, self.soon, entry)

    def _finish_task(self, entry: OutboxEntry, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._task_counts[entry.board] -= 1
        if not self._task_counts[entry.board]:
            del self._task_counts[entry.board]
        error = None if task.cancelled() else task.exception()
        if error and not isinstance(error, StoreUnavailableError):  # the store logs that, and the entry stays
            _log.error("the board of %s could not be processed", entry.game, exc_info=error)

    def _drop(self, entry: OutboxEntry) -> None:
        """Remove an entry of this process, unless a newer one of the same board has replaced it."""
        if self._own_entries.get(entry.board) is entry:
            del self._own_entries[entry.board]
