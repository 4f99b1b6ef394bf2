"""A ladder of opponents, each of whom lacks one idea: how they play, and the scripted players that measure them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engines.game import AnyGame, AnyMove, AnyPosition, Seat, advance

MovePicker = Callable[[Any], Sequence[AnyMove]]
Steps = Callable[[Any, AnyMove], Iterable[tuple[AnyPosition, AnyMove]]]
"""A typed move as the moves that ideas advise, each in its position."""


@dataclass(frozen=True)
class Idea:
    """An idea by its name, a stable word, and the moves that it advises in a position; none where it says nothing.

    Without `advised` it is to count to the end: it advises what a solver proves to be best. `serves` says whether a
    move does what the idea is about, where `advised` names only some of the moves that do.
    """

    name: str
    advise: MovePicker | None = None
    serves: Callable[[Any, AnyMove], bool] | None = None


@dataclass(frozen=True)
class Rung:
    """An opponent who falls to one `idea`, the board that decides it, and the person's seat.

    The opponent plays by the first idea of `knows` that advises anything, else at random, and forgets an idea among
    `forgets` in that share of the turns. Where there are `openings`, the game begins after the moves of one of them.
    """

    idea: Idea
    settings: Mapping[str, str]
    seat: Seat
    knows: tuple[Idea, ...] = ()
    forgets: Mapping[str, float] = field(default_factory=dict)
    openings: tuple[tuple[str, ...], ...] = ()
    steps: Steps = lambda position, move: ((position, move),)

    def move(self, position: AnyPosition, seed: int, solved: MovePicker) -> AnyMove:
        """What the opponent plays; `solved` gives the best moves of what can be proved."""
        chance = Random(f"{seed} {position!r}")
        knows = [idea for idea in self.knows if chance.random() >= self.forgets.get(idea.name, 0.0)]
        return scripted_move(knows, position, chance, solved)

    def opening(self, seed: int) -> tuple[str, ...]:
        """The typed moves after which the game with a seed begins."""
        return Random(f"opening {seed}").choice(self.openings) if self.openings else ()


def parse_openings(*openings: str) -> tuple[tuple[str, ...], ...]:
    """Openings, the moves of each with a space between."""
    return tuple(tuple(opening.split()) for opening in openings)


def starting_position(game: AnyGame, rung: Rung, seed: int) -> AnyPosition:
    """Where a game with the opponent of a rung begins."""
    position: AnyPosition = game.start(rung.settings, seed)
    for text in rung.opening(seed):
        position, _ = advance(position, position.read(text))
    return position


def scripted_move(knows: Sequence[Idea], position: AnyPosition, chance: Random, solved: MovePicker) -> AnyMove:
    """A move by the first idea that advises any, else any move."""
    for idea in knows:
        if advised := (idea.advise or solved)(position):
            return chance.choice(advised)
    return chance.choice(tuple(position.moves()))


def learned_ideas(ladder: Sequence[Rung], rungs: int) -> tuple[Idea, ...]:
    """What a person knows who has climbed so many rungs, the newest idea first."""
    return tuple(rung.idea for rung in reversed(ladder[:rungs]))


def uses_idea(ladder: Sequence[Rung], number: int, position: AnyPosition, move: AnyMove) -> bool:
    """Whether a move uses the idea of a rung, counted from 0: it is advised where the ideas below allow another too.

    Of counting to the end nothing can be seen in one move: that it was done, a win over one who counts tells.
    """
    rung = ladder[number]
    return any(_uses(rung.idea, learned_ideas(ladder, number), now, step) for now, step in rung.steps(position, move))


def _uses(idea: Idea, below: Sequence[Idea], position: AnyPosition, move: AnyMove) -> bool:
    if idea.advise is None:
        return True
    if idea.serves and not idea.serves(position, move):
        return False
    advised = idea.advise(position)
    if not advised or not (idea.serves or move in advised):
        return False
    others = (found for each in below if each.advise and (found := each.advise(position)))
    return any(other not in advised for other in next(others, None) or position.moves())
