"""The lines offered for an illegal one are legal and differ little from it."""

from __future__ import annotations

import pytest

from engines.curves.near import nearby_moves
from tests.engines.curves.sheets import marked_sheet, play_moves, refusal

OPEN = marked_sheet("a1 i1 e5 p12")


def test_a_bend_that_meets_a_point_is_offered_half_a_step_straighter_first():
    assert refusal(OPEN, "a1-i1 +4").code == "too-close-to-point"
    assert nearby_moves(OPEN, "a1-i1 +4") == ("a1-i1 +3.5", "a1-i1 +4.5")
    assert nearby_moves(OPEN, "i1-a1 -4") == ("i1-a1 -3.5", "i1-a1 -4.5")


def test_a_straight_line_is_offered_with_a_bend():
    through = marked_sheet("a1 i1 e1 p12")
    assert refusal(through, "a1-i1").code == "too-close-to-point"
    assert nearby_moves(through, "a1-i1") == ("a1-i1 +0.5", "a1-i1 -0.5")


def test_a_middle_point_is_moved_by_half_steps():
    assert nearby_moves(OPEN, "a1-i1 via e5") == ("a1-i1 via e4.5", "a1-i1 via e5.5")


@pytest.mark.parametrize("text", ["a1-a1", "a1-b7", "a1", "pass", "nonsense", "a1-i1 +", "e5-p12 via z"])
def test_nothing_is_offered_if_no_line_can_be_legal(text):
    assert nearby_moves(OPEN, text) == ()


def test_nothing_is_offered_at_a_point_with_two_lines():
    position = play_moves(marked_sheet("a1 i1 e5 p12 c9"), "a1-i1", "a1-e5")
    assert nearby_moves(position, "a1-p12") == ()


def test_offered_lines_can_be_played():
    for text in (*nearby_moves(OPEN, "a1-i1 +4"), *nearby_moves(OPEN, "a1-i1 via e5")):
        assert play_moves(OPEN, text).drawn


@pytest.mark.parametrize("end", ["i1", "e5", "p12"])
@pytest.mark.parametrize(
    "middle", ["via a0", "via e0", "via c.5 1.5", "via z99", "via a-.5 0.5", "+99", "-99.9", "+.01"]
)
def test_lines_offered_beside_any_line_can_be_played(end: str, middle: str):
    for text in nearby_moves(OPEN, f"a1-{end} {middle}"):
        assert play_moves(OPEN, text).drawn
