"""The built-in maps: one file each in `maps/`, with its text."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TypedDict, cast

from engines.tupik.map.roadmap import RoadMap
from engines.tupik.map.text import read_map

DEFAULT = "salt-road"


class _MapFile(TypedDict):
    """What a map's file holds."""

    map: str


@cache
def titles() -> tuple[str, ...]:
    """The keys of all built-in maps, small ones first."""
    return tuple(sorted(_map_files(), key=lambda title: (len(built_in(title)), title)))


@cache
def built_in(title: str) -> RoadMap:
    """The built-in map with this key."""
    roads = read_map(_map_files()[title]["map"])
    return RoadMap(roads.arrows, roads.names, roads.places, title)


@cache
def _map_files() -> dict[str, _MapFile]:
    folder = files("engines.tupik.map") / "maps"
    found = sorted((path for path in folder.iterdir() if path.name.endswith(".toml")), key=lambda path: path.name)
    return {
        path.name.removesuffix(".toml"): cast("_MapFile", tomllib.loads(path.read_text(encoding="utf-8")))
        for path in found
    }
