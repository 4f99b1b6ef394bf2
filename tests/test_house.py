"""How the house stands: what is yes or no in `python -m benchmarks house`."""

from __future__ import annotations

import pytest

from benchmarks.house import functions_in_disguise
from benchmarks.house.dispatches import dispatches, isinstance_tests
from benchmarks.house.shapes import derivations, protocols
from benchmarks.house.source import Source, read

MOST_MEMBERS = 12


@pytest.fixture(scope="module")
def bot() -> Source:
    """The files of `bot`."""
    return read(["bot"])


def test_a_class_with_one_method_and_no_state_is_a_function(bot: Source):
    assert functions_in_disguise(bot) == []


def test_no_platform_is_asked_which_protocols_it_keeps(bot: Source):
    assert isinstance_tests(bot, "bot/core") == []


def test_a_request_that_has_no_answer_is_named_before_it_is_asked(bot: Source):
    assert dispatches(bot.under("bot/core"), "Request") == []


def test_parts_of_the_store_are_not_derived_from_one_another(bot: Source):
    assert derivations(bot, "bot/store") == []


def test_protocols_are_small(bot: Source):
    assert [name for members, name in protocols(bot) if members > MOST_MEMBERS] == []
