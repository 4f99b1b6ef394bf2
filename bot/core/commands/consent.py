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
    if not word:
        return which, Consent.UNSAID
    if (answer := said(word)) is not None:
        return which, answer
    raise Unreadable("words-or-game-wanted", part=word[:40], name=name, expected="yes no")


def said(word: str) -> Consent | None:
    """The yes or no that a word is in any language."""
    word = word.casefold().rstrip(".!")
    for language in LANGUAGES:
        words = speech(language)
        if word in words.say("consent-yes").split("|"):
            return Consent.YES
        if word in words.say("consent-no").split("|"):
            return Consent.NO
    return None
