"""The ladder: its opponents play by the rules, fall to the idea they lack, and beat who lacks it too."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from random import Random

import pytest

from engines import GAMES, LADDERS
from engines.dots.ladder import DOUBLE_CROSS
from engines.game import RUNGS, AnyMove, AnyPosition, Limit, Outcome, Seat, advance
from engines.ladder import Idea, Rung, learned_ideas, scripted_move, starting_position, uses_idea
from engines.puzzles import replay
from tests.engines.starts import walk

DOTS = GAMES["dots"]
few_games = pytest.mark.parametrize("games", [4, pytest.param(20, marks=pytest.mark.long)])
"""Seeds that a rung is tried with: more in the long run."""


def guess_unsolved(position: AnyPosition) -> Sequence[AnyMove]:
    return ()


def winner(game: str, rung: Rung, knows: Sequence[Idea], seed: int) -> Seat | None:
    position, chance = starting_position(GAMES[game], rung, seed), Random(seed)
    while position.outcome is None:
        person = position.turn is rung.seat
        move = (
            scripted_move(knows, position, chance, guess_unsolved)
            if person
            else rung.move(position, seed, guess_unsolved)
        )
        position, _ = advance(position, move)
    outcome: Outcome = position.outcome
    return outcome.winner


@pytest.mark.parametrize(
    ("game", "number"),
    [
        ("dots", 1),
        pytest.param("dots", 2, marks=pytest.mark.long),
        ("lgame", 1),
        pytest.param("lgame", 2, marks=pytest.mark.long),
        ("tupik", 3),
        pytest.param("tupik", 5, marks=pytest.mark.long),
        ("digits", 1),
        pytest.param("digits", 4, marks=pytest.mark.long),
        ("curves", 2),
        *(pytest.param("curves", number, marks=pytest.mark.long) for number in (3, 4, 5)),
    ],
)
@few_games
def test_a_player_who_knows_a_rung_s_idea_beats_its_opponent(game, number, games):
    ladder = LADDERS[game]
    rung = ladder[number - 1]
    wins = [winner(game, rung, learned_ideas(ladder, number), seed) for seed in range(games)]
    assert wins.count(rung.seat) >= 0.75 * games


@pytest.mark.parametrize("game", ["dots", "lgame", "tupik"])
@few_games
def test_a_player_who_lacks_a_rung_s_idea_loses_to_its_opponent(game, games):
    ladder = LADDERS[game]
    rung = ladder[1]
    wins = [winner(game, rung, learned_ideas(ladder, 1), seed) for seed in range(games)]
    assert wins.count(rung.seat) <= 0.25 * games


@pytest.mark.parametrize(
    ("game", "number"),
    [
        ("tupik", 5),
        ("digits", 4),
        *(pytest.param("curves", number, marks=pytest.mark.long) for number in (2, 3, 4, 5)),
    ],
)
@few_games
def test_a_player_who_lacks_the_idea_of_a_set_position_loses_from_it(game, number, games):
    ladder = LADDERS[game]
    wins = [winner(game, ladder[number - 1], learned_ideas(ladder, number - 1), seed) for seed in range(games)]
    assert wins.count(ladder[number - 1].seat) <= 0.25 * games


def test_the_double_cross_is_advised_once_a_chain_is_opened_and_another_waits():
    step = DOTS.teaching.course[-1]
    position, _ = replay(DOTS, step.example.settings, step.example.messages)
    assert str(scripted_move([DOUBLE_CROSS], position, Random(1), guess_unsolved)) in step.right_choices


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_each_opponent_plays_a_legal_move_in_every_game(game):
    start = game.start({}, 0)
    for level in RUNGS:
        hint = game.hint(start, Limit(0.2), level)
        assert start.play(hint.move) != start


def test_an_opponent_plays_the_same_again_with_the_same_seed():
    position = walk(DOTS, {"size": "5x5"}, [3] * 9)[-1]
    rung = LADDERS["dots"][1]
    assert rung.move(position, 5, guess_unsolved) == rung.move(position, 5, guess_unsolved)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_position_is_written_the_same_in_every_process_so_that_its_opponent_plays_the_same(game):
    assert not [then for then in walk(game, {}, [1] * 20) if "set(" in repr(then)]


def test_opponents_know_the_pie_rule():
    for position in walk(DOTS, {"size": "3x1", "pie": "4"}, [1, 5, 2, 3])[:6]:
        for level in RUNGS:
            position.play(DOTS.hint(position, Limit(0.2), level).move)


@pytest.mark.parametrize("game", LADDERS)
def test_each_opening_is_legal_and_drawn_by_some_seed(game):
    for rung in LADDERS[game]:
        assert {rung.opening(seed) for seed in range(50)} == set(rung.openings or ((),))
        assert all(starting_position(GAMES[game], rung, seed).outcome is None for seed in range(5))


def test_throws_are_advised_where_the_opponent_reaches_and_few_own_digits_do():
    ladder = LADDERS["digits"]
    position, _ = replay(GAMES["digits"], ladder[3].settings, "d4 b4 e3 b2 b3 e1 e5 a1".split())
    advice = [{str(move) for move in (rung.idea.advise or guess_unsolved)(position)} for rung in ladder[1:4]]
    assert advice == [{"c3", "c4", "c5"}, {"c5"}, {"c3"}]


def test_counting_to_the_end_finds_the_one_line_that_wins_whatever_its_bend():
    ladder, curves = LADDERS["curves"], GAMES["curves"]
    position = starting_position(curves, ladder[4], 0)
    assert [str(move) for move in (ladder[4].idea.advise or guess_unsolved)(position)] == ["b5-d5"]
    texts = ("b5-d5", "b5-d5 via c5.25", "c2-d1", "pass")
    assert [uses_idea(ladder, 4, position, position.read(text)) for text in texts] == [True, True, False, False]


def test_going_round_is_advised_past_a_car_that_stands_in_the_way():
    ladder, number = LADDERS["tupik"], [rung.idea.name for rung in LADDERS["tupik"]].index("go-round")
    position, _ = replay(GAMES["tupik"], ladder[number].settings, "5 1 8 9 11 16 13 17".split())
    used_by = [str(move) for move in position.moves() if uses_idea(ladder, number, position, move)]
    assert used_by == ["8-6"]


@pytest.mark.parametrize("game", LADDERS)
def test_a_rung_names_its_whole_board(game):
    for rung in LADDERS[game]:
        assert GAMES[game].start(rung.settings, 0).settings == rung.settings


def test_an_idea_is_used_where_those_below_it_allow_another_move():
    ladder, position = LADDERS["dots"], walk(DOTS, {"size": "3x3", "pie": "0"}, [])[-1]
    position = reduce(lambda now, text: now.play(now.read(text)), ["a1-b1", "a1-a2", "b1-b2"], position)
    assert uses_idea(ladder, 0, position, position.read("a2-b2"))
    assert uses_idea(ladder, 0, position, position.read("a2-b2 c3-d3"))
    assert not uses_idea(ladder, 0, position, position.read("c3-d3"))


def test_a_move_that_lower_rungs_would_play_too_uses_no_new_idea():
    position = GAMES["lgame"].start({}, 0)
    position = reduce(lambda now, text: now.play(now.read(text)), ["c2-c4-d4 a4-a2", "b3-b1-a1 a2-b4"], position)
    block = position.read("c1-c3-d3 d1-a3")
    assert [uses_idea(LADDERS["lgame"], number, position, block) for number in range(4)] == [True, False, False, False]


def test_a_line_that_takes_points_uses_the_idea_whatever_its_bend():
    curves = GAMES["curves"]
    step = curves.teaching.course[1]
    position, _ = replay(curves, step.example.settings, step.example.messages)
    assert [uses_idea(LADDERS["curves"], 0, position, position.read(text)) for text in step.choices] == [
        text in step.right_choices for text in step.choices
    ]


def test_the_double_cross_is_used_by_the_side_that_hands_out():
    step = DOTS.teaching.course[-1]
    position, _ = replay(DOTS, step.example.settings, step.example.messages)
    ladder = LADDERS["dots"]
    number = [rung.idea for rung in ladder].index(DOUBLE_CROSS)
    used_by = {text: uses_idea(ladder, number, position, position.read(text)) for text in step.choices}
    assert used_by == {text: text in step.right_choices for text in step.choices}
