"""What is said of any move: what it takes and gives, why there and with this bend, and what the reply to it takes.

Everything said is a fact of the position, found by the rules or by the exact hunt; nothing is a guess.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from math import dist

from engines.curves.attempt import Try, attacked
from engines.curves.capture import Drawn, Held, after
from engines.curves.geometry import encloses, in_zone
from engines.curves.legality import MOST_LINES, clear, line_in_the_way, lines_at
from engines.curves.line import STEP, Line, Point, spelled, spot, straight
from engines.curves.move import Mark, Move, Pass
from engines.curves.rules import Position
from engines.curves.safety import is_sure, line_from, refuting
from engines.curves.sample import family
from engines.game import Explanation, Limit, Reason
from engines.notation import cell

MANY = 3
_BESIDE, _NEAR, _TIGHT = 1.3 * STEP, 4, 2.0
_MOST_ENDS = 14


def reasons(position: Position, explanation: Explanation[Move], _: Limit) -> tuple[Reason, ...]:
    """What a move does, that it gains nothing where another one does, and what the line does that punishes it."""
    move, replies = explanation.move, tuple[Reason, ...]()
    if explanation.reply:
        replies = tuple(_of_reply(position, move, explanation.reply[0]))
    lost = {point for reason in replies if reason.code == "reply-captures" for point in _names(reason)}
    said = [each for each in reasons_of(position, move) if each.code not in _BY_CURVE or not _names(each) <= lost]
    is_idle = explanation.value < explanation.best_value and isinstance(move, Line) and not _effect(Try(position, move))
    return (*((Reason("gains-nothing"),) if is_idle else ()), *said, *replies)


_BY_CURVE = ("taken-by", "blocks-zone")
"""What a line does, or keeps from being done, to points that the reply may take by another one."""


def _names(reason: Reason) -> set[str]:
    return {*str(dict(reason.fields)["points"]).split()}


def _effect(tried: Try) -> bool:
    """Whether a line takes or frees a point, threatens one or saves one."""
    return bool(tried.threatened or tried.saved or tried.gain or _taken(tried))


def reasons_of(position: Position, move: Move) -> tuple[Reason, ...]:
    """What a move does, the most important first."""
    if isinstance(move, Mark):
        return tuple(_of_mark(position, move.point))
    return tuple(_of_pass(position) if isinstance(move, Pass) else _of_line(Try(position, move)))


def named(points: Iterable[Point]) -> str:
    """Points by name, in the order of columns, then rows."""
    return " ".join(cell(*point) for point in sorted(points))


def _of_line(tried: Try) -> Iterator[Reason]:
    takes = _taken(tried)
    yield from (Reason("saves-point", point=cell(*point)) for point in tried.saved)
    if takes:
        yield from _of_zone(tried, takes)
    yield from _of_ends(tried)
    if not takes:
        yield from _of_bend(tried)
        if blocked := _blocked(tried):
            yield Reason("blocks-zone", curve=str(blocked.line), points=named(_taken(blocked)))
    before = {*attacked(tried.position)} - {*tried.line.ends}
    now = tried.position.play(tried.line) if before else tried.position
    yield from (Reason("left-in-danger", point=cell(*p)) for p in sorted(before) if line_from(now, p))


def _taken(tried: Try) -> list[Point]:
    """The points that the mover holds by the line."""
    before, mover = tried.position.held, tried.mover
    return [p for p, held in tried.held.items() if held.seat is mover and before.get(p) != held]


def _of_zone(tried: Try, taken: list[Point]) -> Iterator[Reason]:
    """Which points a zone takes, whether they can be taken back, why it lies so."""
    before, mover = tried.position.held, tried.mover
    new = [point for point in taken if point not in before or before[point].seat is not mover]
    if new:
        yield Reason("captures", points=len(new), names=named(new))
    yield from _hold(tried, taken)
    if tried.ruler_at_edge:
        yield Reason("ruler-at-edge")
    if between := _between(tried):
        yield between
    if won := [before[p].line for p in taken if p in before and before[p].seat is mover.opponent]:
        inside = all(encloses(line, tried.line) for line in won)
        yield Reason("zone-inside-zone" if inside else "later-zone")


def _hold(tried: Try, taken: list[Point]) -> Iterator[Reason]:
    """How firmly points are held, against every reply that can be written; or the reply that takes some of them."""
    now = tried.position.play(tried.line)
    if now.outcome is not None:
        return
    verdict = refuting(now, taken)
    if verdict.line:
        held = after(Drawn(verdict.line, now.turn), now.marks, now.drawn, now.held)
        lost = [point for point in taken if held[point].seat is not tried.mover]
        yield Reason("taken-by", curve=str(verdict.line), points=named(lost))
    elif verdict.known and len(taken) == 1 and is_sure(now, taken[0]):
        yield Reason("safe-point", point=cell(*taken[0]))
    elif verdict.known:
        yield Reason("no-reply-takes", points=named(taken))
        return
    if len(taken) >= MANY:
        yield Reason("risky-zone", points=len(taken))


def _between(tried: Try) -> Reason | None:
    """Between which points the middle passes, one in the zone and one beyond it."""
    line = tried.line
    near = [p for p in tried.position.marks if p not in line.ends and dist(spot(p), line.middle) <= _BESIDE]
    inside = [point for point in near if in_zone(line, spot(point))]
    beyond = [point for point in near if not in_zone(line, spot(point))]
    if not inside or not beyond:
        return None
    one, other = (min(some, key=lambda point: dist(spot(point), line.middle)) for some in (inside, beyond))
    return Reason("passes-between", place=spelled(line.middle), one=cell(*one), other=cell(*other))


def _of_ends(tried: Try) -> Iterator[Reason]:
    """What becomes of the two points that a line joins."""
    position, before, now, mover = tried.position, tried.position.held, tried.held, tried.mover
    fresh = [end for end in tried.line.ends if not lines_at(end, position.lines)]
    freed = [p for p in tried.line.ends if p in now and now[p].seat is None and before.get(p, now[p]).seat]
    if freed:
        yield Reason("takes-back", points=len(freed), names=named(freed))
    if kept := [end for end in fresh if _seat(before.get(end)) is mover]:
        yield Reason("fixes-points", points=named(kept))
    if threats := [end for end in tried.threatened if now[end].seat]:
        after_it = position.play(tried.line)
        yield from (Reason("threatens-release", point=cell(*p)) for p in threats if line_from(after_it, p))
    if gone := [end for end in fresh if end not in before]:
        yield Reason("out-of-reach", points=named(gone))
    elif not kept and not freed and not tried.threatened and not tried.saved:
        full = [p for p in tried.line.ends if lines_at(p, position.lines) == MOST_LINES - 1]
        yield Reason("closes-points", points=named(full))


def _seat(held: Held | None) -> object:
    return held.seat if held else None


def _of_bend(tried: Try) -> Iterator[Reason]:
    """What a bent line that takes nothing goes round."""
    ruler, position = straight(*tried.line.ends), tried.position
    fault = None if tried.line.straight else position.fault(ruler)
    fields = dict(fault.fields) if fault else {}
    if "point" in fields:
        yield Reason("bends-round-point", point=fields["point"])
    elif "other" in fields:
        yield Reason("bends-round-line", curve=fields["other"])


def _blocked(tried: Try) -> Try | None:
    """The line of the sample by which the opponent would gain most, and which this one leaves no room for."""
    position = replace(tried.position, mover=tried.mover.opponent)
    ends = position.ends()
    if len(ends) > _MOST_ENDS:
        return None
    closed = {end for end in tried.line.ends if lines_at(end, position.lines) == MOST_LINES - 1}
    theirs = (Try(position, line) for pair in combinations(ends, 2) for line in family(*pair) if not line.straight)
    gains = sorted((each for each in theirs if each.gain > 0 and _taken(each)), key=lambda each: -each.gain)
    for each in gains:
        meets = closed & {*each.line.ends} or line_in_the_way(each.line, (tried.line,))
        if meets and clear(each.line, position.sheet, position.marks, position.lines):
            return each
    return None


def _of_pass(position: Position) -> Iterator[Reason]:
    """What a pass gives up, or that there is nothing to give up."""
    first, second = position.score
    if position.passes:
        yield Reason("pass-ends", first=first, second=second)
        return
    best = _gaining(position)
    if best is None:
        yield Reason("no-gain-seen")
    elif points := _taken(best):
        yield Reason("pass-leaves", curve=str(best.line), points=named(points))
    else:
        yield Reason("pass-leaves-freeing", curve=str(best.line), points=named(best.line.ends))
    for point in attacked(position):
        if line := line_from(position, point):
            yield Reason("left-in-danger-by", point=cell(*point), curve=str(line))


def _gaining(position: Position) -> Try | None:
    """The line of the sample that gains most at once."""
    tries = (Try(position, move) for move in position.moves() if isinstance(move, Line))
    best = max(tries, key=lambda each: each.gain, default=None)
    return best if best and best.gain > 0 else None


def _of_mark(position: Position, point: Point) -> Iterator[Reason]:
    """Which ruler side, which tight zone a point makes possible, or how far it lies from the others."""
    marks = sorted((mark for mark in position.marks if mark != point), key=lambda mark: dist(mark, point))
    if edge := _same_edge(position, point, marks):
        yield Reason("mark-ruler", point=cell(*edge))
    if line := _zone_with(position, point, marks):
        held = next(mark for mark in (point, *marks) if in_zone(line, spot(mark)))
        code = "mark-in-zone" if held == point else "mark-makes-zone"
        yield Reason(code, point=cell(*held), curve=str(line))
    elif marks:
        steps = max(abs(a - b) for a, b in zip(point, marks[0], strict=True))
        code = "mark-apart" if steps > 1 else "mark-beside"
        yield Reason(code, point=cell(*marks[0]), steps=steps)
    elif not edge:
        on_edge = any(at in (0, last - 1) for at, last in zip(point, _size(position), strict=True))
        yield Reason("mark-first-edge" if on_edge else "mark-first-inside")


def _size(position: Position) -> tuple[int, int]:
    return position.sheet.columns, position.sheet.rows


def _same_edge(position: Position, point: Point, marks: list[Point]) -> Point | None:
    """The nearest marked point on the same edge of the sheet, far enough for an arc over a point between."""
    last = tuple(count - 1 for count in _size(position))
    return next(
        (
            mark
            for mark in marks
            if dist(mark, point) > 1
            and any(a == b and a in (0, far) for a, b, far in zip(point, mark, last, strict=True))
        ),
        None,
    )


def _zone_with(position: Position, point: Point, marks: list[Point]) -> Line | None:
    """A tight arc that holds one point alone: this one between two others, or another, with this one as an end."""
    near, every = marks[: 2 * _NEAR], [*position.marks, point]
    pairs = [*combinations(near[:_NEAR], 2), *((point, mark) for mark in near)]
    for one, two in pairs:
        for line in family(one, two):
            inside = [mark for mark in every if in_zone(line, spot(mark))]
            fits = len(inside) == 1 and dist(one, two) <= 2 * _NEAR and _rise(line) <= _TIGHT * STEP
            if fits and (point in (one, two) or inside == [point]) and clear(line, position.sheet, every, ()):
                return line
    return None


def _rise(line: Line) -> float:
    (x, y), (one, two) = line.middle, map(spot, line.ends)
    return dist((x, y), ((one[0] + two[0]) / 2, (one[1] + two[1]) / 2))


def _of_reply(position: Position, move: Move, reply: Move) -> Iterator[Reason]:
    """What the reply takes and frees of the mover's points, and what else it takes."""
    if not isinstance(reply, Line) or position.marking:
        return
    tried = Try(position.play(move), reply)
    before, now = tried.position.held, tried.held
    taken = [p for p in _taken(tried) if _seat(before.get(p)) is not tried.mover]
    freed = [p for p, held in before.items() if held.seat is tried.mover.opponent and now[p].seat is None]
    if taken:
        yield Reason("reply-captures", curve=str(reply), points=named(taken))
    if freed:
        yield Reason("reply-also-frees" if taken else "reply-frees", curve=str(reply), points=named(freed))
    if not taken and not freed and tried.threatened:
        yield Reason("reply-threatens", curve=str(reply), points=named(tried.threatened))
    if not taken and not freed and tried.saved:
        yield Reason("reply-saves", curve=str(reply), points=named(tried.saved))
