"""Interactive lessons: each step of a game's course on a board, with a question; at its end a coached game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.core.commands.playing import legal_readings
from bot.core.game.session import play
from bot.core.game.terms import COACH
from bot.core.language.speech import Speech
from bot.core.ports.platform import IN_PLACE, PRIVATE, Button, Envelope, Message, Picture
from bot.core.view.buttons import Row, rows
from bot.core.view.examples import _seats, example_position, lesson
from bot.core.view.names import cost_in_words, main_reasons_in_words, move_in_words, picture_in_words, with_code
from bot.features.puzzles.commands import Learn
from engines import GAMES, LADDERS
from engines.game import (
    RUNGS,
    AnyExplanation,
    AnyGame,
    AnyMove,
    AnyPosition,
    Level,
    Step,
    advance,
    is_as_good,
)
from renderers import DRAWINGS
from renderers.paper import Header

EXPLAIN_SECONDS = 0.6
"""What a learner waits at most for why an answer is wrong."""


def read_answer(position: AnyPosition, text: str) -> AnyMove:
    """Return the legal move of an answer, or raise `Refusal`."""
    meant = legal_readings(position, text)
    return play(position, meant[0] if len(meant) == 1 else text).move


@dataclass(frozen=True)
class Question:
    """A step of a course that asks something: the game, the number of the step, and what it asks."""

    game: AnyGame
    number: int
    step: Step

    def is_right(self, move: AnyMove, explained: AnyExplanation | None = None) -> bool:
        """Return whether a move answers the question; a move outside the choices needs an explanation."""
        right, choices = self.step.right_choices, self.step.choices
        if str(move) in right or set(right) == set(choices):
            return True
        return explained is not None and str(move) not in choices and self.step.accepts_move(explained)

    @property
    def position(self) -> AnyPosition:
        """The position that is asked about."""
        return example_position(self.game, self.step.example)[0]


def question(request: Learn) -> Question | None:
    """Return the question of a step; None if it asks nothing."""
    if not request.game or request.step > len(GAMES[request.game].teaching.course):
        return None
    step = GAMES[request.game].teaching.course[request.step - 1]
    return Question(GAMES[request.game], request.step, step) if step.right_choices else None


def learning(
    request: Learn, speech: Speech, explained: AnyExplanation | None = None, by_press: bool = False
) -> Message:
    """Return the list of lessons, a step of a course, or the reply to an answer; a wrong answer is `explained`.

    A step asks for an answer `by_press` where bare texts do not reach the bot. Raise `Refusal` for an answer that is no
    legal move.
    """
    if not request.game:
        made = [Button(speech.say(f"game-{name}"), f"/learn {name}") for name in GAMES]
        return Message(speech.say("learn-which"), buttons=rows(made, 2), envelope=PRIVATE)
    game = GAMES[request.game]
    asked = question(request)
    if not request.answer or asked is None:
        return _page(game, request.step, speech, by_press)
    move = read_answer(asked.position, request.answer)
    if asked.is_right(move, explained):
        said = speech.say("learn-right", move=move_in_words(str(move), speech))
        return _page(game, request.step + 1, speech, by_press, said)
    told = _page(game, request.step, speech, by_press, why_not(game, move, explained, speech))
    return replace(told, picture=with_reply(game, asked.position, explained, speech)) if explained else told


def why_not(game: AnyGame, move: AnyMove, explained: AnyExplanation | None, speech: Speech) -> str:
    """Why a move is not what is asked for: what it gives, and what the reply takes."""
    named = move_in_words(str(move), speech)
    if explained and is_as_good(explained):
        if gains := main_reasons_in_words(explained.reasons, _seats(speech), speech):
            return speech.say("learn-as-good-why", move=named, why=gains)
        return speech.say("learn-as-good", move=named)
    why = _faults(game, explained, speech) if explained else ""
    return speech.say("learn-other", move=named, why=why) if why else speech.say("learn-no", move=named)


def _faults(game: AnyGame, explained: AnyExplanation, speech: Speech) -> str:
    """Return what is wrong with a move: its reasons, its cost where no reply shows it, or else the reply."""
    if explained.reasons or not explained.reply or str(explained.reply[0]).isalpha():
        lost = round(explained.best_value - explained.value) if game.has_margin and not explained.reply else 0
        said = [main_reasons_in_words(explained.reasons, _seats(speech), speech)]
        if explained.is_proved and lost:
            said.append(speech.say("learn-costs", lost=cost_in_words(lost, game.name, speech)))
        return "; ".join(filter(None, said))
    return speech.say("learn-reply", move=move_in_words(str(explained.reply[0]), speech))


def with_reply(game: AnyGame, position: AnyPosition, explained: AnyExplanation, speech: Speech) -> Picture:
    """Return the board after an answer, with the reply dashed."""
    after, forced = advance(position, explained.move)
    reply = explained.reply[0] if explained.reply else None
    seats = _seats(speech)
    scene = DRAWINGS[game.name].draw(after, (explained.move, *forced), reply, Header(*seats.values()))
    scene = replace(scene, alt=tuple(with_code(phrase, "picture-hint", "picture-reply") for phrase in scene.alt))
    return Picture(scene, picture_in_words(scene, speech, seats))


def _page(game: AnyGame, number: int, speech: Speech, by_press: bool, said: str = "") -> Message:
    """Return a step, below a comment on the last answer; it replaces the step before it."""
    if number > len(game.teaching.course):
        return _end(game, number, speech, said)
    step = game.teaching.course[number - 1]
    text = "\n".join(filter(None, (said, *_step_lines(game, number, step, speech, by_press))))
    choices = [Button(move_in_words(move, speech), f"/learn {game.name} {number} {move}") for move in step.choices]
    return Message(
        text,
        lesson(game, step.example, speech),
        buttons=(*rows(choices), _turning(game, number, speech)),
        envelope=Envelope(private=True, update=bool(said) or number > 1),
    )


def _step_lines(game: AnyGame, number: int, step: Step, speech: Speech, by_press: bool) -> Iterator[str]:
    title = speech.say(f"game-{game.name}")
    yield speech.say("learn-step", title=title, step=number, last=len(game.teaching.course) + 1)
    yield speech.say(f"learn-{game.name}-{step.name}")
    if step.choices:
        yield speech.say("learn-answer-by-press") if by_press else speech.say("learn-answer")


def _end(game: AnyGame, number: int, speech: Speech, said: str) -> Message:
    """Return the way to a first game."""
    settings = " ".join(f"{key}={value}" for key, value in game.teaching.first_settings.items())
    line = " ".join(filter(None, ("/challenge bot", Level.EASY, game.name, settings, f"{COACH}=yes")))
    title = speech.say(f"game-{game.name}")
    step = speech.say("learn-step", title=title, step=number, last=number)
    text = "\n".join(filter(None, (said, step, speech.say("learn-end", title=title, line=line))))
    begin = (Button(speech.say("button-play-bot"), line), Button(speech.say("button-rules"), f"/rules {game.name}"))
    climb = Button(speech.say("button-ladder"), f"/challenge bot {RUNGS[0]} {game.name}")
    ladder: tuple[Row, ...] = ((climb,),) if game.name in LADDERS else ()
    return Message(text, buttons=(begin, *ladder, _turning(game, number, speech)), envelope=IN_PLACE)


def _turning(game: AnyGame, number: int, speech: Speech) -> Row:
    """Back and on."""
    back = (Button(speech.say("button-back"), f"/learn {game.name} {number - 1}"),) if number > 1 else ()
    on = (
        (Button(speech.say("button-next"), f"/learn {game.name} {number + 1}"),)
        if number <= len(game.teaching.course)
        else ()
    )
    return (*back, *on)
