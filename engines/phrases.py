"""Messages as codes with fields, and their English templates; each game adds its own codes."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

Value = str | int | float


@dataclass(frozen=True, init=False)
class Phrase:
    """A stable lower-case code and the fields of its sentence."""

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
    "too-long": "the text has {length} characters, more than the limit of {most}",
    "no-game": "there is no game yet; start one with `new GAME`",
    "unknown-command": "“{part}” is not a command; `list_commands` lists all commands",
    "unknown-game": "“{part}” is not a game; the games are: {games}",
    "unreadable-option": "“{part}” is not an option; write options as key=value, with quotes around spaces",
    "option-twice": "the option {part} occurs twice",
    "needs-argument": "{command} needs an argument: {expected}",
    "a-game": "the name of a game",
    "a-move": "a move",
    "a-whole-number": "a whole number of 0 or more",
    "some-seconds": "a number of seconds above 0",
    "a-command": "a command",
    "a-notation": "ours, openspiel or rows",
    "a-day": "a day, such as 2026-11-23",
    "file-not-read": "cannot read {part}: {error}",
    "a-record": "a record on one line, with `;` for line ends",
    "not-expected": "“{part}” is not valid here; expected: {expected}",
    "nothing": "nothing more",
    "seconds-or-level": "seconds, then easy, classic, skilled, expert or strong",
    "level-and-seconds": "easy, classic or strong, optionally with seconds per move, such as strong:1s",
    "two-players": "two players: levels such as strong:1s, or programs given by --engine",
    "opening-too-long": "{plies} random plies always end the game",
    "engine-not-started": "cannot start {part}: {error}",
    "engine-refused": "{part} replied to {asked} with {answer}",
    "nothing-to-undo": "there is no move to undo",
    "game-over": "The game is over.",
    "unsolved": "Not proved in {seconds} s.",
    "uncounted": "Not counted in {seconds} s.",
    "broken": "internal error, please report it: {error}",
    "record-without-game": "a record must begin with its game, such as `game: dots`",
    "record-line": "this is neither `key: value` nor a numbered move: {part}",
    "record-key-twice": "{part} occurs twice",
    "record-number": "this move should have number {expected}, not {part}",
    "import-size": "boards have up to {most}x{most} boxes, not {size}",
    "import-side": "a board of {size} boxes has no side {part}",
    "import-submission": "steps[{place}] contains {part}, which is not a whole number",
    "import-without-moves": "no moves found",
    "import-not-json": "an episode must be valid JSON: {error}",
    "import-too-long": "the game is too long; the limit is {most} moves",
    "import-too-deep": "the JSON is nested more than {most} levels deep",
    "import-too-many-values": "the JSON contains more than {most} values",
    "record-too-many-lines": "a record has at most {most} lines, not {count}",
    "record-line-too-long": "a line has at most {most} characters, not {length}",
    "import-another-game": "this is an episode of {part}; only games of Dots and Boxes are supported",
    "record-result": "the record says the result is {part}, but the moves give {expected}",
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
    """Return the field that selects a template's singular or plural, or ""."""
    match = _COUNTED.search(template)
    return match[1] if match else ""


def choose_plural(template: str, is_one: bool) -> str:
    """Return a template in its singular for 1, or in its plural for any other number."""
    return _COUNTED.sub(lambda found: found[2 if is_one else 3], template)


def english(phrase: Phrase, templates: Mapping[str, str]) -> str:
    """Return the phrase in English, after its line number if it has one; show a code without a template as is."""
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
