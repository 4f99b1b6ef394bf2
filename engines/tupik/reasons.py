"""What any move gives and takes, in true sentences: blocks, detours, traps, races, each car's way, the forced end.

Hints of all levels, candidates and explanations say what is found here. A way is the shortest one over free cities,
all other cars standing still.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from engines.game import Reason, Seat
from engines.tupik.map.roadmap import bit, cities
from engines.tupik.map.ways import in_the_way, way, ways
from engines.tupik.move import PASS, Move
from engines.tupik.race import arrives
from engines.tupik.rules import Position
from engines.tupik.worth import AT_A_GLANCE, by_steps, nearest, worth_after

_MOST_GIVEN = 2
_MOST_HARM = 2


@dataclass(frozen=True)
class Forecast:
    """What is proved of a move: 1, 0 or -1 for its player, the plies to the end, and the best answer where it loses.

    `only`: every other move is worth less; `longest`: no other loss takes longer.
    """

    value: int
    plies: int = 0
    reply: Move | None = None
    only: bool = False
    longest: bool = False


def told(position: Position, move: Move, known: Forecast | None) -> tuple[Reason, ...]:
    """How a move ends by force, as far as that is `known`; what it gives and spoils, and what a reply takes."""
    return (*verdict(position, move, known), *gives(position, move), *risks(position, move))


def verdict(position: Position, move: Move, known: Forecast | None) -> Iterator[Reason]:
    """How a move ends by force; of a loss, the reply that does it. Nothing of a game that the move or a reply ends."""
    if known is None or position.play(move).outcome:
        return
    if known.value > 0:
        yield Reason("wins-in", plies=known.plies)
    elif known.value == 0:
        yield Reason("draw-held")
    elif known.plies > 2:
        yield _loss(known)
    if known.longest and known.value < 0:
        yield Reason("holds-longest")
    if known.only:
        yield Reason("one-good-drive")


def _loss(known: Forecast) -> Reason:
    if known.reply is None or known.reply == PASS:
        return Reason("loses-in", plies=known.plies)
    return Reason("loses-to", plies=known.plies, move=str(known.reply))


def gives(position: Position, move: Move) -> Iterator[Reason]:
    """What a move does by itself, good and bad, the most telling first."""
    after = position.play(move)
    if move.start and move.goal == position.roads.dead_end:
        yield from (Reason("ends-it"), Reason("drives-in", city=move.start))
    elif after.outcome:
        yield Reason(f"draws-by-{after.outcome.reason}")
    else:
        found = _Found(position, move, after)
        yield from islice(found.gains(), _MOST_GIVEN)
        yield from islice(found.harm(), _MOST_HARM)


class _Found:
    """What is seen on the map before and after a move that ends nothing."""

    def __init__(self, position: Position, move: Move, after: Position) -> None:
        self.roads, self.position, self.move, self.after = position.roads, position, move, after
        self.mover, self.other = position.turn, position.turn.opponent
        self.before, self.now = ways(self.roads, position.taken), ways(self.roads, after.taken)

    def gains(self) -> Iterator[Reason]:
        if not self.after.placing and (car := _unstoppable(self.after, self.mover)):
            yield Reason("unstoppable", city=car, steps=self.now[car])
        yield from self._hindered(self.other, "blocks", "detour")
        yield from self._trapped()
        if not self.after.placing and self.after.turn is self.other and self.after.forced_move:
            yield Reason("forces-pass")
        if ahead := self._race(self.mover):
            yield Reason("race-ahead", **ahead)
        yield from self._moved()
        for city, steps in self._freed(self.mover):
            yield Reason("opens-own", city=city, steps=steps)

    def harm(self) -> Iterator[Reason]:
        if not self.after.placing and (car := _unstoppable(self.after, self.other)):
            yield Reason("not-stopped", city=car, steps=self.now[car])
        yield from self._hindered(self.mover, "blocks-own", "detour-own")
        for city, steps in self._freed(self.other):
            yield Reason("opens", city=city, steps=steps)
        if behind := self._race(self.other):
            yield Reason("race-behind", **behind)

    def _standing(self, seat: Seat) -> Iterator[int]:
        """The cars of a seat that stood there before the move too."""
        return cities(self.position.cars(seat) & self.after.cars(seat))

    def _hindered(self, seat: Seat, blocks: str, detour: str) -> Iterator[Reason]:
        """The cars of a seat whose way the move has closed or made longer, closed ones first."""
        longer = [city for city in self._standing(seat) if self.now.get(city, 0) != self.before.get(city, 0)]
        for city in longer:
            if city in self.before and city not in self.now:
                yield Reason(blocks, city=city, at=self.move.goal)
        for city in longer:
            if city in self.before and (steps := self.now.get(city, 0) - self.before[city]) > 0:
                yield Reason(detour, city=city, at=self.move.goal, steps=steps)

    def _freed(self, seat: Seat) -> Iterator[tuple[int, int]]:
        """The cars of a seat that have a shorter way, or one at all, since the mover's car has left; with the steps."""
        for city in self._standing(seat):
            if city in self.now and self.now[city] < self.before.get(city, len(self.roads)):
                yield city, self.now[city]

    def _trapped(self) -> Iterator[Reason]:
        """The opponent's cars whose every arrow leads to a car now."""
        for city in self._standing(self.other):
            out = self.roads.out[city - 1]
            if out & ~self.position.taken and not out & ~self.after.taken:
                yield Reason("traps", city=city)

    def _moved(self) -> Iterator[Reason]:
        if self.move == PASS:
            return iter([Reason("must-pass")])
        return self._own_way() if self.move.start else self._put()

    def _put(self) -> Iterator[Reason]:
        """The opponent's car that was put down."""
        city = self.move.goal
        if city not in self.now:
            yield Reason("put-blocked", city=city, cars=in_the_way(self.roads, self.after.taken, city))
            return
        others = (ways(self.roads, self.position.taken | bit(each.goal)) for each in self.position.moves())
        each = [
            found.get(move.goal, len(self.roads)) for move, found in zip(self.position.moves(), others, strict=True)
        ]
        code = "put-farthest" if self.now[city] >= max(each) else "put-down"
        yield Reason(code, city=city, steps=self.now[city], way=way(self.roads, self.after.taken, city))

    def _own_way(self) -> Iterator[Reason]:
        """What is left to go for the car that was driven."""
        start, goal = self.move.start, self.move.goal
        if goal not in self.now:
            yield Reason("no-way-on", city=goal, cars=in_the_way(self.roads, self.after.taken, goal))
        else:
            code = "nearer" if self.now[goal] < self.before.get(start, len(self.roads)) else "roundabout"
            yield Reason(code, city=goal, steps=self.now[goal], way=way(self.roads, self.after.taken, goal))

    def _race(self, seat: Seat) -> dict[str, int] | None:
        """The nearest cars of both, if that of `seat` arrives first by the shortest way and they alone drive."""
        if self.after.placing:
            return None
        own, other = (_nearest(self.after, each, self.now) for each in (seat, seat.opponent))
        if own is None or other is None:
            return None
        if not arrives(self.after, seat, own, other, self.now[own]):
            return None
        return {"city": own, "steps": self.now[own], "other": other}


def _nearest(position: Position, seat: Seat, found: dict[int, int]) -> int | None:
    open_ways = [city for city in cities(position.cars(seat)) if city in found]
    return min(open_ways, key=found.__getitem__, default=None)


def _unstoppable(after: Position, seat: Seat) -> int | None:
    """Return the car of a seat than which none is nearer, if it wins at a glance; it has a free way then."""
    found = worth_after(after, seat, AT_A_GLANCE)
    if found != (1, 2 * (steps := nearest(after.roads, after.cars(seat))) - (after.turn is seat)):
        return None
    return next(cities(after.cars(seat) & by_steps(after.roads)[steps]))


def risks(position: Position, move: Move) -> Iterator[Reason]:
    """What the worst reply does: win, or stand in the way of the car that is nearest to the dead end."""
    after = position.play(move)
    if after.outcome or after.placing or after.turn is position.turn or after.forced_move:
        return
    goal = position.roads.dead_end
    if won := next((reply for reply in after.moves() if reply.goal == goal), None):
        yield Reason("reply-wins", move=str(won))
        return
    now = ways(position.roads, after.taken)
    car = _nearest(after, position.turn, now)
    if car is not None:
        yield from _stopped(after, car, now[car])


def _stopped(after: Position, car: int, steps: int) -> Iterator[Reason]:
    """The reply that makes a car's way the longest, if one does."""
    then = {reply: ways(after.roads, after.play(reply).taken).get(car) for reply in after.moves()}
    if closing := next((reply for reply, left in then.items() if left is None), None):
        yield Reason("reply-blocks", move=str(closing), city=car)
        return
    longer = {reply: left - steps for reply, left in then.items() if left is not None}
    worst = max(longer, key=longer.__getitem__)
    if longer[worst] > 0:
        yield Reason("reply-detour", move=str(worst), city=car, steps=longer[worst])
