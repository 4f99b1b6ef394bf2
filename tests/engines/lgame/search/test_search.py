"""Perfect play: the shortest win, the longest resistance, the draw that is hardest to answer, and third occurrences."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engines.game import Level, Limit, Outcome, Seat
from engines.lgame import GAME, search
from engines.lgame.options import TARGETS
from engines.lgame.rules import Position, Variant
from engines.refusals import Refusal
from tests.engines.starts import play_texts

LONG = Limit(60.0)


def after(start: str, *messages: str) -> Position:
    return play_texts(GAME, start, *messages)


def codes_of(position: Position) -> list[str]:
    return [reason.code for reason in GAME.hint(position, LONG, Level.STRONG).reasons]


def test_the_start_is_a_proved_draw_held_with_few_safe_replies():
    advice = GAME.hint(Position(), LONG, Level.STRONG)
    assert (advice.value, advice.is_proved) == (0, True)
    assert [reason.code for reason in advice.reasons][:2] == ["draw-held", "fewest-safe-replies"]


@pytest.mark.parametrize("variant", [pytest.param(Variant.CLASSIC, marks=pytest.mark.long), Variant.SYMMETRY])
def test_the_hint_is_the_drawing_move_with_the_fewest_safe_replies(variant):
    def safe_replies(position: Position) -> int:
        worst = {-1: 1, 0: 0, 1: -1}
        return sum(worst[_value(position.play(move))] >= 0 for move in position.moves())

    start = Position(variant)
    drawing = [start.play(move) for move in GAME.solve(start, LONG).best_moves]
    advice = GAME.hint(start, LONG, Level.STRONG)
    assert safe_replies(start.play(advice.move)) == min(map(safe_replies, drawing))
    replies = next(reason for reason in advice.reasons if reason.code == "fewest-safe-replies")
    assert dict(replies.fields)["replies"] == min(map(safe_replies, drawing))


def _value(position: Position) -> int:
    if position.outcome:
        return 1 if position.outcome.winner is position.turn else -1
    return GAME.solve(position, LONG).value


@pytest.mark.parametrize("start", ["variant=classic", "variant=symmetry", "variant=scoring target=15"])
def test_a_won_position_is_won_in_the_stated_plies(start):
    chance, won = Random(5), 0
    while won < 5:
        position = after(start)
        for _ in range(chance.randrange(1, 9)):
            if position.outcome is None:
                position = position.play(chance.choice(list(position.moves())))
        if position.outcome is None and _value(position) == 1:
            won += 1
            _win(position, chance)


def _win(position: Position, chance: Random) -> None:
    """Lets perfect play win against chance, no later than it said."""
    winner, distance = position.turn, GAME.solve(position, LONG).distance
    assert distance is not None
    while position.outcome is None:
        is_own_turn = position.turn is winner
        move = GAME.hint(position, LONG, Level.STRONG).move if is_own_turn else chance.choice(list(position.moves()))
        position, distance = position.play(move), distance - 1
    assert position.outcome.winner is winner
    assert distance >= 0


def test_two_perfect_players_need_exactly_the_stated_plies():
    position = after("default", "d4-d2-c2 d1-c4")
    for left in (5, 4, 3, 2, 1):
        assert GAME.solve(position, LONG).distance == left
        position = position.play(GAME.hint(position, LONG, Level.STRONG).move)
    assert position.outcome == Outcome(Seat.SECOND, "blocked")


def test_an_immediate_win_is_named():
    position = after("default", "c4-c2-d2 a4-a2", "b2-b4-a4 a2-c1", "c2-c4-d4 d1-a3")
    assert codes_of(position) == ["ends-it", "blocks-l"]
    assert GAME.solve(position, LONG).distance == 1


def test_every_move_that_keeps_the_value_is_best():
    start = Position()
    best_moves = GAME.solve(start, LONG).best_moves
    assert len(best_moves) == 36
    assert all(_value(start.play(move)) == 0 for move in best_moves)
    assert all(_value(start.play(move)) == 1 for move in set(start.moves()) - set(best_moves))


def test_a_win_through_a_third_occurrence_is_no_win():
    position = after("default", "d4-d2-c2 d1-c4")
    shortest = GAME.hint(position, LONG, Level.STRONG)
    assert shortest.value == 1
    corrupt = tuple(position.play(move).key for move in GAME.solve(position, LONG).best_moves) * 2
    drawn_sides = GAME.hint(replace(position, past=corrupt), LONG, Level.STRONG)
    assert (drawn_sides.value, drawn_sides.is_proved) == (0, True)
    assert GAME.solve(replace(position, past=corrupt), LONG).distance is None


def test_a_win_goes_around_a_third_occurrence():
    position = after("default", "b4-d4-d3 a4-c2", "c3-a3-a4 d1-d2", "d1-b1-b2 c2-c4")
    shortest = GAME.hint(position, LONG, Level.STRONG).move
    warned = replace(position, past=(position.play(shortest).key,) * 2)
    assert warned.play(shortest).outcome == Outcome(None, "repetition")
    advice = GAME.hint(warned, LONG, Level.STRONG)
    assert advice.move != shortest
    assert advice.value == 1
    assert (GAME.solve(position, LONG).distance, GAME.solve(warned, LONG).distance) == (5, 9)


def test_the_points_to_score_are_named():
    position = after("variant=scoring", "c2-c4-d4")
    assert "scores" in codes_of(position)


def test_all_tables_can_be_loaded_beforehand():
    search.warm()
    assert search.table(Variant.CLASSIC).shape == (1, 1, 2, 18_368)
    assert search.table(Variant.SCORING).shape == (31, 31, 2, 18_368)


def test_the_first_player_loses_at_every_target():
    assert {GAME.solve(after(f"target={target}"), LONG).value for target in TARGETS} == {-1}


def test_a_far_target_is_reached_as_it_was_proved():
    position, chance = after("target=50", "c2-c4-d4"), Random(3)
    advice = GAME.hint(position, LONG, Level.STRONG)
    assert advice.reasons[0].code == "wins-in"
    most = int(dict(advice.reasons[0].fields)["plies"])
    while position.outcome is None:
        is_own_turn = position.turn is Seat.SECOND
        advice = GAME.hint(position, LONG, Level.STRONG)
        assert (advice.value, advice.is_proved) == (1 if is_own_turn else -1, True)
        assert is_own_turn or advice.reasons[0].code == "loses-within-to"
        assert is_own_turn or len(GAME.solve(position, LONG).best_moves) == len(list(position.moves()))
        position = position.play(advice.move if is_own_turn else chance.choice(list(position.moves())))
        most -= 1
    assert position.outcome == Outcome(Seat.SECOND, "target")
    assert most >= 0


def test_a_position_beyond_the_table_is_called_an_estimate():
    chance, guessed = Random(2), 0
    for _ in range(60):
        position = after("target=99")
        for _ in range(chance.randrange(1, 6)):
            position = position.play(chance.choice(list(position.moves())))
        advice = GAME.hint(position, LONG, Level.STRONG)
        if not advice.is_proved:
            guessed += 1
            assert advice.reasons[0].code == "beyond-the-table"
            with pytest.raises(Refusal) as refusal:
                GAME.solve(position, LONG)
            assert refusal.value.code == "unsolved"
    assert 0 < guessed < 30


def test_a_high_target_is_solved_once_few_points_are_needed():
    near = replace(after("target=99"), score=(70, 72))
    assert GAME.hint(near, LONG, Level.STRONG).is_proved
    assert GAME.solve(near, LONG).value == GAME.solve(replace(near, target=30, score=(1, 3)), LONG).value
