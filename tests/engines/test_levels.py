"""Advice comes at five levels in every game, within the rules, and honest about what it does not know."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engines import GAMES
from engines.dots.classic import classic, easy
from engines.game import Hint, Level, Limit
from engines.levels import Advice, Insight
from engines.phrases import Phrase
from engines.refusals import Illegal, Refusal
from tests.engines.starts import for_every_game, walk

SHORT = Limit(0.2)


@for_every_game
def test_until_its_search_is_loaded_the_strong_level_guesses_and_nothing_is_solved(game):
    unloaded = replace(game.advice, is_loaded=lambda position, seconds: False)
    start = game.start({}, 0)
    hint = unloaded.hint(start, SHORT, Level.STRONG)
    assert hint.reasons[-1].code == "guess"
    assert not hint.is_proved
    with pytest.raises(Refusal) as refusal:
        unloaded.solve(start, SHORT)
    assert refusal.value.code == "unsolved"


def test_an_unsolved_answer_names_the_given_time():
    with pytest.raises(Refusal) as refusal:
        GAMES["dots"].solve(GAMES["dots"].start({}, 0), SHORT)
    assert refusal.value.phrase == Phrase("unsolved", seconds=SHORT.seconds)


@pytest.mark.parametrize("level", [Level.EASY, Level.CLASSIC])
@for_every_game
def test_the_lower_levels_need_no_search(game, level):
    unloaded = replace(game.advice, is_loaded=lambda position, seconds: False)
    start = game.start({}, 0)
    assert unloaded.hint(start, SHORT, level).move in list(start.moves())


@pytest.mark.parametrize("level", [Level.SKILLED, Level.EXPERT])
@for_every_game
def test_the_levels_between_classic_and_strong_play_without_a_search_and_alike_for_equal_seeds(game, level):
    unloaded = replace(game.advice, is_loaded=lambda position, seconds: False)
    start = game.start({}, 0)
    moves = {unloaded.hint(start, Limit(60.0, seed=4), level).move for _ in range(3)}
    assert len(moves) == 1
    assert moves <= set(start.moves())


def test_a_level_overlooks_its_insight_in_a_share_of_its_turns():
    start = GAMES["dots"].start({}, 0)
    insight = Insight[Any, Any](0.25, lambda position, limit: Hint((None,), 9, False, ()))
    advice = Advice[Any, Any]("dots", easy, classic, skilled=insight)
    hints = [advice.hint(start, Limit(60.0, seed=seed), Level.SKILLED) for seed in range(400)]
    assert 0.7 < sum(hint.value == 9 for hint in hints) / 400 < 0.8


@for_every_game
def test_after_the_end_there_is_nothing_to_advise(game):
    over = walk(game, SMALL[game.name], [7 * step + step // 5 for step in range(400)])[-1]
    assert over.outcome is not None
    for level in Level:
        with pytest.raises(Illegal):
            game.hint(over, SHORT, level)
    with pytest.raises(Illegal):
        game.solve(over, SHORT)


SMALL = {
    "dots": {"size": "2x2"},
    "lgame": {},
    "tupik": {"map": "1>2,3 2>4 3>4 4>5"},
    "digits": {"size": "4x4"},
    "curves": {"size": "6x6", "points": "4"},
}
