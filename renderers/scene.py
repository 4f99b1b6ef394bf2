"""Drawings as pure geometry: items in inks named by role, with an alt text.

Units are pixels of the finished picture at scale 1; x grows to the right, y grows DOWN. Painting order is tuple order.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engines.phrases import Phrase

Point = tuple[float, float]


class Ink(StrEnum):
    """The role of a colour; a theme maps it to the colour itself."""

    PAPER = "paper"
    GRID = "grid"
    MARGIN = "margin"
    PENCIL = "pencil"
    TEXT = "text"
    FAINT = "faint"
    FIRST = "first"
    SECOND = "second"
    FIRST_WASH = "first-wash"
    SECOND_WASH = "second-wash"
    NEUTRAL = "neutral"
    LAST = "last"
    HINT = "hint"
    HINT_WASH = "hint-wash"
    WRONG = "wrong"


class Hatch(StrEnum):
    """The fill pattern of an area, so that colour is never the only sign."""

    NONE = "none"
    RISING = "rising"
    FALLING = "falling"
    CROSS = "cross"


class Anchor(StrEnum):
    """The point of a label that stands at its place (always vertically centred)."""

    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"


@dataclass(frozen=True)
class Stroke:
    """An open line through points, with round ends; `arrow` adds a head at the last point."""

    points: tuple[Point, ...]
    ink: Ink
    width: float = 4.0
    dashed: bool = False
    arrow: bool = False


@dataclass(frozen=True)
class Arc:
    """A quadratic Bézier curve: start, control point, end."""

    start: Point
    control: Point
    end: Point
    ink: Ink
    width: float = 4.0
    dashed: bool = False
    arrow: bool = False


@dataclass(frozen=True)
class Shape:
    """A closed polygon with corners rounded by `radius`, and an optional fill, hatching and outline."""

    points: tuple[Point, ...]
    fill: Ink | None = None
    outline: Ink | None = None
    width: float = 3.0
    hatch: Hatch = Hatch.NONE
    hatch_ink: Ink | None = None
    radius: float = 0.0
    dashed: bool = False


@dataclass(frozen=True)
class Disc:
    """A circle; a ring if it has no fill."""

    centre: Point
    radius: float
    fill: Ink | None = None
    outline: Ink | None = None
    width: float = 3.0
    dashed: bool = False


SMALLEST_PART = 0.75
"""The smallest share of its size to which a label shrinks to fit its room; beyond that it is cut."""


@dataclass(frozen=True)
class Label:
    """A short text, `size` pixels high.

    A text wider than `room` pixels (0: any width) is written a little smaller, then cut with an ellipsis. If no font
    has its letters, `plain` is drawn instead.
    """

    text: str
    at: Point
    size: float
    ink: Ink = Ink.TEXT
    anchor: Anchor = Anchor.MIDDLE
    bold: bool = False
    room: float = 0.0
    plain: str = ""


@dataclass(frozen=True)
class Ruling:
    """The squares of the paper, `step` apart over the whole page, with a crossing at `origin`."""

    origin: Point
    step: float
    ink: Ink = Ink.GRID
    width: float = 1.0


Item = Stroke | Arc | Shape | Disc | Label | Ruling


@dataclass(frozen=True)
class Scene:
    """One picture: its size, the paper below everything, the items on it, and its alt text as phrases.

    With `earlier` scenes, all of the same size and on the same paper, it is the last frame of a film.
    """

    width: int
    height: int
    paper: tuple[Item, ...]
    items: tuple[Item, ...]
    alt: tuple[Phrase, ...] = ()
    earlier: tuple[Scene, ...] = ()

    def __hash__(self) -> int:
        """Return a hash of the fields that tell most scenes apart, since hashing all items is slow."""
        return hash((self.width, self.height, self.alt, len(self.items), len(self.earlier)))
