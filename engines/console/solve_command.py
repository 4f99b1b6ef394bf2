"""The command `python -m engines solve`: solve Dots and Boxes in minutes to days, with the progress in a file."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from engines.console.game_in_hand import parse_count, parse_settings
from engines.dots.grid import grid
from engines.dots.rules import Position
from engines.game import Limit
from engines.kernels.cores import cores
from engines.kernels.loading import warm
from engines.refusals import Unreadable

if TYPE_CHECKING:
    from engines.dots.search.long import Progress

MEGABYTES = range(64, 8192 + 1)
_FOREVER = 1e9


def main(arguments: list[str]) -> None:
    """Solve `dots FILE size=4x5 [after="a1-a2 b2-c2"] [table=1024]`; report progress on standard error.

    The file stores what is known, so that the same command continues the work.
    """
    from engines.dots.search.long import Patience, long_search

    game, file, *rest = (*arguments, "", "")
    if game != "dots":
        raise Unreadable("unknown-game", part=game, games="dots")
    if not file:
        raise Unreadable("needs-argument", command="solve", expected="dots FILE size=4x5")
    settings = parse_settings(
        " ".join(f'{key}="{value}"' for key, _, value in (each.partition("=") for each in rest if each))
    )
    position = _position(settings.pop("size", ""), settings.pop("after", ""))
    patience = Patience(_megabytes(settings.pop("table", "512")), cores())
    for option, value in settings.items():
        raise Unreadable("bad-option", option=option, value=value, expected="size, after, table")
    warm("dots")
    try:
        margin, effort = long_search(
            position.grid, position.drawn_sides, Path(file), patience, Limit(_FOREVER), _report_progress
        )
    except (OSError, ValueError) as fault:
        sys.exit(str(fault))
    sys.stdout.write(f"value {margin}\npositions {effort.positions}\nseconds {effort.seconds:.1f}\n")


def _position(size: str, after: str) -> Position:
    if not (match := re.fullmatch("([1-9])x([1-9])", size)):
        raise Unreadable("bad-option", option="size", value=size, expected="1x1 to 5x5, 6x4")
    position = Position(grid(int(match[1]), int(match[2])))
    for text in after.split():
        position = position.play(position.read(text))
    return position


def _megabytes(text: str) -> int:
    number = parse_count(text)
    if number not in MEGABYTES:
        raise Unreadable("bad-option", option="table", value=text, expected="64 to 8192")
    return number


def _report_progress(progress: Progress) -> None:
    sys.stderr.write(
        f"{progress.effort.seconds:.0f} s: at least {progress.goal} ahead? {100 * progress.share:.3g} % of the way, "
        f"{progress.effort.positions / 1e6:.1f} M positions, table {100 * progress.fill:.0f} % full\n"
    )
    sys.stderr.flush()
