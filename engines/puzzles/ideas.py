"""The idea that the first step of a puzzle turns on, found from what the step does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.digits.grid import bits
from engines.digits.move import Move as Cells
from engines.digits.rules import Position as DigitsPosition
from engines.digits.rules import seat_of
from engines.dots.move import Move as Sides
from engines.dots.rules import Position as DotsPosition
from engines.dots.taking import captures, on_offer
from engines.game import AnyGame, AnyMove, AnyPosition, advance
from engines.lgame.grid import indices
from engines.lgame.move import Move as Placement
from engines.lgame.rules import Position as LPosition
from engines.lgame.rules import free_places
from engines.tupik.map.ways import ways
from engines.tupik.move import Move as Drive
from engines.tupik.rules import Position as TupikPosition


def idea(game: AnyGame, position: AnyPosition, move: AnyMove) -> str:
    """The name of an idea, a stable lower-case word."""
    return _IDEAS[game.name](position, move)


def _dots(position: DotsPosition, move: Sides) -> str:
    """Boxes left on purpose are a double-cross; all else is about who has to open the first long chain."""
    grid, drawn = position.grid, position.drawn
    side = grid.index[move.steps[0]]
    return "double-cross" if on_offer(grid, drawn) and not captures(grid, drawn, side) else "chain-count"


def _lgame(position: LPosition, move: Placement) -> str:
    """A killing square is the one on which a disc leaves the opponent the fewest places."""
    if not move.neutral:
        return "trap"
    (start, goal), own = move.neutral, move.place.bits
    staying = position.neutrals & ~(1 << start)
    free = indices(~(own | position.other | staying) & 0xFFFF)
    left = {square: len(free_places(position.other, own, staying | 1 << square)) for square in free}
    return "killing-square" if left[goal] == min(left.values()) else "trap"


def _tupik(position: TupikPosition, move: Drive) -> str:
    """A drive that shuts a car of the opponent in is a trap; one that leaves them all a way is about tempo."""
    after, _ = advance(position, move)
    other = position.turn.other
    before_ways, after_ways = (ways(each.roads, each.taken) for each in (position, after))
    shut = [city for city in bits(position.cars(other)) if before_ways.get(city) and not after_ways.get(city)]
    return "trap" if shut else "tempo"


def _digits(position: DigitsPosition, move: Cells) -> str:
    """A contested cell is one that a digit of the other side could take too."""
    others = 0
    for index, place in enumerate(position.written):
        if seat_of(index) is not position.turn:
            others |= position.grid.around[place]
    names = {position.grid.name(place) for place in bits(others)}
    return "contested-cell" if names & set(move.cells) else "tempo"


_IDEAS: Mapping[str, Callable[[Any, Any], str]] = {"dots": _dots, "lgame": _lgame, "tupik": _tupik, "digits": _digits}
PROVABLE = tuple(_IDEAS)
"""The games in which a solver can tell what is the only move."""
