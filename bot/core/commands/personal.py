"""Commands about oneself: data kept (`/privacy`, `/mydata`, `/forgetme`), block list, reminders, time zone, absence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from functools import cache
from zoneinfo import available_timezones

from babel import Locale

from bot.core.commands.terms import said, span_in
from bot.core.game.instants import Instant
from bot.core.game.people import Person
from bot.core.game.requests import Request, read_code
from bot.core.game.terms import Consent
from bot.core.language.speech import LANGUAGES, speech
from bot.core.ports.platform import Incoming
from bot.core.ports.store import NOTIFY
from engines.refusals import Unreadable

SURE = "yes"
_LONGEST_NUMBER = 6


@dataclass(frozen=True)
class ShowPrivacy(Request):
    """Asking what is kept, where, and for how long."""


@dataclass(frozen=True)
class GiveCopy(Request):
    """Asking for all that is kept of oneself, as a file."""


@dataclass(frozen=True)
class Forget(Request):
    """Asking to be forgotten; only who is `sure` is. A button is sure of giving up so many open `games`."""

    sure: bool = False
    games: int | None = None


def read_forget(rest: str, incoming: Incoming) -> Request:
    word, _, games = rest.casefold().partition(" ")
    is_number = games.isascii() and games.isdecimal() and len(games) < _LONGEST_NUMBER
    if word not in ("", SURE) or (games and not is_number):
        raise Unreadable("words-wanted", part=rest[:40], name="forgetme", expected=SURE)
    return Forget(bool(word), int(games) if games else None)


@dataclass(frozen=True)
class Block(Request):
    """Wanting no challenges of a person; without one, asking whose are not wanted."""

    person: Person | None = None


@dataclass(frozen=True)
class Unblock(Request):
    """Wanting them again: of a person, or of the one with this `number` on the list, or this `mark`."""

    person: Person | None = None
    number: int = 0
    mark: str = ""


def read_block(rest: str, incoming: Incoming) -> Request:
    return Block(_named(rest, incoming))


def read_unblock(rest: str, incoming: Incoming) -> Request:
    number, _, mark = rest.partition(" ")
    found = read_code(mark)
    if number.isascii() and number.isdecimal() and len(number) < _LONGEST_NUMBER and (found or not mark):
        return Unblock(number=int(number), mark=found[0] if found else "")
    return Unblock(_named(rest, incoming))


def _named(rest: str, incoming: Incoming) -> Person | None:
    """Who is mentioned, else the author of the message that is answered; raises `Unreadable` for any other word."""
    if rest and rest not in incoming.mentions:
        raise Unreadable("unknown-person", part=rest[:40])
    return incoming.mentions.get(rest or "reply")


class Way(StrEnum):
    """How a player is reminded that a game waits for them."""

    CHAT = "chat"
    PRIVATE = "private"
    DIGEST = "digest"
    OFF = "off"


def way_of(choices: Mapping[str, str]) -> Way:
    """Return how a person is reminded by what they have chosen; in the chat where nothing readable says more."""
    chosen = choices.get(NOTIFY)
    return Way(chosen) if chosen in tuple(Way) else Way.CHAT


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


_MOST_DAYS = 14
_RENAMED = {"Europe/Kiev": "Europe/Kyiv"}
_OF_THE_MACHINE = {"Factory", "localtime"}
"""Zones that say where the bot runs, and nothing of a person."""
_AHEAD = re.compile(r"(?:utc|gmt)?_?([-+\u2212])_?([0-9]{1,2})(?::?00)?")


def read_notify(rest: str, incoming: Incoming) -> Request:
    low = rest.casefold()
    if not low:
        return Notify()
    way = Way.OFF if said(low) is Consent.NO else _ways_called().get(low)
    if way is None:
        raise Unreadable("unknown-way", part=rest[:40], expected=" ".join(Way))
    return Notify(way)


@cache
def _ways_called() -> Mapping[str, Way]:
    """Every way by its own name, and by its button in all languages or the last word of that (`чате`)."""
    told = [(speech(language).say(f"way-{way}").casefold(), way) for language in LANGUAGES for way in Way]
    return {words.split()[-1]: way for words, way in told} | dict(told) | {str(way): way for way in Way}


def read_time_zone(rest: str, incoming: Incoming) -> Request:
    low = rest.casefold().replace(" ", "_")
    zone = zone_called(low) if low else ""
    if zone is None:
        called = _zones_called()
        meant = [] if _AHEAD.match(low) else get_close_matches(low, called, n=2)
        raise Unreadable("unknown-timezone", part=rest[:40], meant="|".join(called[name] for name in meant))
    return SetTimeZone(zone)


def zone_called(name: str) -> str | None:
    """Return the time zone of that name, of a city, or of an offset such as `UTC+3`; None if there is none.

    The zones of whole hours have the opposite sign in their names: `Etc/GMT-3` is three hours ahead of universal time.
    """
    low = name.casefold()
    if found := _AHEAD.fullmatch(low):
        hours = int(found[2])
        low = f"etc/gmt{'-' if found[1] == '+' else '+'}{hours}" if hours else "etc/utc"
    return _zones_called().get(low)


@cache
def _zones_called() -> dict[str, str]:
    """Every zone by its name, old or new, and by its city alone."""
    zones = sorted(available_timezones() - _OF_THE_MACHINE)
    cities = {zone.rpartition("/")[2].casefold(): zone for zone in zones if "/" in zone and not zone.startswith("Etc")}
    called = cities | {zone.casefold(): zone for zone in zones}
    return {name: _RENAMED.get(zone, zone) for name, zone in (_cities_called() | called).items()}


def _cities_called() -> dict[str, str]:
    """The city of each zone as the languages call it (`москва`), from CLDR."""
    known = available_timezones()
    told = ((zone, names.get("city", "")) for each in LANGUAGES for zone, names in Locale(each).time_zones.items())
    return {city.casefold().replace(" ", "_"): zone for zone, city in told if city and zone in known}


def read_away(rest: str, incoming: Incoming) -> Request:
    low = "".join(rest.casefold().split())
    if not low:
        return Away()
    if low in ("off", "back") or said(low) is Consent.NO:
        return Away(0.0)
    span = span_in(low)
    if span is None or not 3600 <= span <= _MOST_DAYS * 86400:
        raise Unreadable("bad-absence", part=rest[:40])
    return Away(span)
