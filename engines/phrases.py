"""Messages as codes with fields, and their English templates; each game adds its own codes."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

Value = str | int | float


@dataclass(frozen=True, init=False)
class Phrase:
    """A stable lower-case code and the fields that its sentence needs."""

    code: str
    fields: tuple[tuple[str, Value], ...]

    def __init__(self, code: str, **fields: Value) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "fields", tuple(fields.items()))

    def __str__(self) -> str:
        return " ".join([self.code, *(f"{key}={value}" for key, value in self.fields)])

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (self.code, self.fields)


def _rebuild(code: str, fields: tuple[tuple[str, Value], ...]) -> Phrase:
    return Phrase(code, **dict(fields))


SHARED: Mapping[str, str] = {
    "too-long": "{length} characters are too many; at most {most} are read",
    "no-game": "no game is set up; begin one with `new GAME`",
    "unknown-command": "{part} is no command; `list_commands` names them all",
    "unknown-game": "{part} is no game; there are: {games}",
    "unreadable-option": "{part} is no option; options are written key=value, with quotes around spaces",
    "option-twice": "the option {part} is given twice",
    "needs-argument": "{command} needs to be told more: {expected}",
    "a-game": "the name of a game",
    "a-move": "a move",
    "a-whole-number": "a whole number of 0 or more",
    "some-seconds": "a number of seconds above 0",
    "a-command": "a command",
    "a-notation": "ours, openspiel or rows",
    "a-day": "a day, such as 2026-11-23",
    "file-not-read": "{part} could not be read: {error}",
    "a-record": "a record on one line, with `;` for line ends",
    "not-expected": "{part} was not expected here; expected: {expected}",
    "nothing": "nothing more",
    "seconds-or-level": "seconds, then easy, classic, skilled, expert or strong",
    "level-and-seconds": "easy, classic or strong, perhaps with its seconds a move, such as strong:1s",
    "two-players": "two players, which are levels such as strong:1s, or programs named with --engine",
    "opening-too-long": "{plies} plies played by chance end the game",
    "engine-not-started": "{part} could not be started: {error}",
    "engine-refused": "{part} answered {asked} with {answer}",
    "nothing-to-undo": "nothing was played yet",
    "game-over": "The game is over.",
    "unsolved": "Not proved in {seconds} s.",
    "uncounted": "Not counted in {seconds} s.",
    "broken": "an error in the engine, please report it: {error}",
    "record-without-game": "a record begins with its game, such as `game: dots`",
    "record-line": "neither `key: value` nor a numbered message: {part}",
    "record-key-twice": "{part} is given for the second time",
    "record-number": "the message should be number {expected}, not {part}",
    "import-size": "boards have up to {most}x{most} boxes, not {size}",
    "import-side": "a board of {size} boxes has no side {part}",
    "import-submission": "steps[{place}] submits {part}, which is not a whole number",
    "import-without-moves": "no move was found there",
    "import-not-json": "an episode is written in JSON, and this is not: {error}",
    "import-too-long": "the game is too long; at most {most} messages are read",
    "import-too-deep": "more than {most} brackets stand inside each other",
    "import-too-many-values": "there are more than {most} values",
    "record-too-many-lines": "a record has at most {most} lines, not {count}",
    "record-line-too-long": "a line has at most {most} characters, not {length}",
    "import-another-game": "that is an episode of {part}; games of Dots and Boxes are read",
    "record-result": "the result is said to be {part}, but the moves give {expected}",
}


def all_templates(games: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """Return every code of the console and of these games with its English template, in alphabetical order."""
    templates = dict(SHARED)
    for phrases in games:
        templates.update(phrases)
    return dict(sorted(templates.items()))


_COUNTED = re.compile(r"\[(\w+):([^|\[\]]*)\|([^|\[\]]*)\]")
"""The plural form in a template, `{count} [count:box|boxes]`: the words for one, then for any other number."""


def counted_field(template: str) -> str:
    """Return the field whose number decides between a template's singular and plural, or ""."""
    match = _COUNTED.search(template)
    return match[1] if match else ""


def choose_plural(template: str, is_one: bool) -> str:
    """Return a template with its words for one, or for any other number."""
    return _COUNTED.sub(lambda found: found[2 if is_one else 3], template)


def english(phrase: Phrase, templates: Mapping[str, str]) -> str:
    """Return the phrase in English, after its line number if it has one; a code without a template is shown raw."""
    fields = {key: _field_text(key, value, templates) for key, value in phrase.fields}
    template = templates.get(phrase.code)
    if template is None:
        text = str(phrase)
    else:
        sentence = choose_plural(template, fields.get(counted_field(template)) == 1)
        text = sentence.format_map(defaultdict(lambda: "?", fields))
    if "at_move" in fields:
        return f"move {fields['at_move']}: {text}"
    return f"line {fields['line']}: {text}" if "line" in fields else text


def _field_text(key: str, value: Value, templates: Mapping[str, str]) -> Value:
    return templates.get(str(value), value) if key == "expected" else value
