"""Options are read from typed text, and refused by name."""

from __future__ import annotations

import re

import pytest

from engines.curves import remark
from engines.curves.options import SETTINGS, start
from engines.refusals import Unreadable


@pytest.mark.parametrize("size", ["10x8", "10 X 8", "10х8", "10×8"])
def test_a_size_is_columns_and_rows(size):
    position = start({"size": size})
    assert (position.sheet.columns, position.sheet.rows) == (10, 8)


def test_a_bare_word_may_be_a_size():
    pattern = SETTINGS[0].bare_pattern
    assert pattern is not None
    assert re.fullmatch(pattern, "10x8")
    assert not re.fullmatch(pattern, "12")


@pytest.mark.parametrize("points", range(3, 61))
def test_any_number_of_points_from_3_to_60_is_accepted(points):
    assert start({"points": str(points)}).points == points


@pytest.mark.parametrize(
    ("options", "code", "option"),
    [
        ({"size": "3x12"}, "bad-option", "size"),
        ({"size": "27x12"}, "bad-option", "size"),
        ({"size": "16x21"}, "bad-option", "size"),
        ({"size": "big"}, "bad-option", "size"),
        ({"points": "2"}, "bad-option", "points"),
        ({"points": "61"}, "bad-option", "points"),
        ({"points": "many"}, "bad-option", "points"),
        ({"size": "4x4", "points": "18"}, "too-many-points", "points"),
        ({"even": "yes", "points": "9"}, "even-with-odd-points", "even"),
        ({"pie": "3"}, "unknown-option", "pie"),
    ],
)
def test_a_bad_option_is_refused_by_name(options, code, option):
    with pytest.raises(Unreadable) as error_info:
        start(options)
    assert (error_info.value.code, error_info.value.fields["option"]) == (code, option)


@pytest.mark.parametrize(
    ("options", "codes"),
    [({}, ["first-ahead"]), ({"points": "9"}, ["second-ahead"]), ({"even": "yes"}, [])],
)
def test_the_remark_names_the_favoured_side_unless_the_game_is_even(options, codes):
    assert [phrase.code for phrase in remark(start(options))] == codes


def test_the_settings_of_a_start_give_the_same_start():
    position = start({"size": "10x8", "points": "6"}, 1)
    assert start(position.settings, 2) == position
