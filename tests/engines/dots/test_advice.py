"""Strong advice: proved when it is, double-dealing when that is best, sane on every board."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.dots import GAME, search
from engines.dots.grid import grid
from engines.dots.move import Move
from engines.dots.rules import Position
from engines.dots.search import warm
from engines.dots.search.exact import ExactValue, exact_value_or_bound
from engines.dots.search.guess import guess
from engines.dots.search.pie import choose_colour
from engines.game import Hint, Level, Limit, Reason, Seat
from engines.refusals import Refusal
from tests.engines.dots.test_rules import after
from tests.engines.dots.truth import minimax

warm_board = pytest.fixture(autouse=True)(warm)

ROWS = ("a1-b1", "b1-c1", "c1-d1", "a2-b2", "b2-c2", "c2-d2", "a3-b3", "b3-c3", "c3-d3", "a1-a2")


def strong_hint(position: Position, seconds: float = 5.0, nodes: int | None = None) -> Hint[Move]:
    return GAME.hint(position, Limit(seconds, nodes), Level.STRONG)


def codes(hint: Hint[Move]) -> list[str]:
    return [reason.code for reason in hint.reasons]


def position_with_open(cols: int, rows: int, *sides: str) -> Position:
    shape = grid(cols, rows)
    return Position(shape, drawn_sides=shape.full & ~sum(1 << shape.index[side] for side in sides))


SNAKE_OF_SIX = ("f1-f2", "e1-e2", "d1-d2", "c2-d2", "d2-d3", "e2-e3", "f2-f3")


def test_two_boxes_are_handed_back_to_keep_control():
    position = after("size=3x2", *ROWS, "b1-b2")
    hint = strong_hint(position)
    assert (str(hint.move), hint.value, hint.is_proved) == ("d1-d2", 1, True)
    assert [str(reason) for reason in hint.reasons] == [
        "hands-back gets=3 count=2 boxes=b1 c1",
        "then-must-open player=second count=3",
        "proved-win boxes=2",
    ]


def test_four_boxes_of_a_loop_are_handed_back_to_keep_control():
    position = position_with_open(5, 2, "b2-b3", "a2-b2", "b2-c2", *SNAKE_OF_SIX)
    hint = strong_hint(position)
    assert (str(hint.move), hint.value, hint.is_proved) == ("b2-b3", 2, True)
    assert str(hint.reasons[0]) == "hands-back gets=6 count=4 boxes=a1 b1 a2 b2"
    assert [str(move) for move in GAME.solve(position, Limit(5.0)).best_moves] == ["b2-b3"]


def test_all_of_the_last_chain_is_taken():
    position = after("size=3x1", "a1-b1", "a2-b2", "b1-c1", "b2-c2", "c1-d1", "c2-d2", "a1-a2")
    assert [str(move) for move in strong_hint(position).line] == ["b1-b2", "c1-c2", "d1-d2"]


def test_a_chain_of_two_is_opened_in_the_middle():
    row_of_three = ("a1-a2", "b1-b2", "c1-c2", "d1-d2")
    solution = GAME.solve(position_with_open(3, 2, *row_of_three, "b3-c3", "c2-c3", "d2-d3"), Limit(5.0))
    assert (solution.value, [str(move) for move in solution.best_moves]) == (1, ["c2-c3"])


def test_an_exact_value_counts_what_is_still_to_come():
    position = after("size=1x1", "a1-b1", "a1-a2", "a2-b2")
    assert GAME.solve(position, Limit(5.0)).value == 1


def test_a_solution_beyond_the_limit_is_refused():
    with pytest.raises(Refusal) as error:
        GAME.solve(after("size=5x5"), Limit(5.0, nodes=1000))
    assert error.value.code == "unsolved"


def test_a_search_that_may_be_cut_short_begins_with_the_likely_side(monkeypatch):
    begun_with = []

    def spy(shape, drawn_sides, limit, first=None):
        begun_with.append(first)
        return exact_value_or_bound(shape, drawn_sides, limit, first=first)

    monkeypatch.setattr(search, "exact_value_or_bound", spy)
    early, late = after("size=2x8"), after("size=2x2")
    for position in (early, late):
        strong_hint(position, nodes=50)
    assert begun_with == [guess(early.grid, 0, 0, Limit(5.0, nodes=50)).side, None]


@pytest.mark.parametrize(("margin", "phrase"), [(2, "proved-win-at-least"), (0, "proved-no-loss")])
def test_a_bound_proved_in_time_is_given_as_a_reason(margin, phrase, monkeypatch):
    monkeypatch.setattr(search, "exact_value_or_bound", lambda *_, first: ExactValue(margin, (0,), is_bound=True))
    hint = strong_hint(after("size=2x8"), nodes=50)
    assert (hint.is_proved, hint.value, hint.reasons[-1].code) == (False, margin, phrase)


def test_a_player_behind_who_draws_the_rest_loses_at_most_by_the_deficit(monkeypatch):
    monkeypatch.setattr(search, "exact_value_or_bound", lambda *_, first: ExactValue(1, (0,), is_bound=True))
    behind = replace(after("size=2x8"), second=0b111)
    assert strong_hint(behind, nodes=50).reasons[-1] == Reason("proved-loss-at-most", boxes=2)


@pytest.mark.parametrize("size", ["5x5", "6x6", "12x12", "1x12"])
def test_an_early_hint_is_an_estimate_and_says_so(size):
    hint = strong_hint(after(f"size={size}"), nodes=50)
    assert not hint.is_proved
    assert "estimate" in codes(hint)
    assert "proved-win" not in codes(hint)


def test_without_safe_sides_the_shortest_chain_of_a_big_board_is_opened():
    rows = [f"{a}{row}-{b}{row}" for row in range(1, 13) for a, b in zip("abcdefghijkl", "bcdefghijklm", strict=True)]
    position = after("size=12x12", *rows)
    short = [
        "a13-b13",
        "d13-e13",
        "e13-f13",
        "f13-g13",
        "g13-h13",
        "h13-i13",
        "i13-j13",
        "j13-k13",
        "k13-l13",
        "l13-m13",
    ]
    position = after("size=12x12", *rows, *short, "b12-b13", "d12-d13")
    grown = guess(position.grid, position.drawn_sides, 0, Limit(5.0, nodes=200))
    assert position.grid.names[grown.side] in {"a12-a13", "c12-c13", "b13-c13", "c13-d13", "b12-b13", "a13-b13"}


def test_a_guess_takes_what_is_on_offer():
    for size in ("3x1", "12x1"):
        position = after(f"size={size}", "a1-b1", "a2-b2", "a1-a2")
        grown = guess(position.grid, position.drawn_sides, 0, Limit(5.0, nodes=100))
        assert position.grid.names[grown.side] == "b1-b2"


def test_second_chooses_the_colour_that_wins():
    worths = minimax(2, 2)
    for sides in ("a1-a2", "a1-a2 a1-b1", "a1-a2 c2-c3", "a1-a2 a1-b1 a2-b2", "a1-a2 b1-b2 c1-c2", "a2-b2 b2-c2"):
        position = after("size=2x2 pie=4", f"{sides} stop")
        margin = max(worths(position.drawn_sides).values()) * (1 if position.mover is Seat.SECOND else -1)
        hint = choose_colour(position, Limit(5.0))
        assert hint.is_proved
        assert hint.value == abs(margin)
        assert margin == 0 or str(hint.move) == ("keep" if margin > 0 else "swap")


def test_first_sets_up_as_evenly_as_can_be():
    hint = strong_hint(after("size=2x2 pie=2"), 2.0)
    assert "evens-out" in codes(hint)
    assert hint.value <= 0
