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
_READER = re.compile(r"(@\w+)\.\w\w\b")
_LABEL = re.compile(r"\[([^]]+)\]")


class Hidden(Exception):
    """Nobody can press a button that they do not see."""


@dataclass(frozen=True)
class Seen:
    """A message as people see it: in which chat (`""` is the group of all), who alone sees it (`""`: everybody).

    `pictures` has what each of them says in words, "" where a door has no place for that; `file` is the name of one.
    """

    place: str
    alone: str
    text: str
    labels: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()
    file: str = ""
    changed: bool = False


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
    def blocks(self) -> tuple[str, bool] | None:
        """Return who blocks the bot (True) or unblocks it."""
        found = re.fullmatch(r"\((\w+) (blocks|unblocks) the bot\)", self.line)
        return (found[1], found[2] == "blocks") if found else None

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


def languages_in(deeds: tuple[Deed, ...]) -> dict[str, str]:
    """The language in which everybody begins."""
    return {deed.who: deed.language for deed in reversed(deeds) if deed.who}


def met_before(deeds: tuple[Deed, ...]) -> dict[str, str]:
    """Whom the bot knows, with their languages, where it matters who reads which: all but who is seen to meet it."""
    newcomers = {deed.who for deed in deeds if deed.place == deed.who}
    are_several = len({deed.language for deed in deeds if deed.who}) > 1
    return {who: language for who, language in languages_in(deeds).items() if are_several and who not in newcomers}


def places_in(deeds: tuple[Deed, ...]) -> tuple[str, ...]:
    """All groups of a conversation."""
    return tuple(dict.fromkeys(deed.place for deed in deeds if deed.who and deed.place != deed.who))


def _deed(line: str) -> Deed:
    found = _DEED.fullmatch(line)
    if found is None:
        return Deed(line)
    who, place = found["who"], found["place"] or ""
    place = who if place == "private" else place
    text = _READER.sub(r"\1", found["text"] or "")
    return Deed(line, who, found["language"] or "en", place, text, found["label"] or "")


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
    text = ["" if line == "  ." else line[2:] for line in told if line not in rows and line not in pictures]
    labels = tuple(label for row in rows for label in _LABEL.findall(row))
    alts = tuple(line[3:-1] for line in pictures)
    return Seen(place, alone, "\n".join([first, *text]), labels, alts, file, changed)
