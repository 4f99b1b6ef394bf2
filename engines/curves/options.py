"""The options of a game, read from text, and the empty sheet that they describe."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engines.curves.legality import Sheet
from engines.curves.rules import Position
from engines.game import Setting
from engines.notation import clean
from engines.refusals import Unreadable

SMALLEST, LARGEST = Sheet(4, 4), Sheet(26, 20)
FEWEST, MOST = 3, 60
_SIZES = f"{SMALLEST.columns}x{SMALLEST.rows}..{LARGEST.columns}x{LARGEST.rows}"
_POINTS = f"{FEWEST}..{MOST}"
SETTINGS = (
    Setting(
        "size",
        "16x12",
        ("8x6", "10x8", "12x9", "16x12", "20x15", "26x20"),
        span=_SIZES,
        bare_pattern=r"\d+\s*[xхXХ×*]\s*\d+",
    ),
    Setting("points", "12", ("3", "4", "6", "8", "10", "12", "16", "20", "24", "30", "40", "60"), span=_POINTS),
    Setting("even", "no", ("no", "yes"), bare_pattern="even"),
)
_SIZE = re.compile(r"([0-9]{1,2}) ?[x×*] ?([0-9]{1,2})")
_YES = {"yes": True, "no": False, "on": True, "off": False, "true": True, "false": False, "even": True}


def start(options: Mapping[str, str], seed: int = 0) -> Position:
    """Return the empty sheet; `seed` is ignored, because this game has no chance."""
    for option in options:
        if option not in {setting.key for setting in SETTINGS}:
            raise Unreadable("unknown-option", option=option, expected=" ".join(each.key for each in SETTINGS))
    sheet = read_size(options.get("size", "16x12"))
    points = _read_points(options.get("points", "12"))
    if points > sheet.columns * sheet.rows:
        raise Unreadable("too-many-points", option="points", value=points, most=sheet.columns * sheet.rows)
    even = _read_even(options.get("even", "no"))
    if even and points % 2:
        raise Unreadable("even-with-odd-points", option="even", points=points)
    return Position(sheet, points, even=even)


def read_size(text: str) -> Sheet:
    """Read the number of columns and rows of lattice points."""
    match = _SIZE.fullmatch(clean(text))
    sheet = Sheet(int(match[1]), int(match[2])) if match else Sheet(0, 0)
    fits = SMALLEST.columns <= sheet.columns <= LARGEST.columns and SMALLEST.rows <= sheet.rows <= LARGEST.rows
    if not fits:
        raise Unreadable("bad-option", option="size", value=text, expected=_SIZES)
    return sheet


def _read_points(text: str) -> int:
    points = int(text) if re.fullmatch(r"[0-9]{1,2}", text.strip()) else 0
    if not FEWEST <= points <= MOST:
        raise Unreadable("bad-option", option="points", value=text, expected=_POINTS)
    return points


def _read_even(text: str) -> bool:
    word = clean(text)
    if word not in _YES:
        raise Unreadable("bad-option", option="even", value=text, expected="yes no")
    return _YES[word]
