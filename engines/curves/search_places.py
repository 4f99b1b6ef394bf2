"""Where to mark a point: games are played out with the other points marked at random."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from time import perf_counter

from engines.curves.moves import Mark, Move
from engines.curves.rules import Position
from engines.curves.search_field import build
from engines.curves.search_tree import new_room, rollouts
from engines.game import Hint, Limit, Reason, Seat
from engines.search import Watch, alarm

CANDIDATES = 12
POINTS, LINES, GAMES = 12, 300, 12


@dataclass
class Trials:
    """How often each candidate was tried, and how well First did then."""

    games: dict[Mark, int] = field(default_factory=dict)
    leads: dict[Mark, float] = field(default_factory=dict)

    def note(self, mark: Mark, games: int, lead: float) -> None:
        self.games[mark] = self.games.get(mark, 0) + games
        self.leads[mark] = self.leads.get(mark, 0.0) + lead

    def mean(self, mark: Mark) -> float:
        """First's lead on average."""
        return self.leads.get(mark, 0.0) / max(1, self.games.get(mark, 0))


def place(position: Position, limit: Limit) -> Hint[Move]:
    """The point that did best: some are tried in turn, each with the same random company, until the limit."""
    began = perf_counter()
    chance = Random(f"{limit.seed} {position.marks}")
    marks = [move for move in position.moves() if isinstance(move, Mark)]
    candidates = chance.sample(marks, min(CANDIDATES, len(marks)))
    sign = 1 if position.turn is Seat.FIRST else -1
    with alarm(limit) as watch:
        trials = _tried(position, candidates, chance, limit, watch)
    best = max(candidates, key=lambda mark: sign * trials.mean(mark))
    value, games = sign * trials.mean(best), sum(trials.games.values())
    reasons = Reason("room-for-zones"), Reason("expected-margin", margin=round(value, 1), games=games)
    return Hint((best,), value, False, reasons, perf_counter() - began)


def _tried(position: Position, candidates: list[Mark], chance: Random, limit: Limit, watch: Watch) -> Trials:
    """As many trials as fit: none is begun that may end too late."""
    trials, slowest, ends = Trials(), 0.0, perf_counter() + limit.seconds
    seed = turn = 0
    while perf_counter() + 2 * slowest < ends and not watch.stop[0] and turn < (limit.nodes or 10**9):
        began = perf_counter()
        seed = chance.randrange(2**31) if turn % len(candidates) == 0 else seed
        mark = candidates[turn % len(candidates)]
        trials.note(mark, *_played(position, mark, Random(seed), watch))
        slowest, turn = max(slowest, perf_counter() - began), turn + 1
    return trials


def _played(position: Position, mark: Mark, chance: Random, watch: Watch) -> tuple[int, float]:
    """Games played out among a few points, the new one and random ones besides: how many, First's leads added up."""
    count = min(position.points, POINTS)
    marks = {mark.point, *chance.sample(position.marks, min(len(position.marks), count - 1))}
    while len(marks) < count:
        marks.add((chance.randrange(position.sheet.columns), chance.randrange(position.sheet.rows)))
    area, state, _ = build(Position(position.sheet, count, tuple(marks)), LINES)
    games, leads = rollouts(area, state, new_room(area, state), chance.randrange(2**31), GAMES, watch)
    return games, float(leads)
