"""Personal commands: your data (`/privacy`, `/mydata`, `/forgetme`), block list, reminders, time zone, absence."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from enum import StrEnum
from functools import cache
from zoneinfo import available_timezones

from babel import Locale

from bot.core.commands.command import read_number
from bot.core.commands.terms import consent_of, span_in
from bot.core.game.instants import Instant
from bot.core.game.people import Person
from bot.core.game.requests import Request, read_code
from bot.core.game.terms import Consent
from bot.core.language.speech import LANGUAGES, speech
from bot.core.ports.platform import Incoming
from bot.core.ports.store import NOTIFY
from engines.refusals import Unreadable

SURE = "yes"
_MOST = 99_999


class ShowPrivacy(Request):
    """A request to see which data is stored, where, and for how long."""


class GiveCopy(Request):
    """A request for a file of the sender's data."""


class Forget(Request):
    """A request to delete the sender's data; `sure` confirms it, on a button for this number of open `games`."""

    sure: bool = False
    games: int | None = None


def read_forget(rest: str, incoming: Incoming) -> Request:
    """Parse `/forgetme`, `/forgetme yes` and the confirming button; raise `Unreadable` for other words."""
    word, _, games = rest.casefold().partition(" ")
    number = read_number(games, _MOST)
    if word not in ("", SURE) or (games and number is None):
        raise Unreadable("words-wanted", part=rest[:40], name="forgetme", expected=SURE)
    return Forget(bool(word), number)


class Block(Request):
    """A request to block challenges from a person; without a person, to show the block list."""

    person: Person | None = None


class Unblock(Request):
    """A request to unblock a person, by mention, by `number` on the list, or by `mark`."""

    person: Person | None = None
    number: int = 0
    mark: str = ""


def read_block(rest: str, incoming: Incoming) -> Request:
    """Parse the person to block; raise `Unreadable` for an unknown one."""
    return Block(_mentioned_person(rest, incoming))


def read_unblock(rest: str, incoming: Incoming) -> Request:
    """Parse the person to unblock, or their number and mark on the list; raise `Unreadable` if unknown."""
    word, _, mark = rest.partition(" ")
    number, code = read_number(word, _MOST), read_code(mark)
    if number is not None and (code or not mark):
        return Unblock(number=number, mark=code[0] if code else "")
    return Unblock(_mentioned_person(rest, incoming))


def _mentioned_person(rest: str, incoming: Incoming) -> Person | None:
    """Return the mentioned person, else the author of the message replied to; raise `Unreadable` otherwise."""
    if rest and rest not in incoming.mentions:
        raise Unreadable("unknown-person", part=rest[:40])
    return incoming.mentions.get(rest or "reply")


class Way(StrEnum):
    """The way in which a player is reminded of their turn."""

    CHAT = "chat"
    PRIVATE = "private"
    DIGEST = "digest"
    OFF = "off"


def way_of(choices: Mapping[str, str]) -> Way:
    """Return the way in which a person is reminded; in the chat by default."""
    choice = choices.get(NOTIFY)
    return Way(choice) if choice in tuple(Way) else Way.CHAT


class Notify(Request):
    """A request to be reminded in a certain way (`/notify private`); without one, to choose by buttons.

    Another word (`more`) may name the news of a feature, which then begin, or end unless `on`.
    """

    way: Way | None = None
    more: str = ""
    on: bool = True


class SetTimeZone(Request):
    """A request to set the time zone (`/timezone Europe/Kyiv`); without one, to show it."""

    zone: str = ""


class Away(Request):
    """A request to be away (`/away 5d`) or back (0 seconds, `/away off`); without seconds, to show the state."""

    seconds: Instant | None = None


_MOST_DAYS = 14
_RENAMED = {"Europe/Kiev": "Europe/Kyiv"}
_OF_THE_MACHINE = {"Factory", "localtime"}
"""Zones that describe the machine, not a person."""
_AHEAD = re.compile(r"(?:utc|gmt)?_?([-+\u2212])_?([0-9]{1,2})(?::?00)?")


def read_notify(rest: str, incoming: Incoming) -> Request:
    """Parse a way to be reminded, in any language, or the name of some news and whether they end."""
    folded_text = rest.casefold()
    if not folded_text:
        return Notify()
    if way := Way.OFF if consent_of(folded_text) is Consent.NO else _ways_by_name().get(folded_text):
        return Notify(way)
    name, _, answer = folded_text.rpartition(" ")
    is_end = bool(name) and (answer == Way.OFF or consent_of(answer) is Consent.NO)
    return Notify(more=name if is_end else folded_text, on=not is_end)


@cache
def _ways_by_name() -> Mapping[str, Way]:
    """Return the ways by name, by button label in all languages, and by a label's last word (`чате`)."""
    labels = [(speech(language).say(f"way-{way}").casefold(), way) for language in LANGUAGES for way in Way]
    return {words.split()[-1]: way for words, way in labels} | dict(labels) | {str(way): way for way in Way}


def read_time_zone(rest: str, incoming: Incoming) -> Request:
    """Parse a time zone, a city or an offset; raise `Unreadable` with similar zones for any other text."""
    folded_text = rest.casefold().replace(" ", "_")
    zone = zone_called(folded_text) if folded_text else ""
    if zone is None:
        zones = _zones_by_name()
        suggestions = [] if _AHEAD.match(folded_text) else get_close_matches(folded_text, zones, n=2)
        raise Unreadable("unknown-timezone", part=rest[:40], meant="|".join(zones[name] for name in suggestions))
    return SetTimeZone(zone)


def zone_called(name: str) -> str | None:
    """Return the time zone by its name, a city in it, or an offset such as `UTC+3`; None if unknown.

    The zones of whole hours have the opposite sign in their names: `Etc/GMT-3` is three hours ahead of universal time.
    """
    folded_text = name.casefold()
    if offset := _AHEAD.fullmatch(folded_text):
        hours = int(offset[2])
        folded_text = f"etc/gmt{'-' if offset[1] == '+' else '+'}{hours}" if hours else "etc/utc"
    return _zones_by_name().get(folded_text)


@cache
def _zones_by_name() -> dict[str, str]:
    """Return the zones by their names, old and new, and by their cities' names in all languages (from CLDR)."""
    all_zones = available_timezones()
    zones = sorted(all_zones - _OF_THE_MACHINE)
    cities = {zone.rpartition("/")[2].casefold(): zone for zone in zones if "/" in zone and not zone.startswith("Etc")}
    places = ((zone, each) for language in LANGUAGES for zone, each in Locale(language).time_zones.items())
    names = ((zone, each.get("city", "")) for zone, each in places)
    translated_cities = {city.casefold().replace(" ", "_"): zone for zone, city in names if city and zone in all_zones}
    zones_by_name = translated_cities | cities | {zone.casefold(): zone for zone in zones}
    return {name: _RENAMED.get(zone, zone) for name, zone in zones_by_name.items()}


def read_away(rest: str, incoming: Incoming) -> Request:
    """Parse the length of an absence, or its end; raise `Unreadable` unless it is one hour to 14 days."""
    folded_text = "".join(rest.casefold().split())
    if not folded_text:
        return Away()
    if folded_text in ("off", "back") or consent_of(folded_text) is Consent.NO:
        return Away(0.0)
    span = span_in(folded_text)
    if span is None or not 3600 <= span <= _MOST_DAYS * 86400:
        raise Unreadable("bad-absence", part=rest[:40])
    return Away(span)
