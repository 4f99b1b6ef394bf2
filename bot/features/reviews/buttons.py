"""The buttons to a review and a record, where a game is over."""

from __future__ import annotations

from bot.core.game.session import Session
from bot.core.language.speech import Speech
from bot.core.ports.platform import Button
from bot.core.view.buttons import Row


def buttons_after_game(session: Session, speech: Speech, is_brief: bool) -> Row:
    """Return the button to the review of a game with moves, and the button to its record unless it `is_brief`."""
    review = Button(speech.say("button-review"), f"/review {session.code}")
    record = Button(speech.say("button-record"), f"/record {session.code}")
    return (*((review,) if session.turns else ()), *(() if is_brief else (record,)))
