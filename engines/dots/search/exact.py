"""Exact answers about a position, within a limit: the margin to come, and the moves that reach it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from engines.dots.grid import Grid
from engines.dots.search.board import sheet, whole_sheet
from engines.dots.search.proved import PLIES, proved
from engines.dots.search.root import Root
from engines.dots.search.table import LARGE, SMALL, Words, empty, own_or_shared
from engines.dots.search.workspace import desks
from engines.game import Limit
from engines.kernels.alarm import Watch, alarm

# With more open sides than this a hint's few seconds are better spent on a guess.
WORTH_TRYING = 44
# With more time, and more open sides, than this a search gets a table that grows with it.
PATIENCE, VAST = 15.0, 38


@dataclass(frozen=True)
class Truth:
    """The margin to come for the side to draw, and sides that reach it, by their numbers on the grid.

    Where `at_least` is set a greater margin was not ruled out yet.
    """

    margin: int
    best: tuple[int, ...]
    at_least: bool = False


def truth(grid: Grid, drawn: int, limit: Limit, most: int = 1, guess: int = 0) -> Truth | None:
    """The truth with up to `most` best sides; None if the limit did not allow it, or the board is too big.

    A good guess at the margin saves time.
    """
    found = truth_or_bound(grid, drawn, limit, most, guess)
    return None if found and found.at_least else found


def truth_or_bound(
    grid: Grid, drawn: int, limit: Limit, most: int = 1, guess: int = 0, first: int | None = None
) -> Truth | None:
    """As `truth`; but where the limit comes first, the most that is proved to be reached, if that is no loss.

    Whether the side `first` loses is asked before all else.
    """
    if drawn == grid.full:
        return Truth(0, ())
    with alarm(limit) as watch:
        root = _root(grid, drawn, limit, watch)
        if root is None:
            return None
        if first is not None:
            root.move_reaches(root.sheet.numbers.index(first), 0)
        return _truth(root, most, guess)


def _root(grid: Grid, drawn: int, limit: Limit, watch: Watch) -> Root | None:
    """Where a search of a position begins: with what a proof of the board says, while that may know of it."""
    found, open_sides = sheet(grid, drawn), _open(grid, drawn)
    if found is None:
        return None
    words = proved(grid) if drawn.bit_count() <= PLIES else None
    if words is None:
        words = _room(open_sides, limit)
    else:
        found = whole_sheet(grid)._replace(sides=found.sides)
    return Root(found, desks(words, limit.nodes, _threads(open_sides, limit)), watch)


def _threads(open_sides: int, limit: Limit) -> int:
    return limit.threads if open_sides > SMALL else 1


def _room(open_sides: int, limit: Limit) -> Words:
    """A table of its own for a search that may take long."""
    is_slow = open_sides > VAST and limit.seconds > PATIENCE and not limit.nodes
    return empty(LARGE) if is_slow else own_or_shared(open_sides)


def _truth(root: Root, most: int, guess: int) -> Truth | None:
    margin = root.value(root.sheet.sides, guess)
    reaching = (root.sheet.numbers[side] for side in root.sides() if root.move_reaches(side, margin))
    best = tuple(sorted(islice(reaching, most)))
    return _bound(root) if root.ended else Truth(margin, best)


def _bound(root: Root) -> Truth | None:
    """The side of which the table knows most, whatever the search was about when it ended."""
    side, least = root.surest()
    return Truth(least, (root.sheet.numbers[side],), at_least=True) if least >= 0 else None


def winner(grid: Grid, drawn: int, limit: Limit, lead: int) -> int | None:
    """Who wins of two, of whom the one to draw leads by so many boxes: 1 (the mover), -1, or 0 for a draw.

    None if the limit did not allow it. Less is asked than by how much: half of the positions.
    """
    with alarm(limit) as watch:
        root = _root(grid, drawn, limit, watch)
        if root is None:
            return None
        answer = next((each for each in (1, 0) if root.reaches(root.sheet.sides, each - lead)), -1)
        return None if root.ended else answer


def margins(grid: Grid, drawn: int, limit: Limit) -> dict[int, int]:
    """The exact worth of each open side for the mover; sides are missing where the limit came first."""
    found = sheet(grid, drawn)
    if found is None:
        return {}
    with alarm(limit) as watch:
        return _margins(Root(found, desks(own_or_shared(_open(grid, drawn)), limit.nodes), watch))


def _margins(root: Root) -> dict[int, int]:
    values: dict[int, int] = {}
    guess = 0
    for side in root.sides():
        guess = root.move_value(side, guess)
        if root.ended:
            break
        values[root.sheet.numbers[side]] = guess
    return values


def _open(grid: Grid, drawn: int) -> int:
    return grid.sides - drawn.bit_count()
