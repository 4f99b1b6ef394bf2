"""Prediction quality of four rating systems: log loss on simulated chats and on games of the bot's levels."""

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
from bot.features.ratings.glicko import Rating, expected_score, rating_after
from engines import GAMES
from engines.game import AnyPosition, Level, Limit, Seat, advance

LARGE, SMALL = (5, 16, 1200, 120), (60, 8, 60, 60)
"""The number of chats, and the people, games and days of each."""
SPREAD, IMPROVING, GAIN, DRAWS = 180.0, 0.25, 250.0, 0.08
OWN_GAMES = 24
WITHIN = 1.01
_DAY = 86400.0
_LEAST, _MOST = 0.01, 0.99


@dataclass(frozen=True)
class Game:
    """A game: its players, its day, and the score of the first player (1, 0.5 or 0)."""

    day: float
    one: str
    other: str
    score: float
    is_even: bool = True
    """True if neither player had a hint, a take-back or a seat with a proved win."""


@dataclass(frozen=True)
class Edge:
    """An advantage that makes some games uneven: its size in rating points, and the share of games with it.

    A habit belongs to every third person.
    """

    name: str
    worth: float
    part: float
    is_habit: bool = False

    def applies_to(self, player: str, chance: Random) -> bool:
        """Return whether a player has the advantage in their next game."""
        return (not self.is_habit or int(player[1:]) % 3 == 0) and chance.random() < self.part


LEFT_OUT, COUNTED = [Edge("hints", 400, 0.9, True)], [Edge("undo", 100, 0.9, True), Edge("a won seat", 150, 0.3)]


class System(Protocol):
    """A rating system."""

    def chance(self, game: Game) -> float:
        """Return the first player's expected score, given the games so far."""

    def learn(self, game: Game) -> None:
        """Update the system with a game's result."""


class Elo:
    """One number per player, moved by a fixed share of the surprise (Elo, 1978)."""

    def __init__(self, step: float = 24) -> None:
        self._step = step
        self._values: dict[str, float] = {}

    def chance(self, game: Game) -> float:
        """Return the logistic expectation of the rating difference."""
        one, other = (self._values.get(name, 1500.0) for name in (game.one, game.other))
        return 1 / (1 + 10 ** ((other - one) / 400))

    def learn(self, game: Game) -> None:
        """Move both ratings by a fixed share of the surprise."""
        step = self._step * (game.score - self.chance(game))
        for name, change in ((game.one, step), (game.other, -step)):
            self._values[name] = self._values.get(name, 1500.0) + change


class Glicko:
    """The bot's own rating system."""

    def __init__(self) -> None:
        self._ratings: dict[str, Rating] = {}

    def chance(self, game: Game) -> float:
        """Return Glicko's expected score."""
        return expected_score(*self._of(game))

    def learn(self, game: Game) -> None:
        """Update both ratings at the game's day."""
        one, other = self._of(game)
        at = game.day * _DAY
        self._ratings[game.one] = rating_after(one, other, game.score, at)
        self._ratings[game.other] = rating_after(other, one, 1 - game.score, at)

    def _of(self, game: Game) -> tuple[Rating, Rating]:
        return self._ratings.get(game.one, Rating()), self._ratings.get(game.other, Rating())


@dataclass(frozen=True)
class EvenGames:
    """A rating system that learns only from even games."""

    system: System

    def chance(self, game: Game) -> float:
        """Return the expected score of the inner system."""
        return self.system.chance(game)

    def learn(self, game: Game) -> None:
        """Pass on even games only."""
        if game.is_even:
            self.system.learn(game)


class OpenSkill:
    """A Bayesian rating by the Plackett-Luce model."""

    def __init__(self) -> None:
        self._model = PlackettLuce()
        self._ratings: dict[str, PlackettLuceRating] = {}

    def chance(self, game: Game) -> float:
        """Return the model's win probability."""
        return float(self._model.predict_win([[self._of(game.one)], [self._of(game.other)]])[0])

    def learn(self, game: Game) -> None:
        """Update both ratings with the model."""
        teams = [[self._of(game.one)], [self._of(game.other)]]
        [[one], [other]] = self._model.rate(teams, scores=[game.score, 1 - game.score])
        self._ratings |= {game.one: one, game.other: other}

    def _of(self, name: str) -> PlackettLuceRating:
        return self._ratings.get(name) or self._model.rating(name=name)


class WholeHistory:
    """Each player's whole rating curve, refitted to all games every few days (Coulom, 2008)."""

    def __init__(self, every: int = 3) -> None:
        self._base = whole_history_rating.Base({"w2": 14})
        self._every, self._fitted = every, 0
        self._known: set[str] = set()

    def chance(self, game: Game) -> float:
        """Refit the curves if they are due, and return the expected score."""
        if int(game.day) >= self._fitted + self._every:
            self._base.iterate(20)
            self._fitted = int(game.day)
        one, other = (self._elo(name) for name in (game.one, game.other))
        return 1 / (1 + 10 ** ((other - one) / 400))

    def learn(self, game: Game) -> None:
        """Add the game for the next fit; a draw counts as a win for each."""
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
    """Yield each system's log loss after a third of the games for learning, then ours relative to the best."""
    warnings.filterwarnings(
        "ignore", module=__name__
    )  # whole-history warns of games since the last fit, which are meant
    kinds = {"large chats": _chats(*LARGE), "small chats": _chats(*SMALL), "levels of the bot": [_level_games()]}
    losses = {name: [_mean_loss(system, logs) for logs in kinds.values()] for name, system in SYSTEMS.items()}
    for number, title in enumerate(kinds):
        for name, of_kinds in losses.items():
            yield Figure(f"{title}: log loss of {name}", of_kinds[number], math.log(2), "")
    best_loss = min(map(statistics.mean, losses.values()))
    for name, simpler in (("Elo", True), ("Glicko-1", False)):
        ratio = statistics.mean(losses[name]) / best_loss
        yield Figure(
            f"log loss of {name} relative to the best, mean of the three groups",
            ratio,
            WITHIN,
            "times",
            at_least=simpler,
        )
    yield from uneven_figures()


def uneven_figures() -> Iterator[Figure]:
    """Yield the log loss of even games when uneven games are left out, relative to counting them."""
    for edge in (*LEFT_OUT, *COUNTED):
        logs = _chats(*SMALL, edge)
        ratio = _mean_loss(lambda: EvenGames(Glicko()), logs) / _mean_loss(Glicko, logs)
        name = f"games with {edge.name}, {edge.worth:.0f} points: log loss if left out, relative to counted"
        yield Figure(name, ratio, 1, "times", at_least=edge in COUNTED)


def _chats(chats: int, people: int, games: int, days: int, edge: Edge | None = None) -> list[list[Game]]:
    return [simulate_chat(seed, people, games, days, edge) for seed in range(chats)]


def _mean_loss(system: Callable[[], System], logs: Sequence[Sequence[Game]]) -> float:
    return statistics.mean(log_loss(system(), log) for log in logs)


def log_loss(system: System, log: Sequence[Game]) -> float:
    """Return the mean log loss in nats over the even games among the last two thirds."""
    losses = []
    for number, game in enumerate(log):
        chance = min(_MOST, max(_LEAST, system.chance(game)))
        if 3 * number >= len(log) and game.is_even:
            losses.append(-game.score * math.log(chance) - (1 - game.score) * math.log(1 - chance))
        system.learn(game)
    return statistics.mean(losses)


def simulate_chat(seed: int, people: int, games: int, days: int, edge: Edge | None = None) -> list[Game]:
    """Return the games of a chat with players of known strength, a quarter of whom keep improving."""
    chance = Random(seed)
    begin = {f"p{number}": chance.gauss(0, SPREAD) for number in range(people)}
    gains = {name: GAIN if chance.random() < IMPROVING else 0.0 for name in begin}
    log = []
    for number in range(games):
        day = days * number / games
        first, second = chance.sample([*begin], 2)
        ahead = begin[first] - begin[second] + (gains[first] - gains[second]) * day / days
        has_edge = edge is not None and edge.applies_to(first, chance)
        ahead += edge.worth if edge is not None and has_edge else 0
        wins = chance.random() < 1 / (1 + 10 ** (-ahead / 400))
        log.append(Game(day, first, second, 0.5 if chance.random() < DRAWS else float(wins), not has_edge))
    return log


def _level_games() -> list[Game]:
    """Return short games between the bot's fast levels, in every game."""
    chance, log = Random(1), list[Game]()
    for number in range(OWN_GAMES * len(GAMES)):
        game = [*GAMES.values()][number % len(GAMES)]
        first, second = chance.sample([Level.EASY, Level.CLASSIC], 2)
        position: AnyPosition = game.start(game.offer.defaults({}), number)
        for ply in range(80):
            if position.outcome is not None:
                break
            level = first if position.turn is Seat.FIRST else second
            position, _ = advance(position, game.hint(position, Limit(0.02, seed=number * 100 + ply), level).move)
        winner = position.outcome.winner if position.outcome else None
        score = 0.5 if winner is None else float(winner is Seat.FIRST)
        log.append(Game(number / 10, f"{game.name} {first}", f"{game.name} {second}", score))
    return log
