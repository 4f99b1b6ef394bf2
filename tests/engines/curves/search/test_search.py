"""The strong level: legal, repeatable, within its time, and better than looking one step ahead."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from engines.curves import GAME
from engines.curves.classic import greedy
from engines.curves.geometry import in_zone
from engines.curves.line import Line, spot
from engines.curves.move import Mark, Move, Pass
from engines.curves.options import start
from engines.curves.rules import Position
from engines.curves.search import play as play_kernels
from engines.curves.search import search, strong_hint, warm
from engines.curves.search.end import LONG, new_stack, new_table, solve_end
from engines.curves.search.field import HELD, build
from engines.curves.search.lines import considered
from engines.curves.search.mcts import explore, new_room, new_tree
from engines.game import Level, Limit, Seat, Stop
from engines.kernels.alarm import alarm
from engines.kernels.compiling import kernel
from engines.refusals import Refusal
from tests.engines.curves.sheets import marked, owners, played

draw = kernel(play_kernels.draw)

THREE = "a1 i1 c2 e2 g2 p12"
BUSY = "a1 i1 c2 e2 g2 p12 l5 n9 d8 j7"
GAMES = Limit(60.0, nodes=400)


def codes(hint) -> set[str]:
    return {reason.code for reason in hint.reasons}


@pytest.fixture(autouse=True, scope="module")
def kernels() -> None:
    warm()


def test_equal_seeds_and_games_give_equal_advice():
    one, two = (search(marked(THREE), GAMES) for _ in range(2))
    assert (one.line, one.value, one.reasons) == (two.line, two.value, two.reasons)


@pytest.mark.parametrize("drawn", [(), ("a1-i1 via e5",), ("a1-i1 via e5", "c2-e2"), ("pass",)])
def test_a_hint_is_a_line_that_can_be_played(drawn):
    position = played(marked(BUSY), *drawn)
    hint = strong_hint(position, GAMES)
    for move in hint.line:
        position = position.play(move)
    assert not hint.is_proved
    assert codes(hint) & {"expected-margin", "counted-out"}
    assert all(reason.code in GAME.text.phrases for reason in hint.reasons)


def test_it_takes_what_is_there_to_take():
    hint = search(marked("a1 i1 c2 e2"), GAMES)
    assert isinstance(hint.move, Line)
    assert marked("a1 i1 c2 e2").play(hint.move).score[0] >= 1
    assert "captures" in codes(hint)


def test_it_takes_back_what_can_be_taken_back():
    position = played(marked(THREE), "a1-i1 via e5", "c2-e2", "pass")
    after = position.play(search(position, GAMES).move)
    assert "released" in owners(after).values()


def test_without_a_line_to_draw_it_passes():
    position = played(marked(BUSY), "a1-i1 via e5")
    while len(position.ends()) > 2 and position.outcome is None:
        position = position.play(next(iter(position.moves())))
    if position.outcome is None:
        assert isinstance(search(position, GAMES).move, Line | Pass)


def test_it_passes_to_end_a_game_that_is_won_when_lines_could_only_lose():
    position = played(marked("a1 i1 c2 e2"), "a1-i1 via e5", "pass")
    hint = search(position, GAMES)
    assert position.play(hint.move).score == (2, 0)
    assert hint.value <= 0


def test_a_raised_flag_ends_the_search_at_once():
    stop = Stop()
    stop.raise_()
    hint = search(marked(BUSY), Limit(600.0, stop=stop))
    assert marked(BUSY).play(hint.move).outcome is None
    assert strong_hint(start({}), Limit(600.0, stop=stop)).line


def test_points_are_placed_where_there_is_none_yet():
    position = played(start({}), "e5", "i9")
    hint = strong_hint(position, Limit(60.0, nodes=12))
    assert isinstance(hint.move, Mark)
    assert hint.move.point not in position.marks
    assert codes(hint) & {"mark-apart", "mark-makes-zone", "mark-in-zone", "mark-ruler"}


@pytest.mark.parametrize("seed", range(3))
def test_the_search_keeps_the_same_books_as_the_rules(seed):
    position = played(marked(BUSY), *("pass",) * (seed % 2))
    field, state, lines = build(position, 900)
    before, seat = position.lines, 0 if position.turn is Seat.FIRST else 1
    for step in range(12):
        legal = [n for n in range(len(lines)) if int(state.legal[n // 64]) >> n % 64 & 1]
        assert legal == [n for n in range(len(before), len(lines)) if position.fault(lines[n]) is None]
        if not legal:
            break
        chosen = legal[(7919 * (step + 1) * (seed + 1)) % len(legal)]
        position = position.play(lines[chosen])
        draw(field, state, chosen, seat)
        seat = 1 - seat
        assert tuple(int(state.masks[HELD + i]).bit_count() for i in range(2)) == position.score
        if position.outcome is not None:
            break


NESTED = ("a1 i1 b2 h2 d2 f2 e3 p12", "a1-i1 via e6", "d2-f2 via e3.5", "pass")
OVERLAPPING = ("a3 i3 c4 e4 d2 e1", "a3-i3 via e7")
LATE = ("e6 g10 m7 o4", "g10-o4 via l.2 8.6", "e6-m7 via h.88 7.49", "e6-o4")
OUTSIDE = ("a5 i5 e6 k1 h3 p12", "a5-i5 via e9")


@pytest.mark.parametrize("moves", [NESTED, OVERLAPPING, OUTSIDE, (BUSY, "a1-i1 via e5")])
def test_every_line_takes_and_releases_in_the_search_what_it_does_in_the_rules(moves):
    position = played(marked(moves[0]), *moves[1:])
    field, state, lines = build(position, 900)
    seat = 0 if position.turn is Seat.FIRST else 1
    for number in range(len(position.lines), len(lines)):
        copy = new_room(field, state).state
        draw(field, copy, number, seat)
        assert tuple(int(copy.masks[HELD + i]).bit_count() for i in range(2)) == position.play(lines[number]).score


def test_where_the_sample_is_empty_the_search_may_draw_what_is_left():
    position = played(marked(LATE[0]), *LATE[1:])
    _, state, lines = build(position, 900)
    left = lines[len(position.lines) :]
    assert left and all(position.fault(line) is None for line in left)
    assert int(state.legal[0]) == (1 << len(lines)) - (1 << len(position.lines))


def test_between_two_ends_nothing_is_considered_twice_that_does_the_same():
    position = marked(BUSY)
    free = [spot(point) for point in position.marks]
    kinds = Counter((line.ends, *(in_zone(line, place) for place in free)) for line in considered(position))
    assert max(kinds.values()) == 2
    assert len({ends for ends, *_ in kinds}) > 40


def test_what_is_considered_has_its_middle_on_halves_and_else_on_quarters():
    position = marked(BUSY)
    lines, free = considered(position), [spot(point) for point in position.marks]
    kinds = Counter((line.ends, *(in_zone(line, place) for place in free)) for line in lines)
    fine = [line for line in lines if any(place % 50 for place in line.middle)]
    assert fine and all(place % 25 == 0 for line in fine for place in line.middle)
    assert all(kinds[(line.ends, *(in_zone(line, place) for place in free))] == 1 for line in fine)


def test_a_full_tree_makes_room_and_goes_on():
    position = marked(THREE)
    field, state, _ = build(position, 900)
    tree = new_tree(2_000)
    with alarm(Limit(60.0)) as watch:
        explore(field, state, 0, 0, 0.0, tree, new_room(field, state), 1, 20_000, watch)
    assert tree.visits[0] == 20_000
    rows = [range(first, first + size) for first, size in zip(tree.first, tree.size, strict=True) if size]
    assert len({entry for row in rows for entry in row}) == sum(map(len, rows)) < 2_000
    for entry in range(2_000):
        children = range(tree.first[entry], tree.first[entry] + tree.size[entry])
        assert sum(int(tree.visits[child]) for child in children) <= tree.visits[entry]


def test_the_tree_counts_every_game():
    position = marked(THREE)
    field, state, _ = build(position, 900)
    tree = new_tree()
    with alarm(Limit(60.0)) as watch:
        assert explore(field, state, 0, 0, 0.0, tree, new_room(field, state), 1, 100, watch) == 100
    assert tree.visits[0] == 100
    assert 99 <= tree.visits[tree.first[0] : tree.first[0] + tree.size[0]].sum() <= 100


def winner(first_seed: int, mine: Seat) -> int:
    """1 if the search wins a short game against looking one step ahead, -1 if it loses."""
    position: Position = start({"size": "10x8", "points": "8"})
    while position.outcome is None:
        hint = greedy(position, first_seed)
        if position.turn is mine and not position.marking:
            hint = search(position, Limit(60.0, nodes=300, seed=first_seed))
        position = position.play(hint.move)
    if position.outcome.winner is None:
        return 0
    return 1 if position.outcome.winner is mine else -1


def test_it_beats_looking_one_step_ahead():
    results = [winner(seed, seat) for seed in range(4) for seat in Seat]
    assert sum(results) >= 4


def test_nothing_is_ever_called_proved():
    assert not GAME.hint(marked(THREE), GAMES, Level.STRONG).is_proved
    with pytest.raises(Refusal, match="unsolved"):
        GAME.solve(marked(THREE), Limit(0.1))


def best_lead(position: Position, lines: list[Line]) -> int:
    """First's lead at the end by every way to go on, over some lines and the rules alone."""
    left = [line for line in lines if position.fault(line) is None]
    if position.passes == 2 or not left:
        first, second = position.score
        return first - second
    moves: list[Move] = [*left, Pass()]
    leads = [best_lead(position.play(move), lines) for move in moves]
    return max(leads) if position.turn is Seat.FIRST else min(leads)


ENDINGS = (
    (THREE, "a1-i1 via e5", "c2-e2", "pass", "e2-p12", "a1-g2 via d1.5"),
    (BUSY, "a1-i1 via e5", "l5-n9", "d8-j7", "a1-p12 via i9", "c2-g2 via e3.5"),
)


@pytest.mark.parametrize("moves", ENDINGS)
def test_the_end_is_worth_what_all_ways_to_go_on_give(moves):
    position = marked(moves[0])
    for text in moves[1:]:
        move = position.read(text)
        if not isinstance(move, Line) or position.fault(move) is None:
            position = position.play(move)
    field, state, lines = build(position, 6)
    seat = 0 if position.turn is Seat.FIRST else 1
    stack = new_stack(field, state)
    with alarm(Limit(60.0)) as watch:
        lead = solve_end(field, seat, position.passes, stack, new_table(), 10**7, watch)
    assert lead == best_lead(position, lines[len(position.lines) :])
    way = [Pass() if move < 0 else lines[move] for move in stack.best[0, : stack.at[0, LONG]]]
    assert way


def test_of_few_lines_the_end_is_counted_out():
    position = played(marked(THREE), "a1-i1 via e5", "c2-e2", "pass")
    hint = search(position, Limit(30.0, nodes=200))
    assert "counted-out" in codes(hint)
    assert not hint.is_proved


def test_in_an_even_game_the_tie_is_worth_a_win_to_second():
    tied = replace(marked("a1 d1 a4 d4", "4x4"), even=True)
    assert str(played(tied, "pass", "pass").outcome) == "second equal-for-second"
    assert str(played(replace(tied, even=False), "pass", "pass").outcome) == "draw both-passed"
    assert start({"even": "yes"}).settings["even"] == "yes"
    assert "even" not in start({}).settings
