"""Dots and Boxes: the solver's speed, and the share of endgame battles in which hints are right."""

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
    """Yield solving times on one core with loaded kernels, then the share of battles where the hint is a best move."""
    warm()
    for size, target in EMPTY:
        yield Figure(f"dots {size} solved from the empty board", _solving_seconds(_grid(size), 0, False), target, "s")
    for size, lines, target in OPENINGS:
        chance, shape = Random(lines), _grid(size)
        times = [_solving_seconds(shape, safe_opening(shape, lines, chance), True) for _ in range(POSITIONS)]
        name = f"dots {size} all moves exact after {lines} sides (median)"
        yield Figure(name, statistics.median(times), target, "s")
    yield Figure("dots battles decided correctly", 100 * _battles_right(Random(1)), 100, "%", at_least=True)


def _grid(size: str) -> Grid:
    cols, rows = map(int, size.split("x"))
    return grid(cols, rows)


def _solving_seconds(shape: Grid, drawn_sides: int, all_moves: bool) -> float:
    """Return the seconds to find the value of a position, or of all its moves, with an empty table."""
    start = perf_counter()
    position = search_position(shape, drawn_sides)
    if position is not None:
        with alarm(ENOUGH) as watch:
            root = Root(position, workspaces(new_table(shape.sides - drawn_sides.bit_count()), None), watch)
            guess = 0
            for side in root.sides() if all_moves else ():
                guess = root.move_value(side, guess)
            if not all_moves:
                root.value(position.sides, 0)
    return perf_counter() - start


def safe_opening(shape: Grid, lines: int, chance: Random) -> int:
    """Return a set of `lines` random sides that leaves every box with at most two drawn sides."""
    while True:
        drawn_sides = 0
        for _ in range(lines):
            safe_sides = [
                side
                for side in range(shape.sides)
                if not drawn_sides >> side & 1 and cost(shape, drawn_sides, side) == 0
            ]
            if not safe_sides:
                break
            drawn_sides |= 1 << chance.choice(safe_sides)
        else:
            return drawn_sides


def _battles_right(chance: Random) -> float:
    """Return the share of right hints in positions with boxes on offer, where every best move declines them."""
    shape, right_hints = grid(4, 4), 0
    for drawn_sides in _battles(shape, chance):
        solution = exact_value(shape, drawn_sides, ENOUGH, shape.sides)
        move = strong_hint(Position(shape, drawn_sides=drawn_sides), Limit(1.0)).move
        right_hints += solution is not None and shape.index[move.steps[0]] in solution.best_sides
    return right_hints / BATTLES


def _battles(shape: Grid, chance: Random) -> Iterator[int]:
    count = 0
    while count < BATTLES:
        drawn_sides = safe_opening(shape, 20, chance)
        side = chance.choice([side for side in range(shape.sides) if not drawn_sides >> side & 1])
        drawn_sides |= 1 << side
        margin_of_side = margins(shape, drawn_sides, ENOUGH)
        best_margin = max(margin_of_side.values())
        on_offer = any(_wins(shape, drawn_sides, side) for side in margin_of_side)
        if on_offer and not any(
            _wins(shape, drawn_sides, side) for side, margin in margin_of_side.items() if margin == best_margin
        ):
            count += 1
            yield drawn_sides


def _wins(shape: Grid, drawn_sides: int, side: int) -> bool:
    return any((drawn_sides | 1 << side) & mask == mask for mask, _ in shape.touching[side])
