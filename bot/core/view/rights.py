"""What the bot may not do in a chat, and who mends that."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.abilities import PHOTOS
from bot.core.speech import Speech


def lacking(codes: Sequence[str], speech: Speech) -> str:
    """The rights by their names, and where an administrator gives them."""
    if PHOTOS in codes:
        return speech.say("photos-forbidden")
    return speech.say("rights-missing", rights=_named(codes, speech))


def lacking_for_thread(codes: Sequence[str], speech: Speech) -> str:
    """Why a game has no thread of its own, if rights for that are missing."""
    return speech.say("rights-missing-for-thread", rights=_named(codes, speech))


def _named(codes: Sequence[str], speech: Speech) -> str:
    return ", ".join(speech.say(f"right-{code}") for code in codes)
