"""Advice at three levels, the same way for every game: the strong one loads its search when it is first asked."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import Any, Generic, Protocol, TypeVar, cast

from engines.game import Hint, Level, Limit, M, P_contra, Position, Reason, Solution
from engines.kernels.loading import is_ready
from engines.ladder import Rung
from engines.refusals import Illegal, Refusal
from engines.small_solver import SmallSolver

P = TypeVar("P", bound=Position[Any])
WAIT = 0.5
_LEAST_SECONDS = 0.01


class Search(Protocol[P_contra, M]):
    """What `engines.GAME.search` offers, besides the cached `warm()` that loads it (see `kernels.loading`)."""

    def strong_hint(self, position: P_contra, limit: Limit) -> Hint[M]:
        """The best move found within the limit."""

    def solve(self, position: P_contra, limit: Limit) -> Solution[M]:
        """The exact value; raises `Refusal("unsolved", ...)` when the limit comes first."""


@dataclass(frozen=True)
class Advice(Generic[P, M]):
    """The advice of one game; `easy` and `classic` take a position and a seed, and need no compiled code.

    `loaded(position, seconds)` says whether the search can answer for a position, waiting up to `seconds` for it.
    Until it can, what is `small` is solved without it. `ladder` are the opponents who lack one idea.
    """

    game: str
    easy: Callable[[P, int], Hint[M]]
    classic: Callable[[P, int], Hint[M]]
    is_loaded: Callable[[P, float], bool] | None = None
    small_solver: SmallSolver[P] | None = None
    ladder: tuple[Rung, ...] = ()

    def hint(self, position: P, limit: Limit, level: Level) -> Hint[M]:
        """The move to play now; until the search is loaded the strong level guesses. Raises `Illegal` after the end."""
        _check_running(position)
        began = perf_counter()
        return replace(self._at(level)(position, limit), seconds=perf_counter() - began)

    def solve(self, position: P, limit: Limit) -> Solution[M]:
        """What `Game.solve` promises; raises `Refusal("unsolved")` also while the search is being loaded."""
        _check_running(position)
        began = perf_counter()
        if (
            not self._loaded(position, 0.0)
            and self.small_solver
            and (found := self.small_solver.solve(position, limit))
        ):
            return found
        if self._loaded(position, _rest(limit, began).seconds):
            with suppress(Refusal):
                return self._search.solve(position, _rest(limit, began))
        raise Refusal("unsolved", seconds=limit.seconds)

    def is_ready(self, position: P, seconds: float) -> bool:
        """Whether a position can be searched, waiting up to `seconds` until the search is loaded."""
        return self._loaded(position, 0.0) or self._is_small(position) or self._loaded(position, seconds)

    def _is_small(self, position: P) -> bool:
        return self.small_solver is not None and self.small_solver.solve(position, Limit(WAIT)) is not None

    def _at(self, level: Level) -> Callable[[P, Limit], Hint[M]]:
        if level is Level.STRONG:
            return self._strong
        if level.rung is not None and level.rung < len(self.ladder):
            return partial(self._climbing, self.ladder[level.rung])
        plain = self.easy if level is Level.EASY else self.classic
        return lambda position, limit: plain(position, limit.seed)

    def _climbing(self, rung: Rung, position: P, limit: Limit) -> Hint[M]:
        move = rung.move(position, limit.seed, lambda now: self._proved(now, limit))
        return Hint((move,), 0, False, (Reason("just-a-try"),))

    def _proved(self, position: P, limit: Limit) -> tuple[M, ...]:
        """The best moves, none if that cannot be told in time."""
        with suppress(Refusal):
            return self.solve(position, limit).best_moves
        return ()

    def _strong(self, position: P, limit: Limit) -> Hint[M]:
        began = perf_counter()
        if not self._loaded(position, 0.0) and self.small_solver and (found := self.small_solver.hint(position, limit)):
            return found
        if not self._loaded(position, _rest(limit, began).seconds * WAIT):
            guess = self.classic(position, limit.seed)
            return replace(guess, reasons=(*guess.reasons, Reason("guess")))
        return self._search.strong_hint(position, _rest(limit, began))

    def _loaded(self, position: P, seconds: float) -> bool:
        return self.is_loaded(position, seconds) if self.is_loaded else is_ready(self.game, seconds)

    @property
    def _search(self) -> Search[P, M]:
        return cast("Search[P, M]", importlib.import_module(f"engines.{self.game}.search"))


def _check_running(position: Position[Any]) -> None:
    if position.outcome:
        raise Illegal("game-over", result=str(position.outcome))


def _rest(limit: Limit, began: float) -> Limit:
    return replace(limit, seconds=max(_LEAST_SECONDS, limit.seconds - (perf_counter() - began)))
