"""The exercise that a person had open before each of their newest texts: a repeated text is answered the same."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass


@dataclass(frozen=True)
class EarlierExercise:
    """The exercise open before a text was handled, by the text's cause, and the progress in the daily."""

    cause: str
    exercise: str | None = None
    daily: str | None = None


_MOST_EARLIER = 3


def add_exercise(before: tuple[EarlierExercise, ...], one: EarlierExercise) -> tuple[EarlierExercise, ...]:
    """Return the newest few with one more in front; one of the same cause stays as it is."""
    is_noted = not one.cause or any(each.cause == one.cause for each in before)
    return before if is_noted else (one, *before)[:_MOST_EARLIER]


def write_exercises(exercises: tuple[EarlierExercise, ...]) -> str:
    """Return the text of what was open earlier; `read_earlier` gives it back."""
    return json.dumps([[each.cause, each.exercise, each.daily] for each in exercises])


def read_exercises(text: str | None) -> tuple[EarlierExercise, ...]:
    """Return what `write_earlier` has written, the newest first; nothing for any other text."""
    with suppress(ValueError, TypeError):
        return tuple(
            EarlierExercise(str(cause), exercise, daily) for cause, exercise, daily in json.loads(text or "[]")
        )
    return ()
