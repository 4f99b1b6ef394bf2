"""Dots and Boxes as far as two cores and minutes reach, and what such a search does with its time.

Takes half an hour and half a gigabyte; no figure may take over an hour."""

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
    """Seconds to the proved value and all best sides, with nothing known from before; infinite if over an hour."""
    warm()
    for lines, count, target in ((16, POSITIONS, 3.0), (14, 3, 20.0), (12, 1, 180.0)):
        drawn_sides = _openings(lines, count)
        seconds, work = zip(*(_solved(each) for each in drawn_sides), strict=True)
        name = f"dots 5x5 solved after {lines} sides, all moves, two threads"
        yield Figure(f"{name} (median of {count})", statistics.median(seconds), target, "s")
        yield Figure(f"{name}: seconds of processor time", statistics.median(work), math.inf, "s")
    yield _best_at_once()
    yield from _counted(16)
    seconds_of_all, work_of_all = _whole()
    name = "dots 4x4 solved from the empty board, two threads"
    yield Figure(name, seconds_of_all, 30, "s")
    yield Figure(f"{name}: seconds of processor time", work_of_all, math.inf, "s")


def _best_at_once() -> Figure:
    """How many hints of a second are among the best sides; details are those of each stage."""
    found = {
        lines: [_is_best(drawn_sides) for drawn_sides in _openings(lines, HINTS, "hints")] for lines in (14, 16, 18, 20)
    }
    told = tuple(f"after {lines} sides: {sum(best)} of {len(best)}" for lines, best in found.items())
    best = [each for stage in found.values() for each in stage]
    name = "hints of a second among the best, 5x5 after 14 to 20 sides"
    return Figure(name, 100 * sum(best) / len(best), 99, "%", at_least=True, details=told)


def _is_best(drawn_sides: int) -> bool:
    position = Position(grid(5, 5), drawn_sides=drawn_sides)
    side = strong_hint(position, Limit(1.0, threads=2)).move.steps[0]
    found = exact_value(position.grid, drawn_sides, TOGETHER, max_sides=60)
    return found is not None and position.grid.index[side] in found.best_sides


def _openings(lines: int, count: int, seed: str = "") -> list[int]:
    chance = Random(f"{lines} {seed}") if seed else Random(lines)
    return [safe_opening(grid(5, 5), lines, chance) for _ in range(count)]


def _solved(drawn_sides: int) -> tuple[float, float]:
    """Seconds of the clock and of the processor."""
    began, worked = perf_counter(), process_time()
    found = exact_value(grid(5, 5), drawn_sides, TOGETHER, max_sides=60)
    return (perf_counter() - began, process_time() - worked) if found else (math.inf, math.inf)


def _whole() -> tuple[float, float]:
    """The same of the empty 4x4 and one best side, without what is kept of its first moves."""
    began, worked = perf_counter(), process_time()
    with alarm(TOGETHER) as watch:
        root = Root(empty_board(grid(4, 4)), workspaces(empty_table(LARGE), None, 2), watch)
        margin = root.value(root.position.sides, 0)
        assert margin == 0
        assert any(root.move_reaches(side, margin) for side in root.sides())
    return perf_counter() - began, process_time() - worked


def _counted(lines: int) -> Iterator[Figure]:
    """What one thread counts over those positions; nothing of it has a target."""
    drawn_sides = _openings(lines, POSITIONS)
    counts = np.sum([_counts(each, empty_table(BIG)) for each in drawn_sides], axis=0)
    shares = (
        ("moves that the table knew", MOVES_KNOWN, MOVES_LISTED),
        ("positions lost to others in the table, of all searched", REPLACEMENTS, NODES),
        ("first moves that reached the goal, of those that did", FIRST_MOVE_CUTOFFS, CUTOFFS),
        ("positions of independent chains and loops alone", CHAINS_ONLY, NODES),
    )
    name = f"dots 5x5 after {lines} sides"
    yield _searched(f"{name}: positions searched, 64 MB", counts)
    larger = np.sum([_counts(each, empty_table(4 * BIG)) for each in drawn_sides], axis=0)
    yield _searched(f"{name}: positions searched, 256 MB", larger)
    winner = np.sum([_counts(each, empty_table(BIG), who_wins=True) for each in drawn_sides], axis=0)
    yield _searched(f"{name}: positions searched for who wins alone, 64 MB", winner)
    for what, part, whole in shares:
        yield Figure(f"{name}: {what}", 100 * counts[part] / counts[whole], math.inf, "%")


def _searched(name: str, counts: Counts) -> Figure:
    return Figure(name, counts[NODES] / 1e6 / POSITIONS, math.inf, "M")


def _counts(drawn_sides: int, words: Words, who_wins: bool = False) -> Counts:
    """What is counted on the way to the margin, or to whether the mover wins."""
    found = search_position(grid(5, 5), drawn_sides)
    assert found is not None
    with alarm(Limit(3600.0)) as watch:
        root = Root(found, workspaces(words, None), watch)
        if who_wins:
            root.reaches(found.sides, 1)
        else:
            root.value(found.sides, 0)
    return root.workspaces[0].counts
