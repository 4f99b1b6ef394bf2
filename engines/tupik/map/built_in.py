"""The built-in maps, each with its text in one file in `maps/`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TypedDict, cast

from engines.tupik.map.roadmap import RoadMap
from engines.tupik.map.text import read_map

DEFAULT = "salt-road"


class _MapFile(TypedDict):
    """The contents of a map file."""

    map: str


@cache
def titles() -> tuple[str, ...]:
    """Return the keys of all built-in maps, small ones first."""
    return tuple(sorted(_map_files(), key=lambda title: (len(built_in_map(title)), title)))


@cache
def built_in_map(title: str) -> RoadMap:
    """Return the built-in map with this key."""
    roads = read_map(_map_files()[title]["map"])
    return RoadMap(roads.arrows, roads.names, roads.places, title)


@cache
def _map_files() -> dict[str, _MapFile]:
    folder = files("engines.tupik.map") / "maps"
    paths = sorted((path for path in folder.iterdir() if path.name.endswith(".toml")), key=lambda path: path.name)
    return {
        path.name.removesuffix(".toml"): cast("_MapFile", tomllib.loads(path.read_text(encoding="utf-8")))
        for path in paths
    }
