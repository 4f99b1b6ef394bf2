"""Messages about time: reminders, absences, daily digests, clocks that have run out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from bot.core.game.audience import Audience, reads_in
from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person
from bot.core.game.reach import has_left, unreached_since
from bot.core.game.session import Session, Stage
from bot.core.language.speech import Speech
from bot.core.ports.platform import Button, Due, Envelope, Message
from bot.core.view import buttons
from bot.core.view.names import names, span, title
from engines.game import Seat


def reminder(session: Session, person: Person, until: Instant, now: Instant, speech: Speech) -> Message:
    """One mention of who is to move, and the way to the board."""
    left = speech.say("time-left", span=span(max(0.0, until - now), speech))
    said = speech.say("reminder", player=person.name, left=left, title=title(session, speech))
    due = time_left(left, until, speech)
    return Message(said, buttons=(buttons.to_board(session, speech),), mention=person, envelope=Envelope(due=due))


def time_is_over(session: Session, speech: Speech) -> Message:
    """What the other player may do now; no player is mentioned."""
    said = f"{title(session, speech)}\n{time_over(session, speech)}"
    return Message(said, buttons=(buttons.to_claim(session, speech),))


def absence(session: Session, seat: Seat, left: Instant, speech: Speech) -> Message:
    """That a player has gone, for so many seconds, or come back (0), to the other one."""
    player, other = names(session, speech)[seat], session.player(seat.opponent)
    code = ("player-away" if left > 0 else "player-back") + ("" if session.clocks else "-untimed")
    said = speech.say(code, player=player, span=span(left, speech))
    return Message(f"{title(session, speech)}\n{said}", mention=other if isinstance(other, Person) else None)


def digest(sessions: Sequence[Session], now: Instant, speech: Speech) -> Message:
    """The games that wait for a person's move, in one message a day."""
    lines = (" · ".join((title(session, speech), *time_left_of(session, now, speech))) for session in sessions)
    rows = buttons.rows(Button(session.code, f"/board {session.code}") for session in sessions)
    return Message("\n".join((speech.say("digest", n=len(sessions)), *lines)), buttons=rows)


def chat_lost(session: Session, told: Sequence[Person], speech: Speech) -> Message:
    """Return the notice that a game's chat takes no boards, with the way to the board."""
    called = [player.name for player in told]
    said = speech.say("chat-lost", players=", ".join(called), title=title(session, speech), game=session.code)
    nonce = f"{session.code}-{session.version}c"
    envelope = Envelope(nonce=nonce, besides=tuple(told[1:]))
    return Message(said, buttons=(buttons.to_board(session, speech),), mention=told[0], envelope=envelope)


def with_unreached(message: Message, session: Session, here: Audience, speech: Speech) -> Message:
    """Return a board that says which player gets no boards, and offers the claim that follows from it."""
    silent = [seat for seat in Seat if unreached_since(session, seat) is not None]
    unseen = [seat for seat in silent if not _sees(session, seat, here)]
    if not unseen:
        return message
    lines = (speech.say("player-unreached", player=names(session, speech)[seat]) for seat in unseen)
    return replace(with_news(message, lines), buttons=(*message.buttons, buttons.to_claim(session, speech)))


def _sees(session: Session, seat: Seat, here: Audience) -> bool:
    """Return whether a player reads what is shown here."""
    is_gone = isinstance(here, Chat) and has_left(session, seat, here)
    return reads_in(session, session.player(seat), here) and not is_gone


def with_news(message: Message, lines: Iterable[str]) -> Message:
    """Return the message with more lines, above its small print."""
    text, small = message.text.removesuffix(message.small).rstrip("\n"), filter(None, [message.small])
    return replace(message, text="\n".join((text, *lines, *small)))


def time_left(says: str, until: Instant, speech: Speech) -> Due:
    """What a text says of how long is left, for platforms with times of their own."""
    return Due(says, until, speech.say("deadline"))


def time_left_of(session: Session, now: Instant, speech: Speech) -> Iterator[str]:
    """How long is left, for a list of games."""
    if (until := ends_at(session)) is not None:
        left = until - now
        yield speech.say("time-left", span=span(left, speech)) if left > 0 else speech.say("time-is-over")


def ends_at(session: Session) -> Instant | None:
    """Return when a running game's time is up: the clock of who is to move, or the whole game's if that is sooner."""
    times = [session.clocks.deadline] if session.clocks else []
    times += [session.deadline.until] if session.deadline else []
    return min(times, default=None) if session.stage is Stage.RUNNING else None


def time_over(session: Session, speech: Speech) -> str:
    """Whose time is over, and what the other player may do now."""
    seats, turn = names(session, speech), session.position.turn
    return speech.say("time-over", player=seats[turn], opponent=seats[turn.opponent])
