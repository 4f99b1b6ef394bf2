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
_NOTHING: tuple[object, ...] = (None, "", [])
"""Submissions of an agent that is not to move; others than these and numbers are no moves."""
_LONGEST_QUOTE = 20
_SPACE = re.compile(r"[ \t\n\r]*")
_BUT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


@dataclass(frozen=True)
class Episode:
    """An episode: its `name`, the game configuration and the move numbers in order."""

    name: str
    configuration: object
    move_numbers: tuple[int, ...]


def read_episode(text: str, pause: Callable[[], object] = lambda: None) -> Episode:
    """Return the episode in a text; raise `Unreadable` if it is malformed, too deep or too large.

    Steps are decoded one by one, and `pause` is called after each.
    """
    _check_shape(text)
    decoder = _Decoder(text)
    members: dict[str, object] = {}
    move_numbers: list[int] | None = None
    try:
        for key in decoder.members():
            if key == "steps" and decoder.is_at("["):
                steps = enumerate(decoder.items(pause))
                move_numbers = [number for place, step in steps for number in _move_numbers(step, place)]
            else:
                members[key] = decoder.value()
        decoder.check_end()
    except ValueError as fault:
        raise Unreadable("import-not-json", error=str(fault)) from fault
    if move_numbers is None:
        raise Unreadable("import-without-moves")
    return Episode(str(members.get("name", "")), members.get("configuration"), tuple(move_numbers))


def _check_shape(text: str) -> None:
    """Raise `Unreadable` if JSON is too deep or has too many values, without recursion."""
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


def _move_numbers(step: object, place: int) -> list[int]:
    """Return the number that the player to move submits in a step; the opponent submits a negative one or none."""
    submissions = map(_submission, step if isinstance(step, list) else ())
    numbers = [_number(submission, place) for submission in submissions if submission not in _NOTHING]
    return [number for number in numbers if number >= 0][:1]


def _submission(agent: object) -> object:
    action = agent.get("action") if isinstance(agent, dict) else None
    return action.get("submission") if isinstance(action, dict) else action


def _number(submission: object, place: int) -> int:
    if isinstance(submission, int) and not isinstance(submission, bool):
        return submission
    raise Unreadable("import-submission", place=place, part=str(submission)[:_LONGEST_QUOTE])
