"""Time from a position to its PNG bytes, and the size of the file."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from benchmarks.figure import Figure, board_title, median_milliseconds
from engines import GAMES
from engines.game import AnyPosition, advance
from renderers import DRAWINGS
from renderers.paper import Header
from renderers.pillow import png

REPEATS = 5
BOARDS_OF_A_GAME = 25
HEADER = Header("Ann", "Константин", "Ann is to move")


@dataclass(frozen=True)
class Case:
    """A board, and the maximum milliseconds and KiB of its picture."""

    game: str
    milliseconds: float
    kibibytes: float
    settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Return the board's title."""
        return board_title(self.game, self.settings)


CASES = (
    Case("dots", 12, 60, {"size": "5x5"}),
    Case("dots", 25, 100, {"size": "12x12"}),
    Case("lgame", 15, 80),
    Case("tupik", 15, 80),
    Case("tupik", 25, 80, {"cities": "24"}),
    Case("digits", 15, 80),
    Case("digits", 15, 80, {"size": "12x12"}),
    Case("curves", 15, 80),
    Case("curves", 15, 80, {"points": "40"}),
)


def figures() -> Iterable[Figure]:
    """Yield medians over boards from all stages of a random game, each drawn several times."""
    for case in CASES:
        if case.game in DRAWINGS:
            yield from _case_figures(case)


def _case_figures(case: Case) -> Iterator[Figure]:
    boards = [partial(_picture, case.game, position, last) for position, last in _boards(case)]
    milliseconds = statistics.median(median_milliseconds(board, REPEATS) for board in boards)
    kibibytes = max(len(board()) / 1024 for board in boards)
    yield Figure(f"{case.name} board PNG", milliseconds, case.milliseconds, "ms")
    yield Figure(f"{case.name} board PNG, maximum size", kibibytes, case.kibibytes, "KiB")


def _picture(game: str, position: AnyPosition, last: tuple[Any, ...]) -> bytes:
    return png(DRAWINGS[game].draw(position, last, None, HEADER))


def _boards(case: Case) -> list[tuple[AnyPosition, tuple[Any, ...]]]:
    """Return positions spread evenly through a random game, each with the moves that led to it."""
    chance = Random(1)
    position: AnyPosition = GAMES[case.game].start(case.settings, 1)
    boards: list[tuple[AnyPosition, tuple[Any, ...]]] = [(position, ())]
    while position.outcome is None and len(boards) < 400:
        move = chance.choice(list(position.moves()))
        position, forced_moves = advance(position, move)
        boards.append((position, (move, *forced_moves)))
    return boards[:: max(1, len(boards) // BOARDS_OF_A_GAME)]
