"""Matches between two players, with the confidence that one of them is stronger."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from random import Random
from time import perf_counter
from typing import Protocol

from engines.game import AnyGame, AnyPosition, Level, Limit, Seat, advance
from engines.kernels.loading import warm
from engines.refusals import Illegal, Refusal, Unreadable

SECONDS = 1.0
_TRIES = 100
Z_SCORE = 1.96
"""Standard deviations on either side that hold 95 % of a normal distribution."""


class Player(Protocol):
    """A player in a match, who answers a position with a typed message."""

    @property
    def name(self) -> str:
        """Return the player's name in the results."""

    def session(self, start: AnyPosition) -> AbstractContextManager[object]:
        """Return a context that lasts for one game."""

    def choose(self, position: AnyPosition, messages: tuple[str, ...], seed: int) -> str:
        """Return the message to play in a position that was reached by `messages`."""


@dataclass(frozen=True)
class BuiltInPlayer:
    """A level of the game's engine, spelled `strong:1s`; a clock of CPU time makes its play independent of the load."""

    game: AnyGame
    level: Level
    seconds: float = SECONDS
    clock: Callable[[], float] = perf_counter

    @property
    def name(self) -> str:
        """Return the level and its seconds in the form that `built_in_player` reads."""
        return f"{self.level}:{self.seconds:g}s"

    def session(self, start: AnyPosition) -> AbstractContextManager[object]:
        """Load the search before the game."""
        if self.level in (Level.SKILLED, Level.EXPERT, Level.STRONG):
            warm(self.game.name)  # guesses made while the search is loading would spoil the result
        return nullcontext()

    def choose(self, position: AnyPosition, messages: tuple[str, ...], seed: int) -> str:
        """Return the level's hint for this position."""
        limit = Limit(self.seconds, seed=seed, clock=self.clock, with_reasons=False)
        return str(self.game.hint(position, limit, self.level).move)


def built_in_player(game: AnyGame, text: str) -> BuiltInPlayer:
    """Return the player for `LEVEL` or `LEVEL:SECONDSs`; raise `Unreadable`."""
    match = re.fullmatch(r"(\w+)(?::([0-9]*\.?[0-9]+)s?)?", text)
    if not match or match[1] not in list(Level):
        raise Unreadable("not-expected", part=text, expected="level-and-seconds")
    return BuiltInPlayer(game, Level(match[1]), float(match[2] or SECONDS))


@dataclass(frozen=True)
class Tally:
    """One player's results: games won, drawn and lost, and the points made as First and as Second."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    points_as_first: float = 0.0
    points_as_second: float = 0.0

    @property
    def games(self) -> int:
        """Return the number of games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """Return a point for each win and half a point for each draw."""
        return self.wins + self.draws / 2

    @property
    def interval(self) -> tuple[float, float]:
        """Return the 95 % confidence interval of the true share of points (Wilson's score interval)."""
        if not self.games:
            return 0.0, 1.0
        share, spread = self.points / self.games, Z_SCORE**2 / self.games
        middle = (share + spread / 2) / (1 + spread)
        half = math.sqrt(share * (1 - share) * spread + spread**2 / 4) / (1 + spread)
        return middle - half, middle + half

    def with_result(self, seat: Seat, winner: Seat | None) -> Tally:
        """Return the tally after one more game, played as `seat`."""
        points = 0.5 if winner is None else float(winner is seat)
        return replace(
            self,
            wins=self.wins + (points == 1),
            draws=self.draws + (points == 0.5),
            losses=self.losses + (points == 0),
            points_as_first=self.points_as_first + (points if seat is Seat.FIRST else 0),
            points_as_second=self.points_as_second + (points if seat is Seat.SECOND else 0),
        )


def play_match(
    game: AnyGame,
    settings: Mapping[str, str],
    players: tuple[Player, Player],
    games: int,
    seed: int = 0,
    plies: int = 0,
) -> Iterator[tuple[Tally, Tally]]:
    """Yield both tallies after each game; the players swap seats, and each pair of games shares an opening.

    The first `plies` are played at random, the same for both games of a pair.
    """
    one, two = Tally(), Tally()
    for index in range(games):
        start = game.start(settings, seed + index // 2)
        opening_messages = random_opening(start, plies, Random(seed + index // 2))
        seat = Seat.FIRST if index % 2 == 0 else Seat.SECOND
        seats = {seat: players[0], seat.opponent: players[1]}
        winner = winner_of(start, seats, seed + index, opening_messages)
        one, two = one.with_result(seat, winner), two.with_result(seat.opponent, winner)
        yield one, two


def winner_of(
    start: AnyPosition, seats: Mapping[Seat, Player], seed: int, opening_messages: tuple[str, ...] = ()
) -> Seat | None:
    """Return the winner of a game played on from `opened`; None for a draw. An illegal message loses."""
    position, messages = start, opening_messages
    for message in opening_messages:
        position, _ = advance(position, position.read(message))
    with seats[Seat.FIRST].session(start), seats[Seat.SECOND].session(start):
        while position.outcome is None:
            try:
                message = seats[position.turn].choose(position, messages, seed)
                position, _ = advance(position, position.read(message))
            except Refusal:
                return position.turn.opponent
            messages = (*messages, message)
    return position.outcome.winner


def random_opening(start: AnyPosition, plies: int, chance: Random) -> tuple[str, ...]:
    """Return the messages of an opening of `plies` random plies; raise `Illegal` if every try ends the game."""
    for _ in range(_TRIES):
        messages, goes_on = _random_messages(start, plies, chance)
        if goes_on:
            return messages
    raise Illegal("opening-too-long", plies=plies)


def _random_messages(position: AnyPosition, plies: int, chance: Random) -> tuple[tuple[str, ...], bool]:
    """Return up to `plies` random messages, and whether the game is still running after them."""
    messages: tuple[str, ...] = ()
    while len(messages) < plies and position.outcome is None:
        move = chance.choice(list(position.moves()))
        position, _ = advance(position, move)
        messages = (*messages, str(move))
    return messages, position.outcome is None
