"""Maps as text: what is read, how it is written, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.refusals import Unreadable
from engines.tupik.map.roadmap import RoadMap
from engines.tupik.map.text import map_text, read_map
from engines.tupik.phrases import PHRASES
from tests.engines.tupik.board import random_map


@pytest.mark.parametrize(
    "text",
    [
        "1>2,3 2>4 3>4",
        "1>2,3;2>4;3>4;",
        "1>2,3\n2>4\r\n3>4\n",
        "  3 > 4 \n 2->4 \n # my map\n 1 → 3 , 2 # the start",
        "1: 2,3\n2: 4\n3: 4\n4:",
        "\ufeff1=>2,3 2=>4 3=>4 4>",
    ],
)
def test_a_map_is_read_generously_and_written_in_one_way(text):
    assert map_text(read_map(text)) == "1>2,3 2>4 3>4"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("1 Kyiv @ 2.5 4 > 2, 3\n2@1,1>4\n3@5,5>4\n4@8,1", "1.Kyiv@2.5,4>2,3 2@1,1>4 3@5,5>4 4@8,1"),
        ("1.New_York>2,3 2.Нова Каховка>4 3 O'Hara>4 4 End", "1.New_York>2,3 2.Нова_Каховка>4 3.O'Hara>4 4.End"),
        ("1@0,-0.001>2 2@-3,7>3 3@4,4>4 4@9,4", "1@0,0>2 2@-3,7>3 3@4,4>4 4@9,4"),
    ],
)
def test_names_and_places_are_kept(text, canonical):
    assert map_text(read_map(text)) == canonical
    assert read_map(canonical) == read_map(text)


@given(st.integers(4, 40), st.integers(0, 10**6))
def test_any_map_comes_back_from_its_text(count, seed):
    roads = random_map(count, seed)
    assert read_map(map_text(roads)) == roads
    assert len(map_text(roads).splitlines()) == 1
    assert ";" not in map_text(roads)


@pytest.mark.parametrize(
    ("text", "code", "fields"),
    [
        ("1>2 2>3 3>4 foo", "not-a-map", {"part": "3>4 foo"}),
        ("5 1>2", "not-a-map", {"part": "5 1>2"}),
        ("1>2 2>3 3>4,", "not-a-map", {"part": "3>4,"}),
        ("", "map-empty", {}),
        ("# nothing", "map-empty", {}),
        ("1>2 2>3", "too-few-cities", {"count": 3, "least": 4}),
        ("1>2 2>3 3>41", "city-number", {"cities": "41", "most": 40}),
        ("0>1 1>2 2>3 3>4", "city-number", {"cities": "0"}),
        ("1>2 1>3 2>3 3>4", "city-twice", {"cities": "1"}),
        ("1>2 2>3 3>7 6>7", "city-missing", {"cities": "4, 5", "last": 7}),
        ("1>1,2 2>3 3>3,4", "arrow-to-itself", {"cities": "1, 3"}),
        ("1>2,2 2>3 3>4,4", "double-arrow", {"cities": "1, 3"}),
        ("1>2 2>3 3>4 4>1", "no-dead-end", {"cities": "1, 2, 3, 4"}),
        ("1>2 2>3,5 3>4", "several-dead-ends", {"cities": "4, 5"}),
        ("1>2 2>3 3>1 4@1,1", "some-places-missing", {"cities": "1, 2, 3"}),
        ("1>2 2>1 3>2 4.End", "no-way-into-the-dead-end", {"cities": "4"}),
        ("1>2 2>1 3>4", "no-way-to-the-dead-end", {"cities": "1, 2"}),
        ("1.Oca>2 2.ОСА>3 3>4", "same-name", {"cities": "1, 2"}),
        ("1.Pass>2 2>3 3>4", "same-name", {"cities": "1"}),
        ("1.①>2 2>3 3>4", "same-name", {"cities": "1"}),
        ("1.Llanfairpwllgwyngyllgogery>2 2>3 3>4", "city-name-too-long", {"most": 20}),
        ("1@0,0>2 2@0,0.1>3 3@4,4>4 4@9,9", "places-too-close", {"cities": "1, 2"}),
        ("1@0,0>2 2@0,0>3 3@0,0>4 4@0,0", "places-too-close", {"cities": "1, 2, 3, 4"}),
        ("1@0,0>2 2@5000,1>3 3@4,4>4 4@9,9", "place-too-far", {"part": "5000"}),
        ("1>2 " * 2000, "map-too-long", {"length": 8000}),
    ],
)
def test_a_map_that_breaks_a_condition_is_refused_with_the_cities_that_break_it(text, code, fields):
    with pytest.raises(Unreadable) as refusal:
        read_map(text)
    assert refusal.value.code == code
    assert refusal.value.fields.items() >= {"option": "map", **fields}.items()
    assert PHRASES[code].format(**refusal.value.fields)


@given(st.text(st.sampled_from("1234567890>,;.@# \n-:→АаZ_'"), max_size=80))
def test_any_text_is_a_map_or_is_refused_in_known_words(text):
    try:
        assert isinstance(read_map(text), RoadMap)
    except Unreadable as refusal:
        assert PHRASES[refusal.code].format(**refusal.fields)
