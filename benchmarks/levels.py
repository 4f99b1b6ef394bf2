"""Strength of each level against the level below, in every game: its points in 100 games, with half for a draw.

The players change seats after each game; two games share a start and its seed. Every core plays another pair of levels:
it takes about eight minutes on two quiet cores, and longer but with the same result on busy ones.
`levels:curves` measures one game, `levels:strong` one pair of levels in every game, `levels:curves:strong` one row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from multiprocessing import get_context
from time import process_time

from benchmarks.figure import Figure, board_title
from engines import GAMES
from engines.console.match import BuiltInPlayer, play_match
from engines.game import LEVELS, Level
from engines.kernels.cores import cores

BOARDS: tuple[tuple[str, Mapping[str, str], int], ...] = (
    ("dots", {"size": "5x5"}, 0),
    ("lgame", {"variant": "classic"}, 0),
    ("tupik", {"cities": "30"}, 0),
    ("digits", {"size": "6x6"}, 1),
    ("curves", {"size": "16x12", "points": "12"}, 0),
)
"""The boards, each with the number of random plies without which strong players would repeat a game.

A map of 30 cities leaves room for skill; on smaller ones the seat decides most games.
"""
GAMES_A_MATCH, SEED = 100, 0
LEAST, MOST = 70, 90
SECONDS, STRONG_SECONDS = 1.0, 0.1
"""The CPU time for a move, of which only the strong level uses all it gets; a busy machine does not change it.

In Curves the strong level gets the second too, as in the bot's games, because it plays whole games out.
"""


def figures(*parts: str) -> Iterator[Figure]:
    """Yield the share of points of each level against the level below; parts are a game, a higher level, or both."""
    pairs = [
        (game, settings, plies, higher_level, lower_level)
        for game, settings, plies in BOARDS
        for lower_level, higher_level in pairwise(LEVELS)
        if {*parts} <= {game, higher_level}
    ]
    if not pairs:
        raise SystemExit(f"no level of a game is called {':'.join(parts)}")
    with ProcessPoolExecutor(min(cores(), len(pairs)), get_context("spawn")) as pool:
        yield from pool.map(_figure, *zip(*pairs, strict=True))


def _figure(game: str, settings: Mapping[str, str], plies: int, higher_level: Level, lower_level: Level) -> Figure:
    players = _player(game, higher_level), _player(game, lower_level)
    *_, (tally, _) = play_match(GAMES[game], settings, players, GAMES_A_MATCH, SEED, plies)
    results = f"{tally.wins}–{tally.draws}–{tally.losses}, seeds from {SEED}"
    return Figure(
        f"{board_title(game, settings)}: {higher_level} against {lower_level} ({results})",
        100 * tally.points / tally.games,
        LEAST,
        "%",
        at_least=True,
        most=MOST,
    )


def _player(game: str, level: Level) -> BuiltInPlayer:
    is_brief = level is Level.STRONG and game != "curves"
    return BuiltInPlayer(GAMES[game], level, STRONG_SECONDS if is_brief else SECONDS, process_time)
