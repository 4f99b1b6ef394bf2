"""A position as an input surface: the places to touch, their contents, and the verdict on a move in progress."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from bot.core.commands.playing import in_notation
from bot.core.game.instants import Instant
from bot.core.game.people import Person, Player
from bot.core.game.session import Session, Stage, plans_of, play
from bot.core.language.speech import Speech
from bot.core.ports.page import Fit, Past, RunningClocks, Touch, Touchable, Verdict
from bot.core.view import buttons
from bot.core.view.boards import picture, position_picture, seat_names
from bot.core.view.names import in_words, move_in_words, names, title
from engines.game import AnyGame, AnyMove, AnyPosition, Seat
from engines.menus import Press
from engines.refusals import Illegal, Refusal
from renderers import DRAWINGS
from renderers.board_input import input_of
from renderers.scene import Item


@dataclass(frozen=True)
class Surface:
    """A touchable position: its rules, the names of its seats, and the command typed before a move.

    A position beside games, such as a puzzle's, was reached by the moves `last`, and may be that of a `solver`.
    """

    rules: AnyGame
    position: AnyPosition
    seats: Mapping[Seat, str]
    called: str
    plays: str
    last: tuple[AnyMove, ...] = ()
    solver: Seat | None = None


def session_surface(session: Session, speech: Speech) -> Surface:
    """Return the input surface of a game in a chat."""
    plays = f"/move {buttons.tag(session)}"
    return Surface(session.rules, session.position, names(session, speech), title(session, speech), plays)


def exercise_surface(
    rules: AnyGame,
    position: AnyPosition,
    last: tuple[AnyMove, ...],
    called: str,
    plays: str,
    speech: Speech,
    is_puzzle: bool = True,
) -> Surface:
    """Return the input surface of a position without players; that of a puzzle names the reader."""
    solver = position.turn if is_puzzle else None
    return Surface(rules, position, seat_names(speech, position.turn), called, plays, last, solver)


def touchable(surface: Surface, speech: Speech) -> Touchable:
    """Return a surface as its only player sees it."""
    return Touchable(
        surface.called,
        tuple(input_of(surface.rules.name).places(surface.position)),
        tuple((move_in_words(word, speech), word) for word in _legal_words(surface)),
        mine=True,
        plays=surface.plays,
    )


def touchable_board(session: Session, reader: Player, speech: Speech) -> Touchable:
    """Return the board of a game as an input surface for its reader."""
    handles = tuple(player.handle for seat in Seat if isinstance(player := session.player(seat), Person))
    seat, seat_names, player_to_act = session.seat_of(reader), names(session, speech), session.player_to_act
    turns = tuple(f"{seat_names[turn.seat]}: {move_in_words(turn.text, speech)}" for turn in session.turns)
    if session.stage is Stage.OVER:
        return Touchable(title(session, speech), (), players=handles, turns=turns)
    return replace(
        touchable(session_surface(session, speech), speech),
        players=handles,
        turns=turns,
        mine=seat is session.position.turn,
        asked=player_to_act if isinstance(player_to_act, Person) else None,
        planned=tuple(_plan_items(session, seat)) if seat else (),
        aim="" if seat in {None, *(turn.seat for turn in session.turns)} else speech.say(f"pitch-{session.game}"),
    )


def running_clocks(session: Session, now: Instant, is_heard: bool, speech: Speech) -> RunningClocks | None:
    """Return the clocks of a game on time that ticks; they stand while the mover's platform is not heard."""
    clocks = session.clocks
    if clocks is None or not clocks.pace.ticks:
        return None
    is_running = session.stage is Stage.RUNNING
    first, second = clocks.remaining_at(now) if is_running else clocks.remaining
    limit = clocks.deadline - now if is_running and clocks.is_first_turn else None
    runs = tuple(Seat).index(clocks.turn) if is_running and is_heard else None
    seats = names(session, speech)
    return RunningClocks(now, (seats[Seat.FIRST], seats[Seat.SECOND]), (first, second), runs, limit)


def _plan_items(session: Session, seat: Seat) -> Iterator[Item]:
    for turn, answer, *_ in plans_of(session.plans, seat):
        for move in (turn, answer):
            with suppress(Refusal):
                yield from input_of(session.game).preview(session.position, session.position.read(move))


def place_table(surface: Surface, speech: Speech) -> tuple[tuple[str, str], ...]:
    """Return every place of the board with the first sentence about it."""
    places = input_of(surface.rules.name).places(surface.position)
    return tuple((place.name, next(_place_in_words(surface, place.name, speech), "")) for place in places)


def past_board(session: Session, number: int, speech: Speech) -> Past:
    """Return a game's board after `number` turns."""
    board_picture = picture(session.at(number), speech)
    return Past(board_picture.scene, board_picture.alt)


def drawn_surface(surface: Surface, speech: Speech) -> Past:
    """Return the board of a position without players."""
    board_picture = position_picture(surface.rules, surface.position, surface.last, speech, surface.solver)
    return Past(board_picture.scene, board_picture.alt)


def _legal_words(surface: Surface) -> Iterator[str]:
    for word in surface.rules.text.words:
        with suppress(Refusal):
            play(surface.position, word)
            yield word


def move_verdict(surface: Surface, touch: Touch, speech: Speech) -> Verdict:
    """Judge the move that the typed text and the taps compose, and describe the place asked about."""
    board_input, position = input_of(surface.rules.name), surface.position
    place_text = " ".join(_place_in_words(surface, touch.about, speech)) if touch.about else ""
    try:
        grip = board_input.drag(position, touch.at) if touch.at else ""
        press = Press(in_notation(touch.text))
        for place in filter(None, (*touch.taps, grip)):
            press = surface.rules.text.press(position, press.text, place)
    except Refusal as error:
        return Verdict(touch.text, Fit.UNREAD, in_words(error.phrase, speech, surface.seats), told=place_text)
    if not press.is_complete or not press.text:
        ghost = tuple(board_input.selection(position, press.text))
        return Verdict(press.text, Fit.PART, _progress(surface, press, touch, speech), ghost, told=place_text)
    return replace(_complete_move_verdict(surface, press, speech), told=place_text)


def _progress(surface: Surface, press: Press, touch: Touch, speech: Speech) -> str:
    """Return the choices so far, or the content of a pressed place that cannot be chosen, and the next question."""
    pressed = touch.taps[-1].split()[-1] if touch.taps else ""
    question = speech.say(f"pick-{press.question}") if press.question else ""
    if chosen := press.text.strip("-"):
        return speech.say("chosen-so-far", chosen=chosen, question=question).strip()
    is_undone = pressed in touch.text.replace("-", " ").split()
    place = next(_place_in_words(surface, pressed, speech), "") if pressed and not is_undone else ""
    return f"{place} {question}".strip()


def _place_in_words(surface: Surface, name: str, speech: Speech) -> Iterator[str]:
    return (in_words(phrase, speech, surface.seats) for phrase in surface.rules.text.place(surface.position, name))


def _complete_move_verdict(surface: Surface, press: Press, speech: Speech) -> Verdict:
    """Judge a move that is complete or can continue; draw a wrong one with the nearest legal one."""
    seats, position, board_input = surface.seats, surface.position, input_of(surface.rules.name)
    drawing = DRAWINGS[surface.rules.name]
    try:
        turn = play(position, press.text)
    except Illegal as error:
        move = position.read(press.text)
        suggestion = next(iter(surface.rules.text.similar_moves(position, press.text)), "")
        nearest = board_input.preview(position, position.read(suggestion)) if suggestion else ()
        ghost, handle = (*nearest, *drawing.illegal_move(position, move)), board_input.handle(position, move)
        return Verdict(press.text, Fit.WRONG, in_words(error.phrase, speech, seats), ghost, handle, suggestion)
    except Refusal as error:
        return Verdict(press.text, Fit.UNREAD, in_words(error.phrase, speech, seats))
    effects = drawing.move_effects(position, turn.move, turn.position)
    text = " ".join([move_in_words(str(turn.move), speech), *(in_words(phrase, speech, seats) for phrase in effects)])
    ghost, fit = tuple(board_input.preview(position, turn.move)), Fit.LEGAL if press.question else Fit.WHOLE
    return Verdict(press.text, fit, text, ghost, board_input.handle(position, turn.move))
