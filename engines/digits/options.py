"""The options of a game, read from text, and the empty board that they describe."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engines.digits.grid import LARGEST, SHAPES, SMALLEST, make_grid
from engines.digits.rules import Position
from engines.digits.shape import edges_of, read_shape
from engines.game import Setting
from engines.notation import clean
from engines.refusals import Unreadable

LARGEST_DIGIT = 7
MAX_STEPS = 9
CLOSED = ("wrap", "torus", "closed")
"""Words that by themselves ask for a torus."""
_SPAN = f"{SMALLEST}x{SMALLEST}..{LARGEST}x{LARGEST}"
_DIGITS = f"1-2..1-{LARGEST_DIGIT}"
CUSTOM_SHAPE = r"[#.…]+(/[#.…]+)+"
SETTINGS = (
    Setting(
        "size",
        "6x6",
        ("4x4", "5x5", "6x6", "7x7", "8x8", "9x9", "10x10", "12x12", "4x8", "6x10"),
        span=_SPAN,
        bare_pattern=r"\d+\s*[xхXХ×*]\s*\d+",
    ),
    Setting(
        "digits",
        "1-4",
        ("1-3", "1-4", "1-5", "1-6", "1-7", "1-1-2-3"),
        span=_DIGITS,
        custom_example="1-1-2-3",
        bare_pattern=r"[1-9](-[1-9])+",
    ),
    Setting("wrap", "no", ("no", "yes"), bare_pattern="|".join(CLOSED)),
    Setting(
        "shape", "square", SHAPES, custom_example=".##./####/####/.##.", bare_pattern="|".join([*SHAPES, CUSTOM_SHAPE])
    ),
)
_SIZE = re.compile(r"(\d{1,2}) ?[x×*] ?(\d{1,2})")
_YES = {"yes": True, "no": False, "on": True, "off": False, "true": True, "false": False, **dict.fromkeys(CLOSED, True)}


def start(options: Mapping[str, str], seed: int = 0) -> Position:
    """Return the empty board; `seed` changes nothing, because the game has no chance in it."""
    for option in options:
        if option not in {setting.key for setting in SETTINGS}:
            raise Unreadable("unknown-option", option=option, expected=" ".join(s.key for s in SETTINGS))
    shape = read_shape(options.get("shape", "square"))
    cols, rows = _edges(options, shape)
    digits = _read_digits(options["digits"]) if "digits" in options else _usual_digits(max(cols, rows))
    grid = make_grid(cols, rows, _read_wrap(options.get("wrap", "no")), shape)
    if 2 * len(digits) >= grid.writable.bit_count():
        raise Unreadable("too-many-digits", value="-".join(map(str, digits)), most=(grid.writable.bit_count() - 1) // 2)
    return Position(grid, digits)


def _edges(options: Mapping[str, str], shape: str) -> tuple[int, int]:
    """Return the size of the board; a custom shape determines it and must agree with a typed size."""
    if shape in SHAPES:
        return _read_size(options.get("size", "6x6"))
    edges = edges_of(shape)
    if "size" in options and _read_size(options["size"]) != edges:
        raise Unreadable("shape-not-size", option="shape", value=shape, size=options["size"])
    return edges


def _usual_digits(edge: int) -> tuple[int, ...]:
    """Return the default digits: more of them on larger boards."""
    return tuple(range(1, (4 if edge < 7 else 5 if edge < 9 else 6) + 1))


def _read_size(text: str) -> tuple[int, int]:
    match = _SIZE.fullmatch(clean(text))
    size = (int(match[1]), int(match[2])) if match else (0, 0)
    if not all(SMALLEST <= edge <= LARGEST for edge in size):
        raise Unreadable("bad-option", option="size", value=text, expected=_SPAN)
    return size


def _read_digits(text: str) -> tuple[int, ...]:
    """Read `1-4` as the digits from 1 to 4, and anything longer digit by digit."""
    steps = [int(step) if step.isdecimal() else 0 for step in re.split(r"[- ]", clean(text))]
    if not all(1 <= step <= LARGEST_DIGIT for step in steps) or len(steps) > MAX_STEPS:
        raise Unreadable("bad-option", option="digits", value=text, expected="1-4..1-7, 1-1-2-3")
    if len(steps) == 2 and steps[0] < steps[1]:
        return tuple(range(steps[0], steps[1] + 1))
    return tuple(steps)


def _read_wrap(text: str) -> bool:
    word = clean(text)
    if word not in _YES:
        raise Unreadable("bad-option", option="wrap", value=text, expected="yes no")
    return _YES[word]
