"""Search for the built-in maps of Tupik: `python -m benchmarks.atlas [TITLE …]` writes their files."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from pathlib import Path

import engines.tupik.map
from engines.tupik.map.roadmap import RoadMap
from engines.tupik.map.roads import tangles
from engines.tupik.map.text import map_text, read_map
from engines.tupik.map_maker import sketches
from engines.tupik.rating import rate_map

FOLDER = Path(engines.tupik.map.__file__).parent / "maps"
SEED = 1
CITIES = {
    "three-corners": 8,
    "mill-pond": 9,
    "fox-hill": 10,
    "old-ferry": 11,
    "old-town": 12,
    "apple-valley": 12,
    "long-bridge": 13,
    "salt-road": 14,
    "harbour": 15,
    "lakeside": 16,
    "crossroads": 17,
    "quarry": 18,
    "highlands": 20,
    "big-city": 24,
}
TRIED = {15: 100, 16: 50, 17: 24, 18: 12, 20: 30, 24: 30}
MANY = 200


def main(titles: Iterable[str]) -> None:
    """Find a map for each title, write its file and print its rating."""
    for title in titles or CITIES:
        roads = _find_map(title)
        cities = "\n".join(map_text(roads).split())
        (FOLDER / f"{title}.toml").write_text(f'map = """\n{cities}\n"""\n', encoding="utf-8")
        print(title, len(roads), rate_map(roads), flush=True)


def _find_map(title: str) -> RoadMap:
    """Return the best of many maps with the title's number of cities; each title has a separate seed."""
    count = CITIES[title]
    seed = SEED + [name for name in CITIES if CITIES[name] == count].index(title)
    maps = (read_map(map_text(replace(roads, title=""))) for roads in sketches(count, seed))
    return min(islice(maps, TRIED.get(count, MANY)), key=_dullness)


def _dullness(roads: RoadMap) -> tuple[float, ...]:
    """Return a sort key: maps without faults first, then fewer tangled roads, longer games and more even chances."""
    rating = rate_map(roads)
    return rating.fault, tangles(roads), -rating.plies, abs(rating.share - 0.5)


if __name__ == "__main__":
    main(sys.argv[1:])
