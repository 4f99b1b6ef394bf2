"""A yes or a no after a command's name, in any language."""

from __future__ import annotations

from enum import StrEnum

from bot.core.commands.row import Which, which_in
from bot.core.speech import LANGUAGES, speech
from engines.refusals import Unreadable


class Consent(StrEnum):
    """What somebody has said to a question."""

    YES = "yes"
    NO = "no"
    UNSAID = ""


def consent_in(rest: str, name: str) -> tuple[Which, Consent]:
    """The game that is meant, and the answer; raises `Unreadable` for any other word after the command `name`."""
    which, word = which_in(rest)
    low = word.casefold().rstrip(".!")
    if not low:
        return which, Consent.UNSAID
    for language in LANGUAGES:
        words = speech(language)
        if low in words.say("consent-yes").split("|"):
            return which, Consent.YES
        if low in words.say("consent-no").split("|"):
            return which, Consent.NO
    raise Unreadable("no-words-wanted", part=word[:40], name=name)
