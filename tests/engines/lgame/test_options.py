"""The options of the L-game, and how they are refused."""

from __future__ import annotations

import pytest

from engines.lgame.options import start
from engines.lgame.rules import Variant
from engines.refusals import Unreadable


def test_a_target_alone_means_scoring():
    assert start({"target": "20"}).settings == {"variant": "scoring", "target": "20"}


@pytest.mark.parametrize("target", ["1", "15", "31", "99"])
def test_targets_reach_from_one_to_ninety_nine(target):
    assert start({"variant": "scoring", "target": target}).target == int(target)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"target": "0"}, "bad-option"),
        ({"target": "100"}, "bad-option"),
        ({"target": "many"}, "bad-option"),
        ({"variant": "chess"}, "bad-option"),
        ({"variant": "classic", "target": "15"}, "target-without-scoring"),
        ({"size": "4x4"}, "unknown-option"),
    ],
)
def test_a_bad_option_is_refused(options, code):
    with pytest.raises(Unreadable) as error_info:
        start(options)
    assert error_info.value.code == code


def test_the_seed_changes_nothing():
    assert start({}, 1) == start({}, 2)
    assert start({}).variant is Variant.CLASSIC
