"""What is said to be held for sure is: against the sample, against lines by chance, and against a plain scan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random

import pytest

from engines.curves.classic import Try, classic
from engines.curves.legality import clear
from engines.curves.line import Line, Point, halfway
from engines.curves.options import start
from engines.curves.rules import Position
from engines.curves.safety import is_sure, taker
from engines.game import Reason, Seat
from engines.notation import read_cell
from tests.engines.curves.sheets import marked, played

BY_CHANCE = 150
CLAIMS = {"safe-point", "single-point"}


def sheet(seed: int) -> Position:
    """A sheet of any size and number of points, at the first line or after a few by chance."""
    chance = Random(seed)
    position = start({"size": chance.choice(("6x5", "10x8", "16x12")), "points": str(chance.randint(3, 12))})
    for place in chance.sample(list(position.moves()), position.points):
        position = position.play(place)
    for _ in range(chance.choice((0, 0, 1, 3))):
        if position.outcome is None:
            position = position.play(chance.choice(list(position.moves())))
    return position


def claims(position: Position, seed: int) -> Iterator[tuple[Position, Reason]]:
    """What is claimed of the classic move and of the tightest zone around one point."""
    moves = [move for move in position.moves() if isinstance(move, Line)]
    alone = sorted((each for each in moves if Try(position, each).safe), key=_height)[:1]
    chosen = classic(position, seed).move
    for line in dict.fromkeys((*(move for move in moves if move == chosen), *alone)):
        for reason in Try(position, line).reasons():
            if reason.code in CLAIMS:
                yield position.play(line), reason


def _height(line: Line) -> float:
    (x, y), (hx, hy) = line.middle, halfway(*line.ends)
    return (x - hx) ** 2 + (y - hy) ** 2


def by_chance(position: Position, chance: Random) -> Iterator[Line]:
    """Legal lines with any middle."""
    for _ in range(BY_CHANCE if position.outcome is None else 0):
        start, end = chance.sample(position.ends(), 2)
        line = Line(start, end, (chance.randint(-50, 1550), chance.randint(-50, 1150)))
        if position.fault(line) is None:
            yield line


def wrong(position: Position, point: Point, replies: Iterable[Line]) -> Line | None:
    """A reply that takes or frees a point of who just drew."""
    holder = position.turn.other
    return next((reply for reply in replies if position.play(reply).held[point].seat is not holder), None)


def check(seed: int) -> list[str]:
    """The codes of what is claimed on a sheet, all of it right."""
    position = sheet(seed)
    found: list[str] = []
    if position.outcome is not None or position.marking:
        return found
    for after, reason in claims(position, seed):
        point = read_cell(str(dict(reason.fields)["point"]))
        assert point
        sample = [move for move in after.moves() if isinstance(move, Line)]
        assert wrong(after, point, sample) is None, (seed, str(reason))
        if reason.code == "safe-point":
            assert wrong(after, point, by_chance(after, Random(seed))) is None, (seed, str(reason))
        found.append(reason.code)
    return found


def test_what_is_claimed_of_a_point_is_never_wrong():
    assert CLAIMS >= {code for seed in range(15) for code in check(seed)} >= {"single-point"}


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_what_is_claimed_of_a_point_is_never_wrong_on_two_thousand_sheets(part):
    found = [code for seed in range(100 * part, 100 * part + 100) for code in check(1000 + seed)]
    assert {*found} == CLAIMS


def scanned(position: Position, point: Point, grain: int) -> Iterator[Line]:
    """All legal lines with middles on a lattice of so many hundredths that take a point from its holder."""
    columns, rows = position.sheet.columns, position.sheet.rows
    for ends in combinations(position.ends(), 2):
        for x in range(-50, 100 * columns - 49, grain):
            for y in range(-50, 100 * rows - 49, grain):
                line = Line(*ends, (x, y))
                is_legal = not line.folds_back and clear(line, position.sheet, position.marks, position.lines)
                if is_legal and position.play(line).held[point].seat is position.turn:
                    yield line


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 15))])
def test_no_line_takes_a_point_that_none_is_said_to_take(seed):
    chance = Random(seed)
    position = start({"size": "4x4", "points": "5"})
    for place in chance.sample(list(position.moves()), 5):
        position = position.play(place)
    tries = [Try(position, move) for move in position.moves() if isinstance(move, Line)]
    for each in [each for each in tries if each.inside][:3]:
        after = position.play(each.line)
        found = taker(after, each.inside[0])
        if found is None:
            assert next(scanned(after, each.inside[0], 10), None) is None
        else:
            assert after.play(found).held[each.inside[0]].seat is after.turn


def test_a_zone_with_an_open_ruler_side_is_not_called_sure():
    position = played(marked("a1 i1 e3 e5 p12"), "a1-i1 via e4")
    assert taker(position, (4, 2)) is not None
    assert not is_sure(position, (4, 2))


def test_two_points_in_one_zone_are_not_called_sure_since_a_zone_between_them_may_free_both():
    position = played(marked("a1 i1 c2 g2 e3 p12"), "a1-i1 via e5")
    assert not is_sure(position, (2, 1))


def test_a_point_that_a_line_leads_to_is_taken_by_no_zone():
    position = played(marked("a1 i1 e3 p12"), "a1-i1 via e5", "a1-e3")
    assert position.held[4, 2].seat is Seat.FIRST
    assert taker(position, (4, 2)) is None
