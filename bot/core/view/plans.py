"""What one player has planned to answer, for that player alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from bot.core.conditional import plans_of
from bot.core.ports import Button, Message
from bot.core.session import Session
from bot.core.speech import Speech
from bot.core.view import buttons
from bot.core.view.names import move_in_words, title
from engines.game import Seat

_MOST_BUTTONS = 9


def listed(session: Session, seat: Seat, speech: Speech, overheard: bool = False) -> Message:
    """Every line with its number, and a button that drops it; without any, how one is typed.

    `overheard`: others could read what was typed just now.
    """
    own = plans_of(session, seat)
    if not own:
        return Message(_how(session, seat, speech), private=True, update=True, secret=True)
    lines = [speech.say("plans", title=title(session, speech))]
    lines += (f"{number}. {in_words(line, speech)}" for number, line in enumerate(own, 1))
    if session.position.turn is seat:
        lines.append(speech.say("plans-after-yours"))
    if overheard:
        lines.append(speech.say("plans-overheard", game=session.code))
    return Message(
        "\n".join(lines), buttons=_buttons(session, len(own), speech), private=True, update=True, secret=True
    )


def in_words(line: Sequence[str], speech: Speech) -> str:
    """A line as one says it, and can type it."""
    pairs = zip(line[::2], line[1::2], strict=True)
    return ", ".join(_clause(turn, answer, speech) for turn, answer in pairs)


def _clause(turn: str, answer: str, speech: Speech) -> str:
    return speech.say("plan-line", turn=move_in_words(turn, speech), answer=move_in_words(answer, speech))


def _how(session: Session, seat: Seat, speech: Speech) -> str:
    found = list(islice(_likely(session, seat), 2))
    fields = {"turn": move_in_words(found[0], speech), "answer": move_in_words(found[-1], speech)}
    return speech.say("plans-none", title=title(session, speech), **fields)


def _likely(session: Session, seat: Seat) -> Iterator[str]:
    """A move of the other that passes the turn, and an answer to it; on one's own turn, moves that one has oneself."""
    for move in islice(session.position.moves(), 40):
        after = session.position.play(move)
        if session.position.turn is not seat and after.turn is seat and after.outcome is None:
            yield from (str(move), *map(str, islice(after.moves(), 1)))
    yield from map(str, session.position.moves())


def _buttons(session: Session, count: int, speech: Speech) -> tuple[buttons.Row, ...]:
    each = (
        Button(speech.say("drop-plan", number=number), f"/if {buttons.tag(session)} off {number}")
        for number in range(1, min(count, _MOST_BUTTONS) + 1)
    )
    every = Button(speech.say("drop-plans"), f"/if {buttons.tag(session)} off")
    return (*buttons.rows(each), (every,)) if count > 1 else buttons.rows(each)
