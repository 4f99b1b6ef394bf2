"""Chats and people outside their games: effective settings, private chats, quiet hours and mornings."""

import json
from collections.abc import Mapping, MutableMapping
from contextlib import suppress
from dataclasses import asdict
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person
from bot.core.ports.platform import Incoming, Platform, server_of
from bot.core.ports.store import Store, of_chat, of_server

QUIET = (time(22), time(8))
MORNING = time(9)
Acquaintances = MutableMapping[str, str]
"""The descriptions of people by key as the store has them, which saves writing them again."""


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
    local = _local(now, zone)
    begins, ends = QUIET
    return _next(local, ends) if local.time() >= begins or local.time() < ends else None


def next_morning(now: Instant, zone: str) -> Instant:
    """Return the next morning in a time zone."""
    return _next(_local(now, zone), MORNING)


def next_time(now: Instant, zone: str, at: time) -> Instant:
    """Return the next instant at which a zone's clocks show a time."""
    return _next(_local(now, zone), at)


def _local(now: Instant, zone: str) -> datetime:
    return datetime.fromtimestamp(now, ZoneInfo(zone))


def _next(local: datetime, at: time) -> Instant:
    day = local.date() if local.time() < at else local.date() + timedelta(days=1)
    return datetime.combine(day, at, local.tzinfo).timestamp()
