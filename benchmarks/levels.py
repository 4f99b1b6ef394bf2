"""Strength of each level against the one below, in every game, as a lower bound for the share of points.

Takes about twenty minutes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from benchmarks.figure import Figure, board_title
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
"""The higher level, the lower one, and the number of random opening moves, without which games would repeat."""
MATCH = 200
SECONDS_A_MOVE = 0.1


def figures() -> Iterator[Figure]:
    """Yield the lower end of the 95 % interval; the players change seats after each start."""
    for game, settings in BOARDS:
        for higher_level, lower_level, opening in PAIRS:
            name = f"{board_title(game, settings)}: {higher_level} against {lower_level}, lower bound at 95%"
            yield Figure(
                name,
                100 * _certain_share(GAMES[game], settings, higher_level, lower_level, opening),
                50,
                "%",
                at_least=True,
            )


def _certain_share(
    game: AnyGame, settings: Mapping[str, str], higher_level: Level, lower_level: Level, opening: int
) -> float:
    players = BuiltInPlayer(game, higher_level, SECONDS_A_MOVE), BuiltInPlayer(game, lower_level, SECONDS_A_MOVE)
    *_, (tally, _) = play_match(game, settings, players, MATCH, plies=opening)
    return tally.interval[0]
