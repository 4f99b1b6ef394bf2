"""The ladder of opponents who each lack one idea: how they play, and the scripted players that measure them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engines.game import AnyGame, AnyMove, AnyPosition, Seat, advance

MovePicker = Callable[[Any], Sequence[AnyMove]]
Steps = Callable[[Any, AnyMove], Iterable[tuple[AnyPosition, AnyMove]]]
"""The moves that make up a typed move, each in its position, as ideas advise them."""


@dataclass(frozen=True)
class Idea:
    """An idea: its stable name, and the moves that it advises in a position, if any.

    Without `advise` the idea is to count to the end: it advises the moves that a solver proves to be best. `serves`
    says whether a move does what the idea is about, for ideas that advise only some of those moves.
    """

    name: str
    advise: MovePicker | None = None
    serves: Callable[[Any, AnyMove], bool] | None = None


@dataclass(frozen=True)
class Rung:
    """An opponent who overlooks one `idea`, the board that decides it, and the person's seat.

    The opponent plays by the first idea of `knows` that advises anything, else at random. It ignores an idea in
    `forgets` in that share of its turns. With `openings`, the game begins after the moves of one of them.
    """

    idea: Idea
    settings: Mapping[str, str]
    seat: Seat
    knows: tuple[Idea, ...] = ()
    forgets: Mapping[str, float] = field(default_factory=dict)
    openings: tuple[tuple[str, ...], ...] = ()
    steps: Steps = lambda position, move: ((position, move),)

    def move(self, position: AnyPosition, seed: int, solver: MovePicker) -> AnyMove:
        """Return the opponent's move; `solver` returns the provably best moves of a position."""
        chance = Random(f"{seed} {position!r}")
        ideas = [idea for idea in self.knows if chance.random() >= self.forgets.get(idea.name, 0.0)]
        return scripted_move(ideas, position, chance, solver)

    def opening(self, seed: int) -> tuple[str, ...]:
        """Return the typed moves that begin the game for this seed."""
        return Random(f"opening {seed}").choice(self.openings) if self.openings else ()


def parse_openings(*openings: str) -> tuple[tuple[str, ...], ...]:
    """Split openings into tuples of moves, which are separated by spaces."""
    return tuple(tuple(opening.split()) for opening in openings)


def starting_position(game: AnyGame, rung: Rung, seed: int) -> AnyPosition:
    """Return the starting position of a game against the opponent of a rung."""
    position: AnyPosition = game.start(rung.settings, seed)
    for text in rung.opening(seed):
        position, _ = advance(position, position.read(text))
    return position


def scripted_move(ideas: Sequence[Idea], position: AnyPosition, chance: Random, solver: MovePicker) -> AnyMove:
    """Return a move by the first idea that advises any, else any legal move."""
    for idea in ideas:
        if moves := (idea.advise or solver)(position):
            return chance.choice(moves)
    return chance.choice(tuple(position.moves()))


def learned_ideas(ladder: Sequence[Rung], rungs: int) -> tuple[Idea, ...]:
    """Return the ideas of a person who has climbed `rungs` rungs, the newest first."""
    return tuple(rung.idea for rung in reversed(ladder[:rungs]))


def uses_idea(ladder: Sequence[Rung], number: int, position: AnyPosition, move: AnyMove) -> bool:
    """Return whether a move uses the idea of rung `number`, counted from 0.

    It does if the idea advises it while the ideas of the rungs below allow another move too. Counting to the end does
    not show in a single move; only a win against an opponent who counts shows it.
    """
    rung = ladder[number]
    return any(_uses(rung.idea, learned_ideas(ladder, number), now, step) for now, step in rung.steps(position, move))


def _uses(idea: Idea, below: Sequence[Idea], position: AnyPosition, move: AnyMove) -> bool:
    if idea.advise is None:
        return True
    if idea.serves and not idea.serves(position, move):
        return False
    moves = idea.advise(position)
    if not moves or not (idea.serves or move in moves):
        return False
    alternatives = (advice for each in below if each.advise and (advice := each.advise(position)))
    return any(alternative not in moves for alternative in next(alternatives, None) or position.moves())
