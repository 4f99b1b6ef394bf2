"""Questions before a deed that is not to be done by mistake, and what takes their place when they are answered."""

from __future__ import annotations

from bot.core.ports import Button, Message
from bot.core.session import Session
from bot.core.speech import Speech
from bot.core.view import buttons
from bot.core.view.names import title


def sure_to_resign(session: Session, speech: Speech) -> Message:
    """What resigning means, and the button that does it."""
    row = (Button(speech.say("button-resign"), f"/resign {buttons.tag(session)} yes"),)
    return Message(speech.say("sure-to-resign", title=title(session, speech)), buttons=(row,), private=True)


def resigned(speech: Speech) -> Message:
    """What takes the place of the question."""
    return Message(speech.say("you-resigned"), private=True, update=True)
