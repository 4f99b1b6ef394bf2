"""Advice at five levels, the same for every game; the upper levels load their search on first use."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any, Generic, Protocol, TypeVar, cast

from engines.game import Hint, Level, Limit, M, P_contra, Position, Reason, Solution
from engines.kernels.loading import is_ready
from engines.ladder import Idea, Rung
from engines.refusals import Illegal, Refusal
from engines.small_solver import SmallSolver

P = TypeVar("P", bound=Position[Any])
WAIT = 0.5
_LEAST_SECONDS = 0.01


class Search(Protocol[P_contra, M]):
    """The contract of `engines.GAME.search`, besides the cached `warm()` that loads it (see `kernels.loading`)."""

    def strong_hint(self, position: P_contra, limit: Limit) -> Hint[M]:
        """Return the best move found within the limit."""

    def solve(self, position: P_contra, limit: Limit) -> Solution[M]:
        """Return the exact value; raise `Refusal("unsolved", ...)` if the limit is reached first."""


@dataclass(frozen=True)
class Insight(Generic[P, M]):
    """The moves that a level sees beyond the level below, except in the share `overlooks` of its turns.

    `advise` returns None where there is nothing to see. Without it, the level sees what the strong level finds in
    `nodes` nodes, once the search is loaded.
    """

    overlooks: float = 0.3
    advise: Callable[[P, Limit], Hint[M] | None] | None = None
    nodes: int | None = None


@dataclass(frozen=True)
class Advice(Generic[P, M]):
    """The advice of one game; `easy` and `classic` take a position and a limit, and need no compiled code.

    The easy level plays like `easy` but for its `glimpses` of what the classic one sees. The skilled level plays
    like the classic one but for its insight, and the expert like the skilled one. In place of `classic` both play
    `careful`, if there is one.
    `is_loaded(position, seconds)` says whether the search can answer for a position, after waiting up to `seconds`.
    Until it can, `small_solver` solves small positions. `ladder` are the opponents who lack one idea; where
    `is_too_large_for_ladder`, the classic level plays for them.
    """

    game: str
    easy: Callable[[P, Limit], Hint[M]]
    classic: Callable[[P, Limit], Hint[M]]
    is_loaded: Callable[[P, float], bool] | None = None
    small_solver: SmallSolver[P] | None = None
    ladder: tuple[Rung, ...] = ()
    is_too_large_for_ladder: Callable[[P], bool] = lambda position: False
    glimpses: Insight[P, M] = Insight(overlooks=1.0)
    careful: Callable[[P, Limit], Hint[M]] | None = None
    skilled: Insight[P, M] = Insight()
    expert: Insight[P, M] = Insight()

    def hint(self, position: P, limit: Limit, level: Level) -> Hint[M]:
        """Return the move to play now; raise `Illegal` after the end.

        Until the search is loaded, the strong level guesses.
        """
        _check_running(position)
        began = limit.clock()
        return replace(self._hint_at(position, level)(position, limit), seconds=limit.clock() - began)

    def solve(self, position: P, limit: Limit) -> Solution[M]:
        """Return the exact value; raise `Refusal("unsolved")` at the limit or while the search is loading."""
        _check_running(position)
        began = limit.clock()
        if (
            not self._is_loaded(position, 0.0)
            and self.small_solver
            and (solution := self.small_solver.solve(position, limit))
        ):
            return solution
        if self._is_loaded(position, _remaining(limit, began).seconds):
            with suppress(Refusal):
                return self._search.solve(position, _remaining(limit, began))
        raise Refusal("unsolved", seconds=limit.seconds)

    def is_ready(self, position: P, seconds: float) -> bool:
        """Return whether the position can be searched, after waiting up to `seconds` for the search to load."""
        return self._is_loaded(position, 0.0) or self._is_small(position) or self._is_loaded(position, seconds)

    def _is_small(self, position: P) -> bool:
        return self.small_solver is not None and self.small_solver.solve(position, Limit(WAIT)) is not None

    def _hint_at(self, position: P, level: Level) -> Callable[[P, Limit], Hint[M]]:
        if level is Level.STRONG:
            return self._strong_hint
        if level.rung is not None and level.rung < len(self.ladder) and not self.is_too_large_for_ladder(position):
            return partial(self._rung_hint, self.ladder[level.rung])
        return {Level.EASY: self._easy_hint, Level.SKILLED: self._skilled_hint, Level.EXPERT: self._expert_hint}.get(
            level, self.classic
        )

    def _easy_hint(self, position: P, limit: Limit) -> Hint[M]:
        return self._see(self.glimpses, Level.EASY, position, limit) or self.easy(position, limit)

    def _skilled_hint(self, position: P, limit: Limit) -> Hint[M]:
        return self._see(self.skilled, Level.SKILLED, position, limit) or (self.careful or self.classic)(
            position, limit
        )

    def _expert_hint(self, position: P, limit: Limit) -> Hint[M]:
        return self._see(self.expert, Level.EXPERT, position, limit) or self._skilled_hint(position, limit)

    def _see(self, insight: Insight[P, M], level: Level, position: P, limit: Limit) -> Hint[M] | None:
        """Return the advice of an insight, or None if the level overlooks it, which position and seed decide."""
        if Random(f"{limit.seed} {position!r} {level}").random() < insight.overlooks:
            return None
        if insight.advise:
            return insight.advise(position, limit)
        if not self._is_loaded(position, 0.0):
            return None
        return self._search.strong_hint(position, replace(limit, nodes=insight.nodes, threads=1))

    def _rung_hint(self, rung: Rung, position: P, limit: Limit) -> Hint[M]:
        move = rung.move(position, limit.seed, lambda now: self._best_moves(now, limit))
        return Hint((move,), 0, False, (Reason("just-a-try"),))

    def _best_moves(self, position: P, limit: Limit) -> tuple[M, ...]:
        """Return the best moves, or none if the search cannot prove them in time."""
        with suppress(Refusal):
            return self.solve(position, limit).best_moves
        return ()

    def _strong_hint(self, position: P, limit: Limit) -> Hint[M]:
        began = limit.clock()
        if (
            not self._is_loaded(position, 0.0)
            and self.small_solver
            and (hint := self.small_solver.hint(position, limit))
        ):
            return hint
        if not self._is_loaded(position, _remaining(limit, began).seconds * WAIT):
            guess = self.classic(position, _remaining(limit, began))
            return replace(guess, reasons=(*guess.reasons, Reason("guess")))
        return self._search.strong_hint(position, _remaining(limit, began))

    def _is_loaded(self, position: P, seconds: float) -> bool:
        return self.is_loaded(position, seconds) if self.is_loaded else is_ready(self.game, seconds)

    @property
    def _search(self) -> Search[P, M]:
        return cast("Search[P, M]", importlib.import_module(f"engines.{self.game}.search"))


def insight_of(
    ideas: Sequence[Idea], reasons: Callable[[P, M], tuple[Reason, ...]]
) -> Callable[[P, Limit], Hint[M] | None]:
    """Return a function that advises a move by the first idea that applies."""

    def advise(position: P, limit: Limit) -> Hint[M] | None:
        chance = Random(f"{limit.seed} {position!r}")
        moves = next((moves for idea in ideas if idea.advise and (moves := idea.advise(position))), ())
        if not moves:
            return None
        move: M = chance.choice(moves)
        return Hint((move,), 0, False, reasons(position, move) or (Reason("just-a-try"),))

    return advise


def _check_running(position: Position[Any]) -> None:
    if position.outcome:
        raise Illegal("game-over", result=str(position.outcome))


def _remaining(limit: Limit, began: float) -> Limit:
    return replace(limit, seconds=max(_LEAST_SECONDS, limit.seconds - (limit.clock() - began)))
