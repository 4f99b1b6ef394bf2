"""Sides in the notations of other programs, read and written."""

from __future__ import annotations

import pytest

from engines.console.console import Console
from engines.dots import GAME
from engines.dots.foreign_notation import from_foreign, to_foreign

START = GAME.start({"size": "3x2"}, 0)


@pytest.mark.parametrize(
    ("ours", "spiel", "rows"),
    [
        ("a3-b3", "P1(h,0,0)", "h 0 0"),
        ("c1-d1", "P1(h,2,2)", "h 2 2"),
        ("a2-a3", "P1(v,0,0)", "v 0 0"),
        ("d1-d2", "P1(v,1,3)", "v 1 3"),
    ],
)
def test_a_side_is_read_and_written_in_three_ways(ours: str, spiel: str, rows: str):
    assert (from_foreign(spiel, START), from_foreign(rows, START), from_foreign(ours, START)) == (ours, ours, ours)
    assert (to_foreign(ours, START, "openspiel"), to_foreign(ours, START, "rows")) == (spiel, rows)


def test_the_player_of_each_side_in_a_line_is_tracked():
    assert to_foreign("a1-a2 b1-b2 a1-b1 a2-b2 c1-c2", START, "openspiel") == (
        "P1(v,1,0) P2(v,1,1) P1(h,2,0) P2(h,1,0) P2(v,1,2)"
    )


def console_answer(*lines: str) -> str:
    console = Console()
    return [console.answer(line) for line in lines][-1].strip()


def test_a_program_plays_in_its_own_notation():
    assert console_answer("new dots size=1x1", "play P1(h,0,0)") == "= a2-b2"
    assert console_answer("new dots size=1x1", "notation rows", "play h 0 0") == "= h 0 0"
    assert console_answer("new dots size=1x1", "notation openspiel", "play a1-b1", "moves") == (
        "= P2(h,0,0)\nP2(v,0,0)\nP2(v,0,1)"
    )
    assert console_answer("new dots size=1x1", "notation rows", "play a1-b1", "solve 5").endswith(
        "best h 0 0 | v 0 0 | v 0 1"
    )
    assert console_answer("new dots size=1x1", "notation rows", "notation ours", "play h 0 0") == "= a2-b2"


def test_a_reply_has_the_number_of_the_other_player():
    answer = console_answer(
        "new dots size=2x2", "notation openspiel", "play a1-b1", "play a1-a2", "explain P1(h,1,0) 5"
    )
    assert "reply P2(v,1,1)" in answer


def test_another_notation_is_refused_and_changes_nothing():
    assert console_answer("notation chess").startswith("? not-expected")
    assert console_answer("new lgame", "notation rows", "moves").startswith("= c2-c4-d4")


def test_text_that_is_no_side_is_refused():
    assert console_answer("new dots size=1x1", "play h 7 7").startswith("?")
    assert console_answer("new dots size=1x1", "play P1(h,9,9)").startswith("?")
