"""Texts of the bot taken apart into what they say, in any language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from bot.core.language.speech import speech

CODES = (
    "played",
    "picture-turn",
    "picture-won",
    "picture-draw",
    "dots-board",
    "dots-choice",
    "dots-drawn",
    "dots-setup",
    "dots-three-sided",
    "lgame-scoring",
    "lgame-piece",
    "lgame-neutrals",
    "tupik-own-map",
    "tupik-cars",
    "tupik-puts",
    "tupik-drives",
    "tupik-drives-open",
    "tupik-roads",
    "digits-board",
    "digits-writes",
    "digits-throws",
    "digits-room",
    "digits-written",
    "curves-board",
    "curves-marks",
    "curves-first-line",
    "curves-lines",
    "curves-lines-or-end",
    "curves-free",
    "curves-joined",
    "curves-held",
    "curves-released",
    "curves-full",
    "curves-line",
    "lines-that-fit",
    "point-reaches",
    "curves-line-holding",
)
_FIELD = re.compile(r"\\\{(\w+)\\\}")


@dataclass(frozen=True)
class Heard:
    """One sentence: its code, and its fields as they were said."""

    code: str
    fields: dict[str, str]

    def words(self, field: str) -> list[str]:
        """A list that a field says."""
        return re.split(r"[ ,]+", self.fields[field])


@dataclass(frozen=True)
class Text:
    """What one text says."""

    heard: tuple[Heard, ...]

    def first(self, *codes: str) -> Heard | None:
        return next((each for each in self.heard if each.code in codes), None)

    def all(self, *codes: str) -> Iterator[Heard]:
        return (each for each in self.heard if each.code in codes)

    def list(self, field: str, *codes: str) -> list[str]:
        """All that these sentences list."""
        return [word for each in self.all(*codes) for word in each.words(field)]

    def fields(self, code: str) -> dict[str, str]:
        """The fields of a sentence that must be there."""
        result = self.first(code)
        assert result is not None, f"nothing is said of {code}"
        return result.fields


def hear(text: str, language: str) -> Text:
    """All sentences of the known kinds in a text, each as often as it is said."""
    spoken = text.replace("\u00a0", " ")
    found = [
        (match.start(), Heard(code, match.groupdict()))
        for code, patterns in _patterns(language).items()
        for pattern in patterns
        for match in pattern.finditer(spoken)
    ]
    return Text(tuple(incoming_text for _, incoming_text in sorted(found, key=lambda each: each[0])))


@cache
def _patterns(language: str) -> dict[str, tuple[re.Pattern[str], ...]]:
    return {code: tuple(map(_pattern, _forms(code, language))) for code in CODES}


def _forms(code: str, language: str) -> set[str]:
    """The sentence of a code for one, a few and many."""
    return {speech(language).template(code, count) for count in (1, 2, 5)}


def _pattern(template: str) -> re.Pattern[str]:
    """A template as a pattern: it begins where a sentence does, and no field reaches over the end of one."""
    escaped = re.escape(template.replace("\u00a0", " ")).replace(r"\ ", " ")
    visit_set: set[str] = set()

    def field(match: re.Match[str]) -> str:
        if match[1] in visit_set:
            return f"(?P={match[1]})"
        visit_set.add(match[1])
        return rf"(?P<{match[1]}>(?:(?!\. )[^\n])+?)"

    return re.compile(rf"(?:(?<=[.:] )|(?<=\n)|^){_FIELD.sub(field, escaped)}(?=\s|$)")
