"""The board as it is touched: its places, what is at one of them, and what would become of a move in the making."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from bot.core.commands.playing import in_notation
from bot.core.game.people import Person
from bot.core.game.planning import plans_of
from bot.core.game.session import Session, Stage, play
from bot.core.language.speech import Speech
from bot.core.ports.touching import Fit, Past, Touch, Touchable, Verdict
from bot.core.view.boards import alt_text, drawing
from bot.core.view.names import in_words, move_in_words, names, title
from engines.game import AnyPosition, Seat
from engines.menus import Press
from engines.refusals import Illegal, Refusal
from renderers import DRAWINGS
from renderers.scene import Item
from renderers.touch import touch_of


def touchable(session: Session, reader: Person, speech: Speech) -> Touchable:
    """Where the board of a running game is touched."""
    seated = map(session.player, Seat)
    players = tuple(player.handle for player in seated if isinstance(player, Person))
    seat = session.seat_of(reader)
    about = Touchable(title(session, speech), (), players=players, turns=tuple(_turns(session, speech)))
    if session.stage is Stage.OVER:
        return about
    return replace(
        about,
        places=tuple(touch_of(session.game).places(session.position)),
        words=tuple((move_in_words(word, speech), word) for word in _legal_words(session)),
        mine=seat is session.position.turn,
        planned=tuple(_planned(session, seat)) if seat else (),
    )


def _planned(session: Session, seat: Seat) -> Iterator[Item]:
    """The first turn of each plan, and the answer to it."""
    for turn, answer, *_ in plans_of(session, seat):
        for text in (turn, answer):
            with suppress(Refusal):
                yield from touch_of(session.game).proposed(session.position, session.position.read(text))


def _turns(session: Session, speech: Speech) -> Iterator[str]:
    seats = names(session, speech)
    for turn in session.turns:
        yield f"{seats[turn.seat]}: {move_in_words(turn.text, speech)}"


def table(session: Session, speech: Speech) -> tuple[tuple[str, str], ...]:
    """Every place of the board by name, with the first thing to be said of it."""
    places = touch_of(session.game).places(session.position)
    return tuple((place.name, next(_told(session, place.name, speech), "")) for place in places)


def past(session: Session, number: int, speech: Speech) -> Past:
    """A game as it stood after so many turns."""
    then = session.at(number)
    scene = drawing(then, speech)
    return Past(scene, alt_text(scene, then, speech))


def _legal_words(session: Session) -> Iterator[str]:
    """The moves that are a word."""
    for word in session.rules.text.words:
        try:
            play(session.position, word)
        except Refusal:
            continue
        yield word


def judged(session: Session, touch: Touch, speech: Speech) -> Verdict:
    """What would become of a move after all taps; and what is at the place asked about."""
    told = " ".join(_told(session, touch.about, speech)) if touch.about else ""
    try:
        pressed = _pressed(session, touch)
    except Refusal as refused:
        return Verdict(touch.text, Fit.UNREAD, in_words(refused.phrase, speech, names(session, speech)), told=told)
    if not pressed.whole or not pressed.text:
        asked = speech.say(f"pick-{pressed.asks}") if pressed.asks else ""
        ghost = tuple(touch_of(session.game).begun(session.position, pressed.text))
        return Verdict(pressed.text, Fit.PART, asked, ghost, told=told)
    return _judged(session, pressed, told, speech)


def _pressed(session: Session, touch: Touch) -> Press:
    """A text that was typed is a move already, or nothing that can be shown."""
    held = (touch_of(session.game).held(session.position, touch.at),) if touch.at else ()
    pressed = Press(in_notation(touch.text))
    for place in (*touch.taps, *held):
        pressed = session.rules.text.press(session.position, pressed.text, place)
    return pressed


def _told(session: Session, name: str, speech: Speech) -> Iterator[str]:
    seats = names(session, speech)
    for phrase in session.rules.text.place(session.position, name):
        yield in_words(phrase, speech, seats)


def _judged(session: Session, pressed: Press, told: str, speech: Speech) -> Verdict:
    """A move that is whole, or may go on."""
    seats, position, touch = names(session, speech), session.position, touch_of(session.game)
    try:
        played = play(position, pressed.text)
    except Illegal as refused:
        instead = next(iter(session.rules.near(position, pressed.text)), "")
        said, ghost = in_words(refused.phrase, speech, seats), tuple(_wrong(session, pressed.text, instead))
        return Verdict(pressed.text, Fit.WRONG, said, ghost, _handle(session, pressed.text), instead, told)
    except Refusal as refused:
        return Verdict(pressed.text, Fit.UNREAD, in_words(refused.phrase, speech, seats), told=told)
    brought = DRAWINGS[session.game].told(position, played.move, played.position)
    said = " ".join([move_in_words(str(played.move), speech), *(in_words(phrase, speech, seats) for phrase in brought)])
    ghost, fit = tuple(touch.proposed(position, played.move)), Fit.LEGAL if pressed.asks else Fit.WHOLE
    return Verdict(pressed.text, fit, said, ghost, touch.handle(position, played.move), told=told)


def _wrong(session: Session, text: str, instead: str) -> Iterator[Item]:
    """A move as it was meant, and the nearest one that may be made."""
    position: AnyPosition = session.position
    if instead:
        yield from touch_of(session.game).proposed(position, position.read(instead))
    yield from DRAWINGS[session.game].wrong(position, position.read(text))


def _handle(session: Session, text: str) -> tuple[float, float] | None:
    return touch_of(session.game).handle(session.position, session.position.read(text))
