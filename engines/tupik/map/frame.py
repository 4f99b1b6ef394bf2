"""The frame of every drawn map, wider than high; its unit, a step, is the width of a car."""

from __future__ import annotations

from collections.abc import Sequence

from engines.tupik.map.roadmap import Place

WIDE, HIGH = 13.0, 8.0
CAR = 1.0


def fit_to_frame(places: Sequence[Place]) -> tuple[Place, ...]:
    """Return the places centred in the frame and scaled, equally in both directions, to fill it."""
    if not places:
        return ()
    left, low = (min(place[axis] for place in places) for axis in (0, 1))
    right, top = (max(place[axis] for place in places) for axis in (0, 1))
    scale = min(WIDE / max(right - left, 1e-9), HIGH / max(top - low, 1e-9), 1e6)
    across, up = (WIDE - scale * (right - left)) / 2, (HIGH - scale * (top - low)) / 2
    return tuple((across + scale * (x - left), up + scale * (y - low)) for x, y in places)
