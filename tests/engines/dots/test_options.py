"""Options are read from what people type, and refused by name."""

from __future__ import annotations

import re

import pytest

from engines import GAMES
from engines.dots.options import SETTINGS, start
from engines.refusals import Unreadable


@pytest.mark.parametrize(
    ("text", "size"), [("3x4", "3x4"), ("3х4", "3x4"), ("3×4", "3x4"), (" 12 X 1 ", "12x1"), ("2*2", "2x2")]
)
def test_a_size_is_columns_by_rows_in_any_usual_spelling(text, size):
    assert start({"size": text}).settings["size"] == size
    assert re.fullmatch(SETTINGS[0].bare_pattern or "", text.strip())


@pytest.mark.parametrize(
    "settings",
    [{"size": "0x3"}, {"size": "13x2"}, {"size": "big"}, {"size": "5"}, {"pie": "6"}, {"pie": "-1"}, {"pie": "yes"}],
)
def test_an_impossible_value_is_refused_with_its_option(settings):
    with pytest.raises(Unreadable) as error:
        start(settings)
    assert (error.value.code, error.value.fields["option"]) == ("bad-option", *settings)


def test_an_unknown_option_is_refused():
    with pytest.raises(Unreadable) as error:
        start({"colour": "red"})
    assert (error.value.code, error.value.fields["option"]) == ("unknown-option", "colour")


def test_the_pie_rule_is_off_unless_it_is_asked_for():
    assert dict(start(GAMES["dots"].offer.defaults({})).settings)["pie"] == "0"
