"""A slow solver of its own: every move and every reply by the rules alone, without any of the engine's searches."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import Any

from engines.game import AnyMove, AnyPosition, Seat, advance


def best_moves(game: str, position: AnyPosition) -> tuple[int, list[str]]:
    """The exact value for the side to move, and every move that has it."""
    if game in ("dots", "digits"):
        return _best_by_points(position)
    worth = _by_result(position)
    value = max(worth.values())
    return value, [move for move, each in worth.items() if each == value]


def _lead(position: AnyPosition) -> int:
    first, second = position.score
    return first - second


def _sign(position: AnyPosition) -> int:
    return 1 if position.turn is Seat.FIRST else -1


def _best_by_points(position: AnyPosition) -> tuple[int, list[str]]:
    points, moves = _Points(), [*position.moves()]
    value = 0
    while any(points.keeps(position, move, value + 1) for move in moves):
        value += 1
    while not any(points.keeps(position, move, value) for move in moves):
        value -= 1
    return value, [str(move) for move in moves if points.keeps(position, move, value)]


class _Points:
    """Whether a lead can be reached; no position of these games comes twice."""

    def __init__(self) -> None:
        self._between: dict[Hashable, tuple[int, int]] = {}

    def keeps(self, position: AnyPosition, move: AnyMove, value: int) -> bool:
        """Return whether the side to move gains at least so much by a move and all that follows."""
        goal = value if position.turn is Seat.FIRST else 1 - value
        return self._reaches_by(position, move, goal) is (position.turn is Seat.FIRST)

    def _reaches_by(self, position: AnyPosition, move: AnyMove, goal: int) -> bool:
        reached, _ = advance(position, move)
        return self._reaches(reached, goal - _lead(reached) + _lead(position))

    def _reaches(self, now: AnyPosition, goal: int) -> bool:
        """Return whether First's lead grows by at least so much up to the end."""
        if now.outcome:
            return goal <= 0
        key = _what_is_left(now)
        least, most = self._between.get(key) or _bounds(now)
        if least < goal <= most:
            is_first = now.turn is Seat.FIRST
            result = any(self._reaches_by(now, move, goal) is is_first for move in _likely_first(now)) is is_first
            least, most = (goal, most) if result else (least, goal - 1)
            self._between[key] = least, most
        return goal <= least


def _what_is_left(position: Any) -> Hashable:
    if hasattr(position, "drawn_sides"):
        return position.turn, position.drawn_sides
    return position.digit_cells, position.occupied_cells, position.next_digit


def _bounds(position: Any) -> tuple[int, int]:
    """Between what First's lead grows: in the end every box is somebody's, and every cell beside a digit."""
    if hasattr(position, "drawn_sides"):
        left = position.grid.cols * position.grid.rows - sum(position.score)
        return -left, left
    if position.is_placing:
        left = position.grid.cells.bit_count() - 2 * len(position.digits)
        return -left, left
    first, second = (_within_reach(position, seat) for seat in (0, 1))
    sure, disputed = (first & ~second).bit_count() - (second & ~first).bit_count(), (first & second).bit_count()
    return sure - disputed, sure + disputed


def _within_reach(position: Any, seat: int) -> int:
    """The free cells beside the digits of a seat."""
    mask = ~int(position.occupied_cells)
    return reduce(or_, (position.grid.around[at] & mask for at in position.digit_cells[seat::2]), 0)


def _likely_first(position: Any) -> Iterable[AnyMove]:
    """The moves in an order that saves time and changes nothing else: those around which most is still to be had."""
    moves: Iterable[AnyMove] = position.moves()
    if hasattr(position, "drawn_sides"):
        return moves
    theirs = _within_reach(position, position.turn is Seat.FIRST)
    around: tuple[int, ...] = position.grid.around
    free, cols = ~int(position.occupied_cells), int(position.grid.cols)

    def promise(move: Any) -> int:
        places = [(ord(cell[0]) - ord("a")) + cols * (int(cell[1:]) - 1) for cell in move.cells]
        disputed = sum(theirs >> place & 1 for place in places)
        near = sum((around[p] & free).bit_count() + (around[p] & free & theirs).bit_count() for p in places)
        return disputed + near if position.is_placing else disputed

    return sorted(moves, key=promise, reverse=True)


def _by_result(position: AnyPosition) -> dict[str, int]:
    """Each move with how the game ends after it, repetitions aside: what nobody can force is a draw."""
    after = {move: advance(position, move)[0] for move in position.moves()}
    results = _retrograde(list(after.values()))
    return {str(move): _of(each, results) * _sign(position) for move, each in after.items()}


def _key(position: Any) -> Hashable:
    return position.key, getattr(position, "passes", 0)


def _of(position: AnyPosition, results: dict[Hashable, int]) -> int:
    """1 if First wins, -1 if Second does."""
    if position.outcome:
        return {Seat.FIRST: 1, Seat.SECOND: -1, None: 0}[position.outcome.winner]
    return results.get(_key(position), 0)


def _retrograde(starts: list[AnyPosition]) -> dict[Hashable, int]:
    """Return the winners of the positions that can be reached from these, without draws."""
    seats: dict[Hashable, Seat] = {}
    goals: dict[Hashable, list[Hashable | int]] = {}
    waiting = [each for each in starts if not each.outcome]
    while waiting:
        now = waiting.pop()
        if (key := _key(now)) in goals:
            continue
        seats[key], goals[key] = now.turn, []
        for move in now.moves():
            reached = _key_without_history(advance(now, move)[0])
            goals[key].append(_of(reached, {}) if reached.outcome else _key(reached))
            if not reached.outcome:
                waiting.append(reached)
    return _is_decided(seats, goals)


def _key_without_history(position: Any) -> Any:
    """The position without its past, so that no repetition ends the game."""
    if hasattr(position, "once"):
        return replace(position, once=frozenset(), twice=frozenset())
    return replace(position, past=())


def _is_decided(seats: dict[Hashable, Seat], goals: dict[Hashable, list[Hashable | int]]) -> dict[Hashable, int]:
    results: dict[Hashable, int] = {}
    changed = True
    while changed:
        changed = False
        for key, reached in goals.items():
            if key in results:
                continue
            own = 1 if seats[key] is Seat.FIRST else -1
            ends = [each if isinstance(each, int) else results.get(each, 0) for each in reached]
            if own in ends or all(end == -own for end in ends):
                results[key] = own if own in ends else -own
                changed = True
    return results
