"""What the bot may not do in a chat, and who mends that."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.abilities import PHOTOS
from bot.core.ports import Button, Message
from bot.core.speech import Speech
from bot.core.view.buttons import fits


def lacking(codes: Sequence[str], speech: Speech) -> str:
    """The rights by their names, and where an administrator gives them."""
    if PHOTOS in codes:
        return speech.say("photos-forbidden")
    return speech.say("rights-missing", rights=_named(codes, speech))


def lacking_for_thread(codes: Sequence[str], speech: Speech) -> str:
    """Why a game has no thread of its own, if rights for that are missing."""
    return speech.say("rights-missing-for-thread", rights=_named(codes, speech))


def before_a_game(missing: Sequence[str], challenge: str, speech: Speech) -> Message:
    """What is missing, and a button that asks for the game all the same."""
    again = Button(speech.say("button-play-all-the-same"), challenge)
    text = "\n".join((*missing, speech.say("rights-then-again")))
    return Message(text, buttons=((again,),) if fits(again) else (), private=True, stays=True)


def _named(codes: Sequence[str], speech: Speech) -> str:
    return ", ".join(speech.say(f"right-{code}") for code in codes)
