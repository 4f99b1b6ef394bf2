"""Shapes that players draw row by row from the top; a refusal names what is wrong."""

from __future__ import annotations

import re

import pytest

from engines.digits import GAME
from engines.digits.options import SETTINGS
from engines.refusals import Unreadable

DRAWN = ".##./####/####/.#.."


def test_a_custom_shape_is_drawn_from_the_top():
    grid = GAME.start({"shape": DRAWN}, 0).grid
    cells = {grid.name(place) for place in range(16) if grid.cells >> place & 1}
    assert (grid.cols, grid.rows, grid.has_custom_shape) == (4, 4, True)
    assert cells == {"b4", "c4", "a3", "b3", "c3", "d3", "a2", "b2", "c2", "d2", "b1"}


def test_a_custom_shape_is_a_setting_like_any_other():
    position = GAME.start({"shape": DRAWN, "digits": "1-2"}, 0)
    assert position.settings == {"size": "4x4", "digits": "1-2", "wrap": "no", "shape": DRAWN}
    assert GAME.start(position.settings, 0) == position


def test_a_closed_custom_shape_joins_its_edges():
    grid = GAME.start({"shape": DRAWN, "digits": "1", "wrap": "yes"}, 0).grid
    below, above = grid.place(1, 0), grid.place(1, 3)
    assert below is not None and above is not None
    assert grid.around[below] >> above & 1


@pytest.mark.parametrize("text", [" .##. / #### / #### / .#.. ", ".##./####/####/.#․․"])
def test_spaces_and_look_alikes_in_a_shape_are_forgiven(text):
    assert GAME.start({"shape": text}, 0).settings["shape"] == DRAWN


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"shape": ".##./##x#/####/.##."}, "shape-sign"),
        ({"shape": ".##./###/####/.##."}, "shape-uneven"),
        ({"shape": ".##.//####/.##."}, "shape-uneven"),
        ({"shape": "###/###/###"}, "shape-edges"),
        ({"shape": "####"}, "shape-edges"),
        ({"shape": "/".join(["#" * 13] * 4)}, "shape-edges"),
        ({"shape": "####/####/####/####", "size": "5x5"}, "shape-not-size"),
        ({"shape": "#.../..../..../...#", "digits": "1"}, "too-many-digits"),
        ({"shape": "heart"}, "bad-option"),
    ],
)
def test_an_unreadable_shape_is_refused_for_what_is_wrong(options, code):
    with pytest.raises(Unreadable) as refusal:
        GAME.start(options, 0)
    assert refusal.value.code == code


@pytest.mark.parametrize(("word", "key"), [("wrap", "wrap"), ("torus", "wrap"), ("closed", "wrap"), (DRAWN, "shape")])
def test_a_word_alone_is_the_value_of_its_option(word, key):
    assert [each.key for each in SETTINGS if each.bare_pattern and re.fullmatch(each.bare_pattern, word)] == [key]
    assert GAME.start({key: word}, 0) == GAME.start({key: "yes" if key == "wrap" else word}, 0)
