"""The places of a map's cities in the frame; the layout libraries are loaded only for maps without places."""

from __future__ import annotations

from engines.tupik.map.frame import fit_to_frame
from engines.tupik.map.roadmap import Place, RoadMap


def city_places(roads: RoadMap) -> tuple[Place, ...]:
    """Return the cities' places in the frame, from the map if it has them, else from a layout."""
    return fit_to_frame(roads.places) or _computed_places(roads.arrows)


def _computed_places(arrows: tuple[tuple[int, ...], ...]) -> tuple[Place, ...]:
    from engines.tupik.map.layout import compute_layout  # most maps say where their cities lie

    return compute_layout(arrows)
