"""The commands `python -m engines puzzles` and `daily`: puzzles as lines of JSON."""

from __future__ import annotations

import sys
from itertools import islice

from engines import puzzles
from engines.console.game_in_hand import settings_of, whole_number
from engines.game import Limit
from engines.kernels.cores import cores
from engines.kernels.loading import warm
from engines.puzzles import making
from engines.puzzles.ideas import PROVABLE
from engines.refusals import Unreadable

_NODES = 100_000
_SECONDS = 60.0


def main(arguments: list[str]) -> None:
    """Prints so many puzzles of a game, a line each: `GAME COUNT [seed=N] [key=value …]`; raises a refusal."""
    name, wanted, *rest = (*arguments, "", "")[: max(2, len(arguments))]
    if name not in PROVABLE:
        raise Unreadable("bad-option", option="GAME", value=name, expected=", ".join(PROVABLE))
    count = whole_number(wanted)
    settings = settings_of(" ".join(rest))
    seed = whole_number(settings.pop("seed", "0"))
    warm(name)
    limit = Limit(_SECONDS, nodes=_NODES, threads=cores())
    for puzzle in islice(making.puzzles(name, settings, seed, limit), count):
        _say(puzzle)


def print_daily(arguments: list[str]) -> None:
    """Prints the puzzle of a day, the same everywhere: `YYYY-MM-DD`; raises a refusal."""
    (day,) = (*arguments, "")[:1]
    _say(puzzles.daily(puzzles.day_of(day)))


def _say(puzzle: puzzles.Puzzle) -> None:
    sys.stdout.write(f"{puzzles.write(puzzle)}\n")
    sys.stdout.flush()
