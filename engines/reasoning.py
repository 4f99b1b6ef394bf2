"""The difference between the reasons of two moves: what is true of both, or of every move, says nothing."""

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
    """What a game's reasons are worth.

    `plain_codes` are those of reasons that only say where a move is, or what holds for nearly every move; they are
    given if there is no other. `slow_codes` are those of reasons that take time to establish. Reasons with the same
    `gist` mean the same to a player, whatever their numbers or names.
    """

    plain_codes: tuple[str, ...] = ()
    slow_codes: tuple[str, ...] = ()
    gist: Callable[[Reason], object] = lambda reason: reason

    def difference(self, reasons: Iterable[Reason], others: Iterable[Reason]) -> tuple[Reason, ...]:
        """Return the reasons that mean something else than each of the others, each once."""
        gists = {*map(self.gist, others)}
        return tuple(each for each in dict.fromkeys(reasons) if self.gist(each) not in gists)

    def telling(self, reasons: Iterable[Reason]) -> tuple[Reason, ...]:
        """Return the first reasons that are not plain; if there are none, the first plain one."""
        every = tuple(reasons)
        return tuple(each for each in every if each.code not in self.plain_codes)[:MOST_REASONS] or every[:1]
