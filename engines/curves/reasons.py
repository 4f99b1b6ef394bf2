"""Explanations of a move: its captures and losses, its place and bend, and the captures of the reply.

Every statement is a fact of the position, established by the rules or by the exact search.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from math import dist

from engines.curves.attempt import Attempt, attacked_points
from engines.curves.capture import Drawn, Held, holdings_after
from engines.curves.geometry import encloses, is_in_zone
from engines.curves.legality import MOST_LINES, blocking_line, count_lines_at, is_path_clear
from engines.curves.line import STEP, Line, Point, spell_place, spot, straight_line
from engines.curves.move import Mark, Move, Pass
from engines.curves.rules import Position
from engines.curves.safety import find_refutation, is_sure, line_from
from engines.curves.sample import family
from engines.game import NO_DEADLINE, Deadline, Explanation, Limit, Reason
from engines.notation import cell
from engines.reasoning import Reasoning

MANY = 3
_BESIDE, _NEAR, _TIGHT = 1.3 * STEP, 4, 2.0
_MOST_ENDS = 14


def reasons(position: Position, explanation: Explanation[Move], limit: Limit) -> tuple[Reason, ...]:
    """Return the reasons of a move, whether it gains nothing although another does, and the punishing reply."""
    move, replies, deadline = explanation.move, tuple[Reason, ...](), limit.deadline()
    if explanation.reply:
        replies = tuple(_reply_reasons(position, move, explanation.reply[0]))
    lost_points = {point for reason in replies if reason.code == "reply-captures" for point in _names(reason)}
    remaining_reasons = [
        each
        for each in move_reasons(position, move, deadline)
        if each.code not in _BY_CURVE or not _names(each) <= lost_points
    ]
    is_idle = isinstance(move, Line) and not _has_effect(Attempt(position, move))
    return (
        *((Reason("gains-nothing"),) if is_idle else ()),
        *remaining_reasons,
        *replies,
        *_place_reasons(move),
    )


def _place_reasons(move: Move) -> Iterator[Reason]:
    """Yield the location of a move."""
    if isinstance(move, Mark):
        yield Reason("marks", point=str(move))
    elif isinstance(move, Line):
        yield Reason("joins", curve=str(move), points=point_names(move.ends))
    else:
        yield Reason("draws-nothing")


RULE_FAULTS = ("mark-beside",)
"""The codes that say that a rule of thumb speaks against a move."""
_PLAIN_CODES = ("marks", "joins", "draws-nothing", "bends-round-line", "bends-round-point")
_MERITS = frozenset(
    (
        "captures takes-back safe-point saves-point threatens-release zone-inside-zone later-zone ruler-at-edge "
        "no-reply-takes passes-between out-of-reach fixes-points blocks-zone closes-points "
        "mark-ruler mark-makes-zone mark-apart no-gain-seen mark-first-edge mark-first-inside "
        "pass-ends mark-in-zone"
    ).split()
)
_SLOW_CODES = (
    *("taken-by", "safe-point", "no-reply-takes", "risky-zone", "threatens-release", "blocks-zone"),
    *("left-in-danger", "left-in-danger-by", "mark-in-zone", "mark-makes-zone"),
    *("no-gain-seen", "pass-leaves", "pass-leaves-freeing"),
)
"""The codes of reasons that only a search establishes."""
REASONING = Reasoning(_PLAIN_CODES, _SLOW_CODES, is_merit=lambda reason, seat: reason.code in _MERITS)
_BY_CURVE = ("taken-by", "blocks-zone")
"""Codes for captures that a line suffers or prevents; left out if the reply takes the same points anyway."""


def _names(reason: Reason) -> set[str]:
    return {*str(dict(reason.fields)["points"]).split()}


def _has_effect(attempt: Attempt) -> bool:
    """Return whether a line takes or frees a point, threatens one or saves one."""
    return bool(attempt.threatened_points or attempt.saved_points or attempt.gain or _taken_points(attempt))


def move_reasons(position: Position, move: Move, deadline: Deadline = NO_DEADLINE) -> tuple[Reason, ...]:
    """Return the reasons of a move, the most important first; if time runs out, those established so far."""
    if isinstance(move, Mark):
        found_reasons = _mark_reasons(position, move.point, deadline)
    elif isinstance(move, Pass):
        found_reasons = _pass_reasons(position, deadline)
    else:
        found_reasons = _line_reasons(Attempt(position, move), deadline)
    return tuple(found_reasons)


def point_names(points: Iterable[Point]) -> str:
    """Join the names of points, sorted by columns, then rows."""
    return " ".join(cell(*point) for point in sorted(points))


def _line_reasons(attempt: Attempt, deadline: Deadline) -> Iterator[Reason]:
    takes = _taken_points(attempt)
    yield from (Reason("saves-point", point=cell(*point)) for point in attempt.saved_points)
    if takes:
        yield from _zone_reasons(attempt, takes, deadline)
    yield from _end_reasons(attempt, deadline)
    if not takes:
        yield from _bend_reasons(attempt)
        if not deadline.is_over and (blocked_attempt := _blocked_attempt(attempt, deadline)):
            yield Reason(
                "blocks-zone", curve=str(blocked_attempt.line), points=point_names(_taken_points(blocked_attempt))
            )
    before = {*attacked_points(attempt.position)} - {*attempt.line.ends}
    if deadline.is_over:
        return
    position_after = attempt.position.play(attempt.line) if before else attempt.position
    for point in sorted(before):
        if line_from(position_after, point, deadline):
            yield Reason("left-in-danger", point=cell(*point))


def _taken_points(attempt: Attempt) -> list[Point]:
    """Return the points whose holder the line changes to the mover."""
    before, mover = attempt.position.holders, attempt.mover
    return [p for p, holding in attempt.holders.items() if holding.seat is mover and before.get(p) != holding]


def _zone_reasons(attempt: Attempt, taken_points: list[Point], deadline: Deadline) -> Iterator[Reason]:
    """Yield the points that a zone takes, whether they can be retaken, and why the zone lies there."""
    before, mover = attempt.position.holders, attempt.mover
    new_points = [point for point in taken_points if point not in before or before[point].seat is not mover]
    if new_points:
        yield Reason("captures", points=len(new_points), names=point_names(new_points))
    yield from _hold_reasons(attempt, taken_points, deadline)
    if attempt.has_ruler_at_edge:
        yield Reason("ruler-at-edge")
    if between := _between_reason(attempt):
        yield between
    if retaken_lines := [before[p].line for p in taken_points if p in before and before[p].seat is mover.opponent]:
        inside = all(encloses(line, attempt.line) for line in retaken_lines)
        yield Reason("zone-inside-zone" if inside else "later-zone")


def _hold_reasons(attempt: Attempt, taken_points: list[Point], deadline: Deadline) -> Iterator[Reason]:
    """Yield the reply that retakes some of the points, or the proof that no line does."""
    if deadline.is_over:
        return
    now = attempt.position.play(attempt.line)
    if now.outcome is not None:
        return
    verdict = find_refutation(now, taken_points, deadline)
    if verdict.line:
        holdings = holdings_after(Drawn(verdict.line, now.turn), now.marks, now.drawn, now.holders)
        lost_points = [point for point in taken_points if holdings[point].seat is not attempt.mover]
        yield Reason("taken-by", curve=str(verdict.line), points=point_names(lost_points))
    elif verdict.is_certain and len(taken_points) == 1 and is_sure(now, taken_points[0], deadline):
        yield Reason("safe-point", point=cell(*taken_points[0]))
    elif verdict.is_certain:
        yield Reason("no-reply-takes", points=point_names(taken_points))
        return
    if len(taken_points) >= MANY:
        yield Reason("risky-zone", points=len(taken_points))


def _between_reason(attempt: Attempt) -> Reason | None:
    """Return the reason that the middle passes between a point in the zone and one beyond it."""
    line = attempt.line
    near_points = [p for p in attempt.position.marks if p not in line.ends and dist(spot(p), line.middle) <= _BESIDE]
    inside = [point for point in near_points if is_in_zone(line, spot(point))]
    beyond = [point for point in near_points if not is_in_zone(line, spot(point))]
    if not inside or not beyond:
        return None
    inner_point, outer_point = (
        min(some, key=lambda point: dist(spot(point), line.middle)) for some in (inside, beyond)
    )
    return Reason("passes-between", place=spell_place(line.middle), one=cell(*inner_point), other=cell(*outer_point))


def _end_reasons(attempt: Attempt, deadline: Deadline) -> Iterator[Reason]:
    """Yield the effects of a line on the two points that it joins."""
    position, before, now, mover = attempt.position, attempt.position.holders, attempt.holders, attempt.mover
    free_ends = [end for end in attempt.line.ends if not count_lines_at(end, position.lines)]
    freed_points = [p for p in attempt.line.ends if p in now and now[p].seat is None and before.get(p, now[p]).seat]
    if freed_points:
        yield Reason("takes-back", points=len(freed_points), names=point_names(freed_points))
    if saved_ends := [end for end in free_ends if _seat(before.get(end)) is mover]:
        yield Reason("fixes-points", points=point_names(saved_ends))
    threats = [end for end in attempt.threatened_points if now[end].seat]
    if threats and not deadline.is_over:
        after_it = position.play(attempt.line)
        for point in threats:
            if line_from(after_it, point, deadline):
                yield Reason("threatens-release", point=cell(*point))
    if lost_ends := [end for end in free_ends if end not in before]:
        yield Reason("out-of-reach", points=point_names(lost_ends))
    elif not saved_ends and not freed_points and not attempt.threatened_points and not attempt.saved_points:
        full_ends = [p for p in attempt.line.ends if count_lines_at(p, position.lines) == MOST_LINES - 1]
        yield Reason("closes-points", points=point_names(full_ends))


def _seat(holding: Held | None) -> object:
    return holding.seat if holding else None


def _bend_reasons(attempt: Attempt) -> Iterator[Reason]:
    """Yield the point or line that a bent line without captures avoids."""
    ruler, position = straight_line(*attempt.line.ends), attempt.position
    fault = None if attempt.line.is_straight else position.fault(ruler)
    fields = dict(fault.fields) if fault else {}
    if "point" in fields:
        yield Reason("bends-round-point", point=fields["point"])
    elif "other" in fields:
        yield Reason("bends-round-line", curve=fields["other"])


def _blocked_attempt(attempt: Attempt, deadline: Deadline) -> Attempt | None:
    """Return the opponent's most gainful line of the sample that this one blocks; None if time runs out."""
    position = replace(attempt.position, mover=attempt.mover.opponent)
    ends = position.ends()
    if len(ends) > _MOST_ENDS:
        return None
    closed_ends = {end for end in attempt.line.ends if count_lines_at(end, position.lines) == MOST_LINES - 1}
    theirs = (
        Attempt(position, line) for pair in combinations(ends, 2) for line in family(*pair) if not line.is_straight
    )
    gainful = (each for each in deadline.cut(theirs) if each.gain > 0 and _taken_points(each))
    for each in deadline.cut(sorted(gainful, key=lambda each: -each.gain)):
        meets = closed_ends & {*each.line.ends} or blocking_line(each.line, (attempt.line,))
        if meets and is_path_clear(each.line, position.sheet, position.marks, position.lines):
            return each
    return None


def _pass_reasons(position: Position, deadline: Deadline) -> Iterator[Reason]:
    """Yield the gain that a pass forgoes, or that no line gains anything."""
    first, second = position.score
    if position.passes:
        yield Reason("pass-ends", first=first, second=second)
        return
    if deadline.is_over:
        return
    attempt = _best_attempt(position, deadline)
    if attempt is None:
        if not deadline.is_over:  # every line of the sample was tried
            yield Reason("no-gain-seen")
    elif points := _taken_points(attempt):
        yield Reason("pass-leaves", curve=str(attempt.line), points=point_names(points))
    else:
        yield Reason("pass-leaves-freeing", curve=str(attempt.line), points=point_names(attempt.line.ends))
    for point in attacked_points(position):
        if line := line_from(position, point, deadline):
            yield Reason("left-in-danger-by", point=cell(*point), curve=str(line))


def _best_attempt(position: Position, deadline: Deadline) -> Attempt | None:
    """Return the line of the sample that gains most at once."""
    attempts = (Attempt(position, move) for move in position.moves(deadline) if isinstance(move, Line))
    attempt = max(deadline.cut(attempts), key=lambda each: each.gain, default=None)
    return attempt if attempt and attempt.gain > 0 else None


def _mark_reasons(position: Position, point: Point, deadline: Deadline) -> Iterator[Reason]:
    """Yield the ruler or tight zone that a point makes possible, or its distance from the others."""
    marks = sorted((mark for mark in position.marks if mark != point), key=lambda mark: dist(mark, point))
    if edge := _edge_neighbour(position, point, marks):
        yield Reason("mark-ruler", point=cell(*edge))
    if not deadline.is_over and (line := _tight_zone(position, point, marks, deadline)):
        zone_point = next(mark for mark in (point, *marks) if is_in_zone(line, spot(mark)))
        code = "mark-in-zone" if zone_point == point else "mark-makes-zone"
        yield Reason(code, point=cell(*zone_point), curve=str(line))
    if marks:
        steps = max(abs(a - b) for a, b in zip(point, marks[0], strict=True))
        code = "mark-apart" if steps > 1 else "mark-beside"
        yield Reason(code, point=cell(*marks[0]), steps=steps)
    elif not edge:
        on_edge = any(at in (0, last - 1) for at, last in zip(point, _size(position), strict=True))
        yield Reason("mark-first-edge" if on_edge else "mark-first-inside")


def _size(position: Position) -> tuple[int, int]:
    return position.sheet.columns, position.sheet.rows


def _edge_neighbour(position: Position, point: Point, marks: list[Point]) -> Point | None:
    """Return the nearest marked point on the same edge, far enough for an arc over a point between."""
    last = tuple(count - 1 for count in _size(position))
    return next(
        (
            mark
            for mark in marks
            if dist(mark, point) > 1
            and any(a == b and a in (0, last_place) for a, b, last_place in zip(point, mark, last, strict=True))
        ),
        None,
    )


def _tight_zone(position: Position, point: Point, marks: list[Point], deadline: Deadline) -> Line | None:
    """Return a tight arc over one point, with the new point under it or at its end; None if time runs out."""
    near_marks, every = marks[: 2 * _NEAR], [*position.marks, point]
    pairs = [*combinations(near_marks[:_NEAR], 2), *((point, mark) for mark in near_marks)]
    for one, two in deadline.cut(pairs):
        for line in family(one, two):
            inside = [mark for mark in every if is_in_zone(line, spot(mark))]
            fits = len(inside) == 1 and dist(one, two) <= 2 * _NEAR and _rise(line) <= _TIGHT * STEP
            if fits and (point in (one, two) or inside == [point]) and is_path_clear(line, position.sheet, every, ()):
                return line
    return None


def _rise(line: Line) -> float:
    (x, y), (one, two) = line.middle, map(spot, line.ends)
    return dist((x, y), ((one[0] + two[0]) / 2, (one[1] + two[1]) / 2))


def _reply_reasons(position: Position, move: Move, reply: Move) -> Iterator[Reason]:
    """Yield the mover's points that the reply takes and frees, and its threats and saves."""
    if not isinstance(reply, Line) or position.is_marking:
        return
    attempt = Attempt(position.play(move), reply)
    before, now = attempt.position.holders, attempt.holders
    taken_points = [p for p in _taken_points(attempt) if _seat(before.get(p)) is not attempt.mover]
    freed_points = [
        p for p, holding in before.items() if holding.seat is attempt.mover.opponent and now[p].seat is None
    ]
    if taken_points:
        yield Reason("reply-captures", curve=str(reply), points=point_names(taken_points))
    if freed_points:
        yield Reason(
            "reply-also-frees" if taken_points else "reply-frees", curve=str(reply), points=point_names(freed_points)
        )
    if not taken_points and not freed_points and attempt.threatened_points:
        yield Reason("reply-threatens", curve=str(reply), points=point_names(attempt.threatened_points))
    if not taken_points and not freed_points and attempt.saved_points:
        yield Reason("reply-saves", curve=str(reply), points=point_names(attempt.saved_points))
