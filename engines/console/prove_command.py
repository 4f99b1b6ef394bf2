"""The command `python -m engines prove`: a proof of who wins a small board, written to a file."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from engines.console.game_in_hand import settings_of
from engines.dots.grid import grid
from engines.dots.proof import proof
from engines.refusals import Unreadable

MOST_SIDES = 40


def main(arguments: list[str]) -> None:
    """Writes a proof that `engines/dots/verify.py` checks, `dots size=3x3 FILE`; raises a refusal."""
    game, size, file = (*arguments, "", "", "")[:3]
    if game != "dots":
        raise Unreadable("unknown-game", part=game, games="dots")
    if not file:
        raise Unreadable("needs-argument", command="prove", expected="dots size=3x3 FILE")
    wanted = settings_of(size).get("size", "")
    columns, rows = map(int, found.groups()) if (found := re.fullmatch("([1-9])x([1-9])", wanted)) else (9, 9)
    if columns * (rows + 1) + rows * (columns + 1) > MOST_SIDES:
        raise Unreadable("bad-option", option="size", value=wanted, expected="1x1 2x2 2x3 3x3 2x5 3x4 4x4")
    path = Path(file)
    try:
        path.write_bytes(proof(grid(columns, rows), path.with_name(path.name + ".unfinished"), _tell))
    except (OSError, MemoryError, ValueError) as fault:
        sys.exit(str(fault))


def _tell(size: int, claims: int) -> None:
    sys.stderr.write(f"positions with {size} open sides and more: {claims} claims\n")
    sys.stderr.flush()
