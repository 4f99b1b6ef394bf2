"""The tables against an independent solver: plain sets of squares, dictionaries, and one ply at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations, islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.game import Seat
from engines.lgame import search
from engines.lgame.rules import Position, Variant
from engines.lgame.search.far import FEW, needs_of, strip
from engines.lgame.search.graph import ARRANGEMENTS, graph, number
from engines.lgame.search.lookup import outlook
from engines.lgame.search.retrograde import WIN, plies
from tests.samples import examples

Arrangement = tuple[int, int, int]
"""The squares of the mover's L, the other L and the neutrals; here x + 4 * y is the bit of a square."""

Change = Callable[[int, int], tuple[int, int]]
TURNS: list[Change] = [
    lambda x, y: (x, y),
    lambda x, y: (3 - y, x),
    lambda x, y: (3 - x, 3 - y),
    lambda x, y: (y, 3 - x),
]
FLIPS: list[Change] = [
    lambda x, y: (3 - x, y),
    lambda x, y: (x, 3 - y),
    lambda x, y: (y, x),
    lambda x, y: (3 - y, 3 - x),
]


def _transform(squares: int, change: Change) -> int:
    goals = (change(bit % 4, bit // 4) for bit in range(16) if squares >> bit & 1)
    return sum(1 << x + 4 * y for x, y in goals)


def _shift(squares: int, dx: int, dy: int) -> int | None:
    places = [(bit % 4 + dx, bit // 4 + dy) for bit in range(16) if squares >> bit & 1]
    inside = all(0 <= x < 4 and 0 <= y < 4 for x, y in places)
    return sum(1 << x + 4 * y for x, y in places) if inside else None


def _ls() -> list[int]:
    shape = 0b0011_0001_0001
    turned_l = {_transform(shape, change) for change in TURNS + FLIPS}
    shifted_l = {_shift(squares, dx, up) for squares in turned_l for dx in range(-3, 4) for up in range(-3, 4)}
    return sorted(squares for squares in shifted_l if squares is not None)


LS = _ls()
PAIRS = [1 << one | 1 << two for one, two in combinations(range(16), 2)]
ARRANGED = [
    (own, other, neutrals)
    for own in LS
    for other in LS
    for neutrals in PAIRS
    if not own & other and not neutrals & (own | other)
]
WANTED = st.sampled_from(ARRANGED)


def _followers(arrangement: Arrangement) -> list[Arrangement]:
    own_l, opposing_l, neutrals = arrangement
    places = [place for place in LS if place != own_l and not place & (opposing_l | neutrals)]
    return [
        (opposing_l, place, after) for place in places for after in _AFTER[neutrals] if not after & (opposing_l | place)
    ]


_AFTER = {neutrals: [after for after in PAIRS if after & neutrals] for neutrals in PAIRS}


def _is_mirrored(own_l: int, opposing_l: int) -> bool:
    return any(_transform(opposing_l, flip) == own_l for flip in FLIPS)


@cache
def _followers_of_all() -> dict[Arrangement, list[Arrangement]]:
    return {arrangement: _followers(arrangement) for arrangement in ARRANGED}


def _solve(mirrors_win: bool) -> dict[int, int]:
    """Return the plies to the end by number, counted from 1, negative for a loss; draws are left out."""
    followers = _followers_of_all()
    finals = [a for a in ARRANGED if not followers[a] or (mirrors_win and _is_mirrored(a[0], a[1]))]
    leaders: dict[Arrangement, list[Arrangement]] = {arrangement: [] for arrangement in ARRANGED}
    for arrangement in set(ARRANGED) - set(finals):
        for follower in followers[arrangement]:
            leaders[follower].append(arrangement)
    remaining_replies = {arrangement: len(followers[arrangement]) for arrangement in ARRANGED}
    value = dict.fromkeys(finals, -1)
    level, ply = finals, 1
    while level:
        ply += 1
        frontier = [leader for arrangement in level for leader in leaders[arrangement] if leader not in value]
        for leader in frontier:
            remaining_replies[leader] -= 1
        level = [leader for leader in dict.fromkeys(frontier) if ply % 2 == 0 or remaining_replies[leader] == 0]
        value.update(dict.fromkeys(level, -ply if ply % 2 else ply))
    return {number(*arrangement): plies_to_end for arrangement, plies_to_end in value.items()}


def _classes(arrangements: Iterable[Arrangement]) -> int:
    """Return the number of arrangements up to rotation and reflection."""
    return len({min(tuple(_transform(squares, to) for squares in a) for to in TURNS + FLIPS) for a in arrangements})


@pytest.mark.long
def test_there_are_so_many_arrangements_and_so_many_up_to_symmetry():
    assert len(ARRANGED) == ARRANGEMENTS == 18_368
    assert _classes(ARRANGED) == 2_296


def test_every_arrangement_has_its_own_number():
    assert sorted(number(*arrangement) for arrangement in ARRANGED) == list(range(ARRANGEMENTS))


def test_so_many_classes_are_over_lost_and_won():
    table = search.table(Variant.CLASSIC)[0, 0, 0]
    finals = [a for a in ARRANGED if table[number(*a)] == -WIN]
    losses = [a for a in ARRANGED if table[number(*a)] < 0]
    wins = [a for a in ARRANGED if table[number(*a)] > 0]
    assert (_classes(finals), _classes(losses), _classes(wins)) == (15, 15 + 14, 1_006)
    assert max(plies(int(table[number(*a)])) for a in wins) == 9
    assert max(plies(int(table[number(*a)])) for a in losses) == 8


@pytest.mark.parametrize("variant", [Variant.CLASSIC, pytest.param(Variant.SYMMETRY, marks=pytest.mark.long)])
def test_the_table_agrees_with_a_plain_retrograde_analysis(variant):
    values = _solve(mirrors_win=variant is Variant.SYMMETRY)
    for side in search.table(variant)[0, 0]:
        table_values = {at: (int(value) > 0 or -1) * (1 + plies(int(value))) for at, value in enumerate(side) if value}
        assert table_values == values


@pytest.mark.parametrize(
    ("variant", "legal", "drawing", "losing"), [(Variant.CLASSIC, 65, 36, 29), (Variant.SYMMETRY, 65, 11, 54)]
)
def test_the_start_is_a_draw_with_so_many_moves_that_hold_it(variant, legal, drawing, losing):
    worths = outlook(Position(variant), search.table(variant)).values
    assert (len(worths), int((worths == 0).sum()), int((worths < 0).sum())) == (legal, drawing, losing)


def _value(position: Position) -> int:
    """Return the table's value of a position to its mover."""
    outcome = position.outcome
    if outcome:
        return 0 if outcome.winner is None else WIN if outcome.winner is position.turn else -WIN
    return int(outlook(position, search.table(position.variant)).values.max())


@settings(max_examples=examples(6))
@given(arrangement=WANTED, turn=st.sampled_from(Seat), score=st.tuples(st.integers(0, 29), st.integers(0, 29)))
def test_the_value_in_scoring_is_that_of_the_best_move_by_the_rules(arrangement, turn, score):
    own_l, opposing_l, neutrals = arrangement
    ls = (own_l, opposing_l) if turn is Seat.FIRST else (opposing_l, own_l)
    position = Position(Variant.SCORING, 30, ls, neutrals, turn, score)
    if position.places():
        replies = [_value(position.play(move)) for move in islice(position.moves(), 0, None, 5)]
        result = outlook(position, search.table(Variant.SCORING))
        assert [int(value) for value in result.values[::5]] == [(r > 0) - (r < 0) - r for r in replies]
        assert _value(position) != 0


@pytest.mark.parametrize("seat", [0, 1])
def test_a_win_stays_a_win_if_the_opponent_needs_more_points(seat):
    table, few = search.table(Variant.SCORING), strip(seat)
    near = few[:31, : FEW + 1] if seat == 0 else few[: FEW + 1, :31]
    assert np.array_equal(near, table[: near.shape[0], : near.shape[1]])
    for own_need, other_need in ((30, 30), (17, 28), (30, 6)):
        needs = (own_need, other_need) if seat == 0 else (other_need, own_need)
        sure, true = few[needs_of(seat, needs)], table[needs]
        for mover in (0, 1):
            sign = 1 if mover == seat else -1
            assert (sign * true[mover][sign * sure[mover] > 0] > 0).all()


@given(arrangement=WANTED, variant=st.sampled_from(Variant))
def test_the_table_lists_the_moves_in_the_order_of_the_rules(arrangement, variant):
    own_l, opposing_l, neutrals = arrangement
    position = Position(variant, 15, (own_l, opposing_l), neutrals)
    if position.places():
        result = outlook(position, search.table(variant))
        assert [result.move(at) for at in range(len(result.values))] == list(position.moves())


def test_blocked_arrangements_have_no_followers():
    blocked = set(graph().blocked_arrangements.tolist())
    assert blocked == {number(*arrangement) for arrangement, after in _followers_of_all().items() if not after}
