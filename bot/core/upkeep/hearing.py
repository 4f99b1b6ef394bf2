"""Hearing: this process says which platforms it hears, and finds out when no process heard one."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from bot.core.game.instants import Instant, Now
from bot.core.game.outages import Outage, horizon
from bot.core.ports.outages import GAP, Beat, Doubt, Heard, Heartbeats, Outages
from bot.core.ports.platform import Platforms
from bot.core.ports.store import StoreUnavailableError

GRACE = 3.0
"""Seconds after a platform is heard again in which what has waited there comes in, while time still stands."""
_EVERY = 1.0
_LONGEST_UNNOTICED = 120.0
_GIVEN_UP = 7 * 86400.0
"""Seconds after which a platform that is not heard holds up the players of others no longer."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Ear:
    """The hearing of a platform here: whether it is heard, else when last, and since when (monotonic) again."""

    hears: bool = False
    lost: Instant | None = None
    back: float | None = None


@dataclass(frozen=True)
class _Round:
    """The time of the last note to the store: by the system clock, and by one that never jumps."""

    at: Instant
    monotonic: float

    def jump(self, now: Instant, monotonic: float) -> Instant:
        """Return by how many seconds the system clock was changed since."""
        return (now - self.at) - (monotonic - self.monotonic)


class Hearing(Outages):
    """`Outages` by the heartbeats of all processes, and by what the doors of this one hear.

    `now` is the clock of games; `monotonic` one that nobody sets, in seconds.
    """

    def __init__(
        self, heartbeats: Heartbeats, platforms: Platforms, now: Now, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._heartbeats = heartbeats
        self._platforms = platforms
        self._now = now
        self._monotonic = monotonic
        self._ears = {name: _Ear() for name in platforms}
        self._heard: Heard | None = None
        self._last: _Round | None = None
        self._lock = asyncio.Lock()
        self._told_of = self._looking_at = 0

    async def run(self) -> None:
        """Say every second what is heard, until cancelled."""
        while True:
            try:
                with suppress(StoreUnavailableError):
                    await self.beat()
            except Exception:
                _log.exception("what is heard is not noted")
            await asyncio.sleep(_EVERY)

    async def beat(self) -> None:
        """Say once what is heard; raises `StoreUnavailableError`, and then the platforms count as unheard meanwhile."""
        async with self._lock:
            await self._beat()

    async def refresh(self) -> None:
        async with self._lock:
            now, monotonic, last = self._now(), self._monotonic(), self._last
            if last is None or monotonic - last.monotonic > GAP or abs(last.jump(now, monotonic)) > GAP:
                await self._beat()

    def known_outages(self) -> tuple[Outage, ...]:
        return (*(self._heard.outages if self._heard else ()), *self._lasting(self._now()))

    def is_heard(self, platform: str) -> bool:
        now = self._now()
        return all(outage.platform != platform or outage.until < now for outage in self._lasting(now))

    def horizon(self, now: Instant) -> Instant:
        if self._heard is None:
            return now
        self._looking_at = self._heard.number
        return horizon(self._heard.outages, self._told_of, now)

    def note_looked(self) -> None:
        self._told_of = self._looking_at

    async def _beat(self) -> None:
        now, monotonic, last = self._now(), self._monotonic(), self._last
        is_late = last is not None and monotonic - last.monotonic > GAP
        jumped = last is not None and not is_late and abs(last.jump(now, monotonic)) > GAP
        before = {
            name: _Ear(lost=last.at) if is_late and last and ear.hears else ear for name, ear in self._ears.items()
        }
        ears = {name: _listen(ear, self._platforms[name].silence(), now, monotonic) for name, ear in before.items()}
        doubts = {name: _doubt(ear, jumped) for name, ear in before.items()}
        beats = [Beat(name, now, doubts[name], before[name].lost) for name, ear in ears.items() if ear.hears]
        known = self._heard or await self._heartbeats.beat((), None)
        first = [Beat(name, now) for name in ears if name not in known.at]  # nobody has played there before
        self._heard = await self._heartbeats.beat([*first, *beats], known)
        self._ears, self._last = ears, _Round(now, monotonic)

    def _lasting(self, now: Instant) -> Iterator[Outage]:
        heard = self._heard or Heard({}, 0, ())
        for platform, last in heard.at.items():
            ear = self._ears.get(platform, _Ear())
            if not ear.hears and now - last > GAP:
                is_earlier = ear.lost is not None and 0 < last - ear.lost < _LONGEST_UNNOTICED
                since = ear.lost if is_earlier and ear.lost else last
                yield Outage(heard.number + 1, platform, since, min(now, since + _GIVEN_UP))


def _listen(ear: _Ear, silence: float | None, now: Instant, monotonic: float) -> _Ear:
    """Return the ear after a platform was silent for so many seconds, or is heard (None)."""
    if ear.hears and (silence or 0) <= GAP:
        return ear
    if silence is not None:
        lost = now - silence if ear.hears and silence < math.inf else ear.lost
        return _Ear(lost=lost)
    back = monotonic if ear.back is None else ear.back
    return _Ear(hears=True) if monotonic - back >= GRACE else replace(ear, back=back)


def _doubt(ear: _Ear, jumped: bool) -> Doubt:
    if not ear.hears:
        return Doubt.AWAY
    return Doubt.JUMPED if jumped else Doubt.NONE
