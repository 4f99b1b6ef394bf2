"""Tests for which side of a drawn line a place lies on, and for whole families of lines that cross it.

In coordinates whose height runs along its axis, a parabola is the graph of a function; a straight line is one too. A
curve that stays above or below the drawn stretch, and changes its side, crosses it.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import copysign, hypot

import numpy as np
from numpy.typing import NDArray

from engines.curves.line import Line, spot

Places = NDArray[np.float64]
_UNKNOWN, _OVER, _UNDER, _ASIDE = 0, 1, -1, 2
_THIN = 5.0
_CLOSE = 1e-3


@dataclass(frozen=True)
class Wall:
    """A drawn line as a graph: `foot` is its start, `along` the direction of the base, `width` its extent along it.

    The height at distance u from the foot is `slope` u + `bend` u².
    """

    foot: tuple[float, float]
    along: tuple[float, float]
    width: float
    slope: float
    bend: float

    def is_crossed(self, x: Places, y: Places, off: Places, between: Places) -> NDArray[np.bool_]:
        """Return for each curve whether it certainly crosses the wall.

        `x` and `y` hold the places of each curve by times. Each place is uncertain by `off`, and by `between` more from
        one time to the next.
        """
        (ax, ay), (ux, uy) = self.foot, self.along
        u, over = (x - ax) * ux + (y - ay) * uy, (y - ay) * ux - (x - ax) * uy
        over -= u * (self.slope + self.bend * u)
        unsure = off * np.hypot(1, self.slope + 2 * self.bend * u) + abs(self.bend) * off**2 + _CLOSE
        side = np.where(over > unsure, _OVER, np.where(over < -unsure, _UNDER, _UNKNOWN)).astype(np.int8)
        rim = off + between + _CLOSE
        side[(u < rim) | (u > self.width - rim)] = _ASIDE
        last = np.maximum.accumulate(np.where(side == _UNKNOWN, 0, np.arange(side.shape[1])), axis=1)
        known_side = np.take_along_axis(side, last, axis=1)
        crosses: NDArray[np.bool_] = (known_side[:, :-1] * side[:, 1:] == _OVER * _UNDER).any(axis=1)
        return crosses


def wall(line: Line) -> Wall | None:
    """Return a line as a wall, or None if its ends lie nearly along its axis."""
    (ax, ay), (cx, cy), (bx, by) = spot(line.start), line.control, spot(line.end)
    qx, qy = ax - 2 * cx + bx, ay - 2 * cy + by
    px, py = (qy, -qx) if (qx, qy) != (0, 0) else (bx - ax, by - ay)
    size = copysign(hypot(px, py), (bx - ax) * px + (by - ay) * py)
    ux, uy = px / size, py / size
    width = (bx - ax) * ux + (by - ay) * uy
    if width < _THIN:
        return None
    rise, swing = (cy - ay) * ux - (cx - ax) * uy, qy * ux - qx * uy
    return Wall((ax, ay), (ux, uy), width, 2 * rise / width, swing / width**2)
