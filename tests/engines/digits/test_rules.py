"""The rules of Digits and Dots, sentence by sentence."""

from __future__ import annotations

from random import Random

import pytest

from engines.digits import GAME
from engines.digits.grid import bits
from engines.digits.rules import Position
from engines.game import Outcome, Seat, advance
from engines.refusals import Illegal, Unreadable

WORKED_EXAMPLE = "b5 c2 e5 e2 b2 c5 e3 b4".split()


def play(position: Position, *texts: str) -> Position:
    for text in texts:
        position, _ = advance(position, position.read(text))
    return position


def start(**options: str) -> Position:
    return GAME.start(options, 0)


def finish(position: Position, seed: int) -> Position:
    chance = Random(seed)
    while position.outcome is None:
        position, _ = advance(position, chance.choice(list(position.moves())))
    return position


def refusal(position: Position, text: str) -> str:
    with pytest.raises((Illegal, Unreadable)) as refusal:
        position.play(position.read(text))
    return refusal.value.code


def test_players_place_each_digit_in_turn():
    position, sightings = start(), []
    while position.is_placing:
        sightings.append((position.turn, position.label))
        position = play(position, WORKED_EXAMPLE[len(sightings) - 1])
    assert sightings == [(seat, digit) for digit in "1234" for seat in Seat]


def test_digits_throw_in_the_order_of_placing():
    position = play(start(), *WORKED_EXAMPLE)
    assert (position.turn, position.label, position.count) == (Seat.FIRST, "1", 1)
    position = play(position, "a6")
    assert (position.turn, position.label, position.count) == (Seat.SECOND, "1", 1)


def test_a_digit_throws_as_many_dots_of_its_owner_as_it_says():
    position = play(start(size="4x4", digits="3"), "b2", "c3", "a1 a2 a3")
    assert position.score == (3, 0)
    assert dict(position.owners())["a2"] == "first"


def test_a_digit_throws_fewer_if_fewer_fit():
    position = play(start(size="4x4", digits="7"), "a1", "d4")
    assert position.outcome == Outcome(None, "dots")
    assert position.score == (3, 3)


def test_dots_fall_only_on_the_eight_cells_around():
    position = play(start(size="5x5", digits="1"), "b2", "d4")
    assert set(position.moves()) == {position.read(cell) for cell in "a1 a2 a3 b1 b3 c1 c2 c3".split()}
    assert refusal(position, "d2") == "not-around"


def test_a_digit_without_room_is_skipped():
    position = play(start(size="4x4", digits="1-4"), "a1", "d4", "b1", "a3", "a2", "d1", "b2", "c3")
    assert position.label_at(0) == "1"
    assert not position.grid.around[position.digit_cells[0]] & ~position.occupied_cells
    assert (position.turn, position.label) == (Seat.SECOND, "1")


def test_throws_without_a_choice_are_played_by_the_rules():
    position = play(start(size="4x4", digits="3"), "a1", "d4")
    assert position.outcome is not None
    opened = start(size="4x4", digits="3")
    opened = opened.play(opened.read("a1"))
    opened = opened.play(opened.read("d4"))
    assert str(opened.forced_move) == "a2 b1 b2"


def test_the_game_ends_when_no_digit_has_room_and_more_dots_win():
    for seed in range(40):
        position = finish(start(size="5x5", digits="1-3"), seed)
        free = position.grid.cells & ~position.occupied_cells
        assert not any(position.grid.around[place] & free for place in position.digit_cells)
        first, second = position.score
        winner = None if first == second else Seat.FIRST if first > second else Seat.SECOND
        assert position.outcome == Outcome(winner, "dots")


def test_a_seat_can_win_while_the_free_cells_around_its_digits_make_up_for_its_deficit():
    position = start(size="4x5", digits="2")
    assert all(position.can_win(seat) for seat in Seat)
    position = play(position, "a1", "d4")  # three cells around a1, eight around d4, c3 is of no other digit
    assert [position.can_win(seat) for seat in Seat] == [False, True]
    position = play(start(size="4x4", digits="3"), "b2", "c3", "a1 a2 a3")
    assert all(position.can_win(seat) for seat in Seat)


def test_odd_boards_forbid_digits_but_not_dots_on_the_centre():
    position = start(size="5x5", digits="1")
    assert refusal(position, "c3") == "centre-forbidden"
    position = play(position, "b2", "d4")
    assert dict(play(position, "c3").owners())["c3"] == "first"


def test_boards_with_an_even_edge_have_no_forbidden_cell():
    assert start(size="4x5").grid.writable == start(size="4x5").grid.cells


@pytest.mark.parametrize(
    ("size", "digits"),
    [("4x4", "1-4"), ("6x6", "1-4"), ("7x4", "1-5"), ("8x8", "1-5"), ("9x9", "1-6"), ("12x12", "1-6")],
)
def test_larger_boards_have_more_digits_by_default(size, digits):
    assert start(size=size).settings["digits"] == digits


def test_equal_digits_are_distinguished_by_primes():
    position = start(digits="1-1-2-3")
    labels = []
    for cell in WORKED_EXAMPLE:
        labels.append(position.label)
        position = play(position, cell)
    assert labels == ["1", "1", "1'", "1'", "2", "2", "3", "3"]


def test_a_closed_board_joins_opposite_edges():
    position = play(start(size="5x5", digits="1", wrap="yes"), "a1", "c4")
    names = {str(move) for move in position.moves()}
    assert names == {"a2", "a5", "b1", "b2", "b5", "e1", "e2", "e5"}


@pytest.mark.parametrize("shape", ["diamond", "cross", "ring"])
def test_a_shape_has_fewer_cells_and_symmetry(shape):
    grid = start(size="7x7", shape=shape, digits="1-2").grid
    cells = {(place % 7, place // 7) for place in bits(grid.cells)}
    assert len(cells) < 49
    assert cells == {(6 - col, row) for col, row in cells} == {(row, col) for col, row in cells}


def test_cells_outside_the_shape_do_not_exist():
    position = start(size="6x6", shape="ring", digits="1")
    assert refusal(position, "c3") == "no-such-cell"


@pytest.mark.parametrize(
    ("option", "value", "code"),
    [
        ("size", "3x6", "bad-option"),
        ("size", "13x4", "bad-option"),
        ("digits", "1-8", "bad-option"),
        ("digits", "0-3", "bad-option"),
        ("digits", "", "bad-option"),
        ("wrap", "perhaps", "bad-option"),
        ("shape", "heart", "bad-option"),
        ("colour", "red", "unknown-option"),
    ],
)
def test_a_wrong_option_is_named(option, value, code):
    with pytest.raises(Unreadable) as refusal:
        GAME.start({option: value}, 0)
    assert refusal.value.code == code
    assert refusal.value.fields["option"] == option


def test_digits_must_leave_room_on_the_board():
    with pytest.raises(Unreadable) as refusal:
        start(size="4x4", shape="diamond", digits="1-7")
    assert refusal.value.code == "too-many-digits"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("a1=1", "a1"),
        ("1 = а1", "a1"),
        ("(b3)", "b3"),
        ("3b", "b3"),
        ("B5", "b5"),
        (" b 5 ", "b5"),
        ("в5", "b5"),
        ("1 b5", "b5"),
        ("1: b5", "b5"),
    ],
)
def test_a_cell_is_read_generously(text, canonical):
    assert str(start().read(text)) == canonical


@pytest.mark.parametrize("text", ["d5 b3 c4", "b3-c4-d5", "b3c4d5", "3 c4, d5, b3", "с4 b3 D5"])
def test_a_throw_is_read_in_any_order(text):
    position = play(start(size="6x6", digits="3"), "c4", "a1")
    assert str(position.read(text)) == "b3 c4 d5"


@pytest.mark.parametrize(
    ("text", "code", "part"),
    [
        ("", "empty", None),
        ("hello", "not-a-cell", "hello"),
        ("g1", "no-such-cell", "g1"),
        ("a7", "no-such-cell", "a7"),
        ("b2 b2", "cell-twice", "b2"),
        ("2 b2", "other-digit", "2"),
    ],
)
def test_an_unreadable_text_names_its_part_and_a_legal_example(text, code, part):
    with pytest.raises(Unreadable) as refusal:
        start().read(text)
    assert (refusal.value.code, refusal.value.fields.get("part")) == (code, part)
    example = start().read(str(refusal.value.fields["example"]))
    assert start().play(example).digit_cells


@pytest.mark.parametrize(
    ("text", "code"), [("b5", "cell-taken"), ("a6 c6", "wrong-number-of-dots"), ("f1", "not-around")]
)
def test_an_illegal_throw_is_refused(text, code):
    assert refusal(play(start(), *WORKED_EXAMPLE), text) == code


def test_only_one_digit_is_placed_at_a_time():
    assert refusal(start(), "a1 a2") == "one-cell"
