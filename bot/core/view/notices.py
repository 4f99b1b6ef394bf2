"""Messages about time: reminders, absences, daily digests, expired clocks."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from bot.core.game.audience import Audience, has_left, reads_in, unreached_since
from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person
from bot.core.game.session import Session, Stage, has_ticking_clock
from bot.core.language.speech import Speech
from bot.core.ports.platform import Button, Due, Envelope, Message
from bot.core.view import buttons
from bot.core.view.buttons import game_button
from bot.core.view.names import fine_span, names, span, title
from engines.game import Seat


def reminder(session: Session, person: Person, until: Instant, now: Instant, speech: Speech) -> Message:
    """Remind the person to move, with a button to the board."""
    time_text = speech.say("time-left", span=span(max(0.0, until - now), speech))
    text = speech.say("reminder", player=person.name, left=time_text, title=title(session, speech))
    row, due = (game_button("board", session, speech),), time_left(time_text, until, speech)
    return Message(text, buttons=(row,), mention=person, envelope=Envelope(due=due))


def time_is_over(session: Session, speech: Speech) -> Message:
    """Say that a clock ran out and what the opponent can do, without mentioning anyone."""
    text = f"{title(session, speech)}\n{time_up_in_words(session, speech)}"
    return Message(text, buttons=(buttons.to_claim(session, speech),))


def absence(session: Session, seat: Seat, seconds: Instant, speech: Speech) -> Message:
    """Tell the opponent that a player is away for some seconds, or is back (0)."""
    player, opponent = names(session, speech)[seat], session.player(seat.opponent)
    code = ("player-away" if seconds > 0 else "player-back") + ("" if session.clocks else "-untimed")
    text = speech.say(code, player=player, span=span(seconds, speech))
    return Message(f"{title(session, speech)}\n{text}", mention=opponent if isinstance(opponent, Person) else None)


def digest(sessions: Sequence[Session], now: Instant, speech: Speech) -> Message:
    """List the games that wait for a person's move, once a day."""
    lines = (" · ".join((title(session, speech), *time_left_of(session, now, speech))) for session in sessions)
    rows = buttons.rows(Button(session.code, f"/board {session.code}") for session in sessions)
    return Message("\n".join((speech.say("digest", n=len(sessions)), *lines)), buttons=rows)


def chat_lost(session: Session, players: Sequence[Person], speech: Speech) -> Message:
    """Return the notice that a game's chat can no longer show boards, with a button to the board."""
    player_names = ", ".join(player.name for player in players)
    text = speech.say("chat-lost", players=player_names, title=title(session, speech), game=session.code)
    envelope = Envelope(nonce=f"{session.code}-{session.version}c", besides=tuple(players[1:]))
    row = (game_button("board", session, speech),)
    return Message(text, buttons=(row,), mention=players[0], envelope=envelope)


def with_unreached_players(message: Message, session: Session, here: Audience, speech: Speech) -> Message:
    """Name the player whom boards do not reach, and add a button that claims the win."""
    unreached_seats = [seat for seat in Seat if unreached_since(session, seat) is not None]
    seats_to_name = [seat for seat in unreached_seats if not _sees(session, seat, here)]
    if not seats_to_name:
        return message
    lines = (speech.say("player-unreached", player=names(session, speech)[seat]) for seat in seats_to_name)
    return replace(with_news(message, lines), buttons=(*message.buttons, buttons.to_claim(session, speech)))


def _sees(session: Session, seat: Seat, here: Audience) -> bool:
    is_gone = isinstance(here, Chat) and has_left(session, seat, here)
    return reads_in(session, session.player(seat), here) and not is_gone


def with_news(message: Message, lines: Iterable[str]) -> Message:
    """Return the message with more lines above its small print."""
    small_print = message.layout.small
    text = message.text.removesuffix(small_print).rstrip("\n")
    return replace(message, text="\n".join((text, *lines, *filter(None, [small_print]))))


def time_left(text: str, until: Instant, speech: Speech) -> Due:
    """Return the time left as a field that platforms can render as a live time."""
    return Due(text, until, speech.say("deadline"))


def time_left_of(session: Session, now: Instant, speech: Speech) -> Iterator[str]:
    """Yield the time left, for a list of games."""
    if (until := ends_at(session)) is not None:
        seconds = until - now
        in_words = fine_span if has_ticking_clock(session) else span
        yield speech.say("time-left", span=in_words(seconds, speech)) if seconds > 0 else speech.say("time-is-over")


def ends_at(session: Session) -> Instant | None:
    """Return the instant when time is up: by the clock of the player to move, or by the game's deadline if sooner."""
    times = [session.clocks.deadline] if session.clocks else []
    times += [session.deadline.until] if session.deadline else []
    return min(times, default=None) if session.stage is Stage.RUNNING else None


def time_up_in_words(session: Session, speech: Speech) -> str:
    """Say whose time is up and what the opponent can do now."""
    seats, turn = names(session, speech), session.position.turn
    return speech.say("time-over", player=seats[turn], opponent=seats[turn.opponent])
