"""Nothing is claimed that a reply refutes: each claim is held against a slow, separate reading of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from random import Random

import pytest

from engines.digits import GAME
from engines.digits.move import Move
from engines.digits.phrases import CLAIMS
from engines.digits.rules import Position
from engines.explaining import advise, explain
from engines.game import Explanation, Level, Limit, Reason, advance
from engines.kernels.loading import warm
from engines.phrases import Value
from engines.reasoning import OUTCOMES
from tests.engines.digits.minimax import truth

LIMIT = Limit(60.0)
STARTS: tuple[Mapping[str, str], ...] = (
    {},
    {"size": "5x5", "digits": "1-3"},
    {"size": "4x6", "wrap": "yes", "digits": "1-2"},
    {"size": "6x6", "shape": "ring"},
    {"shape": ".##./####/####/.##.", "digits": "1-1-2"},
)
SMALL: tuple[Mapping[str, str], ...] = (
    {"size": "4x4", "digits": "1-2"},
    {"size": "4x4", "digits": "3"},
    {"shape": ".##./####/####/.##.", "digits": "1-1"},
)
Fields = Mapping[str, Value]
Names = set[str]


@dataclass(frozen=True)
class Digit:
    """A written digit: its cell, whose it is, and how it is told apart."""

    cell: str
    seat: str
    label: str
    size: int

    def __str__(self) -> str:
        return f"{self.label}({self.cell})"


@dataclass(frozen=True)
class State:
    """A board by the names of its cells: those that hold nothing, and the digits in their order."""

    cells: frozenset[str]
    free: frozenset[str]
    digits: tuple[Digit, ...]
    edges: tuple[int, int]
    wraps: bool

    def around(self, cell: str) -> Names:
        return around(self.cells, self.edges, self.wraps, cell)

    def near(self, cell: str, seat: str) -> list[Digit]:
        """The digits of a seat that reach a cell."""
        return [digit for digit in self.digits if digit.seat == seat and digit.cell in self.around(cell)]

    def reached(self, seat: str) -> Names:
        return {cell for cell in self.free if self.near(cell, seat)}

    def room(self, digit: Digit) -> Names:
        return self.around(digit.cell) & self.free

    def neighbour_rule(self, cell: str) -> int:
        return sum(
            8 - sum(digit.size for digit in self.digits if digit.cell in self.around(near))
            for near in self.around(cell)
        )

    def throw_rule(self, cell: str, seat: str) -> int:
        return 2 * len(self.near(cell, opponent(seat))) - len(self.near(cell, seat))


@cache
def around(cells: frozenset[str], edges: tuple[int, int], wraps: bool, cell: str) -> Names:
    """The cells that touch a cell, also at a corner, and over the edge of a board that wraps."""

    def touch(another: str) -> bool:
        steps = (abs(a - b) for a, b in zip(spot(cell), spot(another), strict=True))
        return all(step <= 1 or (wraps and step == edge - 1) for step, edge in zip(steps, edges, strict=True))

    return {another for another in cells if another != cell and touch(another)}


def spot(cell: str) -> tuple[int, int]:
    return ord(cell[0]), int(cell[1:])


def opponent(seat: str) -> str:
    return "second" if seat == "first" else "first"


def read(position: Position) -> State:
    """The state of a position, by what the rules say of it."""
    owners = dict(position.owners())
    names = [position.grid.name(place) for place in position.digit_cells]
    digits = []
    for number, cell in enumerate(names):
        size, before = position.digits[number // 2], position.digits[: number // 2]
        digits.append(Digit(cell, "second" if number % 2 else "first", str(size) + "'" * before.count(size), size))
    free = frozenset(cell for cell, owner in owners.items() if owner == "free")
    edges = (position.grid.cols, position.grid.rows)
    return State(frozenset((*owners, *names)), free, tuple(digits), edges, position.settings["wrap"] == "yes")


@dataclass(frozen=True)
class Told:
    """A move's surroundings: the state before it, who plays it, the digit that throws, the cells that it may use."""

    position: Position
    state: State
    seat: str
    thrower: Digit | None
    open: frozenset[str]
    cells: tuple[str, ...]
    reply: tuple[Move, ...]

    @property
    def rivals(self) -> Names:
        return self.state.reached(opponent(self.seat))

    def worth(self, cell: str) -> int:
        return self.state.throw_rule(cell, self.seat) if self.thrower else self.state.neighbour_rule(cell)

    def after(self) -> tuple[Position, State]:
        later, _ = advance(self.position, Move(self.cells))
        return later, read(later)


def claim_fields(position: Position, move: Move, reply: tuple[Move, ...] = ()) -> Told:
    state = read(position)
    thrower = None if position.is_placing else state.digits[position.next_digit or 0]
    usable = {cell for each in position.moves() for cell in each.cells}
    return Told(position, state, str(position.turn), thrower, frozenset(usable), move.cells, reply)


def cells_named(fields: Fields, key: str = "cells") -> Names:
    return set(str(fields[key]).split())


def is_told(fields: Fields, cells: Names, digits: list[Digit]) -> bool:
    """Return whether exactly these cells are named and counted, with the digits that reach them."""
    return (
        bool(cells)
        and cells_named(fields) == cells
        and fields["count"] == len(cells)
        and cells_named(fields, "digits") == {*map(str, digits)}
    )


def reaching(it: Told, cells: Names, seat: str) -> list[Digit]:
    return [digit for digit in it.state.digits if digit.seat == seat and it.state.around(digit.cell) & cells]


def is_best(it: Told, fields: Fields) -> bool:
    worths = sorted(map(it.worth, it.open))
    own = sum(map(it.worth, it.cells))
    most = sum(worths[-len(it.cells) :])
    if "best" not in fields:
        return own == most == fields["worth"]
    return own == fields["worth"] and most == fields["best"] == sum(map(it.worth, cells_named(fields))) and own < most


def is_few(it: Told, fields: Fields) -> bool:
    count = len(it.state.around(it.cells[0]))
    return count == fields["count"] and count < max(len(it.state.around(cell)) for cell in it.state.cells)


def is_corner(it: Told, fields: Fields) -> bool:
    (col, row), cols, rows = spot(it.cells[0]), *zip(*map(spot, it.state.cells), strict=True)
    is_at_both = col in (min(cols), max(cols)) and row in (min(rows), max(rows))
    return (
        is_at_both
        and is_few(it, fields)
        and fields["count"] == min(len(it.state.around(cell)) for cell in it.state.cells)
    )


def fights(it: Told, fields: Fields) -> bool:
    cells = it.state.around(it.cells[0]) & it.state.free & it.rivals
    return is_told(fields, cells, reaching(it, cells, opponent(it.seat)))


def are_equal_cells(it: Told, fields: Fields) -> bool:
    """Return whether so many other cells look alike, the named ones among them."""

    def look(cell: str) -> tuple[int, int, Names, Names, int]:
        room = it.state.around(cell) & it.state.free
        fought = room & it.rivals
        own = room & it.state.reached(it.seat)
        return it.worth(cell), len(it.state.around(cell)), fought, own, 0 if fought else len(room)

    alike = {cell for cell in it.open - {*it.cells} if look(cell) == look(it.cells[0])}
    return cells_named(fields) <= alike and len(alike) == fields["count"]


def shares(it: Told, fields: Fields) -> bool:
    cells = it.state.around(it.cells[0]) & it.state.free & it.state.reached(it.seat)
    return is_told(fields, cells, reaching(it, cells, it.seat))


def takes(it: Told, fields: Fields) -> bool:
    cells = set(it.cells) & it.rivals
    return is_told(fields, cells, reaching(it, cells, opponent(it.seat)))


def leaves(it: Told, fields: Fields) -> bool:
    least = min(len(it.state.near(cell, opponent(it.seat))) for cell in it.cells)
    cells = {cell for cell in it.open - {*it.cells} if len(it.state.near(cell, opponent(it.seat))) > least}
    return is_told(fields, cells, reaching(it, cells, opponent(it.seat)))


def spends(it: Told, fields: Fields) -> bool:
    others = [digit for digit in it.state.digits if digit.seat == it.seat and digit != it.thrower]
    cells = {cell for digit in others for cell in it.state.around(digit.cell)} & {*it.cells}
    return is_told(fields, cells, [digit for digit in others if it.state.around(digit.cell) & cells])


def shuts(own: bool) -> Callable[[Told, Fields], bool]:
    def is_true(it: Told, fields: Fields) -> bool:
        seat = it.seat if own else opponent(it.seat)
        shut = {
            str(digit)
            for digit in it.state.digits
            if digit.seat == seat
            and digit != it.thrower
            and it.state.room(digit)
            and not it.state.room(digit) - {*it.cells}
        }
        return bool(shut) and cells_named(fields, "digits") == shut and fields["count"] == len(shut)

    return is_true


def reply_writes(it: Told, fields: Fields) -> bool:
    later, _ = it.after()
    return later.is_placing and str(it.reply[0]) == fields["cell"]


def reply_fights(it: Told, fields: Fields) -> bool:
    _, state = it.after()
    [cell] = it.reply[0].cells
    return fields["cell"] == cell and (
        cells_named(fields) == (state.around(cell) & state.reached(it.seat)) - {cell}
        and len(cells_named(fields)) == fields["count"]
    )


def reply_takes(it: Told, fields: Fields) -> bool:
    _, state = it.after()
    cells = {*it.reply[0].cells} & state.reached(it.seat)
    digits = [digit for digit in state.digits if digit.seat == it.seat and state.around(digit.cell) & cells]
    return is_told(fields, cells, digits)


@cache
def brute_force_value(position: Position) -> int:
    """Return the margin to come for the side to move, by brute force."""
    return truth(position)[0]


def ends_by(sign: int) -> Callable[[Told, Fields], bool]:
    def is_true(it: Told, fields: Fields) -> bool:
        first, second = it.position.score
        lead = first - second if it.seat == "first" else second - first
        return lead + brute_force_move_value(it.position, Move(it.cells)) == sign * int(fields.get("dots", 0))

    return is_true


REASONS: Mapping[str, Callable[[Told, Fields], bool]] = {
    "neighbour-rule-best": is_best,
    "neighbour-rule-less": is_best,
    "throw-rule-best": is_best,
    "throw-rule-less": is_best,
    "few-around": is_few,
    "at-corner": is_corner,
    "fights-for": fights,
    "room-of-its-own": lambda it, fields: (
        not it.state.around(it.cells[0]) & it.rivals
        and len(it.state.around(it.cells[0]) & it.state.free) == fields["count"]
    ),
    "shares-own": shares,
    "same-elsewhere": are_equal_cells,
    "takes-contested": takes,
    "nothing-contested": lambda it, fields: not it.open & it.rivals,
    "leaves-contested": leaves,
    "shuts-out": shuts(own=False),
    "shuts-own": shuts(own=True),
    "spends-own": spends,
    "reply-writes": reply_writes,
    "reply-fights": reply_fights,
    "reply-throws": lambda it, fields: not it.after()[0].is_placing and str(it.reply[0]) == fields["cells"],
    "reply-takes-wanted": reply_takes,
    "stands-at": lambda it, fields: it.position.is_placing and it.cells == (fields["cell"],),
    "dots-at": lambda it, fields: not it.position.is_placing and {*it.cells} == cells_named(fields),
    "proved-lead": ends_by(1),
    "proved-even": ends_by(0),
    "proved-behind": ends_by(-1),
}
IDEAS: Mapping[str, Callable[[Told, Fields], bool]] = {
    "dots-so-far": lambda it, fields: (fields["first"], fields["second"]) == it.position.score,
    "contested-cells": lambda it, fields: (
        cells_named(fields) == it.state.reached("first") & it.state.reached("second")
        and len(cells_named(fields)) == fields["count"]
    ),
    "none-contested": lambda it, fields: not it.state.reached("first") & it.state.reached("second"),
    "still-throws": lambda it, fields: (
        cells_named(fields, "digits")
        == {
            f"{digit}:{min(digit.size, len(it.state.room(digit)))}"
            for digit in it.state.digits
            if digit.seat == fields["player"] and it.state.room(digit)
        }
    ),
    "best-to-write": lambda it, fields: it.worth(str(fields["cell"])) == fields["worth"] == max(map(it.worth, it.open)),
    "best-to-throw": lambda it, fields: it.worth(str(fields["cell"])) == fields["worth"] == max(map(it.worth, it.open)),
}
CLAIM_NOTHING = {"just-a-try", "guess", "likely-lead"}


def test_every_code_that_claims_something_is_checked():
    assert {*REASONS, *IDEAS, *CLAIM_NOTHING} == CLAIMS


def check(position: Position, move: Move, reasons: tuple[Reason, ...], reply: tuple[Move, ...] = ()) -> Iterator[str]:
    it = claim_fields(position, move, reply)
    for reason in reasons:
        yield reason.code
        is_true = reason.code in CLAIM_NOTHING or REASONS[reason.code](it, dict(reason.fields))
        assert is_true, (position, str(move), str(reason), " ".join(map(str, reply)))


def by_chance(seed: int, starts: tuple[Mapping[str, str], ...], at_least: int = 0) -> Iterator[Position]:
    """The positions of a game that is played by chance, from so many digits written on."""
    chance, position = Random(seed), GAME.start(starts[seed % len(starts)], 0)
    while position.outcome is None:
        if len(position.digit_cells) >= min(at_least, 2 * len(position.digits) - 1):
            yield position
        position, _ = advance(position, chance.choice(list(position.moves())))


def positions(count: int, starts: tuple[Mapping[str, str], ...], at_least: int = 0, begin: int = 0) -> list[Position]:
    findings: list[Position] = []
    for seed in range(begin, begin + max(len(starts), count // 2)):
        findings += by_chance(seed, starts, at_least)
    return Random(count).sample(findings, count)


def count_checked_claims(count: int, begin: int = 0) -> Counter[str]:
    """Check what is claimed about random moves, candidates and positions; return the codes seen."""
    counts: Counter[str] = Counter()
    for number, position in enumerate(positions(count, STARTS, begin=begin)):
        move = Random(number).choice(list(position.moves()))
        explanation = Explanation(move, 0.0, 0.0, is_proved=False)
        counts.update(check(position, move, GAME.reasons(position, explanation, Limit())))
        for each in GAME.candidates(position, LIMIT):
            counts.update(check(position, each.move, (*each.gain, *each.risk)))
        for idea in GAME.ideas(position) if GAME.ideas else ():
            counts[idea.code] += 1
            assert IDEAS[idea.code](claim_fields(position, move), dict(idea.fields)), (position, str(idea))
    return counts


def count_checked_explanations(count: int, begin: int = 0) -> Counter[str]:
    """Check hints and explanations of tiny boards by brute force; return the codes seen."""
    warm("digits")
    counts: Counter[str] = Counter()
    for number, position in enumerate(positions(count, SMALL, at_least=3, begin=begin)):
        for level in Level:
            hint = advise(GAME, position, replace(LIMIT, seed=number), level)
            counts.update(check(position, hint.move, hint.reasons))
        move = Random(number).choice(list(position.moves()))
        explanation = explain(GAME, position, move, LIMIT)
        counts.update(check(position, explanation.move, explanation.facts, explanation.reply))
        assert (explanation.value, explanation.best_value, explanation.is_proved) == (
            brute_force_move_value(position, move),
            brute_force_value(position),
            True,
        )
    return counts


def brute_force_move_value(position: Position, move: Move) -> int:
    """Return the value of a move for its player, by brute force."""
    after, _ = advance(position, move)
    gained = [has - had for has, had in zip(after.score, position.score, strict=True)]
    lead = gained[0] - gained[1] if str(position.turn) == "first" else gained[1] - gained[0]
    if after.outcome:
        return lead
    rest = brute_force_value(after)
    return lead + rest if after.turn is position.turn else lead - rest


def test_no_claim_about_a_move_or_position_is_false():
    counts = count_checked_claims(30, 30)
    assert counts.keys() >= {
        "fights-for",
        "shares-own",
        "takes-contested",
        "leaves-contested",
        "spends-own",
        "shuts-out",
    }
    assert counts.keys() >= {"same-elsewhere"}


def test_explanations_of_small_boards_agree_with_brute_force():
    counts = count_checked_explanations(10)
    assert counts.keys() >= {"reply-throws", "reply-takes-wanted", "proved-lead", "proved-even", "proved-behind"}


@pytest.mark.parametrize("count", [0, 1, 2])
def test_the_reply_to_a_digit_is_explained(count):
    warm("digits")
    position = GAME.start({"size": "5x5", "digits": "1-2"}, 0)
    for text in ("b2", "d4", "b4")[:count]:
        position = position.play(position.read(text))
    explanation = explain(GAME, position, position.read("a1"), LIMIT)
    reasons = tuple(reason for reason in explanation.facts if reason.code not in OUTCOMES)  # too large for brute force
    assert "reply-writes" in set(check(position, explanation.move, reasons, explanation.reply))


@pytest.mark.long
def test_no_claim_is_false_in_thousands_of_positions(large_seed: int):
    counts = count_checked_claims(5000, large_seed) + count_checked_explanations(5000, large_seed)
    assert counts.keys() >= CLAIMS - CLAIM_NOTHING - {"reply-writes", "reply-fights"}
