"""The commands `python -m engines puzzles` and `daily`: print puzzles as lines of JSON."""

from __future__ import annotations

import sys
from itertools import islice

from engines import puzzles
from engines.console.game_in_hand import check_no_others, parse_count, parse_settings
from engines.game import Limit
from engines.kernels.cores import cores
from engines.kernels.loading import warm
from engines.puzzles import making
from engines.puzzles.ideas import PROVABLE
from engines.refusals import Unreadable

_NODES = 100_000
_SECONDS = 60.0


def main(arguments: list[str]) -> None:
    """Print puzzles of a game, one per line: `GAME COUNT [seed=N] [key=value …]`; raise `Refusal` if invalid."""
    name, count_text, *rest = (*arguments, "", "")[: max(2, len(arguments))]
    if name not in PROVABLE:
        raise Unreadable("bad-option", option="GAME", value=name, expected=", ".join(PROVABLE))
    count = parse_count(count_text)
    settings = parse_settings(" ".join(rest))
    seed = parse_count(settings.pop("seed", "0"))
    warm(name)
    limit = Limit(_SECONDS, nodes=_NODES, threads=cores())
    printed = 0
    for puzzle in islice(making.puzzles(name, settings, seed, limit), count):
        _print_puzzle(puzzle)
        printed += 1
    if printed < count:
        sys.exit(f"{printed} puzzles were found, and none in {making.MAX_BARREN_GAMES} games after that")


def print_daily(arguments: list[str]) -> None:
    """Print the puzzle of the day `YYYY-MM-DD`, the same everywhere; raise `Refusal` if invalid."""
    day, *others = arguments or ("",)
    check_no_others(others)
    _print_puzzle(puzzles.daily_puzzle(puzzles.read_day(day)))


def _print_puzzle(puzzle: puzzles.Puzzle) -> None:
    sys.stdout.write(f"{puzzles.to_json(puzzle)}\n")
    sys.stdout.flush()
