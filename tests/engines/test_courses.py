"""Every game is taught in six to ten steps, and their answers are right."""

from __future__ import annotations

import pytest

from engines import GAMES
from engines.explaining import explain
from engines.game import AnyGame, AnyPosition, Limit, advance
from engines.kernels.loading import warm

_STEPS = [(game, step) for game in GAMES.values() for step in game.teaching.course]
_PROVED = {("dots", "short"), ("dots", "control"), ("lgame", "win"), ("lgame", "save")}


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_course_is_six_to_ten_steps_long_with_the_game_at_its_end(game):
    assert 6 <= len(game.teaching.course) + 1 <= 10
    assert len({step.name for step in game.teaching.course}) == len(game.teaching.course)
    assert game.start(game.teaching.first_settings, 0).outcome is None


@pytest.mark.parametrize(("game", "step"), _STEPS, ids=lambda it: it.name)
def test_every_step_has_a_right_answer_among_the_legal_moves(game, step):
    position = _shown_position(game, step.example.settings, step.example.messages)
    for text in step.choices:
        advance(position, position.read(text))
    assert [str(position.read(text)) for text in step.choices] == list(step.choices)
    assert set(step.right_choices) <= set(step.choices)
    assert bool(step.right_choices) is bool(step.choices)


@pytest.mark.parametrize(
    ("game", "step"), [pair for pair in _STEPS if (pair[0].name, pair[1].name) in _PROVED], ids=lambda it: it.name
)
def test_a_right_answer_is_proved_to_be_best(game, step):
    position = _shown_position(game, step.example.settings, step.example.messages)
    best_moves = {str(move) for move in game.solve(position, Limit(60)).best_moves}
    assert set(step.right_choices) <= best_moves
    assert not best_moves & (set(step.choices) - set(step.right_choices))


@pytest.mark.sample(one_in=4)
@pytest.mark.parametrize(
    ("game", "step"),
    [
        pair
        for pair in _STEPS
        if pair[0].name in ("dots", "digits") and set(pair[1].choices) > set(pair[1].right_choices)
    ],
    ids=lambda it: it.name,
)
def test_no_answer_is_called_wrong_that_is_as_good(game, step):
    warm(game.name)
    position = _shown_position(game, step.example.settings, step.example.messages)
    for text in step.choices:
        explanation = explain(game, position, position.read(text), Limit(60.0))
        assert explanation.is_proved
        assert (explanation.value == explanation.best_value) is (text in step.right_choices), text


@pytest.mark.parametrize(
    ("game", "step"),
    [(game, step) for game, step in _STEPS if game.name in ("lgame", "tupik") and step.right_choices],
    ids=lambda it: it.name,
)
def test_no_right_answer_spoils_the_game(game, step):
    position = _shown_position(game, step.example.settings, step.example.messages)
    assert set(step.right_choices) <= {str(move) for move in game.solve(position, Limit(60)).best_moves}


def _shown_position(game: AnyGame, settings: dict[str, str], messages: tuple[str, ...]) -> AnyPosition:
    position: AnyPosition = game.start(settings, 0)
    for text in messages:
        position, _ = advance(position, position.read(text))
    return position
