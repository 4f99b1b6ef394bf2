"""Every rule for lines, with the refusal of a line that breaks it and the legal example in that refusal."""

from __future__ import annotations

import pytest

from engines.curves.line import Line
from engines.curves.move import Mark
from engines.refusals import Illegal
from tests.engines.curves.sheets import marked_sheet, play_moves, refusal


@pytest.mark.parametrize(
    ("points", "drawn_texts", "text", "code", "fields"),
    [
        ("a1 i1 c2 e2", "", "a1-b1", "not-marked", {"part": "b1"}),
        ("a1 i1 c2 e2", "", "a1-q1", "off-sheet", {"part": "q1", "last": "p12"}),
        ("a1 i1 c2 e2", "", "a1-a13", "off-sheet", {"part": "a13", "last": "p12"}),
        ("a1 i1 c2 e2", "", "a1-a1", "same-point", {"part": "a1"}),
        ("a1 i1 c2 e2", "", "a1-a1 via c5", "same-point", {"part": "a1"}),
        ("a1 i1 c2 e2", "", "c2-e2 via b2", "folds-back", {"part": "c2-e2 via b2"}),
        ("a1 i1 c2 e2", "", "a1-i1 via e0", "leaves-sheet", {"part": "a1-i1 via e0"}),
        ("a1 i1 c2 e2", "", "a1-i1 via c13", "leaves-sheet", {"part": "a1-i1 via c13"}),
        ("a1 i1 c2 e2", "", "a1-i1 via e1.8", "too-close-to-point", {"part": "a1-i1 via e1.8", "point": "e2"}),
        ("a1 i1 e1 e3", "", "a1-i1", "too-close-to-point", {"part": "a1-i1", "point": "e1"}),
        ("a1 i1 e3 h4", "a1-i1", "a1-i1 via e3.5", "", {}),
        ("a1 i1 c1 c8", "a1-i1 via e5", "c1-c8", "crosses-line", {"part": "c1-c8", "other": "a1-i1 via e5"}),
        ("a2 i2 a1 i1", "a1-i1", "a2-i2 via e1.15", "too-close-to-line", {"other": "a1-i1"}),
        ("a1 h1 h3 i3", "a1-h1", "a1-i3", "angle-too-small", {"part": "a1-i3", "other": "a1-h1"}),
        ("a1 h1 h3 i3", "a1-h1", "a1-h3 via e1.1", "angle-too-small", {"other": "a1-h1"}),
        ("a1 i1 e4 e8", "a1-i1 via e5", "a1-e4 via b.5 3", "angle-too-small", {"other": "a1-i1 via e5"}),
    ],
)
def test_a_refusal_names_the_part_at_fault_and_what_it_collides_with(points, drawn_texts, text, code, fields):
    position = play_moves(marked_sheet(points), *filter(None, drawn_texts.split("; ")))
    if not code:
        play_moves(position, text)
        return
    refused = refusal(position, text)
    assert (refused.code, {key: refused.fields[key] for key in fields}) == (code, fields)
    play_moves(position, str(refused.fields["example"]))


def test_a_refusal_quotes_a_line_as_it_was_typed():
    position = play_moves(marked_sheet("a1 i1 e2 h8"), "a1-i1 via e5")
    assert refusal(position, "a1-i1 +99").fields["part"] == "a1-i1 +99"
    assert refusal(position, "i1-a1 – 99").fields["part"] == "i1-a1 -99"
    assert refusal(position, "e2-h8 +1").fields == {
        "part": "e2-h8 +1",
        "other": "a1-i1 via e5",
        "example": str(position.remaining_line),
    }


def test_a_point_has_at_most_two_lines_of_either_player():
    position = play_moves(marked_sheet("a1 i1 i5 i9 a9 e5"), "a1-i1", "a1-i5")
    assert refusal(position, "a1-a9").code == "too-many-lines"
    assert refusal(position, "a9-a1").fields["part"] == "a1"
    play_moves(position, "i9-a9", "e5-i9", "i1-i5")


def test_a_line_keeps_a_quarter_step_from_every_other_marked_point():
    position = marked_sheet("a1 i1 e2 c9")
    assert refusal(position, "a1-i1 via e1.76").fields["point"] == "e2"
    play_moves(position, "a1-i1 via e1.75")
    assert refusal(position, "a1-i1 via e2.24").fields["point"] == "e2"
    play_moves(position, "a1-i1 via e2.25")


def test_unmarked_lattice_points_block_no_line():
    play_moves(marked_sheet("a1 i1 c9 e9"), "a1-i1")


def test_lines_keep_a_fifth_of_a_step_apart():
    position = play_moves(marked_sheet("a1 i1 a2 i2"), "a1-i1 via e1.4")
    assert refusal(position, "a2-i2 via e1.59").code == "too-close-to-line"
    play_moves(position, "a2-i2 via e1.61")


def test_near_a_shared_end_lines_may_come_closer_than_a_fifth_of_a_step():
    play_moves(marked_sheet("a1 i1 i5 e9"), "a1-i1", "a1-i5")


def test_a_step_from_the_shared_end_lines_keep_their_distance_again():
    position = play_moves(marked_sheet("a1 i1 h3 e9"), "a1-i1")
    assert refusal(position, "a1-h3 via d1.3").code in {"angle-too-small", "too-close-to-line"}
    assert refusal(position, "a1-h3 via b.5 1.15").code == "crosses-line"


def test_two_lines_may_share_both_ends():
    position = play_moves(marked_sheet("a1 i1 c9 e9"), "a1-i1 via e5", "a1-i1 via e3")
    assert refusal(position, "a1-i1").code == "too-many-lines"
    assert refusal(play_moves(marked_sheet("a1 i1 c9 e9"), "a1-i1 via e5"), "a1-i1 via e4.9").code == "angle-too-small"
    assert refusal(play_moves(marked_sheet("a1 i1 c9 e9"), "a1-i1"), "i1-a1").code == "angle-too-small"


def test_a_line_that_meets_another_again_is_illegal():
    position = play_moves(marked_sheet("a1 b1 b8 h9"), "a1-b1 via c.5 6")
    assert refusal(position, "b1-b8").code == "crosses-line"


def test_a_middle_keeps_its_two_decimals():
    position = play_moves(marked_sheet("a1 i1 c9 e9"), "a1-i1 via e.37 5.02")
    assert position.drawn[0].line.middle == (437, 402)
    assert str(position.drawn[0].line) == "a1-i1 via e.37 5.02"


def test_a_refused_line_changes_nothing():
    position = play_moves(marked_sheet("a1 i1 c1 c8"), "a1-i1 via e5")
    before = hash(position)
    for text in ("c1-c8", "a1-b1", "a1"):
        with pytest.raises(Illegal):
            play_moves(position, text)
    assert hash(position) == before
    with pytest.raises(Illegal):
        position.play(Mark((3, 3)))
    with pytest.raises(Illegal):
        position.play(Line((3, 3), (4, 4), (350, 350)))
