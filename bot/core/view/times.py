"""How long is left, and what may be done when that is over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.core.clock import Instant
from bot.core.clocks import of
from bot.core.ports import Due, Message
from bot.core.session import Session, Stage
from bot.core.speech import Speech
from bot.core.view import buttons
from bot.core.view.names import names
from bot.core.view.spans import span


def timed(message: Message, session: Session, now: Instant, speech: Speech) -> Message:
    """A message about a game, with how long is left to who is to move after its title, as long as there is a clock."""
    clocks = session.clocks
    if clocks is None or session.stage is not Stage.RUNNING:
        return message
    message = replace(message, text="\n".join((message.text, *_absent(session, now, speech))))
    if of(clocks.back, clocks.turn) > now:
        return message
    if now >= clocks.deadline:
        said = f"{message.text}\n{_over(session, speech)}"
        return replace(message, text=said, buttons=(*message.buttons, buttons.to_claim(session, speech)))
    left = speech.say("time-left", span=span(clocks.deadline - now, speech))
    first, *more = message.text.split("\n")
    return replace(message, text="\n".join((f"{first} · {left}", *more)), due=due(left, clocks.deadline, speech))


def due(says: str, until: Instant, speech: Speech) -> Due:
    """What a text says of how long is left, for platforms with times of their own."""
    return Due(says, until, speech.say("deadline"))


def _absent(session: Session, now: Instant, speech: Speech) -> Iterator[str]:
    """Who is away, and until when."""
    for seat, player in names(session, speech).items():
        left = of(session.clocks.back, seat) - now if session.clocks else 0
        if left > 0:
            yield speech.say("player-away", player=player, span=span(left, speech))


def left_of(session: Session, now: Instant, speech: Speech) -> Iterator[str]:
    """How long is left, for a list of games."""
    if session.clocks and session.stage is Stage.RUNNING:
        left = session.clocks.deadline - now
        yield speech.say("time-left", span=span(left, speech)) if left > 0 else speech.say("time-is-over")


def _over(session: Session, speech: Speech) -> str:
    seats, turn = names(session, speech), session.position.turn
    return speech.say("time-over", player=seats[turn], opponent=seats[turn.other])
