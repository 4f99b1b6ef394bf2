"""Names: how they are tidied, and which ones cannot be had."""

from __future__ import annotations

import pytest

from bot.platforms.web.presence import NameRefused, fold_name, proper_name


@pytest.mark.parametrize(
    ("typed", "name"),
    [("  Ann\t Lee ", "Ann Lee"), ("\u200b@ Ann", "Ann"), ("line\nbreak", "line break"), ("x" * 50, "x" * 32)],
)
def test_a_name_is_one_short_line_without_an_at(typed: str, name: str):
    assert proper_name(typed) == name


@pytest.mark.parametrize(
    "typed", ["bot", "BOT", "b\u043et", "\u0432ot", "бот", "Tetradka", "\uff54etradka", "Т\u0435традка"]
)
def test_nobody_is_called_like_the_bot(typed: str):
    with pytest.raises(NameRefused) as refused:
        proper_name(typed)
    assert refused.value.code == "name-taken"


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ann", "\u0410nn"), ("Bob Stone", "bob_stone"), ("Tom", "\u0422\u043e\u043c"), ("Zo\u00eb", "ZO\u00cb")],
)
def test_names_that_look_alike_are_one_name(one: str, other: str):
    assert fold_name(one) == fold_name(other)


@pytest.mark.parametrize(("one", "other"), [("Ann", "Anna"), ("Анна", "Инна"), ("Тома", "Томас")])
def test_other_names_are_others(one: str, other: str):
    assert fold_name(one) != fold_name(other)
