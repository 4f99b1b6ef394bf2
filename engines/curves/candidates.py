"""Moves worth considering, different in what they do: what each gains at once, and what one reply would take back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice
from math import dist
from time import perf_counter

from engines.curves.attempt import Try
from engines.curves.capture import Holdings
from engines.curves.legality import clear
from engines.curves.line import Line, Point, spot
from engines.curves.move import Move, Pass
from engines.curves.points_to_mark import worth_marking
from engines.curves.replies import Replies
from engines.curves.rules import Position
from engines.curves.safety import line_from, lost_to, refuting
from engines.curves.sample import family
from engines.game import Candidate, Limit, Reason, Seat
from engines.notation import cell

MOST = 5
_MOST_PAIRS, _MOST_WEIGHED, _LEAST_WEIGHED, _MOST_QUIET = 90, 16, 6, 3
_ALIKE = 0.5
Deed = tuple[str, Point]


def candidates(position: Position, limit: Limit) -> tuple[Candidate[Move], ...]:
    """Up to five points to mark, or lines to draw, the best first; where no line gains anything, passing is the last.

    Looks no further than the limit once it has looked at a few, and ends when its stop is raised.
    """
    if position.outcome is not None:
        return ()
    if position.marking:
        return tuple(Candidate(mark, (reason,)) for mark, reason in islice(worth_marking(position), MOST))
    replies = Replies(position)
    weighed = sorted(_weighed(position, replies, limit), key=lambda each: each.rank, reverse=True)
    if does := _apart(each for each in weighed if each.does):
        return tuple(map(_said, does[:MOST]))
    return (*map(_said, _elsewhere(weighed)[:_MOST_QUIET]), _passing(position, replies))


def _passing(position: Position, replies: Replies) -> Candidate[Move]:
    if position.passes:
        return Candidate(Pass(), (Reason("gain-ends"),))
    return Candidate(Pass(), (_points(0),), _risk(position, Pass(), *replies.worst(None, position.held)))


@dataclass(frozen=True)
class _Weighed:
    """A line tried out, the worst reply of the sample, if any takes something, and the points that go with it."""

    tried: Try
    reply: Line | None
    lost: frozenset[Point]

    @cached_property
    def does(self) -> frozenset[Deed]:
        return _deeds(self.tried)

    @property
    def rank(self) -> tuple[float, ...]:
        """The higher the better, the first difference counting."""
        tried = self.tried
        helps = len(tried.saved), tried.gain, len(tried.threatened), tried.ruler_at_edge
        return (tried.gain - len(self.lost), *helps, -_length(tried.line))


def _weighed(position: Position, replies: Replies, limit: Limit) -> Iterator[_Weighed]:
    until = perf_counter() + limit.seconds
    for number, tried in enumerate(_promising(position)[:_MOST_WEIGHED]):
        if limit.stop or (number >= _LEAST_WEIGHED and perf_counter() > until):
            return
        yield _Weighed(tried, *replies.worst(tried.line, tried.held))


def _promising(position: Position) -> list[Try]:
    """Of the lines that do the same the shortest; those that do nothing are told apart by their ends."""
    sheet, marks, drawn = position.sheet, position.marks, position.lines
    lines = [line for pair in _pairs(position) for line in family(*pair) if clear(line, sheet, marks, drawn)]
    tries = [Try(position, line) for line in lines or position.beyond_sample]
    found: dict[frozenset[object], Try] = {}
    for tried in sorted(tries, key=lambda tried: _length(tried.line)):
        found.setdefault(frozenset(_deeds(tried) or tried.line.ends), tried)
    return sorted(found.values(), key=lambda tried: (tried.gain, len(_deeds(tried))), reverse=True)


def _pairs(position: Position) -> list[tuple[Point, Point]]:
    """The pairs of open ends; where there are very many, the nearest to each other."""
    return sorted(combinations(position.ends(), 2), key=lambda pair: dist(*pair))[:_MOST_PAIRS]


def _deeds(tried: Try) -> frozenset[Deed]:
    """All that a line changes and prepares."""
    before, now, mover = tried.position.held, tried.held, tried.mover
    taken = {("takes", p) for p, held in now.items() if held.seat is mover and _seat(before, p) is not mover}
    freed = {("frees", p) for p, held in now.items() if held.seat is None and _seat(before, p) is mover.opponent}
    threatened = {("threatens", point) for point in tried.threatened if now[point].seat is mover.opponent}
    return frozenset(taken | freed | threatened | {("saves", point) for point in tried.saved})


def _seat(held: Holdings, point: Point) -> Seat | None:
    return held[point].seat if point in held else None


def _apart(weighed: Iterable[_Weighed]) -> list[_Weighed]:
    """Those that do something else than all better ones, or most of it safely."""
    found: list[_Weighed] = []
    for each in weighed:
        if all(_differ(each, better) for better in found):
            found.append(each)
    return found


def _differ(each: _Weighed, better: _Weighed) -> bool:
    is_safer = len(each.lost) < len(better.lost)
    return is_safer or len(each.does & better.does) <= _ALIKE * len(each.does | better.does)


def _elsewhere(weighed: Iterable[_Weighed]) -> list[_Weighed]:
    """Those that share no end with a better one."""
    found: list[_Weighed] = []
    for each in weighed:
        if not any({*each.tried.line.ends} & {*better.tried.line.ends} for better in found):
            found.append(each)
    return found


def _said(weighed: _Weighed) -> Candidate[Move]:
    tried = weighed.tried
    gain, after = list[Reason](), tried.position.play(tried.line)
    for how, code in (("saves", "gain-saves"), ("frees", "gain-frees"), ("threatens", "gain-threatens")):
        points = [point for deed, point in weighed.does if deed == how]
        if how == "threatens":
            points = [point for point in points if line_from(after, point)]
        if points:
            gain.append(Reason(code, points=_names(points)))
    lead = (_points(tried.gain),) if tried.gain or not gain else ()
    return Candidate(tried.line, (*lead, *gain), _risk(tried.position, tried.line, weighed.reply, weighed.lost))


def _points(count: int) -> Reason:
    return Reason("gain-points", points=count)


def _risk(position: Position, move: Move, reply: Line | None, lost: Iterable[Point]) -> tuple[Reason, ...]:
    """The points that a reply takes, with that line; `safe` only of points that no line at all can take."""
    now = position.play(move)
    mine = [point for point, held in now.held.items() if held.seat is position.turn]
    if not mine or now.outcome is not None:
        return ()
    if reply is None:
        verdict = refuting(now, mine)
        if verdict.line is None:
            return (Reason("risk-none"),) if verdict.known else ()
        reply, lost = verdict.line, lost_to(now, verdict.line)
    return (Reason("risk-loses", points=_names(lost), curve=str(reply)),)


def _names(points: Iterable[Point]) -> str:
    return " ".join(cell(*point) for point in sorted(points))


def _length(line: Line) -> float:
    start, end = map(spot, line.ends)
    return dist(start, line.middle) + dist(line.middle, end)
