"""What is said of a game in a thread of its own: a line where it began, and the first words in the thread."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.people import Chat, Person
from bot.core.ports import Message
from bot.core.session import Session, Stage
from bot.core.speech import Speech
from bot.core.view.boards import result
from bot.core.view.challenges import called_off
from bot.core.view.names import game_title, names, title
from engines.game import Seat

_LONGEST_NAME = 100


def line(session: Session, speech: Speech) -> Message:
    """Who plays what in the thread, or how it ended."""
    if session.stage is Stage.OFF:
        return called_off(session, speech)
    if session.stage is Stage.OVER:
        return Message(f"{title(session, speech)}: {result(session, speech)}")
    return Message(speech.say("in-own-thread", title=title(session, speech), players=_players(session, speech)))


def name(session: Session, speech: Speech) -> str:
    """What the thread is called."""
    return f"{game_title(session.game, session.settings, speech)}: {_players(session, speech)}"[:_LONGEST_NAME]


def greeting(session: Session, speech: Speech, called: Sequence[Person], thread: Chat) -> Message:
    """Calls players once, and says how a move is typed there."""
    way = speech.say("own-thread-bare") if thread.direct else speech.say("own-thread-addressed")
    said = speech.say("own-thread", title=title(session, speech))
    return Message(
        f"{said}\n{way}",
        mention=called[0] if called else None,
        besides=tuple(called[1:]),
        nonce=f"{session.code}-{session.version}t",
    )


def _players(session: Session, speech: Speech) -> str:
    called = names(session, speech)
    return " — ".join(called[seat] for seat in Seat)
