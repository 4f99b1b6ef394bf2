"""What is said of a move is what it is worth beside the best, and no reply is said to punish what is as good."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.dots import GAME
from engines.dots.move import Move
from engines.dots.rules import Position
from engines.explaining import explain
from engines.game import Game, Hint, Limit
from engines.levels import Advice
from tests.engines.starts import play_texts

LIMIT = Limit(60.0)


def guessing(less: float, proves: bool = False) -> Game[Position, Move]:
    """The game with a search that is never loaded, and says 0 before the second side, and then guesses so much less."""

    def guess(position: Position, limit: Limit) -> Hint[Move]:
        is_later = position.drawn_sides.bit_count() > 1
        return Hint(tuple(position.moves())[:1], less if is_later else 0.0, proves and not is_later, ())

    return replace(GAME, advice=Advice("dots", guess, guess, is_loaded=lambda position, seconds: False))


@pytest.mark.parametrize(("less", "highest", "is_punished"), [(0.3, -0.3, False), (2.0, 0.0, True)])
def test_a_guess_that_hardly_differs_is_as_good(less, highest, is_punished):
    position = play_texts(GAME, "size=5x5", "a1-a2")
    explanation = explain(guessing(less), position, position.read("f5-f6"), LIMIT)
    assert (explanation.value, explanation.best_value, bool(explanation.reply)) == (-less, highest, is_punished)
    assert not explanation.is_proved


def test_an_exact_value_is_not_compared_with_a_guess():
    position = play_texts(GAME, "size=5x5", "a1-a2")
    explanation = explain(guessing(2.0, proves=True), position, position.read("f5-f6"), LIMIT)
    assert (explanation.value, explanation.best_value, explanation.reply, explanation.is_proved) == (
        -2.0,
        -2.0,
        (),
        False,
    )


def test_the_best_move_has_no_reply_that_punishes_it():
    position = play_texts(GAME, "size=2x2", "a1-a2", "a1-b1", "b1-b2")
    explanation = explain(GAME, position, position.read("a2-b2"), LIMIT)
    assert (explanation.value, explanation.best_value, explanation.is_proved, explanation.reply) == (0, 0, True, ())


def test_a_move_that_ends_the_game_needs_no_look_ahead():
    position = play_texts(GAME, "size=1x1", "a1-a2", "a1-b1", "b1-b2")
    explanation = explain(GAME, position, position.read("a2-b2"), LIMIT)
    assert (explanation.value, explanation.best_value, explanation.is_proved) == (1, 1, True)
