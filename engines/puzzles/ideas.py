"""The idea of a puzzle: a claim about its solution, made only where it is true (docs/puzzles.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engines.digits.grid import bits
from engines.digits.move import Move as Cells
from engines.digits.rules import Position as DigitsPosition
from engines.digits.rules import seat_of
from engines.dots.move import Move as Sides
from engines.dots.rules import Position as DotsPosition
from engines.dots.taking import capturable_boxes, captures, cost, gift
from engines.game import AnyGame, Limit, Seat, advance
from engines.lgame.grid import KILLERS, indices
from engines.lgame.move import Move as Placement
from engines.lgame.rules import Position as LPosition
from engines.lgame.rules import Variant, free_places
from engines.tupik.map.roadmap import cities
from engines.tupik.map.ways import steps_to_dead_end
from engines.tupik.move import Move as Drive
from engines.tupik.rules import Position as TupikPosition

Line = Sequence[tuple[Any, Any]]
"""The solver's moves and the replies, each with the position before it."""
LONG = 3
"""Boxes of a chain from which on handing back the last two pays."""
_MAX_POSITIONS = 2000


def idea(game: AnyGame, line: Line, value: int, limit: Limit) -> str:
    """Return the name of the idea of a puzzle of this value, a stable lower-case word; "" if no claim is true."""
    position, move = line[0]
    if game.name == "dots":
        return _dots(game, line, limit)
    if game.name == "lgame":
        return _lgame(position, move, value)
    return _IDEAS[game.name](position, move)


def _dots(game: AnyGame, line: Line, limit: Limit) -> str:
    position, move = line[0]
    side = position.grid.index[move.steps[0]]
    if capturable_boxes(position.grid, position.drawn_sides) and not captures(
        position.grid, position.drawn_sides, side
    ):
        return "double-cross"
    if _opponent_opens_first_long_chain(game, line, limit):
        return "chain-count"
    if cost(position.grid, position.drawn_sides, side):
        return "sacrifice"
    sides = {position.grid.index[each.steps[0]] for each in position.moves()}
    others = (each for each in sides - {side} if not cost(position.grid, position.drawn_sides, each))
    return "safe-side" if next(others, None) is not None else ""


def _opponent_opens_first_long_chain(game: AnyGame, line: Line, limit: Limit) -> bool:
    """Return whether the opponent opens the first long chain, in the line or in every best line after it.

    A claim that takes more than `_MAX_POSITIONS` to check is not made.
    """
    solver = line[0][0].turn
    for position, move in line:
        if opener := _opener(position, move):
            return opener is not solver
    waiting, seen = [advance(*line[-1])[0]], set[tuple[int, Seat]]()
    while waiting and len(seen) < _MAX_POSITIONS:
        position = waiting.pop()
        if position.outcome is not None:
            return False
        if (key := (position.drawn_sides, position.turn)) in seen:
            continue
        seen.add(key)
        for move in game.solve(position, limit).best_moves:
            opener = _opener(position, move)
            if opener is solver:
                return False
            if opener is None:
                waiting.append(advance(position, move)[0])
    return not waiting


def _opener(position: DotsPosition, move: Sides) -> Seat | None:
    """Return who opens a long chain with the sides of one message, or None."""
    for step in move.steps:
        grid, drawn_sides, side = position.grid, position.drawn_sides, position.grid.index[step]
        offered = gift(grid, drawn_sides, side) & ~capturable_boxes(grid, drawn_sides)
        if not captures(grid, drawn_sides, side) and offered.bit_count() >= LONG:
            return position.turn
        position = position.play(Sides((step,)))
    return None


def _lgame(position: LPosition, move: Placement, value: int) -> str:
    trap = (
        "trap" if value > 0 and position.variant is Variant.CLASSIC else ""
    )  # elsewhere one also wins without a block
    if not move.neutral:
        return trap
    (start, goal), own = move.neutral, move.place.bits
    staying = position.neutrals & ~(1 << start)
    free = indices(~(own | position.opposing_l | staying) & 0xFFFF)
    left = {square: len(free_places(position.opposing_l, own, staying | 1 << square)) for square in free}
    is_killing = 1 << goal & KILLERS and left[goal] == min(left.values())
    return "killing-square" if is_killing else trap


def _tupik(position: TupikPosition, move: Drive) -> str:
    if not move.start:
        return "far-city"
    after, _ = advance(position, move)
    before_ways, after_ways = (steps_to_dead_end(each.roads, each.occupied) for each in (position, after))
    cars = cities(position.cars(position.turn.opponent))
    if any(car in before_ways and car not in after_ways for car in cars):
        return "trap"
    ways = steps_to_dead_end(position.roads, 0)
    nearest = min(ways.get(car, 0) for car in cities(position.cars(position.turn)))
    return "nearest-car" if ways.get(move.start, 0) == nearest else ""


def _digits(position: DigitsPosition, move: Cells) -> str:
    reach = 0
    for index, place in enumerate(position.digit_cells):
        if seat_of(index) is not position.turn:
            reach |= position.grid.around[place]
    wanted = {position.grid.name(place) for place in bits(reach)}
    return "contested-cell" if wanted & set(move.cells) else "own-room"


_IDEAS: Mapping[str, Callable[[Any, Any], str]] = {"tupik": _tupik, "digits": _digits}
PROVABLE = ("dots", "lgame", *_IDEAS)
"""The games in which a solver can tell what is the only move."""
