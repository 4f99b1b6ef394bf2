"""Loop of background work: sweeps the outbox, checks deadlines and clocks, re-indexes."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from bot.core.boards.context import Context
from bot.core.boards.delivery import SWEEP_SECONDS, Delivery
from bot.core.boards.occasions import is_call_due, spot_of
from bot.core.game.events import DeadlineReminded, Event, LogEntry, Reminded
from bot.core.game.instants import Instant
from bot.core.game.pauses import platforms_of, seconds_paused
from bot.core.game.referee import expire
from bot.core.game.session import Session, Stage, has_ticking_clock
from bot.core.ports.platform import DeliveryError
from bot.core.ports.store import CALLS, CLOCKS, DEADLINES, StoreUnavailableError
from bot.core.repository import listing
from bot.core.upkeep.flags import Flags
from bot.core.upkeep.reindexing import Rebuild, rebuild
from bot.core.upkeep.reminding import Reminder, due_reminder, postponed_until, remind, send_digests
from bot.core.upkeep.tasks import log_failures

_PATIENCE = 5.0  # seconds
_LOOKING_SECONDS = 30.0
_AGAIN = 60.0
_GOODBYE = 0.7
_AHEAD = 2 * SWEEP_SECONDS
"""Seconds before a flag's fall at which the sweeper hands a game to its timer."""
_log = logging.getLogger(__name__)


Tick = Callable[[Context, Delivery, Instant], Awaitable[None]]
"""A task that each round of the sweeper runs."""


async def run(
    context: Context, delivery: Delivery, flags: Flags, ticks: Sequence[Tick], rebuilders: Sequence[Rebuild]
) -> None:
    """Sweep until cancelled; each round also runs the `ticks`, and `rebuilders` rebuild the lists of features."""
    rebuilding, lost_lists = asyncio.create_task(rebuild(context.store, context.games, rebuilders, context.now())), 0
    try:
        while True:
            has_lost_lists = lost_lists != (lost_lists := context.store.logs.lost_lists)
            if context.games.clear_after_failover() or has_lost_lists:
                rebuilding.cancel()
                work = rebuild(context.store, context.games, rebuilders, context.now(), everything=has_lost_lists)
                rebuilding = asyncio.create_task(work)
            await _sweep_safely(context, delivery, flags, ticks)
            await asyncio.sleep(SWEEP_SECONDS)
    finally:
        rebuilding.cancel()
        await flags.close()
        await delivery.tidying.finish(_GOODBYE)


async def sweep(context: Context, delivery: Delivery, flags: Flags, ticks: Sequence[Tick], patience: float) -> None:
    """Run one round; leave outbox entries younger than `patience` seconds to the process that wrote them."""
    await context.games.clear_after_deletion()
    await delivery.sweep(patience)
    await delivery.tidying.sweep()
    await _check_times(context, delivery, flags, ticks)


async def _sweep_safely(context: Context, delivery: Delivery, flags: Flags, ticks: Sequence[Tick]) -> None:
    try:
        await sweep(context, delivery, flags, ticks, _PATIENCE)
    except StoreUnavailableError:
        pass  # the store's own log says why; boards wait
    except Exception:
        _log.exception("a round of the sweeper failed")


async def _check_times(context: Context, delivery: Delivery, flags: Flags, ticks: Sequence[Tick]) -> None:
    """Expire deadlines, run the ticks of features, let flags fall, remind and call players, and send digests."""
    await context.outages.refresh()
    now = context.now()
    horizon = context.outages.horizon(now)
    for code, at in (await context.store.boards.due_games(DEADLINES, horizon)).items():
        with log_failures(f"the deadline of {code}"):
            await _expire(context, delivery, code, at)
    for code in await context.store.boards.far_deadlines(now + context.patience.longest):
        with log_failures(f"the deadline of {code}"):
            session = await context.games.load(code)
            if session and now < session.start.at:  # created by a clock ahead of this one
                until = now + session.start.expires - session.start.at
                await context.store.boards.schedule(DEADLINES, code, until)
    for tick in ticks:  # a tournament sets the deadlines of its games before they are reminded of them
        await tick(context, delivery, now)
    for code, at in (await context.store.boards.due_games(CLOCKS, max(horizon, now + _AHEAD))).items():
        with log_failures(f"the clock of {code}"):
            if at <= horizon:
                await _tick(context, delivery, flags, code, at)
            elif session := await context.games.load(code):
                flags.watch(session)
    for code, at in (await context.store.boards.due_games(CALLS, now)).items():
        with log_failures(f"the call about {code}"):
            await _call(context, delivery, code, at)
    context.outages.note_looked()
    await send_digests(context, now)


async def _expire(context: Context, delivery: Delivery, code: str, at: Instant) -> None:
    session = await context.games.load(code)
    if session and not _can_reach(delivery, session):
        return
    events = expire(session, context.now()) if session and session.stage is Stage.OFFERED else ()
    if session and events:
        await _apply_events(context, delivery, session, events)
    else:
        await _record_pause(context, delivery, session)
        later = session.start.expires if session and session.stage is Stage.OFFERED else None
        await context.store.boards.schedule(DEADLINES, code, later, instead=at)


async def _tick(context: Context, delivery: Delivery, flags: Flags, code: str, at: Instant) -> None:
    """Handle a game whose clock was scheduled for `at`; keep anything scheduled meanwhile."""
    session = await context.games.load(code)
    if session and not _can_reach(delivery, session):
        return
    session = await _record_pause(context, delivery, session)
    if session and session.places.teams and session.stage is Stage.RUNNING:
        await _redraw(context, delivery, session, at)
        return
    if session and has_ticking_clock(session):
        session = await flags.fall(session)
    events = expire(session, context.now()) if session else ()
    if session and events:
        await _apply_events(context, delivery, session, events)
    elif session and (reminder := due_reminder(session, context.now())):
        await _remind(context, session, reminder, at, context.now())
    else:
        later = listing(session, ()).clock if session else None
        await context.store.boards.schedule(CLOCKS, code, later, instead=at)


async def _call(context: Context, delivery: Delivery, code: str, at: Instant) -> None:
    """Post a board that changed in place again, with a ping, if the player to act has not answered it."""
    session, boards = await context.games.load(code), context.store.boards
    if session and not _can_reach(delivery, session):
        return
    for chat in session.places.chats if session else ():
        if session and is_call_due(await spot_of(context, session, chat)):
            delivery.soon(await boards.add(chat.key, code, context.now(), repost=True), is_known=False)
    await boards.schedule(CALLS, code, None, instead=at)


async def _redraw(context: Context, delivery: Delivery, session: Session, at: Instant) -> None:
    """Redraw the boards of a game that teams play, and look again when the time of the turn is over."""
    clocks, now, later = session.clocks, context.now(), None
    if clocks:
        later = next((until for until in (clocks.deadline, clocks.filing_time) if until > now), now + _AGAIN)
        for chat in session.places.chats:
            delivery.soon(await context.store.boards.add(chat.key, session.code, now, redraw=True), is_known=False)
    await context.store.boards.schedule(CLOCKS, session.code, later, instead=at)


async def _remind(context: Context, session: Session, reminder: Reminder, at: Instant, now: Instant) -> None:
    """Remind, then log the reminder: at least once, since another process repeats it after a crash in between."""
    if later := await postponed_until(context, session, reminder, now):
        await context.store.boards.schedule(CLOCKS, session.code, later, instead=at)
        return
    if not await context.store.leases.take(f"reminder:{session.code}:{session.version}", _LOOKING_SECONDS):
        return
    try:
        await remind(context, session, reminder, now)
    except DeliveryError as error:
        _log.warning("the reminder for %s could not be sent: %s", session.code, error)
        if error.retry_after is not None:
            await context.store.boards.schedule(CLOCKS, session.code, now + error.retry_after, instead=at)
            return
    event = DeadlineReminded if reminder.of_deadline else Reminded
    entry = LogEntry((event(now, reminder.part),), f"clock:{session.version}")
    session_after = await context.games.append(session, entry) or await context.games.load(session.code)
    if session_after:
        await context.store.boards.schedule(CLOCKS, session_after.code, listing(session_after, ()).clock, instead=at)


async def _apply_events(context: Context, delivery: Delivery, session: Session, events: tuple[Event, ...]) -> None:
    if await context.store.leases.take(f"expiry:{session.code}:{session.version}", _LOOKING_SECONDS):
        await delivery.append(session, LogEntry(events, f"clock:{session.version}"))


async def _record_pause(context: Context, delivery: Delivery, session: Session | None) -> Session | None:
    """Record that a past outage paused a game's time, and show boards that say so."""
    is_over = session and all(map(context.outages.is_heard, platforms_of(session)))
    if session is None or not (session.pauses.unwritten and is_over and seconds_paused(session)):
        return session
    session_after = await delivery.append(session, LogEntry((), f"clock:{session.version}"))
    return session_after or await context.games.load(session.code)


def _can_reach(delivery: Delivery, session: Session) -> bool:
    return any(delivery.reaches(chat.key) for chat in session.places.chats)
