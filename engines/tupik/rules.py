"""The rules of Tupik: each player places the opponent's cars on the map, then both drive for the dead end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from engines.game import Outcome, Seat
from engines.refusals import Illegal
from engines.tupik.map.roadmap import RoadMap, bit, cities
from engines.tupik.map.text import map_text
from engines.tupik.map.ways import estimates
from engines.tupik.move import PASS, Move, read_move

Key = tuple[Seat, int, int]


@dataclass(frozen=True)
class Position:
    """The cars of both players, as sets of cities, and the seat to move.

    `once` and `twice` hold the arrangements of the drive that have occurred that often, this one included.
    """

    roads: RoadMap
    first: int = 0
    second: int = 0
    turn: Seat = Seat.FIRST
    once: frozenset[Key] = field(default=frozenset(), repr=False)
    twice: frozenset[Key] = field(default=frozenset(), repr=False)
    thrice: bool = False

    @property
    def is_placing(self) -> bool:
        """Return whether cars are still to be placed (stage 1)."""
        return self.cars_to_place > 0

    @property
    def cars_to_place(self) -> int:
        """Return the number of cars still to be placed."""
        return 2 * self.roads.cars - self.occupied.bit_count()

    @property
    def occupied(self) -> int:
        """Return the set of cities with a car."""
        return self.first | self.second

    @property
    def key(self) -> Key:
        """Return the part of a position that counts for repetition."""
        return self.turn, self.first, self.second

    def cars(self, seat: Seat) -> int:
        """Return the set of cities with a car of this seat."""
        return self.first if seat is Seat.FIRST else self.second

    @property
    def outcome(self) -> Outcome | None:
        """Return the outcome: the first car in the dead end wins; a third repetition is a draw.

        Both never pass in a row: the car nearest to the dead end always has a free city before it.
        """
        arrivals = self.occupied & bit(self.roads.dead_end)
        if arrivals:
            return Outcome(Seat.FIRST if self.first & arrivals else Seat.SECOND, "dead-end")
        return Outcome(None, "repetition") if self.thrice else None

    @property
    def score(self) -> tuple[int, int]:
        """Return each side's total distance to the dead end; lower is better.

        A blocked car counts as many steps as there are cities.
        """
        return estimates(self.roads, self.first, self.second)

    @property
    def settings(self) -> Mapping[str, str]:
        """Return the built-in map's key, or the whole map as text."""
        return {"map": self.roads.title or map_text(self.roads)}

    @property
    def forced_move(self) -> Move | None:
        """Return the pass of a player who cannot drive."""
        return None if self.is_placing or self.outcome or any(self._drives()) else PASS

    def moves(self) -> Iterator[Move]:
        """Yield the cities or the drives in ascending order; only the pass if there is no drive."""
        if self.outcome:
            return
        if self.is_placing:
            yield from (Move(city) for city in cities(self.roads.parking & ~self.occupied))
        else:
            yield from list(self._drives()) or [PASS]

    def read(self, text: str) -> Move:
        """Return the city, drive or pass in a text; raise `Unreadable` with a legal example."""
        return read_move(text, self.roads, self._example)

    def play(self, move: Move) -> Position:
        """Return the position after a placement, drive or pass; raise `Illegal` with a legal example."""
        if self.outcome:
            raise Illegal("game-over", part=str(move))
        if move == PASS:
            return self._pass()
        return self._place(move) if self.is_placing else self._drive(move)

    def owners(self) -> Iterator[tuple[str, str]]:
        """Yield every city with the owner of the car in it."""
        for city in range(1, len(self.roads) + 1):
            owner = next((str(seat) for seat in Seat if self.cars(seat) & bit(city)), "free")
            yield str(city), owner

    def can_win(self, seat: Seat) -> bool:
        """Return True: no position before the end is known to rule out a win."""
        return True

    def _drives(self) -> Iterator[Move]:
        for start in cities(self.cars(self.turn)):
            for goal in cities(self.roads.out[start - 1] & ~self.occupied):
                yield Move(goal, start)

    @property
    def _example(self) -> str:
        return str(next(self.moves(), PASS))

    def _refuse(self, code: str, move: Move, city: int = 0) -> Illegal:
        return Illegal(code, part=str(move), city=city, example=self._example)

    def _place(self, move: Move) -> Position:
        if move.start:
            raise self._refuse("not-driving-yet", move)
        self._check_free(move)
        if move.goal == self.roads.dead_end:
            raise self._refuse("dead-end-stays-empty", move, move.goal)
        return self._after(
            self.turn.opponent, bit(move.goal), self.turn.opponent if self.cars_to_place > 1 else Seat.SECOND
        )

    def _drive(self, move: Move) -> Position:
        if not move.start:
            raise self._refuse("no-more-cars", move)
        for city in (move.start, move.goal):
            self._check_city(move, city)
        if not self.cars(self.turn) & bit(move.start):
            code = "car-of-the-opponent" if self.occupied & bit(move.start) else "no-car-there"
            raise self._refuse(code, move, move.start)
        if move.goal not in self.roads.arrows[move.start - 1]:
            raise self._refuse(self._no_arrow(move), move, move.goal)
        self._check_free(move)
        return self._after(self.turn, bit(move.start) | bit(move.goal), self.turn.opponent)

    def _no_arrow(self, move: Move) -> str:
        return "against-the-arrow" if move.start in self.roads.arrows[move.goal - 1] else "no-arrow"

    def _pass(self) -> Position:
        if self.forced_move is None:
            raise self._refuse("pass-with-a-drive" if not self.is_placing else "pass-while-placing", PASS)
        return self._after(self.turn, 0, self.turn.opponent)

    def _check_city(self, move: Move, city: int) -> None:
        if not 1 <= city <= len(self.roads):
            raise self._refuse("no-such-city", move, city)

    def _check_free(self, move: Move) -> None:
        self._check_city(move, move.goal)
        if self.occupied & bit(move.goal):
            raise self._refuse("city-taken", move, move.goal)

    def _after(self, seat: Seat, change: int, turn: Seat) -> Position:
        """Return the position with a seat's cars changed and the turn passed on, counting repetitions of the drive."""
        first = self.first ^ change if seat is Seat.FIRST else self.first
        second = self.second ^ change if seat is Seat.SECOND else self.second
        once, twice, thrice = self.once, self.twice, self.thrice
        if (first | second).bit_count() == 2 * self.roads.cars:
            key = turn, first, second
            if key in twice:
                thrice = True
            elif key in once:
                twice |= {key}
            else:
                once |= {key}
        return Position(self.roads, first, second, turn, once, twice, thrice)
