"""The options of a game, read from text, and the empty board that they describe."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engines.dots.grid import LARGEST, SMALLEST, grid
from engines.dots.rules import Position, Stage
from engines.game import Setting
from engines.notation import clean
from engines.refusals import Unreadable

MAX_PIE = 5
SIZES = ("2x2", "3x3", "4x4", "5x5", "6x6", "7x7", "8x8", "10x10", "12x12", "2x5", "3x4", "5x7", "6x9", "8x12")
_SPAN = f"{SMALLEST}x{SMALLEST}..{LARGEST}x{LARGEST}"
SETTINGS = (
    Setting("size", "5x5", SIZES, span=_SPAN, bare_pattern=r"\d+\s*[xхXХ×*]\s*\d+"),
    Setting("pie", "0", tuple(str(n) for n in range(MAX_PIE + 1)), span=f"0..{MAX_PIE}"),
)
_SIZE = re.compile(r"(\d{1,2}) ?[x×*] ?(\d{1,2})")


def start(options: Mapping[str, str], seed: int = 0) -> Position:
    """Return the empty board; `seed` changes nothing, because the game has no chance in it."""
    for option in options:
        if option not in {"size", "pie"}:
            raise Unreadable("unknown-option", option=option, expected="size pie")
    cols, rows = read_size(options.get("size", "5x5"))
    pie = _read_pie(options.get("pie", "0"))
    return Position(grid(cols, rows), pie, Stage.SETUP if pie else Stage.PLAY)


def read_size(text: str) -> tuple[int, int]:
    """Return the columns and rows of boxes."""
    match = _SIZE.fullmatch(clean(text))
    size = (int(match[1]), int(match[2])) if match else (0, 0)
    if not all(SMALLEST <= edge <= LARGEST for edge in size):
        raise Unreadable("bad-option", option="size", value=text, expected=_SPAN)
    return size


def _read_pie(text: str) -> int:
    if text.strip() not in SETTINGS[1].choices:
        raise Unreadable("bad-option", option="pie", value=text, expected=f"0..{MAX_PIE}")
    return int(text)
