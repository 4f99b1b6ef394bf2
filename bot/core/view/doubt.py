"""What is said where a board may stand already, and may as well be missing."""

from __future__ import annotations

from bot.core.people import Person
from bot.core.ports import Button, Message
from bot.core.session import Session
from bot.core.speech import Speech
from bot.core.view.names import title


def doubtful(session: Session, speech: Speech) -> Message:
    """A line that leads to the board, for whoever does not see it above."""
    show = Button(speech.say("button-show"), f"/board {session.code}@{session.ply}")
    asked = session.asked if isinstance(session.asked, Person) else None
    return Message(speech.say("cut-off", title=title(session, speech)), buttons=((show,),), mention=asked)
