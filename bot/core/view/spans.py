"""Spans of time and paces in words."""

from __future__ import annotations

from bot.core.clock import Instant
from bot.core.pace import Pace, parts_of
from bot.core.speech import Speech

_MOST_PARTS = 2
_MINUTE, _HOUR, _DAY = 60.0, 3600.0, 86400.0


def span(seconds: Instant, speech: Speech) -> str:
    """A span in its two greatest units, a minute at least; what has just begun to run is still whole."""
    least = _HOUR if seconds >= _DAY - _HOUR / 2 else _MINUTE
    parts = parts_of(max(_MINUTE, round(seconds / least) * least))[:_MOST_PARTS]
    return " ".join(f"{count}\u00a0{_unit(unit, speech)}" for count, unit in parts)


def typed_span(seconds: Instant, speech: Speech) -> str:
    """A span as one may type it in a language."""
    return "".join(f"{count}{_unit(unit, speech)}" for count, unit in parts_of(seconds))


def typed_pace(pace: Pace, speech: Speech) -> str:
    """A pace as one may type it in a language."""
    spans = (pace.move, *(() if pace.added is None else (pace.added,)))
    return "+".join(typed_span(each, speech) for each in spans)


def pace_in_words(pace: Pace, speech: Speech) -> str:
    """What two people have agreed on."""
    if pace.added is None:
        return speech.say("agreed-time", move=span(pace.move, speech))
    return speech.say("agreed-bank", move=span(pace.move, speech), added=span(pace.added, speech))


def _unit(unit: str, speech: Speech) -> str:
    return speech.say(f"unit-{unit}").partition("|")[0]
