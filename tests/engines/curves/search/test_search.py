"""The strong level: legal, repeatable, within its time, and better than the greedy level."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from engines.curves import GAME
from engines.curves.classic import greedy
from engines.curves.geometry import is_in_zone
from engines.curves.line import Line, spot
from engines.curves.move import Mark, Move, Pass
from engines.curves.options import start
from engines.curves.rules import Position
from engines.curves.search import play as play_kernels
from engines.curves.search import search, strong_hint, warm
from engines.curves.search.end import LENGTH, new_stack, new_table, solve_end
from engines.curves.search.field import HELD, build_field
from engines.curves.search.lines import considered_lines
from engines.curves.search.mcts import explore, new_tree, new_workspace
from engines.game import Level, Limit, Seat, Stop
from engines.kernels.alarm import alarm
from engines.kernels.compiling import kernel
from engines.refusals import Refusal
from tests.engines.curves.sheets import marked_sheet, owners, play_moves

draw = kernel(play_kernels.draw_line)

THREE = "a1 i1 c2 e2 g2 p12"
BUSY = "a1 i1 c2 e2 g2 p12 l5 n9 d8 j7"
GAMES = Limit(60.0, nodes=400)


def codes(hint) -> set[str]:
    return {reason.code for reason in hint.reasons}


@pytest.fixture(autouse=True, scope="module")
def kernels() -> None:
    warm()


def test_equal_seeds_and_games_give_equal_advice():
    one, two = (search(marked_sheet(THREE), GAMES) for _ in range(2))
    assert (one.line, one.value, one.reasons) == (two.line, two.value, two.reasons)


@pytest.mark.parametrize("drawn_lines", [(), ("a1-i1 via e5",), ("a1-i1 via e5", "c2-e2"), ("pass",)])
def test_a_hint_is_a_line_that_can_be_played(drawn_lines):
    position = play_moves(marked_sheet(BUSY), *drawn_lines)
    hint = strong_hint(position, GAMES)
    for move in hint.line:
        position = position.play(move)
    assert not hint.is_proved
    assert codes(hint) & {"expected-margin", "counted-out"}
    assert all(reason.code in GAME.text.phrases for reason in hint.reasons)


def test_it_captures_available_points():
    hint = search(marked_sheet("a1 i1 c2 e2"), GAMES)
    assert isinstance(hint.move, Line)
    assert marked_sheet("a1 i1 c2 e2").play(hint.move).score[0] >= 1
    assert "captures" in codes(hint)


def test_it_takes_back_points_that_can_be_released():
    position = play_moves(marked_sheet(THREE), "a1-i1 via e5", "c2-e2", "pass")
    after = position.play(search(position, GAMES).move)
    assert "released" in owners(after).values()


def test_it_passes_if_no_line_is_legal():
    position = play_moves(marked_sheet(BUSY), "a1-i1 via e5")
    while len(position.ends()) > 2 and position.outcome is None:
        position = position.play(next(iter(position.moves())))
    if position.outcome is None:
        assert isinstance(search(position, GAMES).move, Line | Pass)


def test_it_passes_to_end_a_won_game():
    position = play_moves(marked_sheet("a1 i1 c2 e2"), "a1-i1 via e5", "pass")
    hint = search(position, GAMES)
    assert position.play(hint.move).score == (2, 0)
    assert hint.value <= 0


def test_a_raised_flag_ends_the_search_at_once():
    stop = Stop()
    stop.raise_()
    hint = search(marked_sheet(BUSY), Limit(600.0, stop=stop))
    assert marked_sheet(BUSY).play(hint.move).outcome is None
    assert strong_hint(start({}), Limit(600.0, stop=stop)).line


def test_points_are_marked_on_an_empty_sheet():
    position = play_moves(start({}), "e5", "i9")
    hint = strong_hint(position, Limit(60.0, nodes=12))
    assert isinstance(hint.move, Mark)
    assert hint.move.point not in position.marks
    assert codes(hint) & {"mark-apart", "mark-makes-zone", "mark-in-zone", "mark-ruler"}


@pytest.mark.parametrize("seed", range(3))
def test_the_state_of_the_search_agrees_with_the_rules(seed):
    position = play_moves(marked_sheet(BUSY), *("pass",) * (seed % 2))
    field, state, lines = build_field(position, 900)
    before, seat = position.lines, 0 if position.turn is Seat.FIRST else 1
    for step in range(12):
        legal_lines = [n for n in range(len(lines)) if int(state.legal[n // 64]) >> n % 64 & 1]
        assert legal_lines == [n for n in range(len(before), len(lines)) if position.fault(lines[n]) is None]
        if not legal_lines:
            break
        chosen_line = legal_lines[(7919 * (step + 1) * (seed + 1)) % len(legal_lines)]
        position = position.play(lines[chosen_line])
        draw(field, state, chosen_line, seat)
        seat = 1 - seat
        assert tuple(int(state.masks[HELD + i]).bit_count() for i in range(2)) == position.score
        if position.outcome is not None:
            break


NESTED = ("a1 i1 b2 h2 d2 f2 e3 p12", "a1-i1 via e6", "d2-f2 via e3.5", "pass")
OVERLAPPING = ("a3 i3 c4 e4 d2 e1", "a3-i3 via e7")
LATE = ("e6 g10 m7 o4", "g10-o4 via l.2 8.6", "e6-m7 via h.88 7.49", "e6-o4")
OUTSIDE = ("a5 i5 e6 k1 h3 p12", "a5-i5 via e9")


@pytest.mark.parametrize("moves", [NESTED, OVERLAPPING, OUTSIDE, (BUSY, "a1-i1 via e5")])
def test_each_line_captures_and_releases_as_in_the_rules(moves):
    position = play_moves(marked_sheet(moves[0]), *moves[1:])
    field, state, lines = build_field(position, 900)
    seat = 0 if position.turn is Seat.FIRST else 1
    for number in range(len(position.lines), len(lines)):
        copy = new_workspace(field, state).state
        draw(field, copy, number, seat)
        assert tuple(int(copy.masks[HELD + i]).bit_count() for i in range(2)) == position.play(lines[number]).score


def test_the_search_can_draw_a_line_beyond_an_empty_sample():
    position = play_moves(marked_sheet(LATE[0]), *LATE[1:])
    _, state, lines = build_field(position, 900)
    remaining_line = lines[len(position.lines) :]
    assert remaining_line and all(position.fault(line) is None for line in remaining_line)
    assert int(state.legal[0]) == (1 << len(lines)) - (1 << len(position.lines))


def test_lines_between_two_ends_differ_in_their_effects():
    position = marked_sheet(BUSY)
    free_points = [spot(point) for point in position.marks]
    kinds = Counter(
        (line.ends, *(is_in_zone(line, place) for place in free_points)) for line in considered_lines(position)
    )
    assert max(kinds.values()) == 2
    assert len({ends for ends, *_ in kinds}) > 40


def test_middles_lie_on_halves_or_else_on_quarters():
    position = marked_sheet(BUSY)
    lines, free_points = considered_lines(position), [spot(point) for point in position.marks]
    kinds = Counter((line.ends, *(is_in_zone(line, place) for place in free_points)) for line in lines)
    fine = [line for line in lines if any(place % 50 for place in line.middle)]
    assert fine and all(place % 25 == 0 for line in fine for place in line.middle)
    assert all(kinds[(line.ends, *(is_in_zone(line, place) for place in free_points))] == 1 for line in fine)


def test_a_full_tree_frees_memory_and_goes_on():
    position = marked_sheet(THREE)
    field, state, _ = build_field(position, 900)
    tree = new_tree(2_000)
    with alarm(Limit(60.0)) as watch:
        explore(field, state, 0, 0, 0.0, tree, new_workspace(field, state), 1, 20_000, watch)
    assert tree.visits[0] == 20_000
    rows = [range(first, first + size) for first, size in zip(tree.first, tree.size, strict=True) if size]
    assert len({entry for row in rows for entry in row}) == sum(map(len, rows)) < 2_000
    for entry in range(2_000):
        children = range(tree.first[entry], tree.first[entry] + tree.size[entry])
        assert sum(int(tree.visits[child]) for child in children) <= tree.visits[entry]


def test_the_tree_counts_every_game():
    position = marked_sheet(THREE)
    field, state, _ = build_field(position, 900)
    tree = new_tree()
    with alarm(Limit(60.0)) as watch:
        assert explore(field, state, 0, 0, 0.0, tree, new_workspace(field, state), 1, 100, watch) == 100
    assert tree.visits[0] == 100
    assert 99 <= tree.visits[tree.first[0] : tree.first[0] + tree.size[0]].sum() <= 100


def winner(first_seed: int, mine: Seat) -> int:
    """Return 1 if the search wins a short game against the greedy level, -1 if it loses."""
    position: Position = start({"size": "10x8", "points": "8"})
    while position.outcome is None:
        hint = greedy(position, Limit(60.0, seed=first_seed))
        if position.turn is mine and not position.is_marking:
            hint = search(position, Limit(60.0, nodes=300, seed=first_seed))
        position = position.play(hint.move)
    if position.outcome.winner is None:
        return 0
    return 1 if position.outcome.winner is mine else -1


@pytest.mark.long
def test_it_beats_the_greedy_level():
    results = [winner(seed, seat) for seed in range(4) for seat in Seat]
    assert sum(results) >= 4


def test_no_hint_is_called_proved():
    assert not GAME.hint(marked_sheet(THREE), GAMES, Level.STRONG).is_proved
    with pytest.raises(Refusal, match="unsolved"):
        GAME.solve(marked_sheet(THREE), Limit(0.1))


def best_lead(position: Position, lines: list[Line]) -> int:
    """Return First's final lead under best play over some lines, by the rules alone."""
    remaining_lines = [line for line in lines if position.fault(line) is None]
    if position.passes == 2 or not remaining_lines:
        first, second = position.score
        return first - second
    moves: list[Move] = [*remaining_lines, Pass()]
    leads = [best_lead(position.play(move), lines) for move in moves]
    return max(leads) if position.turn is Seat.FIRST else min(leads)


ENDINGS = (
    (THREE, "a1-i1 via e5", "c2-e2", "pass", "e2-p12", "a1-g2 via d1.5"),
    (BUSY, "a1-i1 via e5", "l5-n9", "d8-j7", "a1-p12 via i9", "c2-g2 via e3.5"),
)


@pytest.mark.parametrize("moves", ENDINGS)
def test_the_exact_end_agrees_with_exhaustive_play(moves):
    position = marked_sheet(moves[0])
    for text in moves[1:]:
        move = position.read(text)
        if not isinstance(move, Line) or position.fault(move) is None:
            position = position.play(move)
    field, state, lines = build_field(position, 6)
    seat = 0 if position.turn is Seat.FIRST else 1
    stack = new_stack(field, state)
    with alarm(Limit(60.0)) as watch:
        lead = solve_end(field, seat, position.passes, stack, new_table(), 10**7, watch)
    assert lead == best_lead(position, lines[len(position.lines) :])
    way = [Pass() if move < 0 else lines[move] for move in stack.best[0, : stack.at[0, LENGTH]]]
    assert way


def test_the_end_is_solved_if_few_lines_are_left():
    position = play_moves(marked_sheet(THREE), "a1-i1 via e5", "c2-e2", "pass")
    hint = search(position, Limit(30.0, nodes=20_000))
    assert "counted-out" in codes(hint)
    assert not hint.is_proved
    assert "counted-out" not in codes(search(position, Limit(30.0, nodes=10)))


def test_in_an_even_game_the_tie_is_worth_a_win_to_second():
    tied_position = replace(marked_sheet("a1 d1 a4 d4", "4x4"), even=True)
    assert str(play_moves(tied_position, "pass", "pass").outcome) == "second equal-for-second"
    assert str(play_moves(replace(tied_position, even=False), "pass", "pass").outcome) == "draw both-passed"
    assert start({"even": "yes"}).settings["even"] == "yes"
    assert "even" not in start({}).settings
