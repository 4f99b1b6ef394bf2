"""The classic heuristic: take what the next line cannot take back; hold one point for sure; the ruler at the edge."""

from __future__ import annotations

from itertools import islice
from random import Random

from engines.curves.attempt import Try, attacked, margin
from engines.curves.capture import Drawn, after
from engines.curves.geometry import in_zone
from engines.curves.legality import MOST_LINES, line_in_the_way, lines_at
from engines.curves.line import Line, Point, spot
from engines.curves.move import Mark, Move, Pass
from engines.curves.reasons import MANY, reasons_of
from engines.curves.rules import Position
from engines.game import Hint, Reason

ERRS = 1 / 3
_ROOM = 2
_MOST, _SOME = 16, 6


def classic(position: Position, seed: int) -> Hint[Move]:
    """What the heuristic plays; equal choices are told apart by `seed` alone."""
    chance = Random(f"{seed} {len(position.marks)} {len(position.drawn)}")
    if position.marking:
        return place(position, chance)
    chosen, value = _chosen(position, tried(position, chance))
    return _hint(position, chosen.line if chosen else Pass(), value)


def _hint(position: Position, move: Move, gain: int = 0) -> Hint[Move]:
    return Hint((move,), gain, False, reasons_of(position, move))


def tried(position: Position, chance: Random) -> list[Try]:
    """All lines of the sample in random order."""
    tries = [Try(position, line) for line in position.moves() if isinstance(line, Line)]
    chance.shuffle(tries)
    return tries


def _chosen(position: Position, tries: list[Try]) -> tuple[Try | None, int]:
    """The line that leaves most once the opponent's best reply is drawn, and by how much the lead grows; None: a pass.

    Of equal ones that which the advice prefers: a point for sure where none is held, the ruler along an edge, a zone
    that is not large, a threat.
    """
    answers = sorted(((_bound(position, each.line), each.line) for each in tries), key=lambda pair: -pair[0])
    answers = [(bound, line) for bound, line in answers if bound > 0]
    threat, lost = _answer(position, None, answers)
    holds = any(held.seat is position.turn for held in position.held.values())
    best, value = None, -lost
    for each in _worth_weighing(position, tries, threat):
        net = each.gain - _answer(position, each, answers)[1]
        if net > value or (net == value and _rank(each, holds) > _rank(best, holds)):
            best, value = each, net
    return best, value


def _rank(tried: Try | None, holds: bool) -> tuple[bool, ...]:
    """What tells lines of equal worth apart; a pass is better than a line that does nothing."""
    if tried is None:
        return (False, False, False, False, True)
    sure, few = not holds and tried.safe, 0 < len(tried.inside) < MANY
    return sure, tried.ruler_at_edge, few, tried.gain > 0 or bool(tried.threatened), False


def _worth_weighing(position: Position, tries: list[Try], threat: Line | None) -> list[Try]:
    """The lines that gain most, those that save a point, the safe ones, and some that keep the worst reply away."""
    gaining = sorted((each for each in tries if each.gain > 0), key=lambda each: -each.gain)
    targets = set(attacked(position))
    saving = [each for each in tries if targets & {*each.line.ends}]
    safe = [each for each in gaining if each.safe]
    blocking = (each for each in tries if threat and line_in_the_way(threat, (each.line,)))
    threatening = (each for each in tries if each.threatened)
    some = (*gaining[:_MOST], *saving[:_SOME], *safe[:_SOME], *islice(blocking, _SOME), *islice(threatening, _SOME))
    return list({each.line: each for each in some}.values())


def _bound(position: Position, line: Line) -> int:
    """At most so much can be gained by a line: two for each point in its zone, one for each end that it may free."""
    inside = sum(in_zone(line, spot(point)) for point in position.marks)
    return 2 * inside + sum(end in position.held or bool(inside) for end in line.ends)


def _answer(position: Position, tried: Try | None, answers: list[tuple[int, Line]]) -> tuple[Line | None, int]:
    """The opponent's line of the sample that gains most after a line (None: a pass), and how much."""
    seat = position.turn.opponent
    drawn = (*position.drawn, Drawn(tried.line, position.turn)) if tried else position.drawn
    holdings = tried.held if tried else position.held
    found: tuple[Line | None, int] = None, 0
    for bound, line in answers:
        if bound <= found[1]:
            break
        gain = margin(after(Drawn(line, seat), position.marks, drawn, holdings), seat) - margin(holdings, seat)
        if gain > found[1] and (tried is None or _may_follow(position, line, tried.line)):
            found = line, gain
    return found


def _may_follow(position: Position, line: Line, before: Line) -> bool:
    lines = (*position.lines, before)
    return all(lines_at(end, lines) < MOST_LINES for end in line.ends) and line_in_the_way(line, (before,)) is None


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
