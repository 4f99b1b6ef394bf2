"""Occasions keep the form in which running installations have stored them."""

from __future__ import annotations

import pytest

from bot.core.boards.occasions import Occasion, Question, read_occasion
from bot.core.game.session import Stage
from engines.game import Seat

STORED = {
    "": Occasion(),
    "doubt": Occasion("doubt"),
    "result": Occasion("result"),
    "over": Occasion(Stage.OVER),
    "a word of another version": Occasion("a word of another version"),
    "0 first": Occasion(turns=0, seat=Seat.FIRST),
    "3 first draw second": Occasion("", 3, Seat.FIRST, Question.DRAW, Seat.SECOND),
    "3 first call 1764192000.5": Occasion("", 3, Seat.FIRST, call_at=1764192000.5),
    "4 second draw first call 60.0": Occasion("", 4, Seat.SECOND, Question.DRAW, Seat.FIRST, 60.0),
    "12 second undo first": Occasion("", 12, Seat.SECOND, Question.UNDO, Seat.FIRST),
}


@pytest.mark.parametrize(("text", "occasion"), STORED.items())
def test_a_stored_occasion_reads_and_writes_the_same_text(text: str, occasion: Occasion):
    assert read_occasion(text) == occasion
    assert str(occasion) == text


def test_an_open_question_belongs_to_its_run_of_turns():
    run = read_occasion("3 first")
    assert read_occasion("3 first draw second").is_same_run(run)
    assert not read_occasion("3 second draw first").is_same_run(run)
    assert not read_occasion("over").is_same_run(run)


@pytest.mark.parametrize("text", ["line", "doubt", "result", "off", "filed", ""])
def test_an_occasion_in_words_has_no_picture(text: str):
    assert not read_occasion(text).has_picture


@pytest.mark.parametrize("text", ["3 first", "3 first draw second", "over", "offered"])
def test_a_board_has_a_picture(text: str):
    assert read_occasion(text).has_picture
