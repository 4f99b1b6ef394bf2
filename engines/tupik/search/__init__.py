"""The strong level: by the table of the map where there is one, else by looking ahead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache
from threading import Lock, Thread
from time import perf_counter

from engines.game import Hint, Limit, Solution, Stop
from engines.kernels.alarm import alarm
from engines.refusals import Refusal
from engines.tupik.classic import guess
from engines.tupik.map.roadmap import RoadMap
from engines.tupik.map.text import read_map
from engines.tupik.move import Move
from engines.tupik.rating import Rating
from engines.tupik.reasons import Forecast, told
from engines.tupik.rules import Position
from engines.tupik.search.placing import WIN
from engines.tupik.search.snare import Snare
from engines.tupik.search.strong import deep_hint
from engines.tupik.search.table import MOST_CITIES, Table, after_worth, rating, solved, with_draws

QUICK_CITIES = 19
LONGEST_BUILD = 600.0
_LINE = 8
_PATIENCE = 0.7
_LONGEST_SNARE = 0.7
_TICK = 0.02
_SMALL = "1>2,3 2>1,4 3>2,4 4>5 5>6 6>8 7>8"
_ASKING = Lock()


@cache
def warm() -> None:
    """Compiles or loads all kernels."""
    roads = read_map(_SMALL)
    position = Position(roads)
    deep_hint(position, Limit(LONGEST_BUILD, nodes=1))
    with alarm(Limit(LONGEST_BUILD)) as watch:
        table = solved(roads, watch)
    assert table is not None, "only the alarm ends it"
    while position.placing:
        table.worth(position)
        position = position.play(next(iter(position.moves())))
    table.worth(position)


class Build(Thread):
    """A table in the making; `table` is there when it is done."""

    def __init__(self, roads: RoadMap) -> None:
        super().__init__(name="tupik table", daemon=True)
        self.table: Table | None = None
        self._roads = roads

    def run(self) -> None:
        """Solves the map; leaves `table` empty if that takes longer than LONGEST_BUILD seconds."""
        with alarm(Limit(LONGEST_BUILD)) as watch:
            self.table = solved(self._roads, watch)

    def wait(self, seconds: float, stop: Stop) -> Table | None:
        """The table if it is done within the time and before `stop` is raised."""
        until = perf_counter() + seconds
        while self.table is None and self.is_alive() and perf_counter() < until and not stop:
            self.join(_TICK)
        return self.table


def build(roads: RoadMap) -> Build | None:
    """The table of a map, begun if it was not yet; None if the map is too large. A few are kept, of large ones one."""
    if len(roads) > MOST_CITIES:
        return None
    with _ASKING:
        return (_quick if len(roads) <= QUICK_CITIES else _slow)(RoadMap(roads.arrows))


@lru_cache(maxsize=12)
def _quick(roads: RoadMap) -> Build:
    return _started(roads)


@lru_cache(maxsize=1)
def _slow(roads: RoadMap) -> Build:
    return _started(roads)


def _started(roads: RoadMap) -> Build:
    begun = Build(roads)
    begun.start()
    return begun


def strong(position: Position, limit: Limit) -> Hint[Move]:
    """The best move by the table if it is there in time, else by looking ahead, else a guess."""
    began = perf_counter()
    if table := _table(position, limit, _PATIENCE if len(position.roads) <= QUICK_CITIES else 0.0):
        exact = _with_draws(table, position, _rest(limit, began, _PATIENCE))
        until = began + min(limit.seconds * _PATIENCE, _LONGEST_SNARE)
        return _looked_up(exact or table, position, Snare(exact or table, until, limit.stop), exact is not None)
    found = deep_hint(position, _rest(limit, began))
    return found or guess(position, limit.seed)


def solve(position: Position, limit: Limit) -> Solution[Move]:
    """The exact value with its distance and every move that keeps it; raises `Refusal("unsolved")`."""
    began = perf_counter()
    table = _table(position, limit, 1.0)
    table = table and _with_draws(table, position, _rest(limit, began))
    if table is None:
        raise Refusal("unsolved", seconds=round(limit.seconds, 1))
    worths = _worths(table, position)
    best = max(worths.values())
    moves = tuple(move for move, worth in worths.items() if _sign(worth) == _sign(best))
    return Solution(_sign(best), moves, WIN - abs(best) + 1 if best else None)


def forecasts(position: Position, limit: Limit) -> dict[Move, Forecast]:
    """What the table proves of every move, if it is there within the limit; else nothing."""
    began = perf_counter()
    table = _table(position, limit, 1.0)
    table = table and _with_draws(table, position, _rest(replace(limit, seconds=limit.seconds + _PATIENCE), began))
    if table is None:
        return {}
    worths = _worths(table, position)
    return {move: _forecast(table, position, worths, move) for move in worths}


def _forecast(table: Table, position: Position, worths: dict[Move, int], move: Move) -> Forecast:
    worth, after = worths[move], position.play(move)
    others = (_sign(other) for each, other in worths.items() if each != move)
    return Forecast(
        _sign(worth),
        WIN - abs(worth) + 1 if worth else 0,
        _best(table, after) if worth < 0 and not after.outcome and after.turn is not position.turn else None,
        only=len(worths) > 1 and all(other < _sign(worth) for other in others),
        longest=worth < 0 and worth == max(worths.values()),
    )


@lru_cache(maxsize=256)
def rated(roads: RoadMap) -> Rating:
    """The rating of a map, which takes as long as solving it."""
    with alarm(Limit(LONGEST_BUILD)) as watch:
        table = solved(roads, watch)
    assert table is not None, "only the alarm ends it"
    return rating(table)


def _table(position: Position, limit: Limit, patience: float) -> Table | None:
    begun = build(position.roads)
    return begun.wait(patience * limit.seconds, limit.stop) if begun else None


def _worths(table: Table, position: Position) -> dict[Move, int]:
    """What each move is worth to the side to move, WIN less the plies after it for a win."""
    return {move: after_worth(table, position.play(move), position.turn) for move in position.moves()}


def _with_draws(table: Table, position: Position, limit: Limit) -> Table | None:
    """The table that knows what would occur for the third time; None if there is no time for it."""
    if not position.twice:
        return table
    with alarm(limit) as watch:
        return with_draws(table, position.twice, watch)


def _rest(limit: Limit, began: float, patience: float = 1.0) -> Limit:
    """What is left of a limit, or of a part of its seconds."""
    return replace(limit, seconds=max(0.01, patience * limit.seconds - (perf_counter() - began)))


def _sign(worth: int) -> int:
    return (worth > 0) - (worth < 0)


def _looked_up(table: Table, position: Position, snare: Snare, proved: bool) -> Hint[Move]:
    worths = _worths(table, position)
    move = _best(table, position) if max(worths.values()) >= 0 else snare.move(position, worths)
    line = move, *_best_line(table, position.play(move))
    known = _forecast(table, position, worths, move) if proved else None
    return Hint(line, _sign(worths[move]), proved, told(position, move, known))


def _best_line(table: Table, position: Position) -> Iterator[Move]:
    for _ in range(_LINE):
        if position.outcome:
            return
        move = _best(table, position)
        yield move
        position = position.play(move)


def _best(table: Table, position: Position) -> Move:
    """The quickest win, the longest resistance; among equals the widest gap of distances."""
    worths = _worths(table, position)
    best = max(worths.values())
    side = -1 if position.turn.value == "first" else 1

    def widest(move: Move) -> int:
        first, second = position.play(move).score
        return side * (first - second)

    return max((move for move, worth in worths.items() if worth == best), key=widest)
