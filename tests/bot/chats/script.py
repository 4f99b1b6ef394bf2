"""A conversation file, line by line: what people do, and what is shown to them for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path

FILES = sorted((Path(__file__).parents[1] / "conversations").glob("*.txt"))
_DEED = re.compile(
    r"(?P<who>\w+)(?:\.(?P<language>\w\w))?(?: \((?P<place>\w+)\))?(?:: (?P<text>.*)| \[(?P<label>.+)\])"
)
_SHOWN = re.compile(r"([*~-])(\w*) (.*)")
_LABEL = re.compile(r"\[([^]]+)\]")


@dataclass(frozen=True)
class Seen:
    """A message as people see it: in which chat (`""` is the group of all), who alone sees it (`""`: everybody)."""

    place: str
    alone: str
    text: str
    labels: frozenset[str] = frozenset()
    pictures: int = 0
    file: str = ""
    changed: bool = False

    @property
    def first(self) -> str:
        return self.text.partition("\n")[0]


@dataclass(frozen=True)
class Deed:
    """Somebody types a `text` or presses the button with a `label`; or minutes pass, or the bot starts anew."""

    line: str
    who: str = ""
    language: str = "en"
    place: str = ""
    text: str = ""
    label: str = ""
    shown: tuple[Seen, ...] = field(default=(), compare=False)

    @property
    def minutes(self) -> int:
        found = re.fullmatch(r"\((\d+) minutes later\)", self.line)
        return int(found[1]) if found else 0

    @property
    def is_restart(self) -> bool:
        return self.line == "(restart)"


def read(path: Path) -> tuple[Deed, ...]:
    """What is done in a conversation file, with what is shown each time."""
    lines = [line for line in path.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    deeds: list[Deed] = []
    for is_shown, group in groupby(lines, lambda line: line.startswith(("*", "-", "~", " "))):
        if is_shown:
            deeds[-1] = replace(deeds[-1], shown=tuple(_seen(deeds[-1], list(group))))
        else:
            deeds += [_deed(line) for line in group]
    return tuple(deeds)


def people_in(deeds: tuple[Deed, ...]) -> tuple[str, ...]:
    """All who take part or are named, in the order of their first appearance."""
    named = (name for deed in deeds for name in (deed.who, *re.findall(r"@(\w+)", deed.text)))
    return tuple(dict.fromkeys(name for name in named if name))


def places_in(deeds: tuple[Deed, ...]) -> tuple[str, ...]:
    """All groups of a conversation."""
    return tuple(dict.fromkeys(deed.place for deed in deeds if deed.who and deed.place != deed.who))


def _deed(line: str) -> Deed:
    found = _DEED.fullmatch(line)
    if found is None:
        return Deed(line)
    who, place = found["who"], found["place"] or ""
    place = who if place == "private" else place
    return Deed(line, who, found["language"] or "en", place, found["text"] or "", found["label"] or "")


def _seen(deed: Deed, lines: list[str]) -> Iterator[Seen]:
    starts = [number for number, line in enumerate(lines) if not line.startswith(" ")]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        found = _SHOWN.fullmatch(lines[start])
        assert found, lines[start]
        mark, place, first = found.groups()
        alone = deed.who if mark == "-" else ""
        yield _message(place or deed.place * (mark == "-"), alone, first, lines[start + 1 : end], mark == "~")


def _message(place: str, alone: str, first: str, more: list[str], changed: bool) -> Seen:
    files = [number for number, line in enumerate(more) if re.fullmatch(r"  <.+>", line)]
    file = more[files[0]].strip()[1:-1] if files else ""
    told = more[: files[0]] if files else more
    rows = [line for line in told if line.startswith("  [") and line.endswith("]")]
    pictures = [line for line in told if line.startswith("  {")]
    text = [line[2:] for line in told if line not in rows and line not in pictures]
    labels = frozenset(label for row in rows for label in _LABEL.findall(row))
    return Seen(place, alone, "\n".join([first, *text]), labels, len(pictures), file, changed)
