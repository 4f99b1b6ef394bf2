"""The classic heuristic: keep the lead after the best reply, secure a point, use the edge as a ruler."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

from engines.curves.attempt import Attempt, attacked_points, margin
from engines.curves.capture import Drawn, holdings_after
from engines.curves.geometry import is_in_zone
from engines.curves.legality import MOST_LINES, blocking_line, count_lines_at
from engines.curves.line import Line, spot
from engines.curves.move import Mark, Move, Pass
from engines.curves.reasons import MANY, move_reasons
from engines.curves.rules import Position
from engines.game import Deadline, Hint, Limit, Reason

ERRS = 1 / 3
_MOST, _SOME = 16, 6
_SHARES = 0.4, 0.6, 0.8, 1.0
"""The shares of the time until which lines are listed, their gains computed, replies tried, and reasons sought."""


def classic(position: Position, limit: Limit, overlooks: float = 0.0) -> Hint[Move]:
    """Return the move of the heuristic, which overlooks a random share of the lines; the seed breaks ties.

    If time runs out, the move is the best of those examined.
    """
    chance = Random(f"{limit.seed} {len(position.marks)} {len(position.drawn)}")
    listing, gaining, weighing, end = map(limit.deadline, _SHARES)
    if position.is_marking:
        return mark_point(position, chance, limit, end)
    attempts = _shuffled_attempts(position, chance, listing)
    attempts = attempts[int(overlooks * len(attempts)) :]
    attempt, value = _best_attempt(position, attempts, gaining, weighing)
    return _hint(position, attempt.line if attempt else Pass(), limit, end, value)


def tempting_moves(position: Position, limit: Limit) -> Iterator[Move]:
    """Yield the move of the heuristic, then the greedy move (each in half of the time), then a pass.

    If all of these are the same, one other move follows.
    """
    half, listing = replace(limit, seconds=limit.seconds / 2), limit.deadline()
    moves = dict.fromkeys(choose(position, half).move for choose in (classic, greedy))
    if not position.is_marking:
        moves[Pass()] = None
    yield from moves
    if len(moves) == 1:
        yield from islice((each for each in position.moves(listing) if each not in moves), 1)


def _hint(position: Position, move: Move, limit: Limit, deadline: Deadline, gain: int = 0) -> Hint[Move]:
    return Hint((move,), gain, False, move_reasons(position, move, deadline) if limit.with_reasons else ())


def _shuffled_attempts(position: Position, chance: Random, deadline: Deadline) -> list[Attempt]:
    """Return the lines of the sample in random order."""
    attempts = [Attempt(position, line) for line in position.moves(deadline) if isinstance(line, Line)]
    chance.shuffle(attempts)
    return attempts


def _best_attempt(
    position: Position, attempts: list[Attempt], gaining: Deadline, weighing: Deadline
) -> tuple[Attempt | None, int]:
    """Return the line that leaves most after the opponent's best reply (None: a pass), with the growth of the lead.

    Ties are broken by the author's advice: a point for sure where none is held, the ruler along an edge, a small zone,
    a threat.
    """
    bounds = ((_gain_bound(position, each.line), each.line) for each in gaining.cut(attempts))
    answers = sorted((pair for pair in bounds if pair[0] > 0), key=lambda pair: -pair[0])
    threat, loss = _best_answer(position, None, answers, weighing)
    holds = any(holding.seat is position.turn for holding in position.holders.values())
    best_attempt, value = None, -loss
    for each in weighing.cut(_attempts_to_weigh(position, attempts, threat, gaining)):
        net = each.gain - _best_answer(position, each, answers, weighing)[1]
        if net > value or (net == value and _rank(each, holds) > _rank(best_attempt, holds)):
            best_attempt, value = each, net
    return best_attempt, value


def _rank(attempt: Attempt | None, holds: bool) -> tuple[bool, ...]:
    """Return a sort key for lines of equal value; a pass is better than a line without any effect."""
    if attempt is None:
        return (False, False, False, False, True)
    holds_for_sure, few = not holds and attempt.is_safe, 0 < len(attempt.points_inside) < MANY
    return holds_for_sure, attempt.has_ruler_at_edge, few, attempt.gain > 0 or bool(attempt.threatened_points), False


def _attempts_to_weigh(
    position: Position, attempts: list[Attempt], threat: Line | None, deadline: Deadline
) -> list[Attempt]:
    """Return the lines that gain most, save a point, are safe, or block the worst reply."""
    gaining = sorted((each for each in deadline.cut(attempts) if each.gain > 0), key=lambda each: -each.gain)
    targets = set(attacked_points(position))
    saving = [each for each in attempts if targets & {*each.line.ends}]
    safe_attempts = (each for each in gaining if each.is_safe)
    blocking = (each for each in deadline.cut(attempts) if threat and blocking_line(threat, (each.line,)))
    threatening = (each for each in deadline.cut(attempts) if each.threatened_points)
    some = (
        *gaining[:_MOST],
        *saving[:_SOME],
        *islice(safe_attempts, _SOME),
        *islice(blocking, _SOME),
        *islice(threatening, _SOME),
    )
    return list({each.line: each for each in some}.values())


def _gain_bound(position: Position, line: Line) -> int:
    """Return an upper bound on the gain of a line: 2 for each point in its zone, 1 for each end it may free."""
    inside = sum(is_in_zone(line, spot(point)) for point in position.marks)
    return 2 * inside + sum(end in position.holders or bool(inside) for end in line.ends)


def _best_answer(
    position: Position, attempt: Attempt | None, answers: list[tuple[int, Line]], deadline: Deadline
) -> tuple[Line | None, int]:
    """Return the opponent's most gainful reply of the sample to a line (None: to a pass), and its gain."""
    seat = position.turn.opponent
    drawn_lines = (*position.drawn, Drawn(attempt.line, position.turn)) if attempt else position.drawn
    holdings = attempt.holders if attempt else position.holders
    best_answer: tuple[Line | None, int] = None, 0
    for gain_bound, line in deadline.cut(answers):
        if gain_bound <= best_answer[1]:
            break
        gain = margin(holdings_after(Drawn(line, seat), position.marks, drawn_lines, holdings), seat) - margin(
            holdings, seat
        )
        if gain > best_answer[1] and (attempt is None or _may_follow(position, line, attempt.line)):
            best_answer = line, gain
    return best_answer


def _may_follow(position: Position, line: Line, before: Line) -> bool:
    lines = (*position.lines, before)
    return all(count_lines_at(end, lines) < MOST_LINES for end in line.ends) and blocking_line(line, (before,)) is None


def mark_point(position: Position, chance: Random, limit: Limit, deadline: Deadline) -> Hint[Move]:
    """Mark a random point with free space around it, or any point if there is none."""
    marks = [move for move in position.moves() if isinstance(move, Mark)]
    near = {(x, y) for (a, b) in position.marks for x in (a - 1, a, a + 1) for y in (b - 1, b, b + 1)}
    roomy = [mark for mark in marks if mark.point not in near]
    return _hint(position, chance.choice(roomy or marks), limit, deadline)


def greedy(position: Position, limit: Limit) -> Hint[Move]:
    """Return the line that gains most at once, or a pass if none gains; try fewer lines if time runs out."""
    chance = Random(f"{limit.seed} {len(position.marks)} {len(position.drawn)} greedy")
    listing, _, gaining, end = map(limit.deadline, _SHARES)
    if position.is_marking:
        return mark_point(position, chance, limit, end)
    attempts = gaining.cut(_shuffled_attempts(position, chance, listing))
    attempt = max(attempts, key=lambda each: each.gain, default=None)
    if attempt is None or attempt.gain <= 0:
        return _hint(position, Pass(), limit, end)
    return _hint(position, attempt.line, limit, end, attempt.gain)


def easy(position: Position, limit: Limit) -> Hint[Move]:
    """Return a random move a third of the time, else the greedy move."""
    chance = Random(f"{limit.seed} {len(position.marks)} {len(position.drawn)} easy")
    if chance.random() < ERRS:
        listing, *_, end = map(limit.deadline, _SHARES)
        move = chance.choice(list(position.moves(listing)))
        return Hint((move,), 0, False, (Reason("just-a-try"), *move_reasons(position, move, end)))
    return greedy(position, limit)
