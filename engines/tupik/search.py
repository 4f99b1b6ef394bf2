"""The strong level: the closed form; in a lost position, the move most likely to induce an error."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from engines.game import Deadline, Hint, Limit, Solution, advance
from engines.refusals import Refusal
from engines.tupik.classic import favourites
from engines.tupik.forecast import answer, best_move, exact_values, forecast, guesses
from engines.tupik.move import Move
from engines.tupik.reasons import move_reasons
from engines.tupik.rules import Position
from engines.tupik.worth import DRAW, Worth, value_after

_LINE = 8
_LONGEST_SNARE = 0.7
_OF_THE_TIME, _OF_THE_PROOF = 0.7, 0.4
_DEEPEST = 4
_LATER, _ANY_ERROR = 0.9, 0.2


@cache
def warm() -> None:
    """Do nothing, since nothing is compiled."""


def strong_hint(position: Position, limit: Limit) -> Hint[Move]:
    """Return the best move; it is not proved if repeated positions are too many to search in time."""
    deadline = limit.deadline()
    snare = _Snare(replace(limit, seconds=min(limit.seconds * _OF_THE_TIME, _LONGEST_SNARE)).deadline())
    exact = exact_values(position, limit.deadline(_OF_THE_PROOF))
    values = exact or guesses(position)
    move = best_move(position, values)
    if values[move][0] < 0:
        move = snare.move(position, values)
    proof = forecast(position, exact, move, deadline) if exact else None
    line = move, *_best_line(position.play(move), deadline)
    return Hint(line, values[move][0], exact is not None, move_reasons(position, move, proof))


def solve(position: Position, limit: Limit) -> Solution[Move]:
    """Return the exact value, its distance and every best move; raise `Refusal("unsolved")` at the limit."""
    values = exact_values(position, limit.deadline())
    if values is None:
        raise Refusal("unsolved", seconds=round(limit.seconds, 1))
    value, plies = values[best_move(position, values)]
    return Solution(value, tuple(move for move in values if values[move][0] == value), plies + 1 if value else None)


def _best_line(position: Position, deadline: Deadline) -> Iterator[Move]:
    for _ in range(_LINE):
        if position.outcome or deadline.is_over:
            return
        move = answer(position, deadline)
        yield move
        position = position.play(move)


@dataclass(frozen=True)
class _Snare:
    """A search for the chance, from 0 to 1, that the opponent throws the win away, until the deadline."""

    deadline: Deadline

    def move(self, position: Position, worths: dict[Move, Worth]) -> Move:
        """Return the most promising of the losing moves, by iterative deepening until time is up.

        Ties go to the longest resistance.
        """
        choice = max(worths, key=lambda move: worths[move][1])
        for depth in range(_DEEPEST):
            hopes = {}
            for move in worths:
                if self._is_over:
                    return choice
                hopes[move] = self._hope(position, move, depth)
            choice = max(worths, key=lambda move: (round(hopes[move], 6), worths[move][1]))
        return choice

    @property
    def _is_over(self) -> bool:
        return self.deadline.is_over

    def _hope(self, position: Position, move: Move, depth: int) -> float:
        after, _ = advance(position, move)
        if after.outcome:
            return 0.0
        if after.turn is position.turn:
            return self._later(after, depth)
        replies = {
            reply: (value_after(after.play(reply), after.turn, self.deadline) or DRAW)[0] for reply in after.moves()
        }
        natural = favourites(after)
        slips = sum(replies[reply] <= 0 for reply in natural) / len(natural)
        errors = sum(value <= 0 for value in replies.values()) / len(replies)
        sound_reply = next((reply for reply in natural if replies[reply] > 0), None)
        hope = _ANY_ERROR * errors
        if sound_reply is not None and depth:
            then, _ = advance(after, sound_reply)
            hope = max(hope, self._later(then, depth - 1) if then.turn is position.turn else 0.0)
        return slips + (1 - slips) * hope

    def _later(self, position: Position, depth: int) -> float:
        """Return the best chance of the side to move, discounted slightly for delay."""
        if position.outcome or self._is_over:
            return 0.0
        return _LATER * max(self._hope(position, move, max(0, depth - 1)) for move in position.moves())
