"""The exercise that a person had open before each of their newest texts: a repeated text is answered the same."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass


@dataclass(frozen=True)
class Earlier:
    """The exercise open before a text was handled, by the text's cause, and the progress in the daily."""

    cause: str
    exercise: str | None = None
    daily: str | None = None


_MOST_EARLIER = 3


def noting(before: tuple[Earlier, ...], one: Earlier) -> tuple[Earlier, ...]:
    """Return the newest few with one more in front; one of the same cause stays as it is."""
    is_noted = not one.cause or any(each.cause == one.cause for each in before)
    return before if is_noted else (one, *before)[:_MOST_EARLIER]


def write_earlier(noted: tuple[Earlier, ...]) -> str:
    """Return the text of what was open earlier; `read_earlier` gives it back."""
    return json.dumps([[each.cause, each.exercise, each.daily] for each in noted])


def read_earlier(text: str | None) -> tuple[Earlier, ...]:
    """Return what `write_earlier` has written, the newest first; nothing for any other text."""
    with suppress(ValueError, TypeError):
        return tuple(Earlier(str(cause), exercise, daily) for cause, exercise, daily in json.loads(text or "[]"))
    return ()
