"""On which side of a drawn line a place is, and whether all lines of a kind cross it for sure.

A parabola is the graph of a height over the ruler that lies square to its axis; a straight line likewise, over itself.
A way that stays above or below the drawn stretch of it, and is now on one side and now on the other, crosses it.
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
    """A drawn line from `foot` on: its height over so much `width` along a direction is `slope` u + `bend` u²."""

    foot: tuple[float, float]
    along: tuple[float, float]
    width: float
    slope: float
    bend: float

    def is_crossed(self, x: Places, y: Places, off: Places, between: Places) -> NDArray[np.bool_]:
        """Which ways cross it for sure: places by ways and times, `off` by so much, and `between` two times by more."""
        (ax, ay), (ux, uy) = self.foot, self.along
        u, over = (x - ax) * ux + (y - ay) * uy, (y - ay) * ux - (x - ax) * uy
        over -= u * (self.slope + self.bend * u)
        unsure = off * np.hypot(1, self.slope + 2 * self.bend * u) + abs(self.bend) * off**2 + _CLOSE
        side = np.where(over > unsure, _OVER, np.where(over < -unsure, _UNDER, _UNKNOWN)).astype(np.int8)
        rim = off + between + _CLOSE
        side[(u < rim) | (u > self.width - rim)] = _ASIDE
        last = np.maximum.accumulate(np.where(side == _UNKNOWN, 0, np.arange(side.shape[1])), axis=1)
        known = np.take_along_axis(side, last, axis=1)
        crossed: NDArray[np.bool_] = (known[:, :-1] * side[:, 1:] == _OVER * _UNDER).any(axis=1)
        return crossed


def wall(line: Line) -> Wall | None:
    """A line as a wall; None where its ends lie almost in the direction of its axis."""
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
