"""The move to play in a lost position: after it the opponent, playing by the distances, is likeliest to err."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

from engines.game import Stop, advance
from engines.tupik.classic import favourites
from engines.tupik.move import Move
from engines.tupik.rules import Position
from engines.tupik.search.table import Table, after_worth

DEEPEST = 4
_LATER, _ANY_ERROR = 0.9, 0.2


@dataclass(frozen=True)
class Snare:
    """How likely a slip is that throws the win away, guessed from 0 to 1, until the time is up or `stop` is raised."""

    table: Table
    until: float
    stop: Stop

    def move(self, position: Position, worths: dict[Move, int]) -> Move:
        """Of moves that all lose, the most hopeful, then the one that resists the longest; looks as deep as it can."""
        best = max(worths, key=worths.__getitem__)
        for depth in range(DEEPEST):
            hopes = {}
            for move in worths:
                if depth and self._over:
                    return best
                hopes[move] = self._hope(position, move, depth)
            best = max(worths, key=lambda move: (round(hopes[move], 6), worths[move]))
        return best

    @property
    def _over(self) -> bool:
        return bool(self.stop) or perf_counter() > self.until

    def _hope(self, position: Position, move: Move, depth: int) -> float:
        after, _ = advance(position, move)
        if after.outcome:
            return 0.0
        if after.turn is position.turn:
            return self._later(after, depth)
        replies = {reply: after_worth(self.table, after.play(reply), after.turn) for reply in after.moves()}
        natural = favourites(after)
        slips = sum(replies[reply] <= 0 for reply in natural) / len(natural)
        errors = sum(worth <= 0 for worth in replies.values()) / len(replies)
        sound = next((reply for reply in natural if replies[reply] > 0), None)
        hope = _ANY_ERROR * errors
        if sound is not None and depth:
            then, _ = advance(after, sound)
            hope = max(hope, self._later(then, depth - 1) if then.turn is position.turn else 0.0)
        return slips + (1 - slips) * hope

    def _later(self, position: Position, depth: int) -> float:
        """The best hope of the side to move, a little less worth than one that is near."""
        if position.outcome or self._over:
            return 0.0
        return _LATER * max(self._hope(position, move, max(0, depth - 1)) for move in position.moves())
