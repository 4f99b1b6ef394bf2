"""Episodes of Kaggle's environment around OpenSpiel: JSON with a `configuration` and what was submitted in `steps`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engines.refusals import Unreadable

DEEPEST = 40
"""Lists and objects inside each other; an episode has eight."""
MOST_VALUES = 300_000
"""Values of the largest text that is read; a whole episode on 12x12 boxes has about as many."""
_SPACE = re.compile(r"[ \t\n\r]*")
_BUT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


@dataclass(frozen=True)
class Episode:
    """An episode: its `name`, its subject, and the numbers of the moves in order."""

    name: str
    configuration: object
    move_numbers: tuple[int, ...]


def read_episode(text: str, pause: Callable[[], object] = lambda: None) -> Episode:
    """Return the episode in a text; raise `Unreadable` for a text that is none, too deep or of too many values.

    The steps are decoded one by one, and `pause` is called after each.
    """
    _check_shape(text)
    reading = _Reading(text)
    found: dict[str, object] = {}
    submitted: list[int] | None = None
    try:
        for key in reading.members():
            if key == "steps" and reading.is_at("["):
                submitted = [number for step in reading.items(pause) for number in _submitted(step)]
            else:
                found[key] = reading.value()
        reading.check_end()
    except ValueError as fault:
        raise Unreadable("import-not-json", error=str(fault)) from fault
    if submitted is None:
        raise Unreadable("import-without-moves")
    return Episode(str(found.get("name", "")), found.get("configuration"), tuple(submitted))


def _check_shape(text: str) -> None:
    """Raise `Unreadable` if JSON is too deep or has too many values, by replacing alone, which takes no stack."""
    outside = "".join(text.replace("\\\\", "").replace('\\"', "").split('"')[::2])
    brackets = outside.encode(errors="replace").translate(None, _BUT_BRACKETS)
    values = outside.count(",") + len(brackets)
    if values > MOST_VALUES:
        raise Unreadable("import-too-many-values", most=MOST_VALUES)
    for _ in range(DEEPEST):
        brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
    if brackets.count(b"[") + brackets.count(b"{") > DEEPEST:
        raise Unreadable("import-too-deep", most=DEEPEST)


class _Reading:
    """Decodes JSON value by value; raises `ValueError` where the text is none."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0
        self._decoder = json.JSONDecoder()

    def value(self) -> object:
        found: object
        found, self._at = self._decoder.raw_decode(self._text, self._next())
        return found

    def members(self) -> Iterator[str]:
        """Yield each key of an object; the value behind it has to be read before the next one."""
        self._take("{")
        while not self.is_at("}"):
            key = self.value()
            if not isinstance(key, str):
                raise ValueError(f"no key at {self._at}")
            self._take(":")
            yield key
            self._take_comma("}")
        self._take("}")

    def items(self, pause: Callable[[], object]) -> Iterator[object]:
        """Yield each value of a list, with a pause after each."""
        self._take("[")
        while not self.is_at("]"):
            yield self.value()
            pause()
            self._take_comma("]")
        self._take("]")

    def is_at(self, sign: str) -> bool:
        return self._text.startswith(sign, self._next())

    def check_end(self) -> None:
        if self._next() < len(self._text):
            raise ValueError(f"more at {self._at}")

    def _take(self, sign: str) -> None:
        if not self.is_at(sign):
            raise ValueError(f"no {sign} at {self._at}")
        self._at += 1

    def _take_comma(self, end: str) -> None:
        if not self.is_at(end):
            self._take(",")

    def _next(self) -> int:
        """Skip spaces; return where the next sign stands."""
        found = _SPACE.match(self._text, self._at)
        self._at = found.end() if found else self._at
        return self._at


def _submitted(step: object) -> Iterator[int]:
    """Return the choice of the player to move in a step; the other submits a number below 0, or nothing."""
    for agent in step if isinstance(step, list) else ():
        action = agent.get("action") if isinstance(agent, dict) else None
        number = action.get("submission") if isinstance(action, dict) else action
        if isinstance(number, int) and not isinstance(number, bool) and number >= 0:
            yield number
            return
