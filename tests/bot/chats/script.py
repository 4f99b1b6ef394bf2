"""A conversation file, line by line: what people do, and what is shown to them for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path

FILES = sorted((Path(__file__).parents[1] / "conversations").glob("*.txt"))
_ACTION = re.compile(
    r"(?P<who>\w+)(?:\.(?P<language>\w\w))?(?: \((?P<place>\w+)\))?(?:: (?P<text>.*)| \[(?P<label>.+)\])"
)
_SHOWN = re.compile(r"([*~-])(\w*) (.*)")
_READER = re.compile(r"(@\w+)\.\w\w\b")
_LABEL = re.compile(r"\[([^]]+)\]")


class Hidden(Exception):
    """Nobody can press a button that they do not see."""


@dataclass(frozen=True)
class Seen:
    """A message as people see it: in which chat (`""` is the group of all), who alone sees it (`""`: everybody).

    `pictures` has what each of them says in words, "" where an adapter has no place for that; `file` is a name.
    """

    place: str
    alone: str
    text: str
    labels: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()
    file: str = ""
    changed: bool = False


@dataclass(frozen=True)
class Action:
    """Somebody types a `text` or presses the button with a `label`; or minutes pass, or the bot restarts."""

    line: str
    who: str = ""
    language: str = "en"
    place: str = ""
    text: str = ""
    label: str = ""
    shown: tuple[Seen, ...] = field(default=(), compare=False)

    @property
    def minutes(self) -> int:
        match = re.fullmatch(r"\((\d+) minutes later\)", self.line)
        return int(match[1]) if match else 0

    @property
    def blocks(self) -> tuple[str, bool] | None:
        """Return who blocks the bot (True) or unblocks it."""
        match = re.fullmatch(r"\((\w+) (blocks|unblocks) the bot\)", self.line)
        return (match[1], match[2] == "blocks") if match else None

    @property
    def is_restart(self) -> bool:
        return self.line == "(restart)"


def read(path: Path) -> tuple[Action, ...]:
    """What is done in a conversation file, with what is shown each time."""
    lines = [line for line in path.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    actions: list[Action] = []
    for is_shown, group in groupby(lines, lambda line: line.startswith(("*", "-", "~", " "))):
        if is_shown:
            actions[-1] = replace(actions[-1], shown=tuple(_parse_seen(actions[-1], list(group))))
        else:
            actions += [_parse_action(line) for line in group]
    return tuple(actions)


def people_in(actions: tuple[Action, ...]) -> tuple[str, ...]:
    """All who take part or are named, in the order of their first appearance."""
    named = (name for action in actions for name in (action.who, *re.findall(r"@(\w+)", action.text)))
    return tuple(dict.fromkeys(name for name in named if name))


def languages_in(actions: tuple[Action, ...]) -> dict[str, str]:
    """The language in which everybody begins."""
    return {action.who: action.language for action in reversed(actions) if action.who}


def met_before(actions: tuple[Action, ...]) -> dict[str, str]:
    """Whom the bot knows, with their languages, where it matters who reads which: all but who is seen to meet it."""
    newcomers = {action.who for action in actions if action.place == action.who}
    are_several = len({action.language for action in actions if action.who}) > 1
    return {who: language for who, language in languages_in(actions).items() if are_several and who not in newcomers}


def places_in(actions: tuple[Action, ...]) -> tuple[str, ...]:
    """All groups of a conversation."""
    return tuple(dict.fromkeys(action.place for action in actions if action.who and action.place != action.who))


def _parse_action(line: str) -> Action:
    match = _ACTION.fullmatch(line)
    if match is None:
        return Action(line)
    who, place = match["who"], match["place"] or ""
    place = who if place == "private" else place
    text = _READER.sub(r"\1", match["text"] or "")
    return Action(line, who, match["language"] or "en", place, text, match["label"] or "")


def _parse_seen(action: Action, lines: list[str]) -> Iterator[Seen]:
    starts = [number for number, line in enumerate(lines) if not line.startswith(" ")]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        match = _SHOWN.fullmatch(lines[start])
        assert match, lines[start]
        mark, place, first = match.groups()
        alone = action.who if mark == "-" else ""
        yield _message(place or action.place * (mark == "-"), alone, first, lines[start + 1 : end], mark == "~")


def _message(place: str, alone: str, first: str, more: list[str], changed: bool) -> Seen:
    files = [number for number, line in enumerate(more) if re.fullmatch(r"  <.+>", line)]
    file = more[files[0]].strip()[1:-1] if files else ""
    answer = more[: files[0]] if files else more
    rows = [line for line in answer if line.startswith("  [") and line.endswith("]")]
    pictures = [line for line in answer if line.startswith("  {")]
    text = ["" if line == "  ." else line[2:] for line in answer if line not in rows and line not in pictures]
    labels = tuple(label for row in rows for label in _LABEL.findall(row))
    alts = tuple(line[3:-1] for line in pictures)
    return Seen(place, alone, "\n".join([first, *text]), labels, alts, file, changed)
