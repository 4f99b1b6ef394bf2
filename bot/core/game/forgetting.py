"""Removes a person's names from log entries as JSON, also from entries that this version cannot read."""

from __future__ import annotations

import json

from bot.core.game.people import Person

_NAMED = ("id", "name", "handle")


def nameless_text(text: str, person: Person) -> str:
    """Blank a person's names throughout a JSON text; return any other text unchanged."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    after = _nameless(value, person)
    return text if after == value else json.dumps(after, ensure_ascii=False)


def _nameless(value: object, person: Person) -> object:
    match value:
        case str():
            return person.platform if value == person.key else value.replace(f"{person.key}:", f"{person.platform}:")
        case list():
            return [_nameless(each, person) for each in value]
        case dict():
            is_person = _is_named(value, person)
            return {key: "" if is_person and key in _NAMED else _nameless(each, person) for key, each in value.items()}
        case _:
            return value


def _is_named(value: dict[str, object], person: Person) -> bool:
    handle = str(value.get("handle", "")).casefold()
    by_id, by_handle = value.get("id") == person.id, bool(handle) and handle == person.handle.casefold()
    return value.get("platform") == person.platform and (by_id or (by_handle and not value.get("id")))
