"""The exercises that were open before a person's latest texts, so that a repeated text gets the same answer."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass


@dataclass(frozen=True)
class EarlierExercise:
    """The exercise and the daily's progress before a text with this cause was handled."""

    cause: str
    exercise: str | None = None
    daily: str | None = None


_MOST_EARLIER = 3


def add_exercise(before: tuple[EarlierExercise, ...], one: EarlierExercise) -> tuple[EarlierExercise, ...]:
    """Return the latest few exercises with `one` in front; an entry of the same cause is not replaced."""
    is_noted = not one.cause or any(each.cause == one.cause for each in before)
    return before if is_noted else (one, *before)[:_MOST_EARLIER]


def write_exercises(exercises: tuple[EarlierExercise, ...]) -> str:
    """Return exercises as JSON, for `read_exercises`."""
    return json.dumps([[each.cause, each.exercise, each.daily] for each in exercises])


def read_exercises(text: str | None) -> tuple[EarlierExercise, ...]:
    """Parse exercises, latest first; return none for a text that `write_exercises` did not write."""
    with suppress(ValueError, TypeError):
        return tuple(
            EarlierExercise(str(cause), exercise, daily) for cause, exercise, daily in json.loads(text or "[]")
        )
    return ()
