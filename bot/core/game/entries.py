"""Entries of a game's log as JSON: events, their cause, and the version of the schema."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError, with_config

from bot.core.game.events import Event

SCHEMA = 4
"""Entries of schema 0 are lists of events without a cause; those of schema 1 do not say whether the game is over;
those of schema 2 know of no draw declined, nothing taken back, no terms agreed on; those of schema 3 of no plans, and
of one chat a game."""
_OF_NEWER_VERSIONS = {"union_tag_invalid", "unexpected_keyword_argument"}


class NewerVersionError(ValueError):
    """An entry that a newer version of this program wrote: it may say what this one does not understand."""


@with_config(ConfigDict(extra="forbid"))
@dataclass(frozen=True)
class LogEntry:
    """What one cause led to.

    `cause` is the platform's name for what came in (`telegram:17`), or says that the bot acts (`bot:4`): a log
    has each cause once. `over` is the game after it.
    """

    events: tuple[Event, ...]
    cause: str = ""
    schema: Annotated[int, Field(le=SCHEMA)] = SCHEMA
    over: bool = False


_ENTRY: TypeAdapter[LogEntry] = TypeAdapter(LogEntry)
_EVENTS: TypeAdapter[tuple[Event, ...]] = TypeAdapter(tuple[Event, ...])


def write(entry: LogEntry) -> str:
    """One entry of the log; `read` gives it back."""
    return _ENTRY.dump_json(entry).decode()


def read(text: str) -> LogEntry:
    """The entry that a text of a log is; raises `Newer`, or `ValueError` for a text that is none."""
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
