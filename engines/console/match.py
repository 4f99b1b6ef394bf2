"""Matches between two players, and with what confidence they show who is stronger."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from random import Random
from typing import Protocol

from engines.game import AnyGame, AnyPosition, Level, Limit, Seat, advance
from engines.kernels.loading import warm
from engines.refusals import Illegal, Refusal, Unreadable

SECONDS = 1.0
_TRIES = 100
CONFIDENT = 1.96
"""Standard deviations on either side that hold 95 % of a normal distribution."""


class Player(Protocol):
    """A player in a match: answers a position with a typed message."""

    @property
    def name(self) -> str:
        """What the results call this player."""

    def sitting(self, start: AnyPosition) -> AbstractContextManager[object]:
        """Lasts as long as one game."""

    def choose(self, position: AnyPosition, messages: tuple[str, ...], seed: int) -> str:
        """The message to play at a position that was reached by `messages`."""


@dataclass(frozen=True)
class BuiltInPlayer:
    """A level of a game's own engine, spelled `strong:1s`."""

    game: AnyGame
    level: Level
    seconds: float = SECONDS

    @property
    def name(self) -> str:
        """The level and its seconds, as `built_in_player` reads them."""
        return f"{self.level}:{self.seconds:g}s"

    def sitting(self, start: AnyPosition) -> AbstractContextManager[object]:
        """Loads the search first: a match is about the search, not about guesses while it is being loaded."""
        if self.level is Level.STRONG:
            warm(self.game.name)  # a match is about the search, not about guesses while it is being loaded
        return nullcontext()

    def choose(self, position: AnyPosition, messages: tuple[str, ...], seed: int) -> str:
        """The hint of the level for this position."""
        return str(self.game.hint(position, Limit(self.seconds, seed=seed), self.level).move)


def built_in_player(game: AnyGame, text: str) -> BuiltInPlayer:
    """The player that `LEVEL` or `LEVEL:SECONDSs` means; raises `Unreadable`."""
    match = re.fullmatch(r"(\w+)(?::([0-9]*\.?[0-9]+)s?)?", text)
    if not match or match[1] not in list(Level):
        raise Unreadable("not-expected", part=text, expected="level-and-seconds")
    return BuiltInPlayer(game, Level(match[1]), float(match[2] or SECONDS))


@dataclass(frozen=True)
class Tally:
    """What one player has reached: games won, drawn and lost, and the points made as First and as Second."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    as_first: float = 0.0
    as_second: float = 0.0

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """A point for each win, half a point for each draw."""
        return self.won + self.drawn / 2

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share of points lies with 95 % confidence (Wilson's score interval)."""
        if not self.games:
            return 0.0, 1.0
        share, spread = self.points / self.games, CONFIDENT**2 / self.games
        middle = (share + spread / 2) / (1 + spread)
        half = math.sqrt(share * (1 - share) * spread + spread**2 / 4) / (1 + spread)
        return middle - half, middle + half

    def with_result(self, seat: Seat, winner: Seat | None) -> Tally:
        """The tally after one more game, played as `seat`."""
        points = 0.5 if winner is None else float(winner is seat)
        return replace(
            self,
            won=self.won + (points == 1),
            drawn=self.drawn + (points == 0.5),
            lost=self.lost + (points == 0),
            as_first=self.as_first + (points if seat is Seat.FIRST else 0),
            as_second=self.as_second + (points if seat is Seat.SECOND else 0),
        )


def contest(
    game: AnyGame,
    settings: Mapping[str, str],
    players: tuple[Player, Player],
    games: int,
    seed: int = 0,
    plies: int = 0,
) -> Iterator[tuple[Tally, Tally]]:
    """The tallies after each game; the players change seats, and every pair of games has a start of its own.

    The first `plies` are played by chance, the same for both games of a pair.
    """
    one, two = Tally(), Tally()
    for index in range(games):
        start = game.start(settings, seed + index // 2)
        opened = opening(start, plies, Random(seed + index // 2))
        seat = Seat.FIRST if index % 2 == 0 else Seat.SECOND
        seats = {seat: players[0], seat.opponent: players[1]}
        winner = winner_of(start, seats, seed + index, opened)
        one, two = one.with_result(seat, winner), two.with_result(seat.opponent, winner)
        yield one, two


def winner_of(start: AnyPosition, seats: Mapping[Seat, Player], seed: int, opened: tuple[str, ...] = ()) -> Seat | None:
    """Who wins a game played out from the messages `opened`; None for a draw. An illegal message loses."""
    position, messages = start, opened
    for message in opened:
        position, _ = advance(position, position.read(message))
    with seats[Seat.FIRST].sitting(start), seats[Seat.SECOND].sitting(start):
        while position.outcome is None:
            try:
                message = seats[position.turn].choose(position, messages, seed)
                position, _ = advance(position, position.read(message))
            except Refusal:
                return position.turn.opponent
            messages = (*messages, message)
    return position.outcome.winner


def opening(start: AnyPosition, plies: int, chance: Random) -> tuple[str, ...]:
    """The messages of so many random plies; raises `Illegal` if each of many tries ended the game."""
    for _ in range(_TRIES):
        messages, goes_on = _drawn(start, plies, chance)
        if goes_on:
            return messages
    raise Illegal("opening-too-long", plies=plies)


def _drawn(position: AnyPosition, plies: int, chance: Random) -> tuple[tuple[str, ...], bool]:
    """Random messages up to the end of the game, and whether it goes on after them."""
    messages: tuple[str, ...] = ()
    while len(messages) < plies and position.outcome is None:
        move = chance.choice(list(position.moves()))
        position, _ = advance(position, move)
        messages = (*messages, str(move))
    return messages, position.outcome is None
