"""Where the cities of a map lie in the frame; the layouts and their libraries are loaded for maps without places."""

from __future__ import annotations

from engines.tupik.map.frame import framed
from engines.tupik.map.roadmap import Place, RoadMap


def placed(roads: RoadMap) -> tuple[Place, ...]:
    """Where the cities lie in the frame: as the map says, else laid out."""
    return framed(roads.places) or _laid_out(roads.arrows)


def _laid_out(arrows: tuple[tuple[int, ...], ...]) -> tuple[Place, ...]:
    from engines.tupik.map.layout import laid_out  # most maps say where their cities lie

    return laid_out(arrows)
