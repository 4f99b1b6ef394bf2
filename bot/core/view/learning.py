"""Interactive lessons: each step of a game's course on a board, with a question; at its end a coached game."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.commands.questions import Learn
from bot.core.game.session import play
from bot.core.game.terms import COACH
from bot.core.language.speech import Speech
from bot.core.ports.platform import PRIVATE, Button, Envelope, Message, Picture
from bot.core.view.buttons import Row, rows
from bot.core.view.names import move_in_words, picture_in_words
from engines import GAMES
from engines.game import AnyGame, AnyMove, AnyPosition, Example, Level, Seat, Step, advance
from renderers import DRAWINGS
from renderers.paper import Header


def learning(request: Learn, speech: Speech) -> Message:
    """The games one can learn, one step of a course, or what follows on an answer; raises `Refusal` for an answer that
    is no legal move."""
    if not request.game:
        made = [Button(speech.say(f"game-{name}"), f"/learn {name}") for name in GAMES]
        return Message(speech.say("learn-which"), buttons=rows(made, 2), envelope=PRIVATE)
    game = GAMES[request.game]
    if not request.answer:
        return _page(game, request.step, speech)
    if request.step > len(game.teaching.course) or not (asked := game.teaching.course[request.step - 1]).right:
        return _page(game, request.step, speech)
    move = str(play(shown(game, asked.example)[0], request.answer).move)
    if move in asked.right:
        return _page(game, request.step + 1, speech, speech.say("learn-right", move=move_in_words(move, speech)))
    return _page(game, request.step, speech, speech.say("learn-other", move=move_in_words(move, speech)))


def _page(game: AnyGame, number: int, speech: Speech, said: str = "") -> Message:
    """A step, after what is `said` of the answer; in the place of the one before."""
    if number > len(game.teaching.course):
        return _end(game, number, speech, said)
    step = game.teaching.course[number - 1]
    text = "\n".join(filter(None, (said, *_told(game, number, step, speech))))
    choices = [Button(move_in_words(move, speech), f"/learn {game.name} {number} {move}") for move in step.choices]
    return Message(
        text,
        lesson(game, step.example, speech),
        buttons=(*rows(choices), _turning(game, number, speech)),
        envelope=Envelope(private=True, update=bool(said) or number > 1),
    )


def _told(game: AnyGame, number: int, step: Step, speech: Speech) -> Iterator[str]:
    title = speech.say(f"game-{game.name}")
    yield speech.say("learn-step", title=title, step=number, last=len(game.teaching.course) + 1)
    yield speech.say(f"learn-{game.name}-{step.name}")
    if step.choices:
        example = next((move for move in step.choices if move not in step.right), step.choices[0])
        yield speech.say("learn-answer", example=f"/learn {game.name} {number} {move_in_words(example, speech)}")


def _end(game: AnyGame, number: int, speech: Speech, said: str) -> Message:
    """The way to a first game."""
    settings = " ".join(f"{key}={value}" for key, value in game.teaching.first.items())
    line = " ".join(filter(None, ("/challenge bot", Level.EASY, game.name, settings, f"{COACH}=yes")))
    title = speech.say(f"game-{game.name}")
    step = speech.say("learn-step", title=title, step=number, last=number)
    text = "\n".join(filter(None, (said, step, speech.say("learn-end", title=title, line=line))))
    begin = (Button(speech.say("button-play-bot"), line), Button(speech.say("button-rules"), f"/rules {game.name}"))
    return Message(text, buttons=(begin, _turning(game, number, speech)), envelope=Envelope(private=True, update=True))


def _turning(game: AnyGame, number: int, speech: Speech) -> Row:
    """Back and on."""
    back = (Button(speech.say("button-back"), f"/learn {game.name} {number - 1}"),) if number > 1 else ()
    on = (
        (Button(speech.say("button-next"), f"/learn {game.name} {number + 1}"),)
        if number <= len(game.teaching.course)
        else ()
    )
    return (*back, *on)


def lesson(game: AnyGame, example: Example, speech: Speech) -> Picture:
    """An example drawn, with its alt text."""
    position, last = shown(game, example)
    seats = {Seat.FIRST: speech.say("first"), Seat.SECOND: speech.say("second")}
    header = Header(seats[Seat.FIRST], seats[Seat.SECOND])
    scene = DRAWINGS[game.name].draw(position, last, None, header)
    return Picture(scene, picture_in_words(scene, speech, seats))


def shown(game: AnyGame, example: Example) -> tuple[AnyPosition, tuple[AnyMove, ...]]:
    """The position that an example leads to, and the moves of its last message."""
    position = game.start(example.settings, 0)
    last: tuple[AnyMove, ...] = ()
    for text in example.messages:
        move = position.read(text)
        position, forced = advance(position, move)
        last = (move, *forced)
    return position, last
