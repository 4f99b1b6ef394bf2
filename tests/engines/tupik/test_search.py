"""Advice and solutions by the closed form, against a slow solver that knows the rules alone."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.game import Level, Limit, Seat, Solution, advance
from engines.refusals import Illegal
from engines.tupik import GAME
from engines.tupik.map.roadmap import bit
from engines.tupik.map_maker import make_map
from engines.tupik.move import Move
from engines.tupik.rules import Key, Position
from tests.engines.tupik.board import RING, play, random_map, random_walk, start
from tests.engines.tupik.slow import Value, drive_values
from tests.samples import cases, examples

PLENTY = Limit(60.0)

some = settings(max_examples=examples(8))


TWO_WAY = "1>2,3 2>1,3 3>1,2,4 4>3,5 5>4,6,7 6>5,7 7>6,8"


def recurring_position(text: str, seed: int) -> Position:
    """A position of the drive, walked to by chance, where some have occurred twice."""
    chance, position = Random(seed), start(text)
    while not position.twice:
        after, _ = advance(position, chance.choice(list(position.moves())))
        position = start(text) if after.outcome else after
    return position


@pytest.mark.parametrize("text", [RING, TWO_WAY])
@pytest.mark.parametrize("seed", range(6))
def test_a_solution_is_right_after_positions_recurred(text, seed):
    position = recurring_position(text, seed)
    slow_values = drive_values(position.roads, position.twice)
    worths = {move: _for_mover(position, move, slow_values) for move in position.moves()}
    highest, solution = max(worths.values()), GAME.solve(position, PLENTY)
    assert (solution.value, set(solution.best_moves)) == (
        highest,
        {move for move, worth in worths.items() if worth == highest},
    )


def _for_mover(position: Position, move: Move, slow_values: dict[Key, Value]) -> int:
    after = position.play(move)
    if after.outcome:
        return 0 if after.outcome.winner is None else 1
    return -slow_values[after.key][0]


@some
@given(st.integers(8, 12), st.integers(0, 10**6), st.integers(0, 12))
def test_a_winner_wins_in_the_plies_of_the_solution_and_only_a_loser_shortens_them(count, seed, plies):
    position = random_walk(Position(random_map(count, seed)), seed, plies)
    solution: Solution[Move] | None = GAME.solve(position, PLENTY)
    while solution and solution.value:
        position = position.play(GAME.hint(position, PLENTY, Level.STRONG).move)
        later_solution = None if position.outcome else GAME.solve(position, PLENTY)
        plies_saved = (solution.distance or 0) - ((later_solution.distance or 0) if later_solution else 0)
        assert plies_saved == 1 if solution.value > 0 else plies_saved >= 1
        solution = later_solution
    assert position.outcome is None or position.outcome.winner is not position.turn


def test_best_play_by_both_ends_as_predicted():
    position = GAME.start({"map": "old-town"}, 0)
    promised = GAME.solve(position, PLENTY)
    seat, plies = position.turn, 0
    while not position.outcome:
        move = GAME.hint(position, PLENTY, Level.STRONG).move
        assert move in GAME.solve(position, PLENTY).best_moves
        position, forced_moves = advance(position, move)
        plies += 1 + len(forced_moves)
    assert plies == promised.distance
    assert (position.outcome.winner is seat) == (promised.value > 0)


def test_a_won_position_is_won_against_any_replies():
    for seed in range(6):
        position, chance = GAME.start({"map": "old-town"}, 0), Random(seed)
        winner = position.turn if GAME.solve(position, PLENTY).value > 0 else position.turn.opponent
        while not position.outcome:
            is_winner_on_turn = position.turn is winner
            move = (
                GAME.hint(position, PLENTY, Level.STRONG).move
                if is_winner_on_turn
                else chance.choice(list(position.moves()))
            )
            position, _ = advance(position, move)
        assert position.outcome.winner is winner


@cases(1, 3)
def test_a_lost_position_is_played_so_that_the_natural_reply_errs(count):
    won = 0
    for seed in range(count):
        position: Position = GAME.start({"map": "salt-road"}, 0)
        loser = position.turn.opponent if GAME.solve(position, PLENTY).value > 0 else position.turn
        while not position.outcome:
            level = Level.STRONG if position.turn is loser else Level.CLASSIC
            position, _ = advance(position, GAME.hint(position, Limit(5.0, seed=seed), level).move)
        won += position.outcome.winner is loser
    assert won > count / 2


def test_after_a_position_recurred_a_hint_is_proved_as_before():
    position = play(start(), "1", "3", "4", "6", *("1-2", "6-5", "2-1", "5-6"))
    assert position.twice
    assert GAME.hint(position, PLENTY, Level.STRONG).is_proved
    assert (GAME.solve(position, PLENTY).value, GAME.solve(position, PLENTY).distance) == (-1, 2)


def test_the_search_sees_a_repetition_that_draws():
    position = play(start(), "1", "3", "4", "6", *("1-2", "6-5", "2-1", "5-6"), "1-2", "6-5", "2-1")
    drawing = position.play(Move(6, 5))
    assert drawing.outcome is not None
    hint = GAME.hint(position, PLENTY, Level.STRONG)
    assert hint.move != Move(6, 5) or hint.value == 0


@pytest.mark.parametrize("count", [8, 24])
def test_an_immediate_win_is_played_and_named(count):
    roads = make_map(8, 1) if count == 8 else random_map(count, 1)
    gate = next(city for city, goals in roads.goals_by_city() if roads.dead_end in goals)
    others = [city for city in range(1, count + 1) if city not in (gate, roads.dead_end)]
    chance = Random(1)
    chance.shuffle(others)
    first = bit(gate) | sum(map(bit, others[: roads.cars - 1]))
    second = sum(map(bit, others[roads.cars - 1 : 2 * roads.cars - 1]))
    hint = GAME.hint(Position(roads, first, second, Seat.FIRST), PLENTY, Level.STRONG)
    assert (hint.move, hint.value, hint.is_proved) == (Move(roads.dead_end, gate), 1, True)
    assert hint.reasons[0].code == "ends-it"


def test_the_largest_map_is_solved_at_once():
    hint = GAME.hint(Position(random_map(40, 2)), Limit(0.5), Level.STRONG)
    assert hint.is_proved
    assert abs(hint.value) == 1


def test_a_hint_says_the_proved_value_and_the_way():
    text = [reason.code for reason in GAME.hint(start(RING), PLENTY, Level.STRONG).reasons]
    assert text[0] in {"wins-in", "loses-to", "draw-held"}
    assert {"put-farthest", "put-down", "put-blocked"} & set(text)


def test_there_is_no_advice_after_the_end():
    over = play(start(), "6", "1", "5", "2", "6-8")
    for ask in (lambda: GAME.hint(over, PLENTY, Level.STRONG), lambda: GAME.solve(over, PLENTY)):
        with pytest.raises(Illegal):
            ask()
