"""Exercises: a person's open lesson or puzzle, the previous ones, and their progress in dailies, as text."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from dataclasses import asdict, astuple, dataclass, field, fields, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, TypeAdapter

from bot.core.game.instants import Instant
from bot.core.game.people import Chat
from bot.core.handlers.services import Interaction, Services
from bot.core.ports.platform import Picture
from bot.core.ports.store import of_person
from engines.puzzles import Puzzle, daily_puzzle, date_of, puzzle_box, puzzle_number
from engines.refusals import Unreadable

KEPT_SECONDS = 3 * 86400.0


class Found(StrEnum):
    """The way in which a step of a puzzle was found."""

    AT_ONCE = "g"
    LATER = "y"
    SHOWN = "s"


@dataclass(frozen=True)
class OpenLesson:
    """The step of a course that was shown to a person, and when."""

    game: str
    step: int
    at: Instant


@dataclass(frozen=True)
class OpenPuzzle:
    """A person's open puzzle, by its number in the box, counted from 1.

    `found` says how each step was found, `tried` whether the next was tried in vain, `among` which game it was asked
    for, `day` of which day it is the daily, if it is one, and `at` when it was shown.
    """

    number: int
    found: Annotated[tuple[Found, ...], BeforeValidator(tuple)] = ()
    tried: bool = False
    among: str = ""
    day: int = 0
    at: Instant = field(default=0.0, compare=False)

    @property
    def puzzle(self) -> Puzzle:
        """Return the puzzle; raise `Unreadable` for a number that the box does not have."""
        if not 1 <= self.number <= len(puzzle_box()):
            raise Unreadable("no-such-puzzle", part=str(self.number), last=len(puzzle_box()))
        return puzzle_box()[self.number - 1]

    @property
    def is_solved(self) -> bool:
        """Return whether no step remains."""
        return len(self.found) >= self.puzzle.steps

    def reopened_at(self, step: int) -> OpenPuzzle:
        """Return the puzzle at the step that an older message shows, or at the first if it has no such step."""
        is_there = 1 < step <= self.puzzle.steps
        return replace(self, found=(Found.LATER,) * (step - 1)) if is_there else self

    def a_step_on(self, shown: bool = False) -> OpenPuzzle:
        """Return the puzzle with one more step found, or shown."""
        how = Found.SHOWN if shown else Found.LATER if self.tried else Found.AT_ONCE
        return replace(self, found=(*self.found, how), tried=False)


@dataclass(frozen=True)
class OpenMistake:
    """A move from a person's finished game, counted from 0, that provably lost the win or the draw.

    `at` is when it was shown.
    """

    code: str
    number: int
    at: Instant = field(default=0.0, compare=False)


Exercise = OpenLesson | OpenPuzzle | OpenMistake
_CLASSES: dict[str, type[Exercise]] = {"lesson": OpenLesson, "puzzle": OpenPuzzle, "mistake": OpenMistake}
_ADAPTERS: dict[str, TypeAdapter[Exercise]] = {kind: TypeAdapter(each) for kind, each in _CLASSES.items()}


def with_tag(picture: Picture, exercise: Exercise) -> Picture:
    """Return the touchable picture of an exercise, tagged with the command that answers it."""
    return replace(picture, of=tag(exercise))


def tag(exercise: Exercise) -> str:
    """Return the command that is typed before a move to answer an exercise in its current state."""
    match exercise:
        case OpenLesson():
            return f"/learn {exercise.game} {exercise.step}"
        case OpenMistake():
            return f"/puzzle mine {exercise.code}@{exercise.number + 1}"
        case _:
            command = f"/daily {exercise.day}" if exercise.day else f"/puzzle {exercise.number}"
            return f"{command}@{len(exercise.found) + 1}"


def write(exercise: Exercise) -> str:
    """Return an exercise as text for the store: a JSON list of its kind and its fields, with `at` if known."""
    kind, values = next(kind for kind, each in _CLASSES.items() if isinstance(exercise, each)), astuple(exercise)
    return json.dumps([kind, *(values if exercise.at else values[:-1])])


def read(text: str | None) -> Exercise | None:
    """Parse a stored exercise; return None for any other text, or for a puzzle that the box no longer has."""
    with suppress(ValueError, TypeError, KeyError):
        kind, *values = json.loads(text or "[]")
        names = (each.name for each in fields(_CLASSES[kind]))
        exercise = _ADAPTERS[kind].validate_python(dict(zip(names, values, strict=False)))
        is_there = not isinstance(exercise, OpenPuzzle) or 1 <= exercise.number <= len(puzzle_box())
        return exercise if is_there else None
    return None


FREEZES = 2
"""So many days of a month may be missed without the streak's end."""
_REMEMBERED = 62


@dataclass(frozen=True, kw_only=True)
class Streak:
    """A streak of days with a solved daily, by their numbers, to the `last`; `frozen` are the missed days in it."""

    streak: int = 0
    last: int = 0
    frozen: tuple[int, ...] = ()

    def continue_to(self, day: int) -> Self:
        """Return the streak after one more day; it restarts if more days were missed than a month allows."""
        missed = tuple(range(self.last + 1, day)) if self.streak else ()
        recent = tuple(each for each in self.frozen if day - each < _REMEMBERED)
        frozen = (*recent, *missed)
        if len(missed) > 2 * FREEZES or any(n > FREEZES for n in Counter(map(month_of, frozen)).values()):
            return replace(self, streak=1, last=day, frozen=recent)
        return replace(self, streak=self.streak + 1, last=day, frozen=frozen)


@dataclass(frozen=True)
class Dailies(Streak):
    """A person's progress in daily puzzles, with days by their numbers.

    `opened` is the newest one. `chat` is where the daily was asked for last, `posted` the days posted in chats, by
    their keys, and `posting` the cause of the newest post.
    """

    opened: OpenPuzzle | None = None
    chat: Chat | None = None
    posted: tuple[tuple[int, str], ...] = ()
    posting: str = ""

    def of(self, day: int) -> OpenPuzzle:
        """Return the progress in the daily of a day."""
        if self.opened and self.opened.day == day:
            return self.opened
        return OpenPuzzle(puzzle_box().index(daily_puzzle(date_of(day))) + 1, day=day)

    def with_daily(self, opened: OpenPuzzle) -> Dailies:
        """Return the dailies with new progress in one; the streak grows if any step was found."""
        after, is_any_found = replace(self, opened=opened), {*opened.found} - {Found.SHOWN}
        return after.continue_to(opened.day) if opened.is_solved and is_any_found and opened.day > self.last else after

    def with_post(self, day: int, chat: str, cause: str = "") -> Dailies:
        """Return the dailies with a day marked as posted in a chat."""
        recent = (each for each in self.posted if day - each[0] < _REMEMBERED)
        return replace(self, posted=(*recent, (day, chat)), posting=cause)


DAILY = "daily"
"""The choice that stores a person's dailies, and the kind of a chat's choices about the daily."""
_DAILIES: TypeAdapter[Dailies] = TypeAdapter(Dailies)


def write_dailies(dailies: Dailies) -> str:
    """Return the dailies as text for the store."""
    opened = write(dailies.opened) if dailies.opened else None
    return json.dumps({**asdict(dailies), "opened": opened}, ensure_ascii=False)


def read_dailies(text: str) -> Dailies:
    """Parse stored dailies; return empty ones for any other text."""
    with suppress(ValueError, TypeError, KeyError):
        stored: dict[str, Any] = json.loads(text)
        opened = read(stored["opened"])
        return _DAILIES.validate_python(stored | {"opened": opened if isinstance(opened, OpenPuzzle) else None})
    return Dailies()


async def load_dailies(services: Services, interaction: Interaction) -> Dailies:
    """Return the sender's dailies as they were before this text."""
    choices = await services.store.settings.choices(of_person(interaction.incoming.person))
    dailies = read_dailies(choices.get(DAILY, ""))
    if (earlier := earlier_state(interaction)) is None:
        return dailies
    opened = read(earlier.daily)
    return replace(dailies, opened=opened if isinstance(opened, OpenPuzzle) else None)


async def store_dailies(services: Services, dailies: Dailies, interaction: Interaction) -> None:
    """Store the sender's dailies, unless nothing changes or a newer text already changed them."""
    if is_overtaken(interaction):
        return
    whose = of_person(interaction.incoming.person)
    choices = await services.store.settings.choices(whose)
    if choices.get(DAILY) != (text := write_dailies(dailies)):
        await services.store.settings.choose(whose, {DAILY: text})


def month_of(day: int) -> str:
    """Return the month of a day by its number, such as `2026-11`."""
    return date_of(day).strftime("%Y-%m")


def day_number(at: Instant) -> int:
    """Return the day number of an instant (UTC)."""
    return puzzle_number(datetime.fromtimestamp(at, UTC).date())


_MOST_EARLIER = 3


@dataclass(frozen=True)
class Earlier:
    """The exercise and the daily's progress before a text with this cause was handled."""

    cause: str
    exercise: str | None = None
    daily: str | None = None


def _history(interaction: Interaction) -> tuple[Earlier, ...]:
    """Return the states before the latest few texts, newest first; none if the stored text is corrupt."""
    with suppress(ValueError, TypeError):
        states = json.loads(interaction.known.earlier_exercises or "[]")
        return tuple(Earlier(str(cause), *rest) for cause, *rest in states)
    return ()


def earlier_state(interaction: Interaction) -> Earlier | None:
    """Return the state before this text if it was handled before, so that a repeated text gets the same answer."""
    cause = interaction.incoming.cause
    return next((each for each in _history(interaction) if cause and each.cause == cause), None)


def is_overtaken(interaction: Interaction) -> bool:
    """Return whether this text was handled before and a newer one has changed the exercise since."""
    return earlier_state(interaction) not in (None, *_history(interaction)[:1])


def open_exercise(interaction: Interaction) -> Exercise | None:
    """Return the person's open exercise as it was before this text."""
    earlier = earlier_state(interaction)
    return read(earlier.exercise if earlier else interaction.known.exercise)


def earlier_choice(interaction: Interaction) -> Exercise | None:
    """Return what an earlier delivery of this text opened."""
    earlier, now = earlier_state(interaction), interaction.known.exercise
    return read(now) if earlier and earlier.exercise != now and not is_overtaken(interaction) else None


async def store_exercise(
    services: Services,
    exercise: Exercise,
    interaction: Interaction,
    seconds: float = KEPT_SECONDS,
    daily: str | None = None,
) -> None:
    """Store the open exercise and the previous state, unless nothing changes or a newer text already did."""
    history, earlier = _history(interaction), earlier_state(interaction)
    before, exercise = earlier.exercise if earlier else interaction.known.exercise, replace(exercise, at=interaction.at)
    if write(exercise) == before or is_overtaken(interaction):
        return
    is_noted = earlier or not interaction.incoming.cause
    states = [Earlier(interaction.incoming.cause, before, daily), *history][:_MOST_EARLIER]
    noted = "" if is_noted else json.dumps([astuple(each) for each in states])
    await services.store.people.store_exercise(interaction.incoming.person.key, write(exercise), seconds, noted)


async def reopen_earlier(services: Services, interaction: Interaction) -> None:
    """Restore the exercise that was open before a text whose answer its sender has not seen."""
    opened, before = interaction.known.exercise, earlier_state(interaction)
    if opened and before and not is_overtaken(interaction):
        person = interaction.incoming.person.key
        await services.store.people.store_exercise(person, before.exercise or "[]", KEPT_SECONDS, instead=opened)
