"""Boards of puzzles, dailies and lessons as input surfaces, by the tags of their pictures."""

from __future__ import annotations

from bot.core.game.requests import read_code
from bot.core.handlers.services import Services
from bot.core.language.speech import Speech
from bot.core.view.names import game_title, title
from bot.core.view.touched import Surface, exercise_surface
from bot.features.puzzles.commands import Learn
from bot.features.puzzles.exercises import Dailies, OpenPuzzle, day_number
from bot.features.puzzles.lessons import question
from engines import GAMES
from engines.puzzles import puzzle_box, replay


async def touch(services: Services, of: str, speech: Speech) -> Surface | None:
    """Return the position of an exercise by its tag; None for any other text and for a future daily."""
    match of.split():
        case ["/learn", game, step] if game in GAMES and _is_number(step):
            return _lesson(game, int(step), of, speech)
        case ["/puzzle", "mine", named]:
            return await _mistake(services, named, of, speech)
        case ["/puzzle" | "/daily" as command, named]:
            number, _, step = named.partition("@")
            if not (_is_number(number) and _is_number(step)):
                return None
            is_daily, today = command == "/daily", day_number(services.now())
            last = today if is_daily else len(puzzle_box())
            opened = (Dailies().of if is_daily else OpenPuzzle)(int(number)) if 0 < int(number) <= last else None
            return _puzzle(opened, int(step), of, speech) if opened else None
    return None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 5


def _lesson(game: str, step: int, of: str, speech: Speech) -> Surface | None:
    asked = question(Learn(game, step)) if step > 0 else None
    if asked is None:
        return None
    position, last = replay(asked.game, asked.step.example.settings, asked.step.example.messages)
    return exercise_surface(asked.game, position, last, speech.say(f"game-{game}"), of, speech, is_puzzle=False)


def _puzzle(opened: OpenPuzzle, step: int, of: str, speech: Speech) -> Surface | None:
    puzzle = opened.puzzle
    if not 0 < step <= puzzle.steps:
        return None
    called = game_title(puzzle.game, puzzle.settings.items(), speech)
    return exercise_surface(GAMES[puzzle.game], *puzzle.position_after(step - 1), called, of, speech)


async def _mistake(services: Services, named: str, of: str, speech: Speech) -> Surface | None:
    """Return the position of a finished game before a turn."""
    code, number = read_code(named) or ("", None)
    session = await services.games.load(code) if number else None
    if not session or not number or number > len(session.turns) or not session.status.outcome:
        return None
    then = session.at(number - 1)
    last = tuple(move for turn in then.newest_turns for move in (turn.move, *turn.forced))
    return exercise_surface(session.rules, then.position, last, title(session, speech), of, speech)
