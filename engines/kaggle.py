"""Reader of episodes of Kaggle's OpenSpiel environment: JSON with a `configuration` and submissions in `steps`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engines.refusals import Unreadable

DEEPEST = 40
"""Levels of nested lists and objects; an episode has eight."""
MOST_VALUES = 300_000
"""Values of the largest text accepted; a whole episode on 12x12 boxes has about as many."""
_SPACE = re.compile(r"[ \t\n\r]*")
_BUT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


@dataclass(frozen=True)
class Episode:
    """The `name`, the game configuration and the numbers of the moves in order."""

    name: str
    configuration: object
    move_numbers: tuple[int, ...]


def read_episode(text: str, pause: Callable[[], object] = lambda: None) -> Episode:
    """Return the episode in a text; raise `Unreadable` if it is not one, too deep or has too many values.

    Steps are decoded one by one, and `pause` is called after each.
    """
    _check_shape(text)
    decoder = _Decoder(text)
    members: dict[str, object] = {}
    move_numbers: list[int] | None = None
    try:
        for key in decoder.members():
            if key == "steps" and decoder.is_at("["):
                move_numbers = [number for step in decoder.items(pause) for number in _submissions(step)]
            else:
                members[key] = decoder.value()
        decoder.check_end()
    except ValueError as fault:
        raise Unreadable("import-not-json", error=str(fault)) from fault
    if move_numbers is None:
        raise Unreadable("import-without-moves")
    return Episode(str(members.get("name", "")), members.get("configuration"), tuple(move_numbers))


def _check_shape(text: str) -> None:
    """Raise `Unreadable` if JSON is too deep or has too many values; uses only replacements, so no stack."""
    outside = "".join(text.replace("\\\\", "").replace('\\"', "").split('"')[::2])
    brackets = outside.encode(errors="replace").translate(None, _BUT_BRACKETS)
    values = outside.count(",") + len(brackets)
    if values > MOST_VALUES:
        raise Unreadable("import-too-many-values", most=MOST_VALUES)
    for _ in range(DEEPEST):
        brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
    if brackets.count(b"[") + brackets.count(b"{") > DEEPEST:
        raise Unreadable("import-too-deep", most=DEEPEST)


class _Decoder:
    """A decoder that reads JSON value by value and raises `ValueError` at text that is not JSON."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0
        self._decoder = json.JSONDecoder()

    def value(self) -> object:
        decoded: object
        decoded, self._at = self._decoder.raw_decode(self._text, self._next())
        return decoded

    def members(self) -> Iterator[str]:
        """Yield each key of an object; the caller must read its value before the next key."""
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
        """Yield each value of a list, and call `pause` after each."""
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
        """Skip spaces; return the position of the next character."""
        spaces = _SPACE.match(self._text, self._at)
        self._at = spaces.end() if spaces else self._at
        return self._at


def _submissions(step: object) -> Iterator[int]:
    """Yield the submission of the player to move in a step; the opponent submits a negative number or nothing."""
    for agent in step if isinstance(step, list) else ():
        action = agent.get("action") if isinstance(agent, dict) else None
        number = action.get("submission") if isinstance(action, dict) else action
        if isinstance(number, int) and not isinstance(number, bool) and number >= 0:
            yield number
            return
