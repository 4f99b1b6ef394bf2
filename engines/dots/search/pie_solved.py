"""The solved pie rule: how evenly First can divide a game into two colours, and which one Second should take."""

from __future__ import annotations

from dataclasses import replace

from engines.dots.move import KEEP, SWAP, Move
from engines.dots.rules import Position, Stage
from engines.dots.search.exact import exact_value
from engines.game import Limit, Seat, Solution, lead
from engines.refusals import Refusal


def solve_choice(position: Position, limit: Limit) -> Solution[Move]:
    """Return the margin to come for Second, and the better choices; raise `unsolved` at the limit."""
    first, second = position.score
    favour = Division(limit).favour(position)
    words = [word for word, gain in ((KEEP, -favour), (SWAP, favour)) if gain >= 0]
    return Solution(abs(favour) + first - second, tuple(Move((word,)) for word in words))


def solve_set_up(position: Position, limit: Limit) -> Solution[Move]:
    """Return the margin to come for First, and every move that keeps the colours as even as possible."""
    first, second = position.score
    division = Division(limit)
    unevenness = {move: division.unevenness(position.play(move)) for move in position.moves()}
    least = min(unevenness.values())
    return Solution(
        second - first - least, tuple(move for move, difference in unevenness.items() if difference == least)
    )


class Division:
    """The exact advantage of one colour over the other, computed within one limit and cached."""

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._deadline = limit.clock() + limit.seconds
        self._known: dict[Position, int] = {}

    def favour(self, position: Position) -> int:
        """Return the exact final lead of First's colour, in boxes; raise `unsolved` at the limit."""
        seconds = self._deadline - self._limit.clock()
        value = exact_value(position.grid, position.drawn_sides, replace(self._limit, seconds=max(0.0, seconds)), 0)
        if value is None:
            raise Refusal("unsolved", seconds=self._limit.seconds)
        final = value.margin + lead(position, position.mover)
        return final if position.mover is Seat.FIRST else -final

    def unevenness(self, position: Position) -> int:
        """Return the smallest final lead of either colour that First can reach from here, in boxes."""
        if position not in self._known:
            self._known[position] = self._least(position)
        return self._known[position]

    def _least(self, position: Position) -> int:
        if position.stage is Stage.CHOICE:
            return abs(self.favour(position))
        most_even = len(position.grid.boxes) % 2
        least = len(position.grid.boxes)
        for move in position.moves():
            least = min(least, self.unevenness(position.play(move)))
            if least == most_even:
                break
        return least
