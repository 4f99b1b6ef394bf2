"""Differences between the reasons for two moves; a reason that holds for both, or for every move, is dropped."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engines.phrases import Phrase as Reason

OUTCOMES = frozenset(
    (
        *("proved-win", "proved-draw", "proved-loss", "estimate"),
        *("proved-win-at-least", "proved-no-loss", "proved-loss-at-most"),
        *("proved-lead", "proved-even", "proved-behind", "likely-lead"),
        *("expected-margin", "counted-out", "wins-in", "draw-held", "guess"),
    )
)
"""The codes of reasons that say only how the game will end."""
MOST_REASONS = 6


@dataclass(frozen=True)
class Reasoning:
    """A game's rules for comparing reasons: which matter, and which mean the same.

    `plain_codes` are those of reasons that only say where a move is, or what holds for nearly every move; they are
    given if there is no other. `slow_codes` are those of reasons that take time to establish, `delay_codes` those of
    reasons that say that a win comes later than it could. Reasons with the same `gist` mean the same to a player,
    whatever their numbers or names. `is_merit` says whether a reason speaks for the move of a player, by the seat.
    """

    plain_codes: tuple[str, ...] = ()
    slow_codes: tuple[str, ...] = ()
    delay_codes: tuple[str, ...] = ()
    gist: Callable[[Reason], object] = lambda reason: reason
    is_merit: Callable[[Reason, str], bool] = lambda reason, seat: True

    def difference(self, reasons: Iterable[Reason], others: Iterable[Reason]) -> tuple[Reason, ...]:
        """Return the reasons that mean something different from all of the others, each once."""
        gists = {*map(self.gist, others)}
        return tuple(each for each in dict.fromkeys(reasons) if self.gist(each) not in gists)

    def has_told(self, reasons: Iterable[Reason]) -> bool:
        """Return whether any of the reasons says more than the place of a move and the end of the game."""
        return any(each.code not in (*OUTCOMES, *self.plain_codes) for each in reasons)

    def faults(self, reasons: Iterable[Reason], seat: str) -> tuple[Reason, ...]:
        """Return the reasons against a player's move."""
        return tuple(each for each in reasons if self.has_told((each,)) and not self.is_merit(each, seat))

    def suits(self, reason: Reason, seat: str, *, is_worse: bool) -> bool:
        """Return whether a reason explains a worse move, or else a good one, which may still be a slow one."""
        return self.is_merit(reason, seat) is not is_worse or (not is_worse and self.has_delay((reason,)))

    def has_delay(self, reasons: Iterable[Reason]) -> bool:
        """Return whether any of the reasons says that a win comes later than it could."""
        return any(each.code in self.delay_codes for each in reasons)

    def telling(self, reasons: Iterable[Reason], seat: str, *, is_worse: bool) -> tuple[Reason, ...]:
        """Return the reasons for a good move or against a worse one, and its outcome.

        Without any, return one other reason, a plain one if there is one.
        """
        every = tuple(reasons)
        outcomes = tuple(each for each in every if each.code in OUTCOMES)
        rest = tuple(each for each in every if self.has_told((each,)))
        main = tuple(each for each in rest if self.suits(each, seat, is_worse=is_worse))
        plain = tuple(each for each in every if each.code in self.plain_codes)
        return (*main[: MOST_REASONS - len(outcomes)], *outcomes) or (*plain, *rest)[:1]
