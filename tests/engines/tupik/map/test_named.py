"""Maps by names: numbered in the order of their first appearance, and refused with the names that break a condition."""

from __future__ import annotations

import pytest

from engines.refusals import Unreadable
from engines.tupik import GAME
from engines.tupik.map.text import map_text, read_map
from engines.tupik.phrases import PHRASES


@pytest.mark.parametrize(
    "text",
    [
        "A>B,C B>D C>D",
        "A > B , C; B -> D\nC: d # the dead end",
        "a>B,C b>D c>D D>",
        "A→B,C B=>D C>D D",
    ],
)
def test_a_map_by_names_is_numbered_as_the_names_appear(text):
    assert map_text(read_map(text)).casefold() == "1.a>2,3 2.b>4 3.c>4 4.d"


def test_the_first_spelling_of_a_name_is_kept():
    assert read_map("Kyiv>lviv,Rim LVIV>rim Rim>End").names == ("Kyiv", "lviv", "Rim", "End")


def test_names_of_several_words_and_places_are_read():
    roads = read_map("Нова_Каховка@1,2>Rim Rim@3,4>Оса Оса@5,6>Kyiv Kyiv@7.5,-8")
    assert map_text(roads) == "1.Нова_Каховка@1,2>2 2.Rim@3,4>3 3.Оса@5,6>4 4.Kyiv@7.5,-8"


def test_a_map_by_names_is_played_by_names():
    position = GAME.start({"map": "A>B,C B>D,C C>D"}, 0)
    assert GAME.start(position.settings, 0) == position
    position = position.play(position.read("a"))
    position = position.play(position.read("B"))
    assert str(position.read("b-d")) == "2-4"


@pytest.mark.parametrize(
    ("text", "code", "fields"),
    [
        ("A>B,C B>D", "several-dead-ends", {"cities": "C, D"}),
        ("A>B B>C C>A D>A", "no-dead-end", {"cities": "A, B, C, D"}),
        ("A>B B>A C>D", "no-way-to-the-dead-end", {"cities": "A, B"}),
        ("A>B,B B>C C>D", "double-arrow", {"cities": "A"}),
        ("A>A,B B>C C>D", "arrow-to-itself", {"cities": "A"}),
        ("A>B a>C B>C C>D", "city-twice", {"cities": "A"}),
        ("A>B B>C", "too-few-cities", {"count": 3}),
        ("A@1,1>B B>C C>D", "some-places-missing", {"cities": "B, C, D"}),
        ("A>B,1 B>C C>D", "not-a-map", {"part": "A>B,1"}),
        ("Pass>B B>C C>D", "same-name", {"cities": "Pass"}),
        ("Llanfairpwllgwyngyllgogery>B B>C C>D", "city-name-too-long", {"most": 20}),
        (" ".join(f"X{'abcdefghij'[n // 10]}{'abcdefghij'[n % 10]}>Y" for n in range(41)), "too-many-cities", {}),
    ],
)
def test_a_map_by_names_is_refused_with_its_names(text, code, fields):
    with pytest.raises(Unreadable) as refusal:
        read_map(text)
    assert refusal.value.code == code
    assert refusal.value.fields.items() >= {"option": "map", **fields}.items()
    assert PHRASES[code].format(**refusal.value.fields)
