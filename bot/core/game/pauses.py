"""Outages: spans in which the bot received nothing from a platform, and the resulting pauses of games; pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from math import inf

from bot.core.game.events import Paused
from bot.core.game.instants import Instant
from bot.core.game.people import Robot, platform_of
from bot.core.game.session import Session, Stage, has_ticking_clock

LONG: Instant = 60.0
"""Seconds after which people notice an outage."""
_RECENT: Instant = 3600.0
_NEAR = 20
_LOW = 0.5
"""The fraction of a player's remaining time that makes an outage noticeable, however short it was."""


@dataclass(frozen=True)
class Outage:
    """A span in which the bot received nothing from a platform; later outages have greater numbers.

    A change of the system clock is an outage too (`jumped`), so that game clocks skip the same span. If the clock was
    set back, `until` is before `since`.
    """

    number: int
    platform: str
    since: Instant
    until: Instant
    jumped: bool = False

    @property
    def is_set_back(self) -> bool:
        """Return whether the system clock was set back."""
        return self.until < self.since


def newest_set_back(outages: Iterable[Outage]) -> int:
    """Return the number of the latest outage that set the system clock back; 0 if there is none."""
    return max((outage.number for outage in outages if outage.is_set_back), default=0)


def unheard_seconds(outages: Iterable[Outage], platform: str, since: Instant, until: Instant) -> Instant:
    """Return the seconds between two instants in which the bot received nothing from a platform."""
    spans = ((max(since, each.since), min(until, each.until)) for each in outages if each.platform == platform)
    return sum(max(0.0, end - begin) for begin, end in spans)


def horizon(outages: Iterable[Outage], after: int, now: Instant) -> Instant:
    """Return the instant up to which deadlines are checked, after the outages numbered above `after`.

    Players with little time left learn of an outage at once; the others from their next board.
    """
    recent = (each for each in outages if each.number > after and not each.jumped and now - each.until < _RECENT)
    spans = (each.until - each.since for each in recent if each.until - each.since >= LONG)
    return now + _NEAR * max(spans, default=0.0)


def pauses_due(session: Session, outages: Iterable[Outage]) -> tuple[Paused, ...]:
    """Return the pauses that are missing from a game's log."""
    outages, pauses = tuple(outages), list[Paused]()
    for outage in _relevant_outages(session, outages):
        number = outage.number if outage.is_set_back else session.pauses.set_back
        pause = Paused(outage.until, outage.since, outage.until, number, outage.jumped)
        if outage.number > session.pauses.set_back and _shift(session, pause):
            session = pause_session(session, pause)
            pauses.append(pause)
    newest = newest_set_back(outages)
    if newest > session.pauses.set_back and session.stage in (Stage.OFFERED, Stage.RUNNING, Stage.FILED):
        pauses.append(zero_length_pause(newest, session.pauses.counted))
    return tuple(pauses)


def _relevant_outages(session: Session, outages: tuple[Outage, ...]) -> Iterator[Outage]:
    """Yield the outages that may stop a game's clock, each set-back of the system clock once."""
    platforms = platforms_of(session)
    once = platforms if session.stage is Stage.RUNNING else platforms & {session.places.chat.platform}
    is_set_back = newest_set_back(outages) > session.pauses.set_back
    over = -inf if is_set_back else max(session.pauses.counted, _running_since(session) or -inf)
    for outage in outages if platforms else ():
        if outage.platform in (once if outage.is_set_back else platforms) and outage.until > over:
            yield outage


def zero_length_pause(set_back: int, at: Instant) -> Paused:
    """Return a pause of no length, which logs that the system clock was set back."""
    return Paused(at, at, at, set_back)


def platforms_of(session: Session) -> frozenset[str]:
    """Return the platforms whose outages stop a game's clock: the mover's, or all of a challenge.

    In a game without clocks, return the platforms of lost chats: the opponent waits for players who play there.
    """
    if session.stage is Stage.OFFERED:
        return frozenset(chat.platform for chat in session.places.chats)
    if session.stage is not Stage.RUNNING:
        return frozenset()
    if session.clocks is None:
        return frozenset(platform_of(loss.chat) for loss in session.places.losses)
    player = session.on_turn
    return frozenset([session.places.chat.platform if player is None or isinstance(player, Robot) else player.platform])


def pause_session(session: Session, pause: Paused) -> Session:
    """Return the session after a pause."""
    shift, pauses, places = _shift(session, pause), session.pauses, session.places
    after = replace(pauses, counted=pause.until, set_back=max(pause.set_back, pauses.set_back))
    deadline = session.start.expires if session.clocks is None else session.clocks.deadline
    is_timed = session.stage is Stage.OFFERED or session.clocks is not None
    if shift > 0 and not pause.jumped and is_timed:
        seconds = shift + (pauses.seconds if pauses.ply == session.ply and not pauses.shown else 0.0)
        remaining = deadline - max(pause.since, _running_since(session) or 0.0)
        is_seen = has_ticking_clock(session) or seconds >= LONG or shift >= _LOW * remaining
        after = replace(after, ply=session.ply, seconds=seconds, noticeable=is_seen)
    if after.ply == session.ply and pause.until != pause.since:
        after = replace(after, shown=pause.shown)
    losses = tuple(replace(loss, since=loss.since + _shift_after(session, pause, loss.since)) for loss in places.losses)
    session = replace(session, pauses=after, places=replace(places, losses=losses) if losses else places)
    return _shift_times(session, shift) if shift else session


def with_unwritten_pauses(session: Session, pauses: tuple[Paused, ...]) -> Session:
    """Return the session with the pauses applied that its log lacks."""
    if not pauses:
        return session
    after = reduce(pause_session, pauses, session)
    return replace(after, pauses=replace(after.pauses, unwritten=pauses))


def take_unwritten_pauses(session: Session, is_shown: bool) -> tuple[Session, tuple[Paused, ...]]:
    """Return the session without unwritten pauses, those pauses, and whether a board shows the last of them."""
    if not session.pauses.unwritten:
        return session, ()
    pauses = list(session.pauses.unwritten)
    lasting = [number for number, pause in enumerate(pauses) if pause.until != pause.since]
    after = replace(session.pauses, unwritten=())
    if lasting:
        pauses[lasting[-1]] = replace(pauses[lasting[-1]], shown=is_shown)
        after = replace(after, shown=is_shown if after.ply == session.ply else after.shown)
    return replace(session, pauses=after), tuple(pauses)


def seconds_paused(session: Session) -> Instant:
    """Return the seconds of the latest pause if the next board should report it; otherwise 0."""
    pauses = session.pauses
    since = session.ply - pauses.ply
    is_news = pauses.noticeable and since <= (0 if pauses.shown else len(session.newest_turns))
    return pauses.seconds if is_news else 0.0


def _shift(session: Session, pause: Paused) -> Instant:
    """Return the seconds by which a pause shifts a game's clock; negative after the system clock was set back."""
    start = _running_since(session)
    return 0.0 if start is None else _shift_after(session, pause, start)


def _shift_after(session: Session, pause: Paused, start: Instant) -> Instant:
    """Return the seconds by which a pause shifts a time that runs from `start`."""
    if pause.until < pause.since:
        return pause.until - pause.since if pause.set_back > session.pauses.set_back else 0.0
    return max(0.0, pause.until - max(pause.since, start, session.pauses.counted))


def _running_since(session: Session) -> Instant | None:
    """Return the start of the running time that a pause stops; None if no time runs."""
    if session.stage is Stage.OFFERED:
        return session.start.at
    if session.stage is not Stage.RUNNING:
        return None
    return session.clocks.since if session.clocks else min((loss.since for loss in session.places.losses), default=None)


def _shift_times(session: Session, shift: Instant) -> Session:
    if session.stage is Stage.OFFERED:
        start = session.start
        return replace(session, start=replace(start, at=start.at + shift, expires=start.expires + shift))
    clocks = session.clocks and replace(session.clocks, since=session.clocks.since + shift)
    return replace(session, clocks=clocks)
