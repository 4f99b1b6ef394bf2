"""What is due on a board: whose move it is and of what kind, what is threatened, and how a move is typed here."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.people import Chat, Robot
from bot.core.session import Session, Stage
from bot.core.speech import Speech
from bot.core.two_chats import Audience, reads_in
from bot.core.view.names import in_words, move_in_words, name_of, names
from engines.phrases import Phrase
from renderers import DRAWINGS

_TIMES_SHOWN = 2


def whose_move(session: Session, speech: Speech, here: Audience) -> str:
    """Who is to move, and, where a game has several kinds of move, what is to be done; said to them if they read it."""
    player = name_of(session.on_turn, speech)
    if isinstance(session.on_turn, Robot):
        return speech.say("robot-thinks", player=player)
    if not reads_in(session, session.on_turn, here):
        return told(session, speech)
    due = DRAWINGS[session.game].due(session.position)
    yours = f"yours-{due.code}"
    if not speech.knows(yours):
        return speech.say("your-turn", player=player)
    return in_words(Phrase(yours, **dict(due.fields)), speech, names(session, speech))


def told(session: Session, speech: Speech) -> str:
    """Who is to do what, to whoever may read it."""
    return in_words(DRAWINGS[session.game].due(session.position), speech, names(session, speech))


def threatened(session: Session, speech: Speech) -> Iterator[str]:
    """What a game knows to be in danger, or to be had, for the person who is to move."""
    if session.stage is Stage.RUNNING and not isinstance(session.on_turn, Robot):
        phrases = DRAWINGS[session.game].threatened(session.position)
        yield from (in_words(phrase, speech, names(session, speech)) for phrase in phrases)


def how_to(session: Session, speech: Speech, here: Audience) -> Iterator[str]:
    """A line with a legal move, before a person's first moves of each kind; later it would be in the way."""
    chat = here if isinstance(here, Chat) else None
    if (chat and chat.inline) or not reads_in(session, session.on_turn, here) or _is_used_to_it(session):
        return
    example = move_in_words(str(next(iter(session.position.moves()))), speech)
    if (chat or session.chat).direct:
        yield speech.say("how-to-move", example=example)
    else:
        yield speech.say("how-to-move-here", example=example)


def _is_used_to_it(session: Session) -> bool:
    due = DRAWINGS[session.game].due
    own = (turn for turn in session.turns if turn.seat is session.position.turn)
    code = due(session.position).code
    return sum(due(turn.positions[0]).code == code for turn in own) >= _TIMES_SHOWN
