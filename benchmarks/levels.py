"""Whether each level is stronger than the one below, in every game: the share of points that is certain.

Takes about twenty minutes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from benchmarks.figure import Figure, titled
from engines import GAMES
from engines.console.match import BuiltInPlayer, play_match
from engines.game import AnyGame, Level

BOARDS: tuple[tuple[str, Mapping[str, str]], ...] = (
    ("lgame", {"variant": "classic"}),
    ("lgame", {"variant": "scoring"}),
    ("lgame", {"variant": "symmetry"}),
    ("tupik", {"map": "salt-road"}),
    ("digits", {"size": "6x6"}),
    ("curves", {"points": "8"}),
    ("dots", {"size": "5x5"}),
    ("tupik", {"map": "big-city"}),
)
PAIRS = ((Level.CLASSIC, Level.EASY, 0), (Level.STRONG, Level.CLASSIC, 2))
"""The better level, the one below, and how many random moves come first: without errors like those of the easy level,
many a game would be played twice."""
MATCH = 200
SECONDS_A_MOVE = 0.1


def figures() -> Iterator[Figure]:
    """The lower end of the 95 % interval, the players changing seats with each start."""
    for game, settings in BOARDS:
        for better, worse, opening in PAIRS:
            name = f"{titled(game, settings)}: {better} against {worse}, at 95 % at least"
            yield Figure(name, 100 * _certain(GAMES[game], settings, better, worse, opening), 50, "%", at_least=True)


def _certain(game: AnyGame, settings: Mapping[str, str], better: Level, worse: Level, opening: int) -> float:
    players = BuiltInPlayer(game, better, SECONDS_A_MOVE), BuiltInPlayer(game, worse, SECONDS_A_MOVE)
    *_, (tally, _) = play_match(game, settings, players, MATCH, plies=opening)
    return tally.interval[0]
