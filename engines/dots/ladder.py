"""Opponents who each lack one idea: taking boxes, safe sides, giving least, double-crossing, counting to the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

from engines.dots.candidates import double_dealing_run
from engines.dots.control import bits, safe_sides
from engines.dots.grid import Grid
from engines.dots.move import Move
from engines.dots.reasons import is_control_worthwhile
from engines.dots.regions import regions
from engines.dots.rules import Position, Stage
from engines.dots.taking import capturable_boxes, captures, cost
from engines.game import Seat
from engines.ladder import Idea, Rung

_MAX_SAFE_SIDES = 12
"""Number of safe sides up to which the chains are counted."""


def _take(position: Position) -> tuple[Move, ...]:
    """Return the sides that take a box."""
    grid, drawn_sides = position.grid, position.drawn_sides
    return _moves(grid, [side for side in position.open_sides() if captures(grid, drawn_sides, side)])


def _keep_safe(position: Position) -> tuple[Move, ...]:
    """Return the sides that give no box its third side."""
    grid, drawn_sides = position.grid, position.drawn_sides
    return () if capturable_boxes(grid, drawn_sides) else _moves(grid, list(bits(safe_sides(grid, drawn_sides))))


def _give_least(position: Position) -> tuple[Move, ...]:
    """Return the sides that give away the fewest boxes."""
    grid, drawn_sides = position.grid, position.drawn_sides
    if capturable_boxes(grid, drawn_sides):
        return ()
    costs = {side: cost(grid, drawn_sides, side) for side in position.open_sides()}
    return _moves(grid, [side for side, boxes in costs.items() if boxes == min(costs.values())])


def _double_cross(position: Position) -> tuple[Move, ...]:
    """Return the run that leaves the last boxes of a chain or loop, while another must still be opened."""
    grid, drawn_sides = position.grid, position.drawn_sides
    if (
        not capturable_boxes(grid, drawn_sides)
        or safe_sides(grid, drawn_sides)
        or not is_control_worthwhile(grid, drawn_sides)
    ):
        return ()
    capturable_regions = [region for region in regions(grid, drawn_sides) if region.capturable]
    run = (
        double_dealing_run(grid, drawn_sides, capturable_regions[0])
        if len(capturable_regions) == 1 and capturable_regions[0].handout
        else []
    )
    return (Move(tuple(grid.names[side] for side in run)),) if run else ()


def _count_chains(position: Position) -> tuple[Move, ...]:
    """Return the best sides if every opened chain is taken whole, so the double-cross is missed."""
    grid, drawn_sides = position.grid, position.drawn_sides
    safe_numbers = tuple(bits(safe_sides(grid, drawn_sides)))
    if capturable_boxes(grid, drawn_sides) or len(safe_numbers) > _MAX_SAFE_SIDES:
        return ()
    margin = _margin_without_control(grid)
    values = {side: -margin(drawn_sides | 1 << side) for side in safe_numbers or position.open_sides()}
    return _moves(grid, [side for side, value in values.items() if value == max(values.values())])


def _margin_without_control(grid: Grid) -> Callable[[int], int]:
    """Return a cached function: the mover's margin if both draw safe sides, then take every box they are given."""

    @cache
    def margin(drawn_sides: int) -> int:
        if not capturable_boxes(grid, drawn_sides) and (safe_mask := safe_sides(grid, drawn_sides)):
            return max(-margin(drawn_sides | 1 << side) for side in bits(safe_mask))
        return _greedy_margin(grid, drawn_sides)

    return margin


def _greedy_margin(grid: Grid, drawn_sides: int) -> int:
    """Return the mover's margin if both take every box and otherwise give away the fewest."""
    margin, sign = 0, 1
    while open_sides := tuple(bits(grid.full & ~drawn_sides)):
        side = next((side for side in open_sides if captures(grid, drawn_sides, side)), None)
        if side is None:
            side, sign = min(open_sides, key=lambda side: cost(grid, drawn_sides, side)), -sign
        else:
            margin += sign * captures(grid, drawn_sides, side)
        drawn_sides |= 1 << side
    return margin


def _moves(grid: Grid, sides: list[int]) -> tuple[Move, ...]:
    return tuple(Move((grid.names[side],)) for side in sides)


def _in_ordinary_play(moves_of: Callable[[Position], tuple[Move, ...]]) -> Callable[[Position], tuple[Move, ...]]:
    """Restrict an idea to ordinary play, without the sides and colours of the pie rule."""
    return lambda position: moves_of(position) if position.stage is Stage.PLAY else ()


def _single_steps(position: Position, move: Move) -> Iterator[tuple[Position, Move]]:
    """Yield each side of a longer move, with the position in which it is drawn."""
    for step in move.steps:
        yield position, Move((step,))
        position = position.play(Move((step,)))


TAKE = Idea("take-boxes", _in_ordinary_play(_take))
KEEP_SAFE = Idea("keep-safe", _in_ordinary_play(_keep_safe))
GIVE_LEAST = Idea("give-least", _in_ordinary_play(_give_least))
DOUBLE_CROSS = Idea("double-cross", _in_ordinary_play(_double_cross))
COUNT_CHAINS = Idea("count-chains", _in_ordinary_play(_count_chains))
COUNT_ALL = Idea("count-to-the-end")
_RUNGS = (
    Rung(TAKE, {"size": "3x3", "pie": "0"}, Seat.FIRST),
    Rung(KEEP_SAFE, {"size": "12x12", "pie": "0"}, Seat.FIRST, (TAKE, KEEP_SAFE), {KEEP_SAFE.name: 0.55}),
    Rung(GIVE_LEAST, {"size": "11x11", "pie": "0"}, Seat.SECOND, (TAKE, GIVE_LEAST, KEEP_SAFE), {GIVE_LEAST.name: 0.4}),
    Rung(DOUBLE_CROSS, {"size": "7x7", "pie": "0"}, Seat.FIRST, (COUNT_CHAINS, GIVE_LEAST, TAKE)),
    Rung(COUNT_ALL, {"size": "3x3", "pie": "0"}, Seat.SECOND, (COUNT_ALL, DOUBLE_CROSS, GIVE_LEAST, TAKE)),
)
LADDER = tuple(replace(rung, steps=_single_steps) for rung in _RUNGS)
