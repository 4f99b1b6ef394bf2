"""The command `python -m engines prove`: write a proof of who wins a small board to a file."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from engines.console.game_in_hand import check_no_others, parse_settings
from engines.dots.grid import grid
from engines.dots.proof import proof
from engines.refusals import Unreadable

MOST_SIDES = 40


def main(arguments: list[str]) -> None:
    """Write the proof of a board (`dots size=3x3 FILE`) for `engines/dots/verify.py`; raise `Refusal` if invalid."""
    game, size, file, *others = (*arguments, "", "", "")[: max(3, len(arguments))]
    if game != "dots":
        raise Unreadable("unknown-game", part=game, games="dots")
    if not file:
        raise Unreadable("needs-argument", command="prove", expected="dots size=3x3 FILE")
    check_no_others(others)
    size_text = parse_settings(size).get("size", "")
    columns, rows = map(int, match.groups()) if (match := re.fullmatch("([1-9])x([1-9])", size_text)) else (9, 9)
    if columns * (rows + 1) + rows * (columns + 1) > MOST_SIDES:
        raise Unreadable("bad-option", option="size", value=size_text, expected="1x1 2x2 2x3 3x3 2x5 3x4 4x4")
    path = Path(file)
    try:
        _check_writable(path)
        path.write_bytes(proof(grid(columns, rows), path.with_name(path.name + ".unfinished"), _report_progress))
    except (OSError, MemoryError, ValueError) as fault:
        sys.exit(str(fault))


def _check_writable(path: Path) -> None:
    """Raise `OSError` for a file that cannot be written, before the search, which may take hours."""
    is_new = not path.exists()
    path.open("ab").close()
    if is_new:
        path.unlink()


def _report_progress(size: int, claims: int) -> None:
    sys.stderr.write(f"positions with {size} open sides and more: {claims} claims\n")
    sys.stderr.flush()
