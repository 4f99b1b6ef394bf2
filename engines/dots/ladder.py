"""The opponents who lack one idea: taking boxes, safe sides, giving least, the double-cross, counting to the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

from engines.dots.candidates import leaving
from engines.dots.control import bits, safe_sides
from engines.dots.grid import Grid
from engines.dots.move import Move
from engines.dots.reasons import worth_control
from engines.dots.regions import regions
from engines.dots.rules import Position, Stage
from engines.dots.taking import captures, cost, on_offer
from engines.game import Seat
from engines.ladder import Idea, Rung

_LOOKED_AT = 12
"""Safe sides from which on the chains are counted."""


def _take(position: Position) -> tuple[Move, ...]:
    grid, drawn = position.grid, position.drawn
    return _named(grid, [side for side in position.open_sides() if captures(grid, drawn, side)])


def _keep_safe(position: Position) -> tuple[Move, ...]:
    """The sides that are no box's third."""
    grid, drawn = position.grid, position.drawn
    return () if on_offer(grid, drawn) else _named(grid, list(bits(safe_sides(grid, drawn))))


def _give_least(position: Position) -> tuple[Move, ...]:
    """The sides that give the fewest boxes: none as long as that is possible."""
    grid, drawn = position.grid, position.drawn
    if on_offer(grid, drawn):
        return ()
    costs = {side: cost(grid, drawn, side) for side in position.open_sides()}
    return _named(grid, [side for side, boxes in costs.items() if boxes == min(costs.values())])


def _double_cross(position: Position) -> tuple[Move, ...]:
    """All of a chain or loop but its last pairs, once no side is safe and another one is still to be opened."""
    grid, drawn = position.grid, position.drawn
    if not on_offer(grid, drawn) or safe_sides(grid, drawn) or not worth_control(grid, drawn):
        return ()
    ready = [region for region in regions(grid, drawn) if region.ready]
    run = leaving(grid, drawn, ready[0]) if len(ready) == 1 and ready[0].leaves else []
    return (Move(tuple(grid.names[side] for side in run)),) if run else ()


def _count_chains(position: Position) -> tuple[Move, ...]:
    """The best sides if every chain that is opened were taken whole: blind to the double-cross."""
    grid, drawn = position.grid, position.drawn
    safe = tuple(bits(safe_sides(grid, drawn)))
    if on_offer(grid, drawn) or len(safe) > _LOOKED_AT:
        return ()
    without_control = _counter(grid)
    values = {side: -without_control(drawn | 1 << side) for side in safe or position.open_sides()}
    return _named(grid, [side for side, value in values.items() if value == max(values.values())])


def _counter(grid: Grid) -> Callable[[int], int]:
    """Return a function that remembers the mover's margin to come if both draw safe sides, then take all they get."""

    @cache
    def without_control(drawn: int) -> int:
        if not on_offer(grid, drawn) and (safe := safe_sides(grid, drawn)):
            return max(-without_control(drawn | 1 << side) for side in bits(safe))
        return _greedy(grid, drawn)

    return without_control


def _greedy(grid: Grid, drawn: int) -> int:
    """The mover's margin if both take every box and else give the fewest."""
    margin, sign = 0, 1
    while left := tuple(bits(grid.full & ~drawn)):
        side = next((side for side in left if captures(grid, drawn, side)), None)
        if side is None:
            side, sign = min(left, key=lambda side: cost(grid, drawn, side)), -sign
        else:
            margin += sign * captures(grid, drawn, side)
        drawn |= 1 << side
    return margin


def _named(grid: Grid, sides: list[int]) -> tuple[Move, ...]:
    return tuple(Move((grid.names[side],)) for side in sides)


def _once_it_is_on(advised: Callable[[Position], tuple[Move, ...]]) -> Callable[[Position], tuple[Move, ...]]:
    """An idea that says nothing of the pie rule's sides and colours."""
    return lambda position: advised(position) if position.stage is Stage.PLAY else ()


def _side_by_side(position: Position, move: Move) -> Iterator[tuple[Position, Move]]:
    """Each side of a move that draws several, in the position in which it is drawn."""
    for step in move.steps:
        yield position, Move((step,))
        position = position.play(Move((step,)))


TAKE = Idea("take-boxes", _once_it_is_on(_take))
KEEP_SAFE = Idea("keep-safe", _once_it_is_on(_keep_safe))
GIVE_LEAST = Idea("give-least", _once_it_is_on(_give_least))
DOUBLE_CROSS = Idea("double-cross", _once_it_is_on(_double_cross))
COUNT_CHAINS = Idea("count-chains", _once_it_is_on(_count_chains))
COUNT_ALL = Idea("count-to-the-end")
_RUNGS = (
    Rung(TAKE, {"size": "3x3", "pie": "0"}, Seat.FIRST),
    Rung(KEEP_SAFE, {"size": "12x12", "pie": "0"}, Seat.FIRST, (TAKE, KEEP_SAFE), {KEEP_SAFE.name: 0.55}),
    Rung(GIVE_LEAST, {"size": "11x11", "pie": "0"}, Seat.SECOND, (TAKE, GIVE_LEAST, KEEP_SAFE), {GIVE_LEAST.name: 0.4}),
    Rung(DOUBLE_CROSS, {"size": "7x7", "pie": "0"}, Seat.FIRST, (COUNT_CHAINS, GIVE_LEAST, TAKE)),
    Rung(COUNT_ALL, {"size": "3x3", "pie": "0"}, Seat.SECOND, (COUNT_ALL, DOUBLE_CROSS, GIVE_LEAST, TAKE)),
)
LADDER = tuple(replace(rung, steps=_side_by_side) for rung in _RUNGS)
