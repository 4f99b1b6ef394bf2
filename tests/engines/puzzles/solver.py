"""A slow solver of its own: every move and every reply by the rules alone, without any of the engine's searches."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import Any

from engines.game import AnyMove, AnyPosition, Seat, advance


def best_moves(game: str, position: AnyPosition) -> tuple[int, list[str]]:
    """The exact value for the side to move, and every move that has it."""
    worth = _by_points(position) if game in ("dots", "digits") else _by_result(position)
    value = max(worth.values())
    return value, [move for move, each in worth.items() if each == value]


def _lead(position: AnyPosition) -> int:
    first, second = position.score
    return first - second


def _sign(position: AnyPosition) -> int:
    return 1 if position.turn is Seat.FIRST else -1


def _by_points(position: AnyPosition) -> dict[str, int]:
    """Each move with the lead still to be gained; no position of these games comes twice."""
    known: dict[Hashable, int] = {}

    def growth(now: AnyPosition) -> int:
        if now.outcome:
            return 0
        key = _what_is_left(now)
        if key not in known:
            known[key] = (max if now.turn is Seat.FIRST else min)(after(now, move) for move in now.moves())
        return known[key]

    def after(now: AnyPosition, move: AnyMove) -> int:
        reached, _ = advance(now, move)
        return _lead(reached) - _lead(now) + growth(reached)

    return {str(move): _sign(position) * after(position, move) for move in position.moves()}


def _what_is_left(position: Any) -> Hashable:
    if hasattr(position, "drawn"):
        return position.turn, position.drawn
    return position.written, position.taken, position.next


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
    """Who wins the positions that are reached from these; draws are left out."""
    seats: dict[Hashable, Seat] = {}
    goals: dict[Hashable, list[Hashable | int]] = {}
    waiting = [each for each in starts if not each.outcome]
    while waiting:
        now = waiting.pop()
        if (key := _key(now)) in goals:
            continue
        seats[key], goals[key] = now.turn, []
        for move in now.moves():
            reached = _fresh(advance(now, move)[0])
            goals[key].append(_of(reached, {}) if reached.outcome else _key(reached))
            if not reached.outcome:
                waiting.append(reached)
    return _settled(seats, goals)


def _fresh(position: Any) -> Any:
    """The position without its past, so that no repetition ends the game."""
    if hasattr(position, "once"):
        return replace(position, once=frozenset(), twice=frozenset())
    return replace(position, past=())


def _settled(seats: dict[Hashable, Seat], goals: dict[Hashable, list[Hashable | int]]) -> dict[Hashable, int]:
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
