"""The search against the truth, the rules and its limits."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from math import comb, prod

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engines.digits import GAME
from engines.digits.grid import bits
from engines.digits.rules import Position
from engines.digits.search import counts as counts_kernels
from engines.digits.search import solve, strong_hint, warm
from engines.digits.search.best_throw import ThrowSearch, throws
from engines.digits.search.counts import next_digit
from engines.digits.search.ground import NOWHERE, Ground, ground_of
from engines.digits.search.throw import greedy
from engines.digits.search.workspace import new_workspace
from engines.digits.search.write import list_cells, new_study
from engines.game import Limit, Stop, advance, perft
from engines.kernels.alarm import alarm
from engines.kernels.compiling import kernel
from engines.refusals import Refusal
from tests.engines.digits.minimax import truth
from tests.engines.digits.test_rules import WORKED_EXAMPLE, play, start
from tests.samples import examples

throw = kernel(counts_kernels.throw)

LONG_ENOUGH = Limit(600.0)
SMALL_BOARDS = (
    {"size": "4x4", "digits": "1"},
    {"size": "4x4", "digits": "1-2"},
    {"size": "4x4", "digits": "1-4"},
    {"size": "4x4", "digits": "2-1-2"},
    {"size": "4x4", "digits": "1-1-1", "wrap": "yes"},
    {"size": "4x4", "digits": "3", "wrap": "yes"},
    {"size": "5x5", "digits": "1-2", "shape": "diamond"},
    {"size": "5x5", "digits": "2-3", "shape": "ring"},
    {"size": "5x5", "digits": "2", "shape": "cross"},
    {"size": "4x5", "digits": "1-3", "shape": "ring", "wrap": "yes"},
)

boards = st.sampled_from(SMALL_BOARDS)
choices = st.lists(st.integers(0, 9999), min_size=12, max_size=12)
few = settings(max_examples=examples(10))


@pytest.fixture(scope="module", autouse=True)
def warm_kernels():
    warm()


def after(board, choices, throws: int) -> Position:
    """The position so many moves with a choice after the last digit is written (before it, if negative)."""
    position = GAME.start(board, 0)
    for choice in choices[: 2 * len(position.digits) + throws]:
        moves = list(position.moves())
        if moves:
            position, _ = advance(position, moves[choice % len(moves)])
    return position


def throwing(board, choices, throws: int = 0) -> Position:
    """The same, for examples in which the game is not over by then."""
    position = after(board, choices, throws)
    assume(position.outcome is None)
    return position


@few
@given(board=boards, choices=choices, throw=st.integers(0, 2))
def test_throws_have_their_true_values_and_all_best_throws_are_found(board, choices, throw):
    position = throwing(board, choices, throw)
    value, best_moves = truth(position)
    solution = solve(position, LONG_ENOUGH)
    assert solution.value == value
    assert set(solution.best_moves) == best_moves


@few
@given(board=boards, choices=choices)
def test_strong_plays_a_best_throw_and_proves_it(board, choices):
    position = throwing(board, choices)
    value, best_moves = truth(position)
    hint = strong_hint(position, LONG_ENOUGH)
    assert (hint.value, hint.is_proved) == (value, True)
    assert hint.move in best_moves


@few
@given(board=boards, choices=choices)
def test_every_throw_has_its_true_value(board, choices):
    position = throwing(board, choices, 1)
    with alarm(LONG_ENOUGH) as watch:
        margins = ThrowSearch(position, watch).margins()
    value, best_moves = truth(position)
    assert max(margins.values()) == value
    assert {move for move, worth in margins.items() if worth == value} <= best_moves


@settings(max_examples=examples(2))
@given(board=boards, choices=choices)
def test_the_last_digit_is_placed_on_a_best_cell(board, choices):
    assert_written_truly(after(board, choices, -1))


@pytest.mark.parametrize("board", [{"size": "4x4", "digits": "4"}, {"size": "4x4", "digits": "3", "shape": "ring"}])
def test_both_digits_are_placed_on_best_cells(board):
    assert_written_truly(GAME.start(board, 0))


def assert_written_truly(position: Position) -> None:
    value, best_moves = truth(position)
    solution, hint = solve(position, LONG_ENOUGH), strong_hint(position, LONG_ENOUGH)
    assert (solution.value, set(solution.best_moves)) == (value, best_moves)
    assert (hint.value, hint.is_proved) == (value, True)
    assert hint.move in best_moves


def test_the_worked_example_ends_16_to_12():
    position = play(start(), *WORKED_EXAMPLE)
    assert solve(position, LONG_ENOUGH).value == 16 - 12
    assert finish_by_hints(position).score == (16, 12)


@pytest.mark.parametrize(("board", "value"), [({"size": "5x5", "digits": "1-3"}, 1), ({"digits": "1-3"}, 0)])
def test_small_games_are_solved_from_the_empty_board(board, value):
    hint = strong_hint(GAME.start(board, 0), LONG_ENOUGH)
    assert (hint.value, hint.is_proved) == (value, True)


@pytest.mark.long
def test_the_usual_game_is_even():
    hint = strong_hint(start(), Limit(3600.0))
    assert (hint.value, hint.is_proved) == (0, True)


def finish_by_hints(position: Position) -> Position:
    while position.outcome is None:
        position = position.play(strong_hint(position, LONG_ENOUGH).move)
    return position


def test_the_expected_line_goes_on_legally_to_what_was_promised():
    position = play(start(size="4x4", digits="2-3"), "b2", "c3", "b3", "d2")
    hint = strong_hint(position, LONG_ENOUGH)
    for move in hint.line:
        position = position.play(move)
    assert position.outcome is not None
    assert position.score[0] - position.score[1] == hint.value


@few
@given(board=boards, choices=choices, depth=st.integers(1, 3))
def test_the_kernel_lists_the_same_throws_as_the_rules(board, choices, depth):
    position = throwing(board, choices)
    assert perft_of(ground_of(position), position.next_digit or 0, depth) == perft(position, depth)


def perft_of(ground: Ground, digit: int, depth: int) -> int:
    """Sequences of throws, counted on the ground; a throw without a choice is not counted as a step."""
    digit = next_digit(ground, digit)
    if digit == NOWHERE or depth == 0:
        return 1
    step = ground.room[digit] > ground.power[digit]
    total = 0
    for thrown in throws(ground, digit):
        ways = ways_of(ground, digit, thrown)
        throw(ground, digit, thrown, 1)
        total += ways * perft_of(ground, digit + 1, depth - step)
        throw(ground, digit, thrown, -1)
    return total


def ways_of(ground: Ground, digit: int, throw: int) -> int:
    """In how many ways cells of these kinds can be chosen."""
    kind_count = enumerate(ground.beside[digit])
    return prod(comb(int(ground.free_counts[kind]), throw >> 4 * at & 15) for at, kind in kind_count if kind != NOWHERE)


def test_a_throw_taken_back_leaves_the_counts_as_they_were():
    ground = ground_of(play(start(), *WORKED_EXAMPLE))
    before = [column.copy() for column in ground]
    greedy(ground, new_workspace(4, 36), 0, 0)
    for thrown in throws(ground, 0):
        throw(ground, 0, thrown, 1)
        throw(ground, 0, thrown, -1)
    assert all((one == another).all() for one, another in zip(before, ground, strict=True))


def test_cells_that_the_same_digits_reach_are_one_kind():
    position = play(start(size="4x4", digits="1"), "a1", "c1")
    ground = ground_of(position)
    assert sorted(ground.free_counts[: ground.kind_count[0]]) == [1, 2, 3]


@pytest.mark.parametrize(
    "board", [{}, {"size": "5x5"}, {"size": "7x7", "shape": "ring"}, {"size": "4x6", "wrap": "yes"}]
)
def test_the_search_places_digits_on_the_same_cells_as_the_rules(board):
    position = GAME.start(board, 0)
    while position.is_placing:
        made, height = new_study(position), len(position.digit_cells)
        list_cells(made.board, made.draft, height, len(position.grid.around))
        listed = made.draft.cells[height, : made.draft.cells_end[height]]
        assert sorted(listed) == list(bits(position.room))
        position = position.play(next(iter(position.moves())))


def test_a_search_with_few_nodes_gives_a_legal_move_without_proof():
    for texts in ((), WORKED_EXAMPLE):
        position = play(start(digits="1-1-1-1", size="8x8"), *texts)
        hint = strong_hint(position, Limit(600.0, nodes=200))
        assert not hint.is_proved
        assert hint.move in set(position.moves())


def test_with_equal_nodes_the_advice_is_the_same():
    limit = Limit(600.0, nodes=20_000)
    assert strong_hint(start(), limit).move == strong_hint(start(), limit).move


def test_a_raised_stop_ends_the_search_at_once():
    stop = Stop()
    stop.raise_()
    hint = strong_hint(start(), Limit(600.0, stop=stop))
    assert not hint.is_proved
    with pytest.raises(Refusal) as refusal:
        solve(start(), Limit(600.0, stop=stop))
    assert refusal.value.code == "unsolved"


def test_a_stop_raised_by_another_thread_ends_a_search_that_runs():
    stop = Stop()
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(strong_hint, start(size="12x12"), Limit(600.0, stop=stop))
        stop.raise_()
        assert not running.result(60).is_proved


def test_the_reasons_state_the_outcome_in_dots():
    position = play(start(), *WORKED_EXAMPLE)
    reasons = {reason.code: dict(reason.fields) for reason in strong_hint(position, LONG_ENOUGH).reasons}
    assert reasons["proved-lead"] == {"dots": 4}
    assert reasons["takes-contested"] == {"count": 1, "cells": "c4", "digits": "3(c5) 4(b4)"}


def test_the_stated_outcome_includes_the_lead_so_far():
    position = play(start(), *WORKED_EXAMPLE, "c4")
    hint = strong_hint(position, LONG_ENOUGH)
    assert (hint.value, str(hint.reasons[-1])) == (-3, "proved-behind dots=4")
