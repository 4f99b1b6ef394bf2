"""The classic heuristic: hold one point for sure, save what is attacked, then take the most; the ruler at the edge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random

from engines.curves.capture import Drawn, Holdings, after, free_points
from engines.curves.geometry import encloses, in_zone
from engines.curves.legality import lines_at
from engines.curves.line import STEP, Line, Point, halfway, spot
from engines.curves.move import Mark, Move, Pass
from engines.curves.rules import Position
from engines.game import Hint, Reason, Seat
from engines.notation import cell

ERRS = 1 / 3
MANY = 3
_ROOM = 2


@dataclass(frozen=True)
class Try:
    """A line tried out in a position: what it gains at once, and what it is good for."""

    position: Position
    line: Line

    @cached_property
    def held(self) -> Holdings:
        """Who holds what once the line is drawn."""
        position = self.position
        return after(Drawn(self.line, self.mover), position.marks, position.drawn, position.held)

    @property
    def mover(self) -> Seat:
        """The side that would draw the line."""
        return self.position.turn

    @cached_property
    def gain(self) -> int:
        """By how many points the mover's lead grows."""
        return margin(self.held, self.mover) - margin(self.position.held, self.mover)

    @cached_property
    def inside(self) -> list[Point]:
        """The free points in the zone."""
        drawn = (*self.position.lines, self.line)
        return [p for p in free_points(self.position.marks, drawn) if in_zone(self.line, spot(p))]

    @property
    def safe(self) -> bool:
        """The zone takes one point alone, and both ends leave room to answer an attack on it."""
        return (
            len(self.inside) == 1
            and self.gain > 0
            and not any(lines_at(end, self.position.lines) for end in self.line.ends)
        )

    @cached_property
    def outward(self) -> int:
        """How much farther from the sheet's centre the line's middle is than its chord's, in square hundredths."""
        sheet = self.position.sheet
        x, y = STEP * (sheet.columns - 1) // 2, STEP * (sheet.rows - 1) // 2
        (mx, my), (hx, hy) = self.line.middle, halfway(self.line.start, self.line.end)
        return (mx - x) ** 2 + (my - y) ** 2 - (hx - x) ** 2 - (hy - y) ** 2

    @property
    def ruler_at_edge(self) -> bool:
        """Both ends lie on one edge of the sheet, and the line bulges towards its middle."""
        corner = self.position.sheet.columns - 1, self.position.sheet.rows - 1
        one, two = self.line.ends
        return self.outward < 0 and any(a == b and a in (0, last) for a, b, last in zip(one, two, corner, strict=True))

    @property
    def saved(self) -> list[Point]:
        """The mover's attacked points that this line saves."""
        return [end for end in self.line.ends if end in attacked(self.position)]

    @property
    def threatened(self) -> list[Point]:
        """The opponent's points that one more line of the mover would release."""
        held, drawn = self.position.held, self.position.lines
        return [
            end
            for end in self.line.ends
            if end in held and held[end].seat is self.mover.other and not lines_at(end, drawn)
        ]

    def reasons(self) -> Iterator[Reason]:
        """What the line is good for, in codes."""
        yield from (Reason("saves-point", point=cell(*point)) for point in self.saved)
        yield from self._takings()
        before, now = self.position.held, self.held
        if released := sum(now[p].seat is None and before.get(p) != now[p] for p in self.line.ends if p in now):
            yield Reason("takes-back", points=released)
        yield from (Reason("threatens-release", point=cell(*p)) for p in self.threatened if now[p].seat)
        lost = [point for point in attacked(self.position) if point not in self.line.ends]
        yield from (Reason("left-in-danger", point=cell(*point)) for point in lost)

    def _takings(self) -> Iterator[Reason]:
        """What is said of a zone: whether its points are safe in it, their number, its ruler side, those it covers."""
        before, now = self.position.held, self.held
        taken = [p for p, each in now.items() if each.seat is self.mover and before.get(p) != each]
        if not taken:
            return
        yield from self._hold(taken)
        yield Reason("captures", points=len(taken))
        if len(taken) >= MANY:
            yield Reason("risky-zone", points=len(taken))
        if self.ruler_at_edge:
            yield Reason("ruler-at-edge")
        won = [before[p].line for p in taken if p in before and before[p].seat is self.mover.other]
        if won:
            inside = all(encloses(line, self.line) for line in won)
            yield Reason("zone-inside-zone" if inside else "later-zone")

    def _hold(self, taken: list[Point]) -> Iterator[Reason]:
        """How firmly the only point in a zone is held, or that no zone can take any of a few."""
        from engines.curves.safety import is_sure, no_zone_takes, withstands_the_sample

        now, point = self.position.play(self.line), taken[0]
        if len(taken) == 1 and is_sure(now, point):
            yield Reason("safe-point", point=cell(*point))
        elif self.safe and withstands_the_sample(now, point):
            yield Reason("single-point", point=cell(*point))
        elif 1 < len(taken) < MANY and no_zone_takes(now, taken):
            yield Reason("no-later-zone", points=len(taken))


def margin(held: Holdings, seat: Seat) -> int:
    """By how many points a seat leads."""
    seats = [each.seat for each in held.values()]
    return seats.count(seat) - seats.count(seat.other)


def attacked(position: Position, seat: Seat | None = None) -> list[Point]:
    """A seat's held points (the mover's, unless told) that the other's next line could release: one line is there, and
    it is the other's."""
    seat = seat or position.turn
    return [
        point
        for point, held in position.held.items()
        if held.seat is seat and [each.seat for each in position.drawn if point in each.line.ends] == [seat.other]
    ]


def classic(position: Position, seed: int) -> Hint[Move]:
    """What the heuristic plays; equal choices are told apart by `seed` alone."""
    chance = Random(f"{seed} {len(position.marks)} {len(position.drawn)}")
    if position.marking:
        return place(position, chance)
    tries = tried(position, chance)
    chosen = _chosen(position, tries)
    if chosen is None:
        return Hint((Pass(),), 0, False, (Reason("no-more-gain"),))
    return Hint((chosen.line,), chosen.gain, False, tuple(chosen.reasons()) or (Reason("no-more-gain"),))


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
    return Hint((chance.choice(roomy or marks),), 0, False, (Reason("room-for-zones"),))


def _far(one: Point, two: Point) -> bool:
    return max(abs(one[0] - two[0]), abs(one[1] - two[1])) >= _ROOM


def greedy(position: Position, seed: int) -> Hint[Move]:
    """One step ahead: the line that gains most at once, else none."""
    chance = Random(f"{seed} {len(position.marks)} {len(position.drawn)} greedy")
    if position.marking:
        return place(position, chance)
    best = max(tried(position, chance), key=lambda each: each.gain, default=None)
    if best is None or best.gain <= 0:
        return Hint((Pass(),), 0, False, (Reason("no-more-gain"),))
    return Hint((best.line,), best.gain, False, tuple(best.reasons()))


def easy(position: Position, seed: int) -> Hint[Move]:
    """One step ahead, and a third of the time it does not even look."""
    chance = Random(f"{seed} {len(position.marks)} {len(position.drawn)} easy")
    if chance.random() < ERRS:
        return Hint((chance.choice(list(position.moves())),), 0, False, (Reason("just-a-try"),))
    return greedy(position, seed)
