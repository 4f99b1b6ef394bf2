"""Typed moves are read generously; unreadable text is refused with the part at fault."""

from __future__ import annotations

import pytest

from engines.curves import GAME
from engines.curves.move import read_move
from engines.refusals import Ambiguous, Unreadable
from tests.engines.curves.sheets import marked_sheet
from tests.engines.starts import for_every_tricky_text, outcome_of


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("E7", "e7"),
        (" е7 ", "e7"),
        ("e 7", "e7"),
        ("a3-f7", "a3-f7"),
        ("f7-a3", "a3-f7"),
        ("A3 – F7", "a3-f7"),
        ("a3:f7", "a3-f7"),
        ("a3>f7", "a3-f7"),
        ("а3—с7", "a3-c7"),
        ("a3 c7", "a3-c7"),
        ("a3c7", "a3-c7"),
        ("a1-a12", "a1-a12"),
        ("a3-f7 via c9", "a3-f7 via c9"),
        ("a3-f7 VIA C9", "a3-f7 via c9"),
        ("a3-f7 via с9", "a3-f7 via c9"),
        ("a3-f7 via c.5 9.5", "a3-f7 via c.5 9.5"),
        ("a3-f7 via c.59.5", "a3-f7 via c.5 9.5"),
        ("a3-f7 via c.5 9,5", "a3-f7 via c.5 9.5"),
        ("a3-f7 via c0.5 9.5", "a3-f7 via c.5 9.5"),
        ("a3-f7 via c.50 9.50", "a3-f7 via c.5 9.5"),
        ("a3-f7 via c 9.5", "a3-f7 via c9.5"),
        ("a3-f7 via c.59", "a3-f7 via c.5 9"),
        ("a3-f7 via c.259", "a3-f7 via c.25 9"),
        ("a3-f7 via c.5912.5", "a3-f7 via c.59 12.5"),
        ("a3-f7 via c0.5", "a3-f7 via c0.5"),
        ("a3-f7 via a-.5 9", "a3-f7 via a-.5 9"),
        ("a3-f7 via a-0.5 9", "a3-f7 via a-.5 9"),
        ("a3-f3 +2", "a3-f3 via c.5 5"),
        ("a3-f3 + 2.0", "a3-f3 via c.5 5"),
        ("a3-f3 -2", "a3-f3 via c.5 1"),
        ("a3-f3 −2", "a3-f3 via c.5 1"),
        ("a3-f3+.5", "a3-f3 via c.5 3.5"),
        ("a3-f7 +0", "a3-f7"),
        ("a1-i1 via e1", "a1-i1"),
        ("pass", "pass"),
        ("ПАС", "pass"),
    ],
)
def test_many_spellings_are_read(text, canonical):
    assert str(read_move(text, 12)) == canonical


@pytest.mark.parametrize(
    ("text", "code", "part"),
    [
        ("", "empty", None),
        ("   ", "empty", None),
        ("hello", "not-a-curve", "hello"),
        ("a3-", "not-a-curve", "a3-"),
        ("a0", "not-a-curve", "a0"),
        ("a3-f7-c5", "not-a-bend", "-c5"),
        ("a3-f7 c5", "not-a-bend", "c5"),
        ("a0-f7", "not-a-point", "a0"),
        ("a3-f0", "not-a-point", "f0"),
        ("a3-f7 +", "not-a-bend", "+"),
        ("a3-f7 +2.555", "not-a-bend", "+2.555"),
        ("a3-f7 via", "no-middle", ""),
        ("a3-f7 via 9", "not-a-middle", "9"),
        ("a3-f7 via c", "not-a-middle", "c"),
        ("a3-f7 via c.555 9", "not-a-middle", "c.555 9"),
        ("a3-f7 via c9.555", "not-a-middle", "c9.555"),
    ],
)
def test_a_refusal_names_the_unreadable_part(text, code, part):
    with pytest.raises(Unreadable) as error_info:
        read_move(text, 12)
    assert (error_info.value.code, error_info.value.fields.get("part")) == (code, part)


def test_a_middle_without_a_space_is_ambiguous_only_if_two_readings_lie_on_the_sheet():
    with pytest.raises(Ambiguous) as error_info:
        read_move("a3-f7 via c.512", 12)
    assert error_info.value.code == "middle-unclear"
    assert str(read_move("a3-f7 via c.512", 9)) == "a3-f7 via c.51 2"


def test_an_unreadable_text_is_refused_with_a_legal_example():
    position = marked_sheet("a1 i1 c2 e2")
    for text in ("hello", "a3-f7 +", "a3-f7 via c.512"):
        with pytest.raises((Unreadable, Ambiguous)) as error_info:
            position.read(text)
        position.play(position.read(str(error_info.value.fields["example"])))


@for_every_tricky_text("curves")
def test_tricky_texts_are_played_or_refused_as_listed(start, before, text, result):
    assert outcome_of(GAME, start, before, text) == result
