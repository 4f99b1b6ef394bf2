"""Entries of a game's log as JSON: events, their cause, and the version of the schema."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError, with_config

from bot.core.game.events import Event

SCHEMA = 4
"""Schema 0: lists of events without a cause. 1: adds the cause. 2: adds `over`. 3: adds declined draws, undone moves
and terms. 4: adds plans and several chats per game."""
_OF_NEWER_VERSIONS = {"union_tag_invalid", "unexpected_keyword_argument"}


class NewerVersionError(ValueError):
    """A log entry that a newer version of this program wrote, and that this version may not understand."""


@with_config(ConfigDict(extra="forbid"))
@dataclass(frozen=True)
class LogEntry:
    """The events of one cause.

    `cause` is the platform's name for an incoming text (`telegram:17`), or the bot's own action (`bot:4`); a log has
    each cause once. `over`: the game is over after this entry.
    """

    events: tuple[Event, ...]
    cause: str = ""
    schema: Annotated[int, Field(le=SCHEMA)] = SCHEMA
    over: bool = False


_ENTRY: TypeAdapter[LogEntry] = TypeAdapter(LogEntry)
_EVENTS: TypeAdapter[tuple[Event, ...]] = TypeAdapter(tuple[Event, ...])


def write(entry: LogEntry) -> str:
    """Return a log entry as JSON, for `read`."""
    return _ENTRY.dump_json(entry).decode()


def read(text: str) -> LogEntry:
    """Parse a log entry; raise `NewerVersionError`, or `ValueError` for a malformed text."""
    try:
        if text.startswith("["):
            return LogEntry(_EVENTS.validate_json(text, extra="forbid"), schema=0)
        return _ENTRY.validate_json(text)
    except ValidationError as error:
        if _schema_of(text) > SCHEMA or any(each["type"] in _OF_NEWER_VERSIONS for each in error.errors()):
            raise NewerVersionError(f"schema {_schema_of(text)}") from error
        raise


def _schema_of(text: str) -> int:
    with suppress(ValueError, TypeError, KeyError, RecursionError):
        return int(json.loads(text)["schema"])
    return 0
