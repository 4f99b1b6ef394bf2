"""The menu of moves worth considering: one picture of numbered ghosts, or the same in words; each number plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from bot.core.game.planning import plans_of
from bot.core.game.session import Session
from bot.core.language.speech import Speech
from bot.core.ports.platform import Button, Envelope, Message, Picture
from bot.core.view import buttons
from bot.core.view.boards import board_in_words, picture
from bot.core.view.names import in_words, move_in_words, names, title
from engines.game import AnyCandidate, Seat
from renderers import DRAWINGS
from renderers.scene import Scene


def menu(session: Session, found: Sequence[AnyCandidate], speech: Speech, as_text: bool = False) -> Message:
    """Each move under its number, with what it gains and risks; in the picture's alt text, or `as_text`, also what it
    looks like."""
    said = [_line(number, each, session, speech) for number, each in enumerate(found, 1)]
    told = [" ".join((line, *_looks(session, each, speech))) for line, each in zip(said, found, strict=True)]
    head, foot = speech.say("ideas-shown"), speech.say("ideas-how")
    about, rows = title(session, speech), (_numbers(session, found),)
    if as_text:
        return Message("\n".join((head, *told, foot)), buttons=rows, envelope=Envelope(private=True, about=about))
    scene = _drawn(session, found, speech)
    alt = " ".join((board_in_words(scene, session, speech), *told))
    return Message(
        "\n".join((head, *said, foot)), Picture(scene, alt), buttons=rows, envelope=Envelope(private=True, about=about)
    )


def _drawn(session: Session, found: Sequence[AnyCandidate], speech: Speech) -> Scene:
    scene = picture(session, speech)
    moves = [(str(number), each.move) for number, each in enumerate(found, 1)]
    return replace(scene, items=(*scene.items, *DRAWINGS[session.game].numbered(session.position, moves)))


def _line(number: int, each: AnyCandidate, session: Session, speech: Speech) -> str:
    seats = names(session, speech)
    reasons = ", ".join(in_words(reason, speech, seats) for reason in (*each.gain, *each.risk))
    move = buttons.move_label(str(each.move), speech)
    return speech.say("idea-line", number=str(number), move=move, reasons=reasons)


def _looks(session: Session, each: AnyCandidate, speech: Speech) -> Iterator[str]:
    seats = names(session, speech)
    phrases = DRAWINGS[session.game].described(session.position, each.move)
    return (in_words(phrase, speech, seats) for phrase in phrases)


def _numbers(session: Session, found: Sequence[AnyCandidate]) -> buttons.Row:
    """A button for each move, which types the move itself: pressed too late it plays nothing else."""
    made = (Button(str(number), f"/move {buttons.tag(session)} {each.move}") for number, each in enumerate(found, 1))
    return tuple(filter(buttons.fits, made))


_MOST_BUTTONS = 9


def plans_listed(session: Session, seat: Seat, speech: Speech, overheard: bool = False) -> Message:
    """Every line with its number, and a button that drops it; without any, how one is typed.

    `overheard`: others could read what was typed just now.
    """
    own = plans_of(session, seat)
    if not own:
        return Message(_how(session, seat, speech), envelope=Envelope(private=True, secret=True, update=True))
    lines = [speech.say("plans", title=title(session, speech))]
    lines += (f"{number}. {plan_in_words(line, speech)}" for number, line in enumerate(own, 1))
    if session.position.turn is seat:
        lines.append(speech.say("plans-after-yours"))
    if overheard:
        lines.append(speech.say("plans-overheard", game=session.code))
    return Message(
        "\n".join(lines),
        buttons=_drop_buttons(session, len(own), speech),
        envelope=Envelope(private=True, secret=True, update=True),
    )


def plan_in_words(line: Sequence[str], speech: Speech) -> str:
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


def _drop_buttons(session: Session, count: int, speech: Speech) -> tuple[buttons.Row, ...]:
    each = (
        Button(speech.say("drop-plan", number=number), f"/if {buttons.tag(session)} off {number}")
        for number in range(1, min(count, _MOST_BUTTONS) + 1)
    )
    every = Button(speech.say("drop-plans"), f"/if {buttons.tag(session)} off")
    return (*buttons.rows(each), (every,)) if count > 1 else buttons.rows(each)
