"""The strong level: every position by the closed form, and in a lost one the move after which an error is likeliest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from time import perf_counter

from engines.game import Hint, Limit, Solution, Stop, advance
from engines.refusals import Refusal
from engines.tupik.classic import favourites
from engines.tupik.forecast import answer, best, forecast, guesses, worths
from engines.tupik.move import Move
from engines.tupik.reasons import told
from engines.tupik.rules import Position
from engines.tupik.worth import DRAW, Worth, worth_after

_LINE = 8
_LONGEST_SNARE = 0.7
_OF_THE_TIME, _OF_THE_PROOF = 0.7, 0.4
_DEEPEST = 4
_LATER, _ANY_ERROR = 0.9, 0.2


@cache
def warm() -> None:
    """Nothing is compiled."""


def strong_hint(position: Position, limit: Limit) -> Hint[Move]:
    """Return the best move; not proved where too much has occurred twice to be looked through in time."""
    began = perf_counter()
    end, until = began + limit.seconds, began + min(limit.seconds * _OF_THE_TIME, _LONGEST_SNARE)
    known = worths(position, began + limit.seconds * _OF_THE_PROOF)
    found = known or guesses(position)
    move = best(position, found)
    if found[move][0] < 0:
        move = _Snare(until, limit.stop).move(position, found)
    proof = forecast(position, known, move, end) if known else None
    line = move, *_best_line(position.play(move), end)
    return Hint(line, found[move][0], known is not None, told(position, move, proof))


def solve(position: Position, limit: Limit) -> Solution[Move]:
    """The exact value with its distance and every move that keeps it; raises `Refusal("unsolved")`."""
    known = worths(position, perf_counter() + limit.seconds)
    if known is None:
        raise Refusal("unsolved", seconds=round(limit.seconds, 1))
    value, plies = known[best(position, known)]
    return Solution(value, tuple(move for move in known if known[move][0] == value), plies + 1 if value else None)


def _best_line(position: Position, until: float) -> Iterator[Move]:
    for _ in range(_LINE):
        if position.outcome or perf_counter() > until:
            return
        move = answer(position, until)
        yield move
        position = position.play(move)


@dataclass(frozen=True)
class _Snare:
    """How likely a slip is that throws the win away, guessed from 0 to 1, until the time is up or `stop` is raised."""

    until: float
    stop: Stop

    def move(self, position: Position, worths: dict[Move, Worth]) -> Move:
        """Of moves that all lose, the most hopeful, then the one that resists the longest; looks as deep as it can."""
        best = max(worths, key=lambda move: worths[move][1])
        for depth in range(_DEEPEST):
            hopes = {}
            for move in worths:
                if self._over:
                    return best
                hopes[move] = self._hope(position, move, depth)
            best = max(worths, key=lambda move: (round(hopes[move], 6), worths[move][1]))
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
        replies = {
            reply: (worth_after(after.play(reply), after.turn, self.until) or DRAW)[0] for reply in after.moves()
        }
        natural = favourites(after)
        slips = sum(replies[reply] <= 0 for reply in natural) / len(natural)
        errors = sum(value <= 0 for value in replies.values()) / len(replies)
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
