"""Dots and Boxes: how fast positions are solved, and whether every battle is won."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from random import Random
from time import perf_counter

from benchmarks.figure import Figure
from engines.dots.grid import Grid, grid
from engines.dots.rules import Position
from engines.dots.search import strong_hint, warm
from engines.dots.search.board import search_position
from engines.dots.search.exact import exact_value, margins
from engines.dots.search.root import Root
from engines.dots.search.table import new_table
from engines.dots.search.workspace import workspaces
from engines.dots.taking import cost
from engines.game import Limit
from engines.kernels.alarm import alarm

ENOUGH = Limit(600.0)
EMPTY = (("3x3", 0.2), ("2x5", 1.0), ("3x4", 9.0))
OPENINGS = (("4x4", 12, 0.4), ("5x5", 24, 0.3), ("5x5", 22, 1.0), ("5x5", 20, 3.0))
POSITIONS = 20
BATTLES = 36


def figures() -> Iterator[Figure]:
    """Times on one core with the kernels loaded; then the share of battles in which the hint is a best move."""
    warm()
    for size, target in EMPTY:
        yield Figure(f"dots {size} solved from the empty board", _timed(_grid(size), 0, False), target, "s")
    for size, lines, target in OPENINGS:
        chance, shape = Random(lines), _grid(size)
        times = [_timed(shape, safe_opening(shape, lines, chance), True) for _ in range(POSITIONS)]
        name = f"dots {size} all moves exact after {lines} sides (median)"
        yield Figure(name, statistics.median(times), target, "s")
    yield Figure("dots battles right", 100 * _battles_right(Random(1)), 100, "%", at_least=True)


def _grid(size: str) -> Grid:
    cols, rows = map(int, size.split("x"))
    return grid(cols, rows)


def _timed(shape: Grid, drawn_sides: int, all_moves: bool) -> float:
    """Seconds for the value, or for those of all moves, with nothing known from before."""
    started = perf_counter()
    found = search_position(shape, drawn_sides)
    if found is not None:
        with alarm(ENOUGH) as watch:
            root = Root(found, workspaces(new_table(shape.sides - drawn_sides.bit_count()), None), watch)
            guess = 0
            for side in root.sides() if all_moves else ():
                guess = root.move_value(side, guess)
            if not all_moves:
                root.value(found.sides, 0)
    return perf_counter() - started


def safe_opening(shape: Grid, lines: int, chance: Random) -> int:
    """So many random sides, none of which gives a box its third side."""
    while True:
        drawn_sides = 0
        for _ in range(lines):
            safe = [
                side
                for side in range(shape.sides)
                if not drawn_sides >> side & 1 and cost(shape, drawn_sides, side) == 0
            ]
            if not safe:
                break
            drawn_sides |= 1 << chance.choice(safe)
        else:
            return drawn_sides


def _battles_right(chance: Random) -> float:
    """The share right of positions with boxes on offer in which every best move gives boxes away."""
    shape, right = grid(4, 4), 0
    for drawn_sides in _battles(shape, chance):
        found = exact_value(shape, drawn_sides, ENOUGH, shape.sides)
        move = strong_hint(Position(shape, drawn_sides=drawn_sides), Limit(1.0)).move
        right += found is not None and shape.index[move.steps[0]] in found.best_sides
    return right / BATTLES


def _battles(shape: Grid, chance: Random) -> Iterator[int]:
    count = 0
    while count < BATTLES:
        drawn_sides = safe_opening(shape, 20, chance)
        side = chance.choice([side for side in range(shape.sides) if not drawn_sides >> side & 1])
        drawn_sides |= 1 << side
        worth = margins(shape, drawn_sides, ENOUGH)
        best = max(worth.values())
        on_offer = any(_wins(shape, drawn_sides, side) for side in worth)
        if on_offer and not any(_wins(shape, drawn_sides, side) for side, margin in worth.items() if margin == best):
            count += 1
            yield drawn_sides


def _wins(shape: Grid, drawn_sides: int, side: int) -> bool:
    return any((drawn_sides | 1 << side) & mask == mask for mask, _ in shape.touching[side])
