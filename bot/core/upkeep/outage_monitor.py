"""Outage detection: this process reports the platforms it hears, and detects when no process hears one."""

import asyncio
import math
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from bot.core.game.instants import Instant, Now
from bot.core.game.pauses import Outage, horizon
from bot.core.ports.outages import GAP, Beat, Doubt, Heard, Heartbeats, Outages
from bot.core.ports.platform import Platform
from bot.core.ports.store import StoreUnavailableError
from bot.core.upkeep.tasks import log_failures

GRACE = 3.0
"""Seconds after a platform is heard again in which what has waited there comes in, while time still stands."""
_EVERY = 1.0
_LONGEST_UNNOTICED = 120.0
_GIVEN_UP = 7 * 86400.0
"""Seconds after which a platform that is not heard holds up the players of others no longer."""


@dataclass(frozen=True)
class _Link:
    """The link to a platform: whether it is up, when it was lost, and since when (monotonic) it is up again."""

    is_up: bool = False
    lost_at: Instant | None = None
    up_since: float | None = None


@dataclass(frozen=True)
class _Round:
    """The time of the last heartbeat, by the system clock and by a clock that never jumps."""

    at: Instant
    monotonic: float

    def jump(self, now: Instant, monotonic: float) -> Instant:
        """Return the seconds by which the system clock was changed since then."""
        return (now - self.at) - (monotonic - self.monotonic)


class OutageMonitor(Outages):
    """A detector of `Outages`, from the heartbeats of all processes and this process's platform adapters.

    `now` is the clock of games; `monotonic` is a clock that nobody sets, in seconds.
    """

    def __init__(
        self,
        heartbeats: Heartbeats,
        platforms: Mapping[str, Platform],
        now: Now,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._heartbeats = heartbeats
        self._platforms = platforms
        self._now = now
        self._monotonic = monotonic
        self._links = {name: _Link() for name in platforms}
        self._heard: Heard | None = None
        self._last: _Round | None = None
        self._lock = asyncio.Lock()
        self._checked_number = self._current_number = 0

    async def run(self) -> None:
        """Send a heartbeat every second until cancelled."""
        while True:
            with suppress(StoreUnavailableError), log_failures("a heartbeat"):
                await self.beat()
            await asyncio.sleep(_EVERY)

    async def beat(self) -> None:
        """Send one heartbeat.

        Raise `StoreUnavailableError` if the store does not answer; the platforms then count as down meanwhile.
        """
        async with self._lock:
            await self._beat()

    async def refresh(self) -> None:
        """Send a heartbeat now if the last one is too old or the system clock has jumped."""
        async with self._lock:
            now, monotonic, last = self._now(), self._monotonic(), self._last
            if last is None or monotonic - last.monotonic > GAP or abs(last.jump(now, monotonic)) > GAP:
                await self._beat()

    def known_outages(self) -> tuple[Outage, ...]:
        """Return all recorded outages and the current ones."""
        return (*(self._heard.outages if self._heard else ()), *self._lasting(self._now()))

    def is_heard(self, platform: str) -> bool:
        """Return whether a platform has no outage now."""
        now = self._now()
        return all(outage.platform != platform or outage.until < now for outage in self._lasting(now))

    def known_until(self, now: Instant) -> Instant:
        """Return the instant up to which this process knows outages: `now`, or the last heartbeat if that is late."""
        last = self._last
        return last.at if last is not None and self._monotonic() - last.monotonic > GAP else now

    def horizon(self, now: Instant) -> Instant:
        """Return the latest instant up to which clocks can be checked, and remember the outages before it."""
        if self._heard is None:
            return now
        self._current_number = self._heard.number
        return horizon(self._heard.outages, self._checked_number, now)

    def note_looked(self) -> None:
        """Record that all clocks were checked up to the last horizon."""
        self._checked_number = self._current_number

    async def _beat(self) -> None:
        now, monotonic, last = self._now(), self._monotonic(), self._last
        is_late = last is not None and monotonic - last.monotonic > GAP
        has_jumped = last is not None and not is_late and abs(last.jump(now, monotonic)) > GAP
        links_before = {
            name: _Link(lost_at=last.at) if is_late and last and link.is_up else link
            for name, link in self._links.items()
        }
        silences = {name: self._platforms[name].silence() for name in links_before}
        links = {name: _listen(link, silences[name], now, monotonic) for name, link in links_before.items()}
        doubt = Doubt.JUMPED if has_jumped else Doubt.NONE
        names = [name for name, link in links.items() if link.is_up]
        before = ((name, links_before[name]) for name in names)
        beats = [Beat(name, now, doubt if link.is_up else Doubt.AWAY, link.lost_at) for name, link in before]
        known_beats = self._heard or await self._heartbeats.beat((), None)
        first_beats = [Beat(name, now) for name in links if name not in known_beats.at]  # the platform is new
        self._heard = await self._heartbeats.beat([*first_beats, *beats], known_beats)
        self._links, self._last = links, _Round(now, monotonic)

    def _lasting(self, now: Instant) -> Iterator[Outage]:
        known_beats = self._heard or Heard({}, 0, ())
        for platform, last_heard in known_beats.at.items():
            link = self._links.get(platform, _Link())
            if not link.is_up and now - last_heard > GAP:
                is_earlier = link.lost_at is not None and 0 < last_heard - link.lost_at < _LONGEST_UNNOTICED
                since = link.lost_at if is_earlier and link.lost_at else last_heard
                yield Outage(known_beats.number + 1, platform, since, min(now, since + _GIVEN_UP))


def _listen(link: _Link, silence: float | None, now: Instant, monotonic: float) -> _Link:
    """Return the link after `silence` seconds without a sign of life; None means that it is up."""
    if link.is_up and (silence or 0) <= GAP:
        return link
    if silence is not None:
        lost = now - silence if link.is_up and silence < math.inf else link.lost_at
        return _Link(lost_at=lost)
    back = monotonic if link.up_since is None else link.up_since
    return _Link(is_up=True) if monotonic - back >= GRACE else replace(link, up_since=back)
