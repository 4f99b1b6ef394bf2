"""The starts that the laws hold for: one line of options each in `tests/engines/GAME/settings.txt`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from engines import GAMES
from engines.game import AnyGame, AnyPosition, advance

HERE = Path(__file__).parent


def lines(path: Path) -> list[str]:
    """The lines of a file that are neither empty nor comments; none if there is no such file."""
    found = path.read_text("utf-8").splitlines() if path.exists() else []
    return [line.strip() for line in found if line.strip() and not line.startswith("#")]


def options(line: str) -> dict[str, str]:
    """`size=2x2 pie=3` as a mapping; `default` stands for no options."""
    return dict(word.split("=", 1) for word in line.split()) if line != "default" else {}


def _lines_of(game: AnyGame) -> list[str]:
    found = lines(HERE / game.name / "settings.txt")
    return found or [f"variant={variant}" for variant in game.variants] or ["default"]


def _starts() -> Iterator[object]:
    for game in GAMES.values():
        for line in _lines_of(game):
            yield pytest.param(game, options(line), id=f"{game.name}: {line}")


for_every_start = pytest.mark.parametrize(("game", "settings"), list(_starts()))
for_every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def walk(game: AnyGame, settings: Mapping[str, str], choices: list[int]) -> list[AnyPosition]:
    """The positions of a game in which each number chooses among the legal moves."""
    positions = [game.start(settings, 0)]
    for choice in choices:
        moves = list(positions[-1].moves())
        if not moves:
            break
        positions.append(advance(positions[-1], moves[choice % len(moves)])[0])
    return positions
