"""The table of a league: its seasons, the games that count, and the order of the players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from operator import attrgetter

from bot.core.game.instants import Instant
from bot.core.game.people import Robot
from bot.core.game.results import Result, mark_of
from engines.game import Level, Seat

POINTS_FOR_WIN, POINTS_FOR_DRAW = 3, 1
MOST_OF_A_PAIR = 4
"""So many games between the same two people count in a season, the first ones; all who are forgotten are one person."""
_FEWEST_PEOPLE, _FEWEST_GAMES = 3, 5
_MONTHS = 12
_ROBOTS = frozenset(mark_of(Robot(level)) for level in Level)


@dataclass(frozen=True, order=True)
class Season:
    """A calendar month (UTC)."""

    year: int
    month: int

    def __str__(self) -> str:
        """Return the season as it is typed, such as `2026-11`."""
        return f"{self.year}-{self.month:02}"

    @property
    def first_day(self) -> date:
        """Return the day on which the season begins."""
        return date(self.year, self.month, 1)

    @property
    def start(self) -> Instant:
        """Return the instant at which the season begins."""
        return datetime(self.year, self.month, 1, tzinfo=UTC).timestamp()

    @property
    def end(self) -> Instant:
        """Return the instant at which the season ends and the next one begins."""
        return self.after(1).start

    def after(self, months: int) -> Season:
        """Return the season so many months later, or earlier if negative."""
        years, month = divmod(self.month - 1 + months, _MONTHS)
        return Season(self.year + years, month + 1)


def season_at(now: Instant) -> Season:
    """Return the season of an instant."""
    day = datetime.fromtimestamp(now, UTC)
    return Season(day.year, day.month)


@dataclass(frozen=True)
class Tally:
    """The numbers of games that a player won, drew and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def points(self) -> int:
        """Return the points of these games."""
        return POINTS_FOR_WIN * self.won + POINTS_FOR_DRAW * self.drawn

    @property
    def games(self) -> int:
        """Return the number of these games."""
        return self.won + self.drawn + self.lost

    def with_game(self, seat: Seat, winner: Seat | None) -> Tally:
        """Return the tally with one more game, in which the player had this seat."""
        if winner is None:
            return replace(self, drawn=self.drawn + 1)
        return replace(self, won=self.won + 1) if winner is seat else replace(self, lost=self.lost + 1)


@dataclass(frozen=True)
class Standing:
    """A player's place in the table, by pseudonym; players who are equal by every rule share a place."""

    place: int
    mark: str
    tally: Tally


def season_results(results: Iterable[Result], season: Season, game: str = "") -> list[Result]:
    """Return the rated games between two people that ended in a season, in one game or in all, oldest first."""
    rated_results = (
        each
        for each in results
        if each.is_rated and season.start <= each.at < season.end and _ROBOTS.isdisjoint(each.marks)
    )
    return sorted((each for each in rated_results if game in ("", each.game)), key=attrgetter("at", "code"))


def counting_results(results: Iterable[Result]) -> list[Result]:
    """Return the games of a season that count: the first four of each pair of people."""
    counting, meetings = list[Result](), Counter[frozenset[str]]()
    for result in results:
        pair = frozenset(result.marks)
        meetings[pair] += 1
        counting += [result] if meetings[pair] <= MOST_OF_A_PAIR else []
    return counting


def tallies(results: Iterable[Result]) -> Mapping[str, Tally]:
    """Return each player's tally by pseudonym; all who are forgotten share the one of ""."""
    tally_of: dict[str, Tally] = {}
    for result in results:
        for seat in Seat:
            mark = result.mark(seat)
            tally_of[mark] = tally_of.get(mark, Tally()).with_game(seat, result.winner)
    return tally_of


def standings(results: Sequence[Result]) -> list[Standing]:
    """Return the table of the games that count, the first place first, without forgotten people.

    Ties are broken by the points from games among all who have as many points, then by wins, then by fewer games.
    """
    tally_of = tallies(results)
    among_equals = tallies(
        each for each in results if "" not in each.marks and len({tally_of[mark].points for mark in each.marks}) == 1
    )

    def rank(mark: str) -> tuple[int, ...]:
        tally = tally_of[mark]
        return -tally.points, -among_equals.get(mark, Tally()).points, -tally.won, tally.games

    marks = sorted(filter(None, tally_of), key=lambda mark: (rank(mark), mark))
    ranks = [*map(rank, marks)]
    return [Standing(ranks.index(rank(mark)) + 1, mark, tally_of[mark]) for mark in marks]


def is_contested(results: Sequence[Result]) -> bool:
    """Return whether enough people played enough games that count for a season to have winners."""
    return len(results) >= _FEWEST_GAMES and len(standings(results)) >= _FEWEST_PEOPLE


def opponents_of(mark: str, results: Iterable[Result]) -> set[str]:
    """Return the pseudonyms of a player and of everyone they met in these games."""
    return {mark}.union(*(each.marks for each in results if mark in each.marks))
