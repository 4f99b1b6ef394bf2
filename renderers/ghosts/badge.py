"""What all ghosts are drawn with: numbers in discs that keep apart, and the cross at what stands in the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import dist

from renderers.scene import Disc, Ink, Item, Label, Point, Stroke

RADIUS = 19.0
_LETTERING = 30.0


def badge(text: str, at: Point, ink: Ink = Ink.HINT) -> Iterator[Item]:
    """A number in a disc, legible on a phone."""
    yield Disc(at, RADIUS, ink, Ink.PAPER, 3)
    yield Label(text, at, _LETTERING, Ink.PAPER, bold=True)


def cross(at: Point, radius: float) -> Iterator[Item]:
    """A ring and a cross round the place of a fault, so that its colour is not the only sign."""
    x, y = at
    reach = 0.45 * radius
    yield Disc(at, radius, outline=Ink.WRONG, width=5)
    yield Stroke(((x - reach, y - reach), (x + reach, y + reach)), Ink.WRONG, 6)
    yield Stroke(((x - reach, y + reach), (x + reach, y - reach)), Ink.WRONG, 6)


def spread(choices: Sequence[Sequence[Point]], taken: Iterable[Point] = ()) -> list[Point]:
    """For each ghost the place of its number: the first of its choices that is clear of others, else the clearest."""
    placed = list(taken)
    for places in choices:
        gaps = [min((dist(place, other) for other in placed), default=4 * RADIUS) for place in places]
        clear = next((place for place, gap in zip(places, gaps, strict=True) if gap >= 2.4 * RADIUS), None)
        placed.append(clear or places[gaps.index(max(gaps))])
    return placed[len(placed) - len(choices) :]
