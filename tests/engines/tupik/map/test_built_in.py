"""The built-in maps: enough of them, all drawn clearly, and as good as their files say."""

from __future__ import annotations

import pytest

from engines.tupik import search
from engines.tupik.map.built_in import DEFAULT, built_in, rating_of, titles
from engines.tupik.map.roads import tangles
from engines.tupik.phrases import PHRASES
from engines.tupik.rating import MOST_RATED
from engines.tupik.search.table import MOST_CITIES

RATED = [title for title in titles() if len(built_in(title)) <= MOST_RATED]
SOLVED = [title for title in titles() if len(built_in(title)) <= MOST_CITIES]


def test_there_are_a_dozen_from_8_to_24_cities():
    sizes = [len(built_in(title)) for title in titles()]
    assert len(sizes) >= 12
    assert (min(sizes), max(sizes)) == (8, 24)
    assert DEFAULT in titles()


@pytest.mark.parametrize("title", titles())
def test_each_has_a_name_and_places(title):
    assert PHRASES[f"value-{title}"]
    assert built_in(title).places


@pytest.mark.parametrize("title", titles())
def test_each_can_be_read_at_a_glance(title):
    assert tangles(built_in(title)) <= 2


@pytest.mark.parametrize("title", RATED)
def test_up_to_18_cities_each_is_even_long_and_matters(title):
    rating = rating_of(title)
    assert rating is not None
    assert 0.45 <= rating.share <= 0.55
    assert rating.plies >= 5
    assert rating.matters


@pytest.mark.parametrize("title", SOLVED)
def test_the_solver_finds_the_rating_that_the_file_says(title):
    assert search.rated(built_in(title)) == rating_of(title)
