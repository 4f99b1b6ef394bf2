"""Spans of time and paces as people type them, in the units of any language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from bot.core.commands.consent import Consent, said
from bot.core.pace import UNITS, Pace, read_span
from bot.core.speech import LANGUAGES, speech

NONE = "none"
SHORTEST, LONGEST = 60.0, 30 * 86400.0
_PART = re.compile(r"(\d{1,5})([^\W\d_]+)")


def span_in(text: str) -> float | None:
    """So many seconds as a text says (`3d`, `1д12ч`); None for any other text."""
    units, found = _units(), _PART.findall(text.casefold())
    if not found or any(unit not in units for _, unit in found) or len(_PART.sub("", text.casefold())):
        return None
    return read_span("".join(f"{count}{units[unit]}" for count, unit in found))


def pace_in(text: str) -> Pace | str | None:
    """A pace, `NONE`, or None for what is neither."""
    low = text.casefold()
    if low == NONE or said(low) is Consent.NO:
        return NONE
    move, plus, added = low.partition("+")
    spans = [span_in(each) for each in ((move, added) if plus else (move,))]
    if any(span is None or not SHORTEST <= span <= LONGEST for span in spans):
        return None
    return Pace(*(span for span in spans if span))


@cache
def _units() -> Mapping[str, str]:
    """Every word for a unit, with its letter."""
    return {
        word: unit
        for language in LANGUAGES
        for unit, _ in UNITS
        for word in speech(language).say(f"unit-{unit}").split("|")
    }
