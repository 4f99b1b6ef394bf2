"""Messages about time: reminders, absences, clocks, and how a person wants to be reminded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.core.commands.personal import Way
from bot.core.game.instants import Instant
from bot.core.game.people import Person
from bot.core.game.session import Session, Stage
from bot.core.language.speech import Speech
from bot.core.ports.platform import PRIVATE, Button, Due, Message
from bot.core.view import buttons
from bot.core.view.names import names, span, title
from engines.game import Seat


def reminder(session: Session, person: Person, now: Instant, speech: Speech) -> Message:
    """One mention of who is to move, and the way to the board."""
    assert session.clocks is not None
    left = speech.say("time-left", span=span(session.clocks.deadline - now, speech))
    said = speech.say("reminder", player=person.name, left=left, title=title(session, speech))
    until = due(left, session.clocks.deadline, speech)
    return Message(said, buttons=(buttons.to_board(session, speech),), mention=person, due=until)


def time_is_over(session: Session, speech: Speech) -> Message:
    """What the other player may do now; no player is mentioned."""
    said = f"{title(session, speech)}\n{time_over(session, speech)}"
    return Message(said, buttons=(buttons.to_claim(session, speech),))


def absence(session: Session, seat: Seat, left: Instant, speech: Speech) -> Message:
    """That a player has gone, for so many seconds, or come back (0), to the other one."""
    player, other = names(session, speech)[seat], session.player(seat.other)
    code = ("player-away" if left > 0 else "player-back") + ("" if session.clocks else "-untimed")
    said = speech.say(code, player=player, span=span(left, speech))
    return Message(f"{title(session, speech)}\n{said}", mention=other if isinstance(other, Person) else None)


def digest(sessions: Sequence[Session], now: Instant, speech: Speech) -> Message:
    """The games that wait for a person's move, in one message a day."""
    lines = (" · ".join((title(session, speech), *left_of(session, now, speech))) for session in sessions)
    rows = buttons.rows(Button(session.code, f"/board {session.code}") for session in sessions)
    return Message("\n".join((speech.say("digest", n=len(sessions)), *lines)), buttons=rows)


def ways(now_chosen: Way, speech: Speech) -> Message:
    """How a person is reminded, and how else they could be."""
    labels = ((way, speech.say(f"way-{way}")) for way in Way)
    row = tuple(Button(f"{buttons.CHOSEN * (way is now_chosen)}{label}", f"/notify {way}") for way, label in labels)
    return Message(speech.say(f"notified-{now_chosen}"), buttons=(row,), envelope=PRIVATE)


def zone(name: str, quiet: tuple[str, str], speech: Speech) -> Message:
    """Which zone holds, and what follows."""
    return Message(speech.say("time-zone", zone=name, begins=quiet[0], ends=quiet[1]), envelope=PRIVATE)


def away(left: Instant, rest: Instant, timed: int, others: bool, speech: Speech) -> Message:
    """How long a player is still away, and how long they may be this quarter; in how many games a clock stands for it,
    and whether there are others in which it is known."""
    days = span(rest, speech) if rest >= 60 else speech.say("no-time")
    if left <= 0:
        return Message(speech.say("not-away", rest=days), envelope=PRIVATE)
    row = (Button(speech.say("button-back-now"), "/away off"),)
    fields = {"left": span(left, speech), "rest": days}
    alone = speech.say("away-untimed", **fields) if others else speech.say("away-alone", **fields)
    return Message(speech.say("away", **fields, n=timed) if timed else alone, buttons=(row,), envelope=PRIVATE)


def due(says: str, until: Instant, speech: Speech) -> Due:
    """What a text says of how long is left, for platforms with times of their own."""
    return Due(says, until, speech.say("deadline"))


def left_of(session: Session, now: Instant, speech: Speech) -> Iterator[str]:
    """How long is left, for a list of games."""
    if session.clocks and session.stage is Stage.RUNNING:
        left = session.clocks.deadline - now
        yield speech.say("time-left", span=span(left, speech)) if left > 0 else speech.say("time-is-over")


def time_over(session: Session, speech: Speech) -> str:
    """Whose time is over, and what the other player may do now."""
    seats, turn = names(session, speech), session.position.turn
    return speech.say("time-over", player=seats[turn], opponent=seats[turn.other])
