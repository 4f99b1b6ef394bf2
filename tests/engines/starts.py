"""The starts that the laws hold for: one line of options each in `tests/engines/GAME/settings.txt`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engines import GAMES
from engines.game import AnyGame, AnyPosition, Game, P, advance
from engines.refusals import Refusal

HERE = Path(__file__).parent
SLOW = {("curves", "size=8x6 points=6")}
"""Starts whose moves take so long to list that only `make long` tries the laws on them."""


def lines(path: Path) -> list[str]:
    """The lines of a file that are neither empty nor comments; none if there is no such file."""
    result = path.read_text("utf-8").splitlines() if path.exists() else []
    return [line.strip() for line in result if line.strip() and not line.startswith("#")]


def options(line: str) -> dict[str, str]:
    """`size=2x2 pie=3` as a mapping; `default` stands for no options."""
    return dict(word.split("=", 1) for word in line.split()) if line != "default" else {}


def _lines_of(game: AnyGame) -> list[str]:
    result = lines(HERE / game.name / "settings.txt")
    return result or [f"variant={variant}" for variant in game.offer.variants] or ["default"]


def _starts() -> Iterator[object]:
    for game in GAMES.values():
        for line in _lines_of(game):
            marks = [pytest.mark.long] if (game.name, line) in SLOW else []
            yield pytest.param(game, options(line), id=f"{game.name}: {line}", marks=marks)


for_every_start = pytest.mark.parametrize(("game", "settings"), list(_starts()))
for_every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


@cache
def _start(game: str, settings: frozenset[tuple[str, str]]) -> AnyPosition:
    """The start with the seed 0, made once: a new map takes longer than a walk on it."""
    start: AnyPosition = GAMES[game].start(dict(settings), 0)
    return start


def walk(game: AnyGame, settings: Mapping[str, str], choices: list[int]) -> list[AnyPosition]:
    """The positions of a game in which each number chooses among the legal moves."""
    positions = [_start(game.name, frozenset(settings.items()))]
    for choice in choices:
        moves = list(positions[-1].moves())
        if not moves:
            break
        positions.append(advance(positions[-1], moves[choice % len(moves)])[0])
    return positions


def play_texts(game: Game[P, Any], start: str, *messages: str) -> P:
    """The position after typed messages from a start written as in `settings.txt`."""
    position = game.start(options(start), 0)
    for message in messages:
        position = position.play(position.read(message))
    return position


def outcome_of(game: AnyGame, start: str, before: str, line: str) -> str:
    """Return the canonical form of a typed text, or the code of its refusal and the part at fault."""
    position = play_texts(game, start, *filter(None, before.split(";")))
    try:
        move = position.read(line)
        position.play(move)
    except Refusal as refusal:
        return " ".join(filter(None, [refusal.code, str(refusal.fields.get("part", ""))]))
    return str(move)


def for_every_tricky_text(name: str) -> pytest.MarkDecorator:
    """Runs a test on every line `start | messages before | typed | what comes of it` of a game's `tricky.txt`."""
    table = [[part.strip() for part in line.split("|")] for line in lines(HERE / name / "tricky.txt")]
    return pytest.mark.parametrize(("start", "before", "text", "result"), table)
