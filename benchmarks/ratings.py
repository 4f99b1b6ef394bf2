"""How well four rating systems foretell games: the log loss on simulated chats, and on games of the bot's levels."""

from __future__ import annotations

import math
import statistics
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from openskill.models import PlackettLuce, PlackettLuceRating
from whr import whole_history_rating

from benchmarks.figure import Figure
from bot.features.ratings.ratings import Rating, after, expected
from engines import GAMES
from engines.game import AnyPosition, Level, Limit, Seat, advance

LARGE, SMALL = (5, 16, 1200, 120), (60, 8, 60, 60)
"""How many chats, and of each its people, games and days."""
SPREAD, IMPROVING, GAIN, DRAWS = 180.0, 0.25, 250.0, 0.08
OWN_GAMES = 24
WITHIN = 1.01
_DAY = 86400.0
_LEAST, _MOST = 0.01, 0.99


@dataclass(frozen=True)
class Game:
    """Who met, when (days), and what the first made of it: 1, 0.5 or 0."""

    day: float
    one: str
    other: str
    score: float
    is_even: bool = True
    """Whether neither had a hint, a move taken back or a seat that is proved to win."""


@dataclass(frozen=True)
class Edge:
    """What makes some games uneven: its worth to the first player in points, and in which part of their games.

    A habit is that of every third person.
    """

    name: str
    worth: float
    part: float
    is_habit: bool = False

    def is_had(self, player: str, chance: Random) -> bool:
        return (not self.is_habit or int(player[1:]) % 3 == 0) and chance.random() < self.part


LEFT_OUT, COUNTED = [Edge("hints", 400, 0.9, True)], [Edge("undo", 100, 0.9, True), Edge("a won seat", 150, 0.3)]


class System(Protocol):
    """A way to rate."""

    def chance(self, game: Game) -> float:
        """What the first is expected to make, by the games before."""

    def learn(self, game: Game) -> None:
        """Takes the result in."""


class Elo:
    """One number a player, moved by a fixed part of what was not expected (Elo, 1978)."""

    def __init__(self, step: float = 24) -> None:
        self._step = step
        self._values: dict[str, float] = {}

    def chance(self, game: Game) -> float:
        one, other = (self._values.get(name, 1500.0) for name in (game.one, game.other))
        return 1 / (1 + 10 ** ((other - one) / 400))

    def learn(self, game: Game) -> None:
        moved = self._step * (game.score - self.chance(game))
        for name, by in ((game.one, moved), (game.other, -moved)):
            self._values[name] = self._values.get(name, 1500.0) + by


class Glicko:
    """The product's own."""

    def __init__(self) -> None:
        self._ratings: dict[str, Rating] = {}

    def chance(self, game: Game) -> float:
        return expected(*self._of(game))

    def learn(self, game: Game) -> None:
        one, other = self._of(game)
        at = game.day * _DAY
        self._ratings[game.one] = after(one, other, game.score, at)
        self._ratings[game.other] = after(other, one, 1 - game.score, at)

    def _of(self, game: Game) -> tuple[Rating, Rating]:
        return self._ratings.get(game.one, Rating()), self._ratings.get(game.other, Rating())


@dataclass(frozen=True)
class EvenGames:
    """A system that learns from even games alone."""

    system: System

    def chance(self, game: Game) -> float:
        return self.system.chance(game)

    def learn(self, game: Game) -> None:
        if game.is_even:
            self.system.learn(game)


class OpenSkill:
    """A Bayesian rating by the Plackett-Luce model."""

    def __init__(self) -> None:
        self._model = PlackettLuce()
        self._ratings: dict[str, PlackettLuceRating] = {}

    def chance(self, game: Game) -> float:
        return float(self._model.predict_win([[self._of(game.one)], [self._of(game.other)]])[0])

    def learn(self, game: Game) -> None:
        teams = [[self._of(game.one)], [self._of(game.other)]]
        [[one], [other]] = self._model.rate(teams, scores=[game.score, 1 - game.score])
        self._ratings |= {game.one: one, game.other: other}

    def _of(self, name: str) -> PlackettLuceRating:
        return self._ratings.get(name) or self._model.rating(name=name)


class WholeHistory:
    """Every player's whole curve, fitted anew to all games as often as days have passed (Coulom, 2008)."""

    def __init__(self, every: int = 3) -> None:
        self._base = whole_history_rating.Base({"w2": 14})
        self._every, self._fitted = every, 0
        self._known: set[str] = set()

    def chance(self, game: Game) -> float:
        if int(game.day) >= self._fitted + self._every:
            self._base.iterate(20)
            self._fitted = int(game.day)
        one, other = (self._elo(name) for name in (game.one, game.other))
        return 1 / (1 + 10 ** ((other - one) / 400))

    def learn(self, game: Game) -> None:
        for winner in ("B", "W") if game.score == 0.5 else ("B" if game.score else "W",):
            self._base.create_game(game.one, game.other, winner, int(game.day), 0)
        self._known |= {game.one, game.other}

    def _elo(self, name: str) -> float:
        return float(self._base.ratings_for_player(name, current=True)[0]) if name in self._known else 0.0


SYSTEMS: dict[str, Callable[[], System]] = {
    "Elo": Elo,
    "Glicko-1": Glicko,
    "openskill": OpenSkill,
    "whole history": WholeHistory,
}


def figures() -> Iterator[Figure]:
    """The log loss of each, the first third of the games being for learning; then the product's beside the best."""
    warnings.filterwarnings(
        "ignore", module=__name__
    )  # whole-history warns of games since the last fit, which are meant
    kinds = {"large chats": _chats(*LARGE), "small chats": _chats(*SMALL), "levels of the bot": [_own()]}
    losses = {name: [_mean_loss(system, logs) for logs in kinds.values()] for name, system in SYSTEMS.items()}
    for number, title in enumerate(kinds):
        for name, of_kinds in losses.items():
            yield Figure(f"{title}: log loss of {name}", of_kinds[number], math.log(2), "")
    best = min(map(statistics.mean, losses.values()))
    for name, simpler in (("Elo", True), ("Glicko-1", False)):
        beside = statistics.mean(losses[name]) / best
        yield Figure(f"{name} beside the best, mean of all three", beside, WITHIN, "times", at_least=simpler)
    yield from uneven_figures()


def uneven_figures() -> Iterator[Figure]:
    """Whether uneven games make the rating better or worse: the log loss of the even ones in small chats."""
    for edge in (*LEFT_OUT, *COUNTED):
        logs = _chats(*SMALL, edge)
        beside = _mean_loss(lambda: EvenGames(Glicko()), logs) / _mean_loss(Glicko, logs)
        name = f"games with {edge.name}, {edge.worth:.0f} points: left out beside counted"
        yield Figure(name, beside, 1, "times", at_least=edge in COUNTED)


def _chats(chats: int, people: int, games: int, days: int, edge: Edge | None = None) -> list[list[Game]]:
    return [simulated(seed, people, games, days, edge) for seed in range(chats)]


def _mean_loss(system: Callable[[], System], logs: Sequence[Sequence[Game]]) -> float:
    return statistics.mean(log_loss(system(), log) for log in logs)


def log_loss(system: System, log: Sequence[Game]) -> float:
    """The mean of what a system was surprised by, in nats, over the even ones of the last two thirds of the games."""
    losses = []
    for number, game in enumerate(log):
        chance = min(_MOST, max(_LEAST, system.chance(game)))
        if 3 * number >= len(log) and game.is_even:
            losses.append(-game.score * math.log(chance) - (1 - game.score) * math.log(1 - chance))
        system.learn(game)
    return statistics.mean(losses)


def simulated(seed: int, people: int, games: int, days: int, edge: Edge | None = None) -> list[Game]:
    """A chat of people of known strength, a quarter of whom get better all the time."""
    chance = Random(seed)
    begin = {f"p{number}": chance.gauss(0, SPREAD) for number in range(people)}
    gains = {name: GAIN if chance.random() < IMPROVING else 0.0 for name in begin}
    log = []
    for number in range(games):
        day = days * number / games
        one, other = chance.sample([*begin], 2)
        ahead = begin[one] - begin[other] + (gains[one] - gains[other]) * day / days
        has_edge = edge is not None and edge.is_had(one, chance)
        ahead += edge.worth if edge is not None and has_edge else 0
        wins = chance.random() < 1 / (1 + 10 ** (-ahead / 400))
        log.append(Game(day, one, other, 0.5 if chance.random() < DRAWS else float(wins), not has_edge))
    return log


def _own() -> list[Game]:
    """Short games of the bot's levels against one another, in every game that takes no time."""
    chance, log = Random(1), list[Game]()
    for number in range(OWN_GAMES * len(GAMES)):
        game = [*GAMES.values()][number % len(GAMES)]
        one, other = chance.sample([Level.EASY, Level.CLASSIC], 2)
        position: AnyPosition = game.start(game.offer.defaults({}), number)
        for ply in range(80):
            if position.outcome is not None:
                break
            level = one if position.turn is Seat.FIRST else other
            position, _ = advance(position, game.hint(position, Limit(0.02, seed=number * 100 + ply), level).move)
        winner = position.outcome.winner if position.outcome else None
        score = 0.5 if winner is None else float(winner is Seat.FIRST)
        log.append(Game(number / 10, f"{game.name} {one}", f"{game.name} {other}", score))
    return log
