"""What each move of a game won or lost."""

from __future__ import annotations

import pytest

from engines.game import Level, Limit, Seat
from engines.record import read
from engines.review import Expectation, judgement, review

BLOCKED = """game: lgame
1. d4-d2-c2 d1-c4
2. b1-b3-c3
"""
GIVEN_AWAY = """game: dots
size: 2x1
1. a1-b1
2. a2-b2
3. b1-c1
4. b2-c2
5. a1-a2
6. b1-b2 c1-c2
"""


def test_a_move_that_throws_the_draw_away_and_the_reply_that_gives_it_back_are_found():
    first, second = review(read(BLOCKED), Limit(60.0))
    assert (first.seat, first.message, first.value, first.best_value, first.loss) == (
        Seat.FIRST,
        "d4-d2-c2 d1-c4",
        -1,
        0,
        1,
    )
    assert (second.seat, second.best_message, second.loss) == (Seat.SECOND, "b1-b3-c3 a4-c1", 1)
    assert first.is_proved
    assert second.is_proved


def test_points_made_count_with_those_to_come():
    judged = list(review(read(GIVEN_AWAY), Limit(1.0), Level.CLASSIC))
    assert [one.seat for one in judged] == [Seat.FIRST, Seat.SECOND] * 3
    assert (judged[-1].value, judged[-1].loss) == (2, 0)


def test_the_advised_message_loses_nothing_though_a_later_estimate_is_lower():
    before = Expectation(2.0, is_proved=False, message="a1-b1")
    after = Expectation(-1.0, is_proved=False, message="b1-c1")
    assert judgement(Seat.FIRST, "a1-b1", before, after).loss == 0
    assert judgement(Seat.FIRST, "a2-b2", before, after).loss == 3


@pytest.mark.parametrize("messages", [(), ("a1-b1",)])
def test_there_is_one_judgement_for_each_message(messages):
    text = "\n".join(["game: dots", *(f"{n}. {message}" for n, message in enumerate(messages, 1))])
    assert len(list(review(read(text), Limit(0.2), Level.CLASSIC))) == len(messages)


def test_a_best_move_loses_nothing():
    highest = next(review(read("game: lgame\n1. c2-c4-d4 a4-b4"), Limit(60.0)))
    assert (highest.loss, highest.value) == (0, 0)
