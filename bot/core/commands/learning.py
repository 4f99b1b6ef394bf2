"""The command that teaches a game, step by step."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.commands.challenges import known_game
from bot.core.commands.playing import in_notation
from bot.core.commands.row import Command, Kind, Parameter, Request
from bot.core.ports import Incoming
from bot.core.spoken import typed
from engines import GAMES
from engines.refusals import Unreadable


@dataclass(frozen=True)
class Learn(Request):
    """Asking to be taught: without a game's name, which one; else one step of its course, perhaps with the `answer` to
    the question of that step. The step after the last is the game that the learner then plays."""

    game: str = ""
    step: int = 1
    answer: str = ""


def _learn(rest: str, incoming: Incoming) -> Request:
    name, _, after = typed(rest).strip().partition(" ")
    if not name:
        return Learn()
    game = known_game(name)
    number, _, answer = after.strip().partition(" ")
    return Learn(game, _step(number, game), in_notation(answer)) if number else Learn(game)


def _step(number: str, game: str) -> int:
    last = len(GAMES[game].course) + 1
    if not (number.isascii() and number.isdecimal() and 1 <= int(number[:3]) <= last):
        raise Unreadable("no-such-step", part=number[:40], last=last)
    return int(number)


_ANSWER = Parameter("answer", Kind.WORD)
_STEP = Parameter("step", Kind.WORD)

LEARNING = (Command("learn", Learn, _learn, parameters=(Parameter("game", Kind.GAME), _STEP, _ANSWER)),)
