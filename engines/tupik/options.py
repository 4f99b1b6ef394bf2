"""The options of Tupik: a built-in map by name, a custom map as text, or the number of cities of a generated map."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engines.game import Setting
from engines.refusals import Unreadable
from engines.tupik.map.built_in import DEFAULT, built_in_map, titles
from engines.tupik.map.roadmap import FEWEST, MOST, RoadMap
from engines.tupik.map.text import read_map
from engines.tupik.rules import Position

_NAMED_WORD = r"[^\W\d_][^\s@>=]*(@[-\d.,]+)?(-{0,9}>|→)[^\s>=]*"
_CITY_WORD = r"\d{1,9}\.?[^\s>@=]*(@[-\d.,]+)?([-=]{0,9}>|→)[\d,]*|\d{1,9}\.[^\s>@=]+(@[-\d.,]+)?|\d{1,9}@[-\d.,]+"
_LONGEST_TITLE = 100
_SPAN = f"{FEWEST}..{MOST}"
_OWN_MAP = "1>2,3 2>4 3>4"
SETTINGS = (
    Setting(
        "map",
        DEFAULT,
        titles(),
        bare_pattern="|".join([*map(re.escape, titles()), _CITY_WORD, _NAMED_WORD]),
        custom_example=_OWN_MAP,
        is_file=True,
    ),
    Setting("cities", "12", ("4", "6", "8", "10", "12", "14", "16", "18", "20", "30", "40"), span=_SPAN),
)


def start(options: Mapping[str, str], seed: int = 0) -> Position:
    """Return the empty map; `seed` distinguishes the maps generated for `cities`."""
    for option in options:
        if option not in {setting.key for setting in SETTINGS}:
            raise Unreadable("unknown-option", option=option, expected="map cities")
    if "map" in options and "cities" in options:
        raise Unreadable("map-and-cities", option="cities", value=options["cities"])
    if "cities" in options:
        return Position(_generated_map(options["cities"], seed))
    return Position(_map(options.get("map", DEFAULT)))


def _generated_map(text: str, seed: int) -> RoadMap:
    from engines.tupik.map_maker import make_map

    number = int(text) if re.fullmatch("[0-9]{1,2}", text.strip()) else 0
    if not FEWEST <= number <= MOST:
        raise Unreadable("bad-option", option="cities", value=text, expected=_SPAN)
    return make_map(number, seed)


def _map(text: str) -> RoadMap:
    title = "-".join(text.casefold().split()) if len(text) <= _LONGEST_TITLE else ""
    if title in titles():
        return built_in_map(title)
    if not re.search("[0-9>→:]", text):
        raise Unreadable("bad-option", option="map", value=text[:40], expected=" ".join(titles()))
    return read_map(text)
