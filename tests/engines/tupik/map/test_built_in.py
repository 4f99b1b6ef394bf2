"""The built-in maps: enough of them, all drawn clearly, and good to play on."""

from __future__ import annotations

import pytest

from engines.tupik.map.built_in import DEFAULT, built_in_map, titles
from engines.tupik.map.roads import tangles
from engines.tupik.phrases import PHRASES
from engines.tupik.rating import rate_map

MOST_EVEN = 18


def test_there_are_a_dozen_from_8_to_24_cities():
    sizes = [len(built_in_map(title)) for title in titles()]
    assert len(sizes) >= 12
    assert (min(sizes), max(sizes)) == (8, 24)
    assert DEFAULT in titles()


@pytest.mark.parametrize("title", titles())
def test_each_has_a_name_and_places(title):
    assert PHRASES[f"value-{title}"]
    assert built_in_map(title).places


@pytest.mark.parametrize("title", titles())
def test_each_can_be_read_at_a_glance(title):
    assert tangles(built_in_map(title)) <= 2


@pytest.mark.parametrize("title", [title for title in titles() if len(built_in_map(title)) <= MOST_EVEN])
def test_up_to_18_cities_each_is_even_long_and_matters(title):
    assert rate_map(built_in_map(title)).is_good
