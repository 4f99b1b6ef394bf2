"""Puzzles as messages: the position with what is asked for, a step with the reply to it, why another is wrong."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.game.exercises import Found, OpenPuzzle
from bot.core.language.speech import Speech
from bot.core.ports.platform import Button, Envelope, Message, Picture
from bot.core.view.learning import drawn, why_not, with_reply
from bot.core.view.names import game_title, move_in_words
from engines import GAMES
from engines.game import AnyExplanation, Seat
from engines.puzzles import Puzzle


def page(opened: OpenPuzzle, speech: Speech, said: str = "", picture: Picture | None = None) -> Message:
    """A puzzle as far as it is solved, after what is `said` of the last step; in the place of the page before."""
    puzzle = opened.puzzle
    title = game_title(puzzle.game, puzzle.settings.items(), speech)
    lines = [said] if said else []
    if opened.is_solved:
        lines += [] if said else [speech.say("puzzle-is-solved", number=str(opened.number), idea=_idea(puzzle, speech))]
    else:
        step, last = len(opened.found) + 1, puzzle.steps
        lines.append(speech.say("puzzle", number=str(opened.number), title=title, step=step, last=last))
        lines.append(_asked_for(puzzle, speech))
        lines += [] if said else [speech.say("puzzle-type")]
    shown = picture or drawn(GAMES[puzzle.game], *puzzle.reached(len(opened.found)), speech)
    envelope = Envelope(private=True, update=bool(said or opened.found))
    return Message("\n".join(lines), shown, buttons=(tuple(_buttons(opened, speech)),), envelope=envelope)


def _asked_for(puzzle: Puzzle, speech: Speech) -> str:
    """Whose part the solver has, and what only one move does."""
    first = puzzle.reached(0)[0].turn is Seat.FIRST
    side = speech.say("puzzle-first") if first else speech.say("puzzle-second")
    return speech.say("puzzle-win", side=side) if puzzle.wins else speech.say("puzzle-draw", side=side)


def _buttons(opened: OpenPuzzle, speech: Speech) -> Iterator[Button]:
    if not opened.is_solved:
        yield Button(speech.say("button-hint"), f"/puzzle {opened.number} hint")
        yield Button(speech.say("button-show-answer"), f"/puzzle {opened.number} show")
    yield Button(speech.say("button-next"), " ".join(filter(None, ("/puzzle", opened.among, "next"))))


def hint(opened: OpenPuzzle, speech: Speech) -> Message:
    """The idea of a puzzle in words."""
    return page(opened, speech, speech.say("puzzle-hint", idea=_idea(opened.puzzle, speech)))


def step_on(opened: OpenPuzzle, speech: Speech) -> Message:
    """What follows on the step that was found last, or shown."""
    puzzle, done = opened.puzzle, 2 * len(opened.found)
    step = move_in_words(puzzle.solution[done - 2], speech)
    shown = opened.found[-1] is Found.SHOWN
    said = speech.say("puzzle-shown", move=step) if shown else speech.say("learn-right", move=step)
    if opened.is_solved:
        said += " " + speech.say("puzzle-solved", idea=_idea(puzzle, speech))
    else:
        said += " " + speech.say("puzzle-reply", move=move_in_words(puzzle.solution[done - 1], speech))
    return page(opened, speech, said)


def wrong(opened: OpenPuzzle, explained: AnyExplanation, speech: Speech) -> Message:
    """Why a step is not the one, with the reply to it drawn."""
    game, position = GAMES[opened.puzzle.game], opened.puzzle.reached(len(opened.found))[0]
    said = why_not(game, explained.move, explained, speech)
    return page(opened, speech, said, with_reply(game, position, explained, speech))


def _idea(puzzle: Puzzle, speech: Speech) -> str:
    return speech.say(f"idea-{puzzle.game}-{puzzle.idea}")
