"""Reasons for a move, each a true sentence: blocks, detours, traps, races, each car's path, the forced end.

Hints of all levels, candidates and explanations use these. A way is the shortest one over free cities while all
other cars stand still.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from engines.game import Reason, Seat
from engines.reasoning import Reasoning
from engines.tupik.map.roadmap import bit, cities
from engines.tupik.map.ways import blocking_cars, route, steps_to_dead_end
from engines.tupik.move import PASS, Move
from engines.tupik.race import arrives_first
from engines.tupik.rules import Position
from engines.tupik.worth import nearest, unstoppable_car

_MOST_GIVEN = 2
_MOST_HARM = 2


@dataclass(frozen=True)
class Forecast:
    """The proved value of a move (1, 0 or -1 for its player), the plies to the end, and the best reply to a loss.

    `is_only_good`: every other move has a lower value. `is_longest`: no other loss takes longer, and some are shorter.
    `is_hopeless`: every move loses.
    """

    value: int
    plies: int = 0
    reply: Move | None = None
    is_only_good: bool = False
    is_longest: bool = False
    is_hopeless: bool = False


def move_reasons(position: Position, move: Move, forecast: Forecast | None) -> tuple[Reason, ...]:
    """Return the forced end of a move, if its forecast is known, then its effects and the effects of a reply."""
    outcome = *verdict(position, move, forecast), *_defeat(position, forecast)
    return (*outcome, *effects(position, move), *risks(position, move))


_PLAIN_CODES = ("roundabout", "nearer")
_MERITS = frozenset(
    (
        "ends-it drives-in unstoppable blocks detour traps forces-pass race-ahead nearer opens-own put-farthest "
        "put-blocked one-good-drive holds-longest no-move-stops must-pass"
    ).split()
)
REASONING = Reasoning(_PLAIN_CODES, delay_codes=("wins-later",), is_merit=lambda reason, seat: reason.code in _MERITS)


def all_reasons(position: Position, move: Move, forecast: Forecast | None) -> tuple[Reason, ...]:
    """Return all reasons of `move_reasons`, without a limit."""
    outcome = *verdict(position, move, forecast), *_defeat(position, forecast)
    return (*outcome, *effects(position, move, None, None), *risks(position, move))


def verdict(position: Position, move: Move, forecast: Forecast | None) -> Iterator[Reason]:
    """Yield the forced end of a move and the reply that refutes it; nothing if the move or a reply ends the game."""
    if forecast is None or position.play(move).outcome:
        return
    if forecast.value > 0:
        yield Reason("wins-in", plies=forecast.plies)
    elif forecast.value == 0:
        yield Reason("draw-held")
    elif forecast.plies > 2:
        yield _loss(forecast)
    if forecast.is_longest and forecast.value < 0:
        yield Reason("holds-longest")
    if forecast.is_only_good:
        yield Reason("one-good-drive")


def _loss(forecast: Forecast) -> Reason:
    if forecast.reply is None or forecast.reply == PASS:
        return Reason("loses-in", plies=forecast.plies)
    return Reason("loses-to", plies=forecast.plies, move=str(forecast.reply))


def _defeat(position: Position, forecast: Forecast | None) -> Iterator[Reason]:
    """Yield the opponent's car that wins whatever the mover does."""
    if forecast and forecast.is_hopeless and (car := unstoppable_car(position, position.turn.opponent)):
        yield Reason("no-move-stops", city=car, steps=nearest(position.roads, bit(car)))


def effects(
    position: Position, move: Move, most: int | None = _MOST_GIVEN, most_harm: int | None = _MOST_HARM
) -> Iterator[Reason]:
    """Yield the effects of a move itself, good and bad, the most important first."""
    after = position.play(move)
    if move.start and move.goal == position.roads.dead_end:
        yield from (Reason("ends-it"), Reason("drives-in", city=move.start))
    elif after.outcome:
        yield Reason(f"draws-by-{after.outcome.reason}")
    else:
        comparison = _Comparison(position, move, after)
        yield from islice(comparison.gains(), most)
        yield from islice(comparison.harm(), most_harm)


class _Comparison:
    """The map before and after a move that does not end the game."""

    def __init__(self, position: Position, move: Move, after: Position) -> None:
        self.roads, self.position, self.move, self.after = position.roads, position, move, after
        self.mover, self.opponent = position.turn, position.turn.opponent
        self.before, self.now = (
            steps_to_dead_end(self.roads, position.occupied),
            steps_to_dead_end(self.roads, after.occupied),
        )

    def gains(self) -> Iterator[Reason]:
        if car := unstoppable_car(self.after, self.mover):
            yield Reason("unstoppable", city=car, steps=self.now[car])
        yield from self._longer_ways(self.opponent, "blocks", "detour")
        yield from self._traps()
        if not self.after.is_placing and self.after.turn is self.opponent and self.after.forced_move:
            yield Reason("forces-pass")
        if ahead := self._race(self.mover):
            yield Reason("race-ahead", **ahead)
        yield from self._move_itself()
        for city, steps in self._shorter_ways(self.mover):
            yield Reason("opens-own", city=city, steps=steps)

    def harm(self) -> Iterator[Reason]:
        if car := unstoppable_car(self.after, self.opponent):
            yield Reason("not-stopped", city=car, steps=self.now[car])
        yield from self._longer_ways(self.mover, "blocks-own", "detour-own")
        for city, steps in self._shorter_ways(self.opponent):
            yield Reason("opens", city=city, steps=steps)
        if behind := self._race(self.opponent):
            yield Reason("race-behind", **behind)

    def _unmoved_cars(self, seat: Seat) -> Iterator[int]:
        """Return the cars of a seat that the move did not touch."""
        return cities(self.position.cars(seat) & self.after.cars(seat))

    def _longer_ways(self, seat: Seat, blocks: str, detour: str) -> Iterator[Reason]:
        """Yield the cars of a seat whose path the move closes or lengthens, closed ones first."""
        longer = [city for city in self._unmoved_cars(seat) if self.now.get(city, 0) != self.before.get(city, 0)]
        for city in longer:
            if city in self.before and city not in self.now:
                yield Reason(blocks, city=city, at=self.move.goal)
        for city in longer:
            if city in self.before and (steps := self.now.get(city, 0) - self.before[city]) > 0:
                yield Reason(detour, city=city, at=self.move.goal, steps=steps)

    def _shorter_ways(self, seat: Seat) -> Iterator[tuple[int, int]]:
        """Yield the cars of a seat whose path the move opens or shortens, with its length."""
        for city in self._unmoved_cars(seat):
            if city in self.now and self.now[city] < self.before.get(city, len(self.roads)):
                yield city, self.now[city]

    def _traps(self) -> Iterator[Reason]:
        """Yield the opponent's cars whose every arrow now leads to an occupied city."""
        for city in self._unmoved_cars(self.opponent):
            out = self.roads.out[city - 1]
            if out & ~self.position.occupied and not out & ~self.after.occupied:
                yield Reason("traps", city=city)

    def _move_itself(self) -> Iterator[Reason]:
        if self.move == PASS:
            return iter([Reason("must-pass")])
        return self._own_way() if self.move.start else self._put()

    def _put(self) -> Iterator[Reason]:
        """Yield the path of the opponent's car that was placed."""
        city = self.move.goal
        if city not in self.now:
            yield Reason("put-blocked", city=city, cars=blocking_cars(self.roads, self.after.occupied, city))
            return
        others = (
            steps_to_dead_end(self.roads, self.position.occupied | bit(each.goal)) for each in self.position.moves()
        )
        each = [
            steps_by_city.get(move.goal, len(self.roads))
            for move, steps_by_city in zip(self.position.moves(), others, strict=True)
        ]
        code = "put-farthest" if self.now[city] >= max(each) else "put-down"
        yield Reason(code, city=city, steps=self.now[city], way=route(self.roads, self.after.occupied, city))

    def _own_way(self) -> Iterator[Reason]:
        """Yield the remaining path of the car that was driven."""
        start, goal = self.move.start, self.move.goal
        if goal not in self.now:
            yield Reason("no-way-on", city=goal, cars=blocking_cars(self.roads, self.after.occupied, goal))
        else:
            code = "nearer" if self.now[goal] < self.before.get(start, len(self.roads)) else "roundabout"
            yield Reason(code, city=goal, steps=self.now[goal], way=route(self.roads, self.after.occupied, goal))

    def _race(self, seat: Seat) -> dict[str, int] | None:
        """Return both nearest cars, if that of `seat` arrives first by the shortest way while only these two drive."""
        if self.after.is_placing:
            return None
        car, rival = (_nearest(self.after, each, self.now) for each in (seat, seat.opponent))
        if car is None or rival is None:
            return None
        if not arrives_first(self.after, seat, car, rival, self.now[car]):
            return None
        return {"city": car, "steps": self.now[car], "other": rival}


def _nearest(position: Position, seat: Seat, steps_by_city: dict[int, int]) -> int | None:
    open_ways = [city for city in cities(position.cars(seat)) if city in steps_by_city]
    return min(open_ways, key=steps_by_city.__getitem__, default=None)


def risks(position: Position, move: Move) -> Iterator[Reason]:
    """Yield the effect of the worst reply: it wins, or it blocks the car nearest to the dead end."""
    after = position.play(move)
    if after.outcome or after.is_placing or after.turn is position.turn or after.forced_move:
        return
    goal = position.roads.dead_end
    if winning_reply := next((reply for reply in after.moves() if reply.goal == goal), None):
        yield Reason("reply-wins", move=str(winning_reply))
        return
    now = steps_to_dead_end(position.roads, after.occupied)
    car = _nearest(after, position.turn, now)
    if car is not None:
        yield from _blocking_reply(after, car, now[car])


def _blocking_reply(after: Position, car: int, steps: int) -> Iterator[Reason]:
    """Yield the reply that lengthens a car's path most, if any does."""
    then = {reply: steps_to_dead_end(after.roads, after.play(reply).occupied).get(car) for reply in after.moves()}
    if closing := next((reply for reply, distance in then.items() if distance is None), None):
        yield Reason("reply-blocks", move=str(closing), city=car)
        return
    longer = {reply: distance - steps for reply, distance in then.items() if distance is not None}
    worst_reply = max(longer, key=longer.__getitem__)
    if longer[worst_reply] > 0:
        yield Reason("reply-detour", move=str(worst_reply), city=car, steps=longer[worst_reply])
