"""The loop of background work: sweeps the outbox, looks at deadlines and clocks, re-indexes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from bot.core.boards.context import Context
from bot.core.boards.delivery import SWEEP_SECONDS, Delivery
from bot.core.game.entries import LogEntry
from bot.core.game.events import DeadlineReminded, Event, Reminded
from bot.core.game.instants import Instant
from bot.core.game.pauses import platforms_of, seconds_paused
from bot.core.game.referee import expire
from bot.core.game.session import Session, Stage
from bot.core.ports.platform import Unshown
from bot.core.ports.store import CLOCKS, DEADLINES, StoreUnavailableError
from bot.core.repository import listing
from bot.core.upkeep.isolation import isolated
from bot.core.upkeep.reindexing import Rebuild, rebuild
from bot.core.upkeep.reminding import Reminder, due_reminder, postponed, remind, send_digests

_PATIENCE = 5.0  # seconds
_LOOKING_SECONDS = 30.0
_GOODBYE = 0.7
_log = logging.getLogger(__name__)


Tick = Callable[[Context, Delivery, Instant], Awaitable[None]]
"""A task that each round of the sweeper runs."""


async def run(context: Context, delivery: Delivery, ticks: Sequence[Tick], rebuilders: Sequence[Rebuild]) -> None:
    """Sweep until cancelled; the rounds run the `ticks` too, and `rebuilders` make the lists of features anew."""
    rebuilding, lost = asyncio.create_task(rebuild(context.store, context.games, rebuilders, context.now())), 0
    try:
        while True:
            has_lost = lost != (lost := context.store.logs.lost_lists)
            if context.games.clear_after_failover() or has_lost:
                rebuilding.cancel()
                rebuilding = asyncio.create_task(
                    rebuild(context.store, context.games, rebuilders, context.now(), everything=has_lost)
                )
            await _look_after(context, delivery, ticks)
            await asyncio.sleep(SWEEP_SECONDS)
    finally:
        rebuilding.cancel()
        await delivery.tidying.finish(_GOODBYE)


async def sweep(context: Context, delivery: Delivery, ticks: Sequence[Tick], patience: float) -> None:
    """One round; marks are left alone for `patience` seconds."""
    await context.games.clear_after_deletion()
    await delivery.sweep(patience)
    await delivery.tidying.sweep()
    await _look_at_time(context, delivery, ticks)


async def _look_after(context: Context, delivery: Delivery, ticks: Sequence[Tick]) -> None:
    try:
        await sweep(context, delivery, ticks, _PATIENCE)
    except StoreUnavailableError:
        pass  # the store's own log says why; boards wait
    except Exception:
        _log.exception("a round of the sweeper is broken off")


async def _look_at_time(context: Context, delivery: Delivery, ticks: Sequence[Tick]) -> None:
    """One round."""
    await context.outages.refresh()
    now = context.now()
    horizon = context.outages.horizon(now)
    for code, at in (await context.store.boards.due_games(DEADLINES, horizon)).items():
        with isolated(f"the deadline of {code}"):
            await _expire(context, delivery, code, at)
    for code in await context.store.boards.far_deadlines(now + context.patience.longest):
        with isolated(f"the deadline of {code}"):
            await _hasten(context, code, now)
    for tick in ticks:  # a tournament sets the deadlines of its games before they are reminded of them
        await tick(context, delivery, now)
    for code, at in (await context.store.boards.due_games(CLOCKS, horizon)).items():
        with isolated(f"the clock of {code}"):
            await _tick(context, delivery, code, at)
    context.outages.note_looked()
    await send_digests(context, now)


async def _expire(context: Context, delivery: Delivery, code: str, at: Instant) -> None:
    session = await context.games.load(code)
    if session and not _reaches(delivery, session):
        return
    happened = expire(session, context.now()) if session and session.stage is Stage.OFFERED else ()
    if session and happened:
        await _happen(context, delivery, session, happened)
    else:
        await _tell_pause(context, delivery, session)
        is_early = session and session.stage is Stage.OFFERED
        later = session.start.expires if session and is_early else None
        await context.store.boards.schedule(DEADLINES, code, later, instead=at)


async def _hasten(context: Context, code: str, now: float) -> None:
    """A challenge that a clock of the future made waits from now on for as long as it was to wait."""
    session = await context.games.load(code)
    if session and now < session.start.at:
        await context.store.boards.schedule(DEADLINES, code, now + session.start.expires - session.start.at)


async def _tick(context: Context, delivery: Delivery, code: str, at: Instant) -> None:
    """Do what is due in a game whose clock was scheduled for `at`; what is scheduled meanwhile stays."""
    session = await context.games.load(code)
    if session and not _reaches(delivery, session):
        return
    session = await _tell_pause(context, delivery, session)
    happened = expire(session, context.now()) if session else ()
    if session and happened:
        await _happen(context, delivery, session, happened)
    elif session and (reminder := due_reminder(session, context.now())):
        await _remind(context, session, reminder, at, context.now())
    else:
        later = listing(session, ()).clock if session else None
        await context.store.boards.schedule(CLOCKS, code, later, instead=at)


async def _remind(context: Context, session: Session, reminder: Reminder, at: Instant, now: Instant) -> None:
    """Remind, then log that it was done: at-least-once, for after a crash in between another process reminds."""
    if later := await postponed(context, session, reminder, now):
        await context.store.boards.schedule(CLOCKS, session.code, later, instead=at)
        return
    if not await context.store.leases.take(f"reminder:{session.code}:{session.version}", _LOOKING_SECONDS):
        return
    try:
        await remind(context, session, reminder, now)
    except Unshown as failed:
        _log.warning("no reminder of %s: %s", session.code, failed)
        if failed.retry_after is not None:
            await context.store.boards.schedule(CLOCKS, session.code, now + failed.retry_after, instead=at)
            return
    logged = LogEntry((_reminded(reminder, now),), f"clock:{session.version}")
    after = await context.games.append(session, logged) or await context.games.load(session.code)
    if after:
        await context.store.boards.schedule(CLOCKS, after.code, listing(after, ()).clock, instead=at)


def _reminded(reminder: Reminder, now: Instant) -> Event:
    return DeadlineReminded(now, reminder.part) if reminder.of_deadline else Reminded(now, reminder.part)


async def _happen(context: Context, delivery: Delivery, session: Session, happened: tuple[Event, ...]) -> None:
    if not await context.store.leases.take(f"expiry:{session.code}:{session.version}", _LOOKING_SECONDS):
        return
    entries = [context.store.boards.entry(chat.key, session.code, context.now()) for chat in session.places.chats]
    if await context.games.append(session, LogEntry(happened, f"clock:{session.version}"), entries):
        for entry in entries:
            delivery.soon(entry)


async def _tell_pause(context: Context, delivery: Delivery, session: Session | None) -> Session | None:
    """Write down that a game's time stood still in an outage that is over, and show its chats a board that says so."""
    is_over = session and all(map(context.outages.is_heard, platforms_of(session)))
    if session is None or not (session.unwritten and is_over and seconds_paused(session)):
        return session
    now = context.now()
    entries = [context.store.boards.entry(chat.key, session.code, now) for chat in session.places.chats]
    after = await context.games.append(session, LogEntry((), f"clock:{session.version}"), entries)
    for entry in entries if after else ():
        delivery.soon(entry)
    return after or await context.games.load(session.code)


def _reaches(delivery: Delivery, session: Session) -> bool:
    return any(delivery.reaches(chat.key) for chat in session.places.chats)
