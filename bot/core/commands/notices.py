"""The commands about being reminded: how, in which time zone, and not at all while one is away."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from functools import cache
from zoneinfo import available_timezones

from bot.core.clock import Instant
from bot.core.commands.consent import Consent, said
from bot.core.commands.row import Command, Kind, Parameter, Request
from bot.core.commands.spans import span_in
from bot.core.ports import Incoming
from engines.refusals import Unreadable


class Way(StrEnum):
    """How somebody is reminded that a game waits for them."""

    CHAT = "chat"
    PRIVATE = "private"
    DIGEST = "digest"
    OFF = "off"


@dataclass(frozen=True)
class Notify(Request):
    """`/notify private`; without a way it asks with buttons."""

    way: Way | None = None


@dataclass(frozen=True)
class SetTimeZone(Request):
    """`/timezone Europe/Kyiv`; without a zone it asks which one holds."""

    zone: str = ""


@dataclass(frozen=True)
class Away(Request):
    """`/away 5d`, `/away off` (0 seconds); None asks how it stands."""

    seconds: Instant | None = None


@dataclass(frozen=True)
class GoAway:
    """Being away from one game until then; None: being back. Nobody types it: it is what `Away` asks of each game."""

    until: Instant | None


_MOST_DAYS = 14
_RENAMED = {"Europe/Kiev": "Europe/Kyiv"}


def _notify(rest: str, incoming: Incoming) -> Request:
    low = rest.casefold()
    way = Way.OFF if said(low) is Consent.NO else low
    if way and way not in tuple(Way):
        raise Unreadable("unknown-way", part=rest[:40], expected=" ".join(Way))
    return Notify(Way(way) if way else None)


def _time_zone(rest: str, incoming: Incoming) -> Request:
    low = rest.casefold().replace(" ", "_")
    called = _zones_called()
    if low and low not in called:
        meant = get_close_matches(low, called, n=2)
        raise Unreadable("unknown-timezone", part=rest[:40], meant="|".join(called[name] for name in meant))
    return SetTimeZone(called[low] if low else "")


@cache
def _zones_called() -> dict[str, str]:
    """Every zone by its name, old or new, and by its city alone."""
    zones = sorted(available_timezones())
    cities = {zone.rpartition("/")[2].casefold(): zone for zone in zones if "/" in zone and not zone.startswith("Etc")}
    called = cities | {zone.casefold(): zone for zone in zones}
    return {name: _RENAMED.get(zone, zone) for name, zone in called.items()}


def _away(rest: str, incoming: Incoming) -> Request:
    low = rest.casefold()
    if not low:
        return Away()
    if low in ("off", "back") or said(low) is Consent.NO:
        return Away(0.0)
    span = span_in(low)
    if span is None or not 3600 <= span <= _MOST_DAYS * 86400:
        raise Unreadable("bad-absence", part=rest[:40])
    return Away(span)


NOTICES = (
    Command("notify", Notify, _notify, parameters=(Parameter("way", Kind.WORD, choices=tuple(Way)),)),
    Command("timezone", SetTimeZone, _time_zone, parameters=(Parameter("zone", Kind.WORD),)),
    Command("away", Away, _away, parameters=(Parameter("span", Kind.WORD),)),
)
