"""Strong play without a table: the deep search for a position, as deep as the time allows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engines.game import Hint, Limit, Reason, Seat
from engines.kernels.alarm import alarm, rung
from engines.tupik.move import Move
from engines.tupik.reasons import Forecast, told
from engines.tupik.rules import Position
from engines.tupik.search.alphabeta import OWN, PASSES, Search, look_ahead, search_of
from engines.tupik.search.entries import DEEPEST, SURE, WIN, best_known, key_of
from engines.tupik.search.moves import streets_of

_LINE = 8


@dataclass(frozen=True)
class Found:
    """The best line known, its score to the side to move, how deep it was looked, and whether the score is proved."""

    line: tuple[Move, ...]
    score: int
    depth: int
    proved: bool


def deep_hint(position: Position, limit: Limit) -> Hint[Move] | None:
    """The best move of the deepest search that was finished in time; None if not even the first was."""
    found = deepened(position, limit)
    if found is None:
        return None
    value = (found.score > SURE) - (found.score < -SURE) if found.proved else _estimate(found.score)
    return Hint(found.line, value, found.proved, tuple(_reasons(position, found)))


def deepened(position: Position, limit: Limit) -> Found | None:
    """Looks deeper and deeper until the limit, or until a win or a loss is certain."""
    found: Found | None = None
    it = _prepared(position)
    with alarm(limit) as watch:
        for depth in range(1, DEEPEST):
            score = int(look_ahead(it, depth, watch))
            line = tuple(_line(it, position))
            if rung(watch) or not line:
                break
            proved = abs(score) > SURE and not position.twice
            found = Found(line, score, depth, proved)
            if abs(score) > SURE or (limit.nodes and it.tally[0] >= limit.nodes):
                break
    return found


def _estimate(score: int) -> float:
    """Distances as a chance between -1 and 1."""
    return round(score / (abs(score) + 20), 2)


def _prepared(position: Position) -> Search:
    """A search with the position in its first row; positions that have occurred twice count as drawn."""
    twice = [(first, second) if turn is Seat.FIRST else (second, first) for turn, first, second in position.twice]
    it = search_of(streets_of(position.roads), sorted(twice))
    it.stack[0, OWN : PASSES + 1] = (*_sides(position), position.left, position.passes)
    return it


def _sides(position: Position) -> tuple[int, int]:
    return position.cars(position.turn), position.cars(position.turn.other)


def _line(it: Search, position: Position) -> list[Move]:
    """The best moves that the search's table knows, one after the other."""
    line: list[Move] = []
    while len(line) < _LINE and not position.outcome:
        changed = best_known(it.entries, key_of(it.entries, *_sides(position)))
        move = next((move for move in position.moves() if _changed(move) == changed), None)
        if move is None:
            break
        line.append(move)
        position = position.play(move)
    return line


def _changed(move: Move) -> int:
    return sum(1 << city - 1 for city in (move.start, move.goal) if city)


def _reasons(position: Position, found: Found) -> Iterator[Reason]:
    move, *line = found.line
    if not found.proved:
        yield from told(position, move, None)
        yield Reason("looked-ahead", plies=found.depth)
        return
    value = (found.score > 0) - (found.score < 0)
    answered = line and position.play(move).turn is not position.turn
    yield from told(position, move, Forecast(value, WIN - abs(found.score), line[0] if answered else None))
