"""Candidate moves with different effects, each with its immediate gain and its loss to the worst reply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice
from math import dist

from engines.curves.attempt import Attempt
from engines.curves.capture import Holdings
from engines.curves.legality import is_path_clear
from engines.curves.line import Line, Point, spot
from engines.curves.move import Move, Pass
from engines.curves.points_to_mark import points_worth_marking
from engines.curves.replies import Replies
from engines.curves.rules import Position
from engines.curves.safety import find_refutation, line_from, points_lost_to
from engines.curves.sample import family
from engines.game import Candidate, Limit, Reason, Seat
from engines.notation import cell

MOST = 5
_MOST_PAIRS, _MOST_EVALUATED, _LEAST_EVALUATED, _MOST_QUIET = 90, 16, 6, 3
_MOST_OVERLAP = 0.5
Effect = tuple[str, Point]


def candidates(position: Position, limit: Limit) -> tuple[Candidate[Move], ...]:
    """Return up to five points to mark or lines to draw, the best first; a pass is last if no line gains anything.

    Once a few lines are evaluated, it ends at the limit, or as soon as the limit's stop is raised.
    """
    if position.outcome is not None:
        return ()
    if position.is_marking:
        return tuple(Candidate(mark, (reason,)) for mark, reason in islice(points_worth_marking(position), MOST))
    replies = Replies(position)
    evaluations = sorted(_evaluations(position, replies, limit), key=lambda each: each.rank, reverse=True)
    if with_effects := _distinct_evaluations(each for each in evaluations if each.effects):
        return tuple(map(_candidate, with_effects[:MOST]))
    return (*map(_candidate, _disjoint_evaluations(evaluations)[:_MOST_QUIET]), _pass_candidate(position, replies))


def _pass_candidate(position: Position, replies: Replies) -> Candidate[Move]:
    if position.passes:
        return Candidate(Pass(), (Reason("gain-ends"),))
    return Candidate(
        Pass(), (_points(0),), _risk_reasons(position, Pass(), *replies.worst_reply(None, position.holders))
    )


@dataclass(frozen=True)
class _Evaluation:
    """A tried line with the worst reply of the sample and the points that this reply takes, if any."""

    attempt: Attempt
    reply: Line | None
    lost_points: frozenset[Point]

    @cached_property
    def effects(self) -> frozenset[Effect]:
        return _effects(self.attempt)

    @property
    def rank(self) -> tuple[float, ...]:
        """Return a sort key; higher is better."""
        attempt = self.attempt
        helps = len(attempt.saved_points), attempt.gain, len(attempt.threatened_points), attempt.has_ruler_at_edge
        return (attempt.gain - len(self.lost_points), *helps, -_length(attempt.line))


def _evaluations(position: Position, replies: Replies, limit: Limit) -> Iterator[_Evaluation]:
    deadline = limit.deadline()
    for number, attempt in enumerate(_promising_attempts(position)[:_MOST_EVALUATED]):
        if limit.stop or (number >= _LEAST_EVALUATED and deadline.is_over):
            return
        yield _Evaluation(attempt, *replies.worst_reply(attempt.line, attempt.holders))


def _promising_attempts(position: Position) -> list[Attempt]:
    """Return the shortest line for each set of effects; lines without effects are distinguished by their ends."""
    sheet, marks, drawn_lines = position.sheet, position.marks, position.lines
    lines = [
        line for pair in _pairs(position) for line in family(*pair) if is_path_clear(line, sheet, marks, drawn_lines)
    ]
    tries = [Attempt(position, line) for line in lines or position.lines_beyond_sample]
    shortest: dict[frozenset[object], Attempt] = {}
    for attempt in sorted(tries, key=lambda attempt: _length(attempt.line)):
        shortest.setdefault(frozenset(_effects(attempt) or attempt.line.ends), attempt)
    return sorted(shortest.values(), key=lambda attempt: (attempt.gain, len(_effects(attempt))), reverse=True)


def _pairs(position: Position) -> list[tuple[Point, Point]]:
    """Return the pairs of open ends; if there are very many, only the nearest pairs."""
    return sorted(combinations(position.ends(), 2), key=lambda pair: dist(*pair))[:_MOST_PAIRS]


def _effects(attempt: Attempt) -> frozenset[Effect]:
    """Return everything that a line changes and prepares."""
    before, now, mover = attempt.position.holders, attempt.holders, attempt.mover
    takes = {("takes", p) for p, held in now.items() if held.seat is mover and _seat(before, p) is not mover}
    frees = {("frees", p) for p, held in now.items() if held.seat is None and _seat(before, p) is mover.opponent}
    threatens = {("threatens", point) for point in attempt.threatened_points if now[point].seat is mover.opponent}
    return frozenset(takes | frees | threatens | {("saves", point) for point in attempt.saved_points})


def _seat(holdings: Holdings, point: Point) -> Seat | None:
    return holdings[point].seat if point in holdings else None


def _distinct_evaluations(evaluations: Iterable[_Evaluation]) -> list[_Evaluation]:
    """Return the evaluations that differ in effect from all better ones, or that are safer than they are."""
    chosen_ones: list[_Evaluation] = []
    for each in evaluations:
        if all(_differ(each, better_one) for better_one in chosen_ones):
            chosen_ones.append(each)
    return chosen_ones


def _differ(evaluation: _Evaluation, better_one: _Evaluation) -> bool:
    is_safer = len(evaluation.lost_points) < len(better_one.lost_points)
    return is_safer or len(evaluation.effects & better_one.effects) <= _MOST_OVERLAP * len(
        evaluation.effects | better_one.effects
    )


def _disjoint_evaluations(evaluations: Iterable[_Evaluation]) -> list[_Evaluation]:
    """Return the evaluations whose line shares no end with a better one."""
    chosen_ones: list[_Evaluation] = []
    for each in evaluations:
        if not any({*each.attempt.line.ends} & {*better_one.attempt.line.ends} for better_one in chosen_ones):
            chosen_ones.append(each)
    return chosen_ones


def _candidate(evaluation: _Evaluation) -> Candidate[Move]:
    attempt = evaluation.attempt
    gain, after = list[Reason](), attempt.position.play(attempt.line)
    for kind, code in (("saves", "gain-saves"), ("frees", "gain-frees"), ("threatens", "gain-threatens")):
        points = [point for effect, point in evaluation.effects if effect == kind]
        if kind == "threatens":
            points = [point for point in points if line_from(after, point)]
        if points:
            gain.append(Reason(code, points=_names(points)))
    lead = (_points(attempt.gain),) if attempt.gain or not gain else ()
    return Candidate(
        attempt.line,
        (*lead, *gain),
        _risk_reasons(attempt.position, attempt.line, evaluation.reply, evaluation.lost_points),
    )


def _points(count: int) -> Reason:
    return Reason("gain-points", points=count)


def _risk_reasons(
    position: Position, move: Move, reply: Line | None, lost_points: Iterable[Point]
) -> tuple[Reason, ...]:
    """Return the points that a reply takes, with that reply; `risk-none` only if no legal line takes any."""
    now = position.play(move)
    mine = [point for point, holding in now.holders.items() if holding.seat is position.turn]
    if not mine or now.outcome is not None:
        return ()
    if reply is None:
        verdict = find_refutation(now, mine)
        if verdict.line is None:
            return (Reason("risk-none"),) if verdict.is_certain else ()
        reply, lost_points = verdict.line, points_lost_to(now, verdict.line)
    return (Reason("risk-loses", points=_names(lost_points), curve=str(reply)),)


def _names(points: Iterable[Point]) -> str:
    return " ".join(cell(*point) for point in sorted(points))


def _length(line: Line) -> float:
    start, end = map(spot, line.ends)
    return dist(start, line.middle) + dist(line.middle, end)
