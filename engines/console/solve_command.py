"""The command `python -m engines solve`: Dots and Boxes solved in minutes to days, kept in a file meanwhile."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from engines.console.game_in_hand import settings_of, whole_number
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
    """Solves `dots FILE size=4x5 [after="a1-a2 b2-c2"] [table=1024]`: the file keeps what is known, so that the same
    command goes on with it; how far it is stands on standard error."""
    from engines.dots.search.long import Patience, long_search

    game, file, *rest = (*arguments, "", "")
    if game != "dots":
        raise Unreadable("unknown-game", part=game, games="dots")
    if not file:
        raise Unreadable("needs-argument", command="solve", expected="dots FILE size=4x5")
    settings = settings_of(
        " ".join(f'{key}="{value}"' for key, _, value in (each.partition("=") for each in rest if each))
    )
    position = _position(settings.pop("size", ""), settings.pop("after", ""))
    patience = Patience(_megabytes(settings.pop("table", "512")), cores())
    for option, value in settings.items():
        raise Unreadable("bad-option", option=option, value=value, expected="size, after, table")
    warm("dots")
    try:
        margin, spent = long_search(position.grid, position.drawn, Path(file), patience, Limit(_FOREVER), _tell)
    except (OSError, ValueError) as fault:
        sys.exit(str(fault))
    sys.stdout.write(f"value {margin}\npositions {spent.positions}\nseconds {spent.seconds:.1f}\n")


def _position(size: str, after: str) -> Position:
    if not (found := re.fullmatch("([1-9])x([1-9])", size)):
        raise Unreadable("bad-option", option="size", value=size, expected="1x1 to 5x5, 6x4")
    position = Position(grid(int(found[1]), int(found[2])))
    for typed in after.split():
        position = position.play(position.read(typed))
    return position


def _megabytes(text: str) -> int:
    number = whole_number(text)
    if number not in MEGABYTES:
        raise Unreadable("bad-option", option="table", value=text, expected="64 to 8192")
    return number


def _tell(progress: Progress) -> None:
    sys.stderr.write(
        f"{progress.spent.seconds:.0f} s: at least {progress.goal} ahead? {100 * progress.share:.3g} % of the way, "
        f"{progress.spent.positions / 1e6:.1f} M positions, table {100 * progress.full:.0f} % full\n"
    )
    sys.stderr.flush()
