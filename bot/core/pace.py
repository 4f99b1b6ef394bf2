"""How long a move may take, as two people agree on it: so long for each, or a bank with an increment."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.core.clock import Instant

TIME = "time"
"""The term of a challenge that names the pace."""
USUAL_PACE = "3d"
"""The pace among people of whom several read a chat, unless they say otherwise."""
UNITS: tuple[tuple[str, Instant], ...] = (("d", 86400.0), ("h", 3600.0), ("m", 60.0))
"""Days, hours and minutes as they are written, in seconds."""
_SPAN = re.compile(r"(?:\d{1,5}[dhm])+")
_PART = re.compile(r"(\d+)([dhm])")


@dataclass(frozen=True)
class Pace:
    """`move` seconds for each move; with an increment `added` they are a bank instead, to which each move adds."""

    move: Instant
    added: Instant | None = None

    def __str__(self) -> str:
        """As it stands in a log and is typed: `3d`, `3d+12h`."""
        return write_span(self.move) if self.added is None else f"{write_span(self.move)}+{write_span(self.added)}"


def read_pace(text: str) -> Pace:
    """The pace that `str` writes; raises `ValueError` for any other text."""
    move, plus, added = text.partition("+")
    return Pace(read_span(move), read_span(added) if plus else None)


def pace_of(terms: tuple[tuple[str, str], ...]) -> Pace | None:
    """The pace that was agreed on; None without one."""
    text = dict(terms).get(TIME)
    return read_pace(text) if text else None


def read_span(text: str) -> Instant:
    """So many seconds as `1d12h` are; raises `ValueError`."""
    if not _SPAN.fullmatch(text):
        raise ValueError(f"no span of time: {text[:40]!r}")
    seconds = dict(UNITS)
    return sum(int(count) * seconds[unit] for count, unit in _PART.findall(text))


def write_span(seconds: Instant) -> str:
    """Whole minutes as `1d12h`."""
    return "".join(f"{count}{unit}" for count, unit in parts_of(seconds)) or "0m"


def parts_of(seconds: Instant) -> list[tuple[int, str]]:
    """So many days, hours and whole minutes, without those of which there are none."""
    counts = list[tuple[int, str]]()
    for unit, length in UNITS:
        count, seconds = divmod(seconds, length)
        counts.append((int(count), unit))
    return [(count, unit) for count, unit in counts if count]
