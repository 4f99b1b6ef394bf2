"""Exact answers about a position within a limit: the margin to come and the moves that reach it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from engines.dots.grid import Grid
from engines.dots.search.board import empty_board, search_position
from engines.dots.search.proved import PLIES, proof_table
from engines.dots.search.root import Root
from engines.dots.search.table import LARGE, SMALL, Words, empty_table, search_table
from engines.dots.search.workspace import workspaces
from engines.game import Limit
from engines.kernels.alarm import Watch, alarm

# With more open sides than this, a hint's few seconds are better spent on an estimate.
WORTH_TRYING = 44
# A search with more time than PATIENCE (in seconds) and more open sides than VAST gets a larger table of its own.
PATIENCE, VAST = 15.0, 38


@dataclass(frozen=True)
class ExactValue:
    """The margin to come for the side to draw, and sides that reach it, by their numbers on the grid.

    If `is_bound` is set, a greater margin has not been ruled out.
    """

    margin: int
    best_sides: tuple[int, ...]
    is_bound: bool = False


def exact_value(grid: Grid, drawn_sides: int, limit: Limit, max_sides: int = 1, guess: int = 0) -> ExactValue | None:
    """Return the exact value with up to `max_sides` best sides; None at the limit, or if the board is too big.

    A good guess at the margin saves time.
    """
    result = exact_value_or_bound(grid, drawn_sides, limit, max_sides, guess)
    return None if result and result.is_bound else result


def exact_value_or_bound(
    grid: Grid, drawn_sides: int, limit: Limit, max_sides: int = 1, guess: int = 0, first: int | None = None
) -> ExactValue | None:
    """Return the exact value, or at the limit the greatest margin proved so far, unless that is a loss.

    The search first asks whether the side `first` loses.
    """
    if drawn_sides == grid.full:
        return ExactValue(0, ())
    with alarm(limit) as watch:
        root = _root(grid, drawn_sides, limit, watch)
        if root is None:
            return None
        if first is not None:
            root.move_reaches(root.position.numbers.index(first), 0)
        return _exact_value(root, max_sides, guess)


def _root(grid: Grid, drawn_sides: int, limit: Limit, watch: Watch) -> Root | None:
    """Return the root of a search, with the table of the board's proof if that covers the position."""
    start, open_sides = search_position(grid, drawn_sides), _open_side_count(grid, drawn_sides)
    if start is None:
        return None
    table = proof_table(grid) if drawn_sides.bit_count() <= PLIES else None
    if table is None:
        table = _new_table(open_sides, limit)
    else:
        start = empty_board(grid)._replace(sides=start.sides)
    return Root(start, workspaces(table, limit.nodes, _thread_count(open_sides, limit)), watch)


def _thread_count(open_sides: int, limit: Limit) -> int:
    return limit.threads if open_sides > SMALL else 1


def _new_table(open_sides: int, limit: Limit) -> Words:
    """Return a table for a search: a separate large one if the search may take long."""
    is_slow = open_sides > VAST and limit.seconds > PATIENCE and not limit.nodes
    return empty_table(LARGE) if is_slow else search_table(open_sides)


def _exact_value(root: Root, max_sides: int, guess: int) -> ExactValue | None:
    margin = root.value(root.position.sides, guess)
    reaching = (root.position.numbers[side] for side in root.sides() if root.move_reaches(side, margin))
    best_sides = tuple(sorted(islice(reaching, max_sides)))
    return _bound(root) if root.is_over else ExactValue(margin, best_sides)


def _bound(root: Root) -> ExactValue | None:
    """Return the side with the greatest lower bound in the table at the limit."""
    side, least = root.best_known_side()
    return ExactValue(least, (root.position.numbers[side],), is_bound=True) if least >= 0 else None


def winner(grid: Grid, drawn_sides: int, limit: Limit, lead: int) -> int | None:
    """Return who wins if the side to draw leads by `lead` boxes: 1 (that side), -1, or 0 for a draw.

    None at the limit. This takes half as many positions as the exact margin.
    """
    with alarm(limit) as watch:
        root = _root(grid, drawn_sides, limit, watch)
        if root is None:
            return None
        answer = next((each for each in (1, 0) if root.reaches(root.position.sides, each - lead)), -1)
        return None if root.is_over else answer


def margins(grid: Grid, drawn_sides: int, limit: Limit) -> dict[int, int]:
    """Return the exact value of each open side for the mover; omit sides that the limit cuts off."""
    result = search_position(grid, drawn_sides)
    if result is None:
        return {}
    with alarm(limit) as watch:
        return _margins(Root(result, workspaces(search_table(_open_side_count(grid, drawn_sides)), limit.nodes), watch))


def _margins(root: Root) -> dict[int, int]:
    values: dict[int, int] = {}
    guess = 0
    for side in root.sides():
        guess = root.move_value(side, guess)
        if root.is_over:
            break
        values[root.position.numbers[side]] = guess
    return values


def _open_side_count(grid: Grid, drawn_sides: int) -> int:
    return grid.sides - drawn_sides.bit_count()
