"""Tidying: what newer boards replace, and its deletion or collapsing in the background by cleanups in the store."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

from bot.core.boards.context import Context
from bot.core.boards.occasions import IN_DOUBT, Spot, is_deleted
from bot.core.boards.showing import collapse, line_cleanups, locate_all, rendered_board
from bot.core.game.people import Chat
from bot.core.language.speech import speech
from bot.core.ports.platform import DeliveryError, OlderBoard
from bot.core.ports.store import HEAD_START, Cleanup, Shown, StoreUnavailableError
from bot.core.view.challenges import acceptance
from bot.core.view.news import last_move_line

_QUIET = 10.0
"""Seconds without a newer board after which gathered boards are deleted, so that few remain in slow games."""
_GIVEN_UP_AFTER = 48 * 3600.0
"""Seconds after which Telegram no longer deletes a message, and players rarely scroll back that far elsewhere."""
_SLOWED_BY = 8
"""A retry waits at least this fraction of a cleanup's age, so that retries become rarer."""
_LONGEST_WAIT = 120.0
"""Seconds that a cleanup's age alone may delay a retry, so that a chat is tidy soon after a flood."""
_MOST_OF_A_CHAT = 50
_log = logging.getLogger(__name__)


class Tidying:
    """The cleanup worker, which handles several at once where a platform allows it.

    A cleanup stays in the store until its platform has done it or never will, so it survives a crash. The process that
    added it has a head start; then the process that leases its slot takes over.
    """

    def __init__(self, context: Context) -> None:
        self.tasks: set[asyncio.Task[None]] = set()
        self._context = context
        self._gathered: defaultdict[str, list[Cleanup]] = defaultdict(list)
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._under_way: set[Cleanup] = set()

    async def begin(self, cleanups: Sequence[Cleanup]) -> None:
        """Add cleanups to the store and start them."""
        if cleanups:
            await self._context.store.cleanups.note(cleanups)
            self.soon(cleanups, at_once=True)

    def soon(self, cleanups: Iterable[Cleanup], at_once: bool = False) -> None:
        """Do stored cleanups when enough have gathered, after a while, or `at_once`."""
        for cleanup in cleanups:
            self._gather(cleanup, at_once)

    async def sweep(self) -> None:
        """Do the due cleanups in this process's slots: those of dead processes, and retries."""
        by_chat: defaultdict[Chat, list[Cleanup]] = defaultdict(list)
        for cleanup in await self._context.store.cleanups.due_cleanups(self._context.now()):
            if cleanup.chat.platform in self._context.platforms and cleanup not in self._under_way:
                by_chat[cleanup.chat].append(cleanup)
        for cleanups in by_chat.values():
            self._start(cleanups[-_MOST_OF_A_CHAT:], are_left=True)

    async def finish(self, seconds: float) -> None:
        """Spend at most `seconds` seconds on gathered cleanups; leave the rest to the next process."""
        for key in [*self._gathered]:
            self._flush(key)
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=seconds)

    async def _locate(self, cleanups: Sequence[Cleanup]) -> None:
        """Find messages of one chat that another process sent."""
        chat = cleanups[0].chat
        for game in dict.fromkeys(cleanup.game for cleanup in cleanups):
            place = await self._context.store.boards.place(chat.key, game)
            with suppress(DeliveryError):
                await locate_all(self._context.platforms[chat.platform], chat, place)

    def close(self) -> None:
        """Cancel all tasks; their cleanups stay in the store."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        self._gathered.clear()
        for task in self.tasks:
            task.cancel()

    def _gather(self, cleanup: Cleanup, at_once: bool) -> None:
        key, platform = cleanup.chat.key, self._context.platforms.get(cleanup.chat.platform)
        if platform is None:
            return None
        if not cleanup.is_deletable:
            return self._start([cleanup])
        self._gathered[key].append(cleanup)
        if timer := self._timers.pop(key, None):
            timer.cancel()
        if at_once or len(self._gathered[key]) >= platform.gathers:
            return self._flush(key)
        self._timers[key] = asyncio.get_running_loop().call_later(_QUIET, self._flush, key)
        return None

    def _flush(self, key: str) -> None:
        if timer := self._timers.pop(key, None):
            timer.cancel()
        self._start(self._gathered.pop(key))

    def _start(self, cleanups: Sequence[Cleanup], are_left: bool = False) -> None:
        """Clean up one chat in the background; if `are_left`, another process may have left the cleanups."""
        self._under_way.update(cleanups)
        task = asyncio.create_task(self._clean_up(cleanups, are_left))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _clean_up(self, cleanups: Sequence[Cleanup], are_left: bool) -> None:
        try:
            if are_left:
                await self._locate(cleanups)
            await self._try(cleanups)
        except StoreUnavailableError:
            pass  # the store logs that, and the cleanups stay due
        finally:
            self._under_way.difference_update(cleanups)

    async def _try(self, cleanups: Sequence[Cleanup]) -> None:
        """Clean up one chat; if the platform refuses, one message at a time, since one may block the others."""
        now, store_cleanups = self._context.now(), self._context.store.cleanups
        chat, retry_after = cleanups[0].chat, None
        try:
            await self._context.platforms[chat.platform].tidy(chat, [*map(_older, cleanups)])
        except DeliveryError as error:
            _log.debug("%d old messages cannot be cleaned up: %s", len(cleanups), error)
            if error.retry_after is None and len(cleanups) > 1:
                for cleanup in cleanups:
                    await self._try([cleanup])
                return
            retry_after = error.retry_after
        except Exception:
            _log.exception("%d messages of %s could not be cleaned up", len(cleanups), cleanups[0].game)
            retry_after = HEAD_START
        later = [cleanup for cleanup in cleanups if retry_after is not None and now - cleanup.since < _GIVEN_UP_AFTER]
        await store_cleanups.remove([cleanup for cleanup in cleanups if cleanup not in later])
        if later and retry_after is not None:
            age = max(0.0, now - min(cleanup.since for cleanup in later))
            await store_cleanups.put_off(later, now + max(retry_after, min(age / _SLOWED_BY, _LONGEST_WAIT)))


def _older(cleanup: Cleanup) -> OlderBoard:
    return OlderBoard(cleanup.message, cleanup.line, is_drawn=cleanup.is_drawn, is_deletable=cleanup.is_deletable)


async def give_way(spot: Spot, late_board: Shown) -> tuple[Cleanup, ...]:
    """Return the cleanup of a late board that is below another process's newer one.

    If the late board was edited into the same message, show the newer one there again.
    """
    platform, newer = spot.context.platforms.get(spot.here.platform), spot.place.shown
    if platform is None or newer is None or newer.version <= late_board.version:
        return ()
    spot = replace(spot, session=await spot.context.games.load(spot.session.code) or spot.session)
    if newer.message == late_board.message:
        with suppress(DeliveryError):
            await platform.edit(spot.chat, late_board.message, await rendered_board(spot))
        return ()
    return (collapse(spot, late_board, last_move_line(spot.session, spot.words)),)


async def recognize(spot: Spot, pressed_board: Shown) -> tuple[Cleanup, ...]:
    """Record a pressed board whose message was unknown, and return the cleanup of the board it replaces.

    That is a line that leads to it, or an older board. If a newer board is shown, the pressed one is cleaned up.
    """
    context, session, place, stands = spot.context, spot.session, spot.place, spot.place.shown
    pressed_board = replace(pressed_board, chat=spot.chat.key)
    if stands and stands.message == pressed_board.message:
        return ()
    is_led_to = stands is not None and stands.occasion == IN_DOUBT and pressed_board.version == session.version
    if is_newest := stands is None or is_led_to or place.doubtful > stands.version:
        unwritten = context.store.boards.entry(spot.here.key, session.code, context.now())
        await context.store.boards.resolve(unwritten, pressed_board, None)
    replaced_board = stands if is_newest else pressed_board
    if replaced_board is None or not spot.platform.tidies:
        return ()
    line = last_move_line(session, spot.words)
    cleanup = collapse(spot, replaced_board, line, is_deletable=is_deleted(spot, replaced_board))
    return cleanup, *line_cleanups(spot, replaced_board)


def question_that_has_left(spot: Spot) -> tuple[Cleanup, ...]:
    """Return the cleanup that replaces the question by its outcome in a chat the game has left."""
    session, place = spot.session, spot.place
    if place.shown is None:
        return ()
    words = speech(place.board_language or session.places.second_language or session.places.language)
    return (collapse(spot, place.shown, acceptance(session, words)),)
