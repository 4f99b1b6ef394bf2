"""Marks that all ghosts share: numbers in discs that keep apart, and the cross at an obstacle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import dist

from renderers.scene import Disc, Ink, Item, Label, Point, Shape, Stroke

RADIUS = 19.0
_LETTERING = 30.0
_DIGIT = 18.0


def badge(text: str, at: Point, ink: Ink = Ink.HINT) -> Iterator[Item]:
    """Yield a number in a disc, large enough to read on a phone; several digits stand in a longer one."""
    x, y = at
    half = badge_width(text) / 2
    if half > RADIUS:
        corners = ((x - half, y - RADIUS), (x + half, y - RADIUS), (x + half, y + RADIUS), (x - half, y + RADIUS))
        yield Shape(corners, ink, Ink.PAPER, 3, radius=RADIUS)
    else:
        yield Disc(at, RADIUS, ink, Ink.PAPER, 3)
    yield Label(text, at, _LETTERING, Ink.PAPER, bold=True)


def badge_width(text: str) -> float:
    """Return the width of the badge of a number."""
    return 2 * RADIUS + _DIGIT * (len(text) - 1)


def cross(at: Point, radius: float) -> Iterator[Item]:
    """Yield a ring and a cross at a fault, so that colour is not the only sign."""
    x, y = at
    reach = 0.45 * radius
    yield Disc(at, radius, outline=Ink.WRONG, width=5)
    yield Stroke(((x - reach, y - reach), (x + reach, y + reach)), Ink.WRONG, 6)
    yield Stroke(((x - reach, y + reach), (x + reach, y - reach)), Ink.WRONG, 6)


def spread(choices: Sequence[Sequence[Point]], obstacles: Iterable[Point] = ()) -> list[Point]:
    """Return a place for each number: the first choice that is clear of the others, or else the clearest one."""
    points = list(obstacles)
    for places in choices:
        gaps = [min((dist(place, point) for point in points), default=4 * RADIUS) for place in places]
        clear_place = next((place for place, gap in zip(places, gaps, strict=True) if gap >= 2.4 * RADIUS), None)
        points.append(clear_place or places[gaps.index(max(gaps))])
    return points[len(points) - len(choices) :]
