"""The pie rule solved: how evenly First can divide a game into two colours, and which of them Second should take."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

from engines.dots.move import KEEP, SWAP, Move
from engines.dots.rules import Position, Stage
from engines.dots.search.exact import truth
from engines.game import Limit, Seat, Solution, lead
from engines.refusals import Refusal


def solve_choice(position: Position, limit: Limit) -> Solution[Move]:
    """What is still to come for Second after the better choice; raises `unsolved` if the limit comes first."""
    first, second = position.score
    favoured = Division(limit).favour(position)
    words = [word for word, gain in ((KEEP, -favoured), (SWAP, favoured)) if gain >= 0]
    return Solution(abs(favoured) + first - second, tuple(Move((word,)) for word in words))


def solve_set_up(position: Position, limit: Limit) -> Solution[Move]:
    """What is still to come for First, and all moves after which the colours may come out as even as can be."""
    first, second = position.score
    division = Division(limit)
    left = {move: division.unevenness(position.play(move)) for move in position.moves()}
    least = min(left.values())
    return Solution(second - first - least, tuple(move for move, uneven in left.items() if uneven == least))


class Division:
    """How much better one colour comes out than the other, found within one limit and remembered."""

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._deadline = perf_counter() + limit.seconds
        self._known: dict[Position, int] = {}

    def favour(self, position: Position) -> int:
        """By how many boxes First's colour will be ahead at the end of the game; raises `unsolved`."""
        seconds = self._deadline - perf_counter()
        found = truth(position.grid, position.drawn, replace(self._limit, seconds=max(0.0, seconds)), 0)
        if found is None:
            raise Refusal("unsolved", seconds=self._limit.seconds)
        final = found.margin + lead(position, position.mover)
        return final if position.mover is Seat.FIRST else -final

    def unevenness(self, position: Position) -> int:
        """By how many boxes one colour will be ahead if First divides as evenly as can be from here on."""
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
