"""The classic heuristic: hold one point for sure, save what is attacked, then take the most; the ruler at the edge."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engines.curves.attempt import Try, attacked
from engines.curves.line import Line, Point
from engines.curves.move import Mark, Move, Pass
from engines.curves.reasons import reasons_of
from engines.curves.rules import Position
from engines.game import Hint, Reason

ERRS = 1 / 3
_ROOM = 2


def classic(position: Position, seed: int) -> Hint[Move]:
    """What the heuristic plays; equal choices are told apart by `seed` alone."""
    chance = Random(f"{seed} {len(position.marks)} {len(position.drawn)}")
    if position.marking:
        return place(position, chance)
    tries = tried(position, chance)
    chosen = _chosen(position, tries)
    return _hint(position, chosen.line if chosen else Pass(), chosen.gain if chosen else 0)


def _hint(position: Position, move: Move, gain: int = 0) -> Hint[Move]:
    return Hint((move,), gain, False, reasons_of(position, move))


def tried(position: Position, chance: Random) -> list[Try]:
    """All lines of the sample in random order."""
    tries = [Try(position, line) for line in position.moves() if isinstance(line, Line)]
    chance.shuffle(tries)
    return tries


def _chosen(position: Position, tries: list[Try]) -> Try | None:
    for group in _groups(position, tries):
        if group:
            return max(group, key=lambda each: (each.gain, each.ruler_at_edge))
    return None


def _groups(position: Position, tries: list[Try]) -> Iterator[list[Try]]:
    """The choices in the order of their merit; of the first that is not empty the best is played."""
    if targets := set(attacked(position)):
        yield [each for each in tries if targets & set(each.line.ends)]
    if not any(held.seat is position.turn for held in position.held.values()):
        yield [each for each in tries if each.safe]
    yield [each for each in tries if each.gain > 0]
    yield [each for each in tries if each.threatened and each.gain == 0]


def place(position: Position, chance: Random) -> Hint[Move]:
    """A point at random with room around it, if there is one."""
    marks = [move for move in position.moves() if isinstance(move, Mark)]
    roomy = [mark for mark in marks if all(_far(mark.point, other) for other in position.marks)]
    return _hint(position, chance.choice(roomy or marks))


def _far(one: Point, two: Point) -> bool:
    return max(abs(one[0] - two[0]), abs(one[1] - two[1])) >= _ROOM


def greedy(position: Position, seed: int) -> Hint[Move]:
    """One step ahead: the line that gains most at once, else none."""
    chance = Random(f"{seed} {len(position.marks)} {len(position.drawn)} greedy")
    if position.marking:
        return place(position, chance)
    best = max(tried(position, chance), key=lambda each: each.gain, default=None)
    return _hint(position, best.line, best.gain) if best and best.gain > 0 else _hint(position, Pass())


def easy(position: Position, seed: int) -> Hint[Move]:
    """One step ahead, and a third of the time it does not even look."""
    chance = Random(f"{seed} {len(position.marks)} {len(position.drawn)} easy")
    if chance.random() < ERRS:
        move = chance.choice(list(position.moves()))
        return Hint((move,), 0, False, (Reason("just-a-try"), *reasons_of(position, move)))
    return greedy(position, seed)
