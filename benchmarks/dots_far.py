"""Dots and Boxes at the limit of two cores and a few minutes, with search statistics.

Takes half an hour and half a gigabyte; a single figure takes at most an hour.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator
from random import Random
from time import perf_counter, process_time

import numpy as np
from numpy.typing import NDArray

from benchmarks.dots import safe_opening
from benchmarks.figure import Figure
from engines.dots.grid import grid
from engines.dots.rules import Position
from engines.dots.search import strong_hint, warm
from engines.dots.search.board import empty_board, search_position
from engines.dots.search.exact import exact_value
from engines.dots.search.root import Root
from engines.dots.search.table import BIG, LARGE, Words, empty_table
from engines.dots.search.workspace import (
    CHAINS_ONLY,
    CUTOFFS,
    FIRST_MOVE_CUTOFFS,
    MOVES_KNOWN,
    MOVES_LISTED,
    NODES,
    REPLACEMENTS,
    workspaces,
)
from engines.game import Limit
from engines.kernels.alarm import alarm

TOGETHER = Limit(3600.0, threads=2)
POSITIONS, HINTS = 5, 10
Counts = NDArray[np.int64]


def figures() -> Iterator[Figure]:
    """Yield the seconds to prove the value and all best sides with an empty table; infinite if over an hour."""
    warm()
    for lines, count, target in ((16, POSITIONS, 3.0), (14, 3, 20.0), (12, 1, 180.0)):
        drawn_sides = _openings(lines, count)
        seconds, work = zip(*(_solving_seconds(each) for each in drawn_sides), strict=True)
        name = f"dots 5x5 solved after {lines} sides, all moves, two threads"
        yield Figure(f"{name} (median of {count})", statistics.median(seconds), target, "s")
        yield Figure(f"{name}: CPU time", statistics.median(work), math.inf, "s")
    yield _quick_hints()
    yield from _search_statistics(16)
    seconds_of_all, work_of_all = _empty_board_seconds()
    name = "dots 4x4 solved from the empty board, two threads"
    yield Figure(name, seconds_of_all, 30, "s")
    yield Figure(f"{name}: CPU time", work_of_all, math.inf, "s")


def _quick_hints() -> Figure:
    """Return the share of one-second hints that are among the best sides; the details list each stage."""
    hits_by_stage = {
        lines: [_is_best(drawn_sides) for drawn_sides in _openings(lines, HINTS, "hints")] for lines in (14, 16, 18, 20)
    }
    details = tuple(f"after {lines} sides: {sum(hits)} of {len(hits)}" for lines, hits in hits_by_stage.items())
    hits = [each for stage in hits_by_stage.values() for each in stage]
    name = "hints of a second among the best, 5x5 after 14 to 20 sides"
    return Figure(name, 100 * sum(hits) / len(hits), 99, "%", at_least=True, details=details)


def _is_best(drawn_sides: int) -> bool:
    position = Position(grid(5, 5), drawn_sides=drawn_sides)
    side = strong_hint(position, Limit(1.0, threads=2)).move.steps[0]
    solution = exact_value(position.grid, drawn_sides, TOGETHER, max_sides=60)
    return solution is not None and position.grid.index[side] in solution.best_sides


def _openings(lines: int, count: int, seed: str = "") -> list[int]:
    chance = Random(f"{lines} {seed}") if seed else Random(lines)
    return [safe_opening(grid(5, 5), lines, chance) for _ in range(count)]


def _solving_seconds(drawn_sides: int) -> tuple[float, float]:
    """Return the seconds of wall time and of processor time to solve a position."""
    start, cpu_start = perf_counter(), process_time()
    solution = exact_value(grid(5, 5), drawn_sides, TOGETHER, max_sides=60)
    return (perf_counter() - start, process_time() - cpu_start) if solution else (math.inf, math.inf)


def _empty_board_seconds() -> tuple[float, float]:
    """Return the seconds of wall and processor time for the empty 4x4 board and one best side, without the book."""
    start, cpu_start = perf_counter(), process_time()
    with alarm(TOGETHER) as watch:
        root = Root(empty_board(grid(4, 4)), workspaces(empty_table(LARGE), None, 2), watch)
        margin = root.value(root.position.sides, 0)
        assert margin == 0
        assert any(root.move_reaches(side, margin) for side in root.sides())
    return perf_counter() - start, process_time() - cpu_start


def _search_statistics(lines: int) -> Iterator[Figure]:
    """Yield one thread's search statistics over those positions, without targets."""
    drawn_sides = _openings(lines, POSITIONS)
    counts = np.sum([_counts(each, empty_table(BIG)) for each in drawn_sides], axis=0)
    shares = (
        ("moves that the table knew", MOVES_KNOWN, MOVES_LISTED),
        ("positions lost to others in the table, of all searched", REPLACEMENTS, NODES),
        ("first moves that reached the goal, of those that did", FIRST_MOVE_CUTOFFS, CUTOFFS),
        ("positions of independent chains and loops alone", CHAINS_ONLY, NODES),
    )
    name = f"dots 5x5 after {lines} sides"
    yield _positions_searched(f"{name}: positions searched, 64 MB", counts)
    larger = np.sum([_counts(each, empty_table(4 * BIG)) for each in drawn_sides], axis=0)
    yield _positions_searched(f"{name}: positions searched, 256 MB", larger)
    winner = np.sum([_counts(each, empty_table(BIG), who_wins=True) for each in drawn_sides], axis=0)
    yield _positions_searched(f"{name}: positions searched for who wins alone, 64 MB", winner)
    for label, part, total in shares:
        yield Figure(f"{name}: {label}", 100 * counts[part] / counts[total], math.inf, "%")


def _positions_searched(name: str, counts: Counts) -> Figure:
    return Figure(name, counts[NODES] / 1e6 / POSITIONS, math.inf, "M")


def _counts(drawn_sides: int, words: Words, who_wins: bool = False) -> Counts:
    """Return the search's counters for the margin, or only for who wins."""
    position = search_position(grid(5, 5), drawn_sides)
    assert position is not None
    with alarm(Limit(3600.0)) as watch:
        root = Root(position, workspaces(words, None), watch)
        if who_wins:
            root.reaches(position.sides, 1)
        else:
            root.value(position.sides, 0)
    return root.workspaces[0].counts
