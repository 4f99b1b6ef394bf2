"""A ladder of opponents, each of whom lacks one idea: how they play, and the scripted players that measure them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engines.game import AnyMove, AnyPosition, Seat

Advised = Callable[[Any], Sequence[AnyMove]]


@dataclass(frozen=True)
class Idea:
    """An idea by its name, a stable word, and the moves that it advises in a position; none where it says nothing.

    Without `advised` it is to count to the end: it advises what a solver proves to be best.
    """

    name: str
    advised: Advised | None = None


@dataclass(frozen=True)
class Rung:
    """An opponent who falls to one `idea`, the board that decides it, and the person's seat.

    The opponent plays by the first idea of `knows` that advises anything, else at random, and forgets an idea among
    `forgets` in that share of the turns.
    """

    idea: Idea
    settings: Mapping[str, str]
    seat: Seat
    knows: tuple[Idea, ...] = ()
    forgets: Mapping[str, float] = field(default_factory=dict)

    def move(self, position: AnyPosition, seed: int, solved: Advised) -> AnyMove:
        """What the opponent plays; `solved` gives the best moves of what can be proved."""
        chance = Random(f"{seed} {position!r}")
        knows = [idea for idea in self.knows if chance.random() >= self.forgets.get(idea.name, 0.0)]
        return scripted(knows, position, chance, solved)


def scripted(knows: Sequence[Idea], position: AnyPosition, chance: Random, solved: Advised) -> AnyMove:
    """A move by the first idea that advises any, else any move."""
    for idea in knows:
        if advised := (idea.advised or solved)(position):
            return chance.choice(advised)
    return chance.choice(tuple(position.moves()))


def climbed(ladder: Sequence[Rung], rungs: int) -> tuple[Idea, ...]:
    """What a person knows who has climbed so many rungs, the newest idea first."""
    return tuple(rung.idea for rung in reversed(ladder[:rungs]))
