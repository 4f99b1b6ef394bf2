"""Chats and people outside their games: effective settings, private chats, times of day and absences."""

import json
from collections.abc import Mapping, MutableMapping
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person
from bot.core.ports.platform import Incoming, Platform
from bot.core.ports.store import AWAY, Store, of_chat, of_server
from engines.refusals import Illegal

QUIET = (time(22), time(8))
MORNING = time(9)
Acquaintances = MutableMapping[str, str]
"""The descriptions of people by key as the store has them, which saves writing them again."""


def server_of(platforms: Mapping[str, Platform], chat: Chat) -> str:
    """Return the key of a chat's server, or "" if it has none or the platform knows none."""
    platform = platforms.get(chat.platform)
    server = platform.server(chat) if platform else ""
    return f"{chat.platform}:{server}" if server else ""


async def effective_settings(chat: Chat, store: Store, platforms: Mapping[str, Platform]) -> dict[str, str]:
    """Return a chat's settings merged over its server's, for use outside the handling of its texts.

    Raise `StoreUnavailableError` if the store is down.
    """
    server = server_of(platforms, chat)
    everywhere = await store.settings.choices(of_server(server)) if server else {}
    return everywhere | await store.settings.choices(of_chat(await store.settings.current_key(chat.key)))


async def note_sender(store: Store, acquaintances: Acquaintances, incoming: Incoming) -> None:
    """Store the sender of a private text together with that chat."""
    person = incoming.person
    description = json.dumps([asdict(person), asdict(incoming.chat)])
    if acquaintances.get(person.key) == description:
        return
    by_handle = Person(person.platform, "", "", person.handle).key if person.handle else ""
    await store.people.remember_person(person.key, by_handle, description)
    acquaintances[person.key] = description


async def find_person(store: Store, person: Person) -> tuple[Person, Chat] | None:
    """Return a person and their private chat, by ID or current handle, or None."""
    with suppress(ValueError, TypeError):  # missing or corrupt
        who, where = json.loads(await store.people.description_of(person.key) or "")
        person_met = Person(**who)
        return (person_met, Chat(**where)) if person_met.is_same(person) else None
    return None


def quiet_until(now: Instant, zone: str) -> Instant | None:
    """Return the end of the quiet hours in a time zone, or None outside them."""
    begins, ends = QUIET
    local_time = datetime.fromtimestamp(now, ZoneInfo(zone)).time()
    return next_time(now, zone, ends) if local_time >= begins or local_time < ends else None


def next_time(now: Instant, zone: str, at: time) -> Instant:
    """Return the next instant at which a zone's clocks show a time, in an hour that is repeated too."""
    local = datetime.fromtimestamp(now, ZoneInfo(zone))
    day = local.date() if local.time() < at else local.date() + timedelta(days=1)
    return datetime.combine(day, at, local.tzinfo).replace(fold=local.fold).timestamp()


MOST_DAYS_AWAY = 14
_DAY: Instant = 86400
Absences = tuple[tuple[Instant, Instant], ...]
"""From when until when, the last one last."""


def stored_absences(choices: Mapping[str, str]) -> Absences:
    """Return a person's absences from their choices; none if they cannot be read."""
    with suppress(ValueError):
        return read_absences(choices.get(AWAY, ""))
    return ()


def with_absence(absences: Absences, seconds: Instant, now: Instant) -> Absences:
    """Return the absences with a new one in place of the current one; raise `Illegal` if it is too long."""
    absences = past_absences(absences, now)
    if seconds and not absence_fits(absences, now, seconds):
        raise Illegal("away-too-long", most=MOST_DAYS_AWAY)
    return (*absences, (now, now + seconds)) if seconds else absences


def absence_left(absences: Absences, now: Instant) -> Instant:
    """Return the seconds that a player may still be away in the quarter of `now`."""
    begins, ends = _quarter(now)
    return MOST_DAYS_AWAY * _DAY - sum(max(0.0, min(until, ends) - max(since, begins)) for since, until in absences)


def absence_fits(absences: Absences, now: Instant, seconds: Instant) -> bool:
    """Return whether one more absence keeps every quarter within its limit."""
    more = (*absences, (now, now + seconds))
    return all(absence_left(more, instant) >= 0 for instant in (now, now + seconds))


def past_absences(absences: Absences, now: Instant) -> Absences:
    """Return the absences up to now that still count for a quarter."""
    return tuple((since, min(until, now)) for since, until in absences if now - until < 200 * _DAY and since < now)


def away_until(absences: Absences, now: Instant) -> Instant | None:
    """Return the instant until which a player is away now, or None."""
    return next((end for since, end in reversed(absences) if since <= now < end), None)


def write_absences(absences: Absences) -> str:
    """Return absences in their stored form."""
    return " ".join(f"{since!r}-{end!r}" for since, end in absences)


def read_absences(text: str) -> Absences:
    """Parse stored absences; raise `ValueError`."""
    pairs = (each.partition("-") for each in text.split())
    return tuple((float(since), float(end)) for since, _, end in pairs)


def _quarter(now: Instant) -> tuple[Instant, Instant]:
    day = datetime.fromtimestamp(now, UTC)
    begins = datetime(day.year, day.month - (day.month - 1) % 3, 1, tzinfo=UTC)
    ends = (begins + timedelta(days=100)).replace(day=1)  # a quarter has at most 92 days
    return begins.timestamp(), ends.timestamp()
