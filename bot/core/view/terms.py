"""What two people agree on besides the rules, in words."""

from __future__ import annotations

from collections.abc import Iterable

from bot.core.commands.consent import Consent
from bot.core.commands.spans import pace_in
from bot.core.commands.terms import COACH, HINTS, IDEAS, THREAD, UNDO, Terms
from bot.core.pace import TIME, Pace
from bot.core.speech import Speech
from bot.core.view.spans import pace_in_words


def agreed(terms: Terms, speech: Speech) -> Iterable[str]:
    """What holds in a game besides its rules, a sentence each."""
    said = dict(terms)
    if UNDO in said:
        yield speech.say("agreed-no-undo")
    if HINTS in said:
        yield speech.say("agreed-hints", most=said[HINTS])
    if isinstance(pace := pace_in(said.get(TIME, "")), Pace):
        yield pace_in_words(pace, speech)
    if IDEAS in said:
        yield speech.say("agreed-no-ideas")
    if COACH in said:
        yield speech.say("agreed-coach")
    if THREAD in said:
        yield speech.say("agreed-thread")


def term_in_words(key: str, value: str, speech: Speech) -> str:
    """A term and its value, as short as a button's label."""
    match key:
        case "undo":
            return speech.say("no-undo") if value == Consent.NO else speech.say("with-undo")
        case "hints":
            return speech.say("hints-free") if not value.isdecimal() else speech.say("hints-most", most=value)
        case "ideas":
            return speech.say("no-ideas") if value == Consent.NO else speech.say("with-ideas")
        case _:
            return speech.say("with-coach") if value == Consent.YES else speech.say("no-coach")
