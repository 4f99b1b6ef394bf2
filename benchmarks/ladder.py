"""Ladder: the scripted player with a rung's idea beats the rung's opponent, and without it loses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from random import Random

from benchmarks.figure import Figure
from engines import GAMES, LADDERS
from engines.game import AnyGame, AnyMove, AnyPosition, Limit, Outcome, Seat, advance
from engines.kernels.loading import warm
from engines.ladder import Idea, Rung, learned_ideas, scripted_move, starting_position

MATCH = 200
SLOW = {"curves": 60}
"""The number of games where a game takes long."""
FRESH = 1_000_000
"""The first seed of the match; no board, opening or parameter was tuned on this seed or later ones."""
TARGET = 90.0
SECONDS_A_MOVE = 5.0


def figures() -> Iterator[Figure]:
    """Yield the percentages of wins and losses at each rung; draws count as neither."""
    for name, ladder in LADDERS.items():
        warm(name)
        games = SLOW.get(name, MATCH)
        for number, rung in enumerate(ladder, 1):
            title = f"{name} ladder{number}, {games} games"
            win_share, _ = _match(name, rung, learned_ideas(ladder, number), games)
            yield Figure(f"{title}: {rung.idea.name} wins", win_share, TARGET, "%", at_least=True)
            if number > 1:
                _, loss_share = _match(name, rung, learned_ideas(ladder, number - 1), games)
                yield Figure(f"{title}: without {rung.idea.name} loses", loss_share, TARGET, "%", at_least=True)


def _match(name: str, rung: Rung, ideas: Sequence[Idea], games: int) -> tuple[float, float]:
    """Return the percentages of games won and lost by the player with these ideas."""
    winners = [_winner(GAMES[name], rung, ideas, seed) for seed in range(FRESH, FRESH + games)]
    return 100 * winners.count(rung.seat) / games, 100 * winners.count(rung.seat.opponent) / games


def _winner(game: AnyGame, rung: Rung, ideas: Sequence[Idea], seed: int) -> Seat | None:
    solve = partial(_solve, game.name)
    position, chance = starting_position(game, rung, seed), Random(seed)
    while position.outcome is None:
        person = position.turn is rung.seat
        move = scripted_move(ideas, position, chance, solve) if person else rung.move(position, seed, solve)
        position, _ = advance(position, move)
    outcome: Outcome = position.outcome
    return outcome.winner


@lru_cache(maxsize=10_000)
def _solve(name: str, position: AnyPosition) -> Sequence[AnyMove]:
    return GAMES[name].solve(position, Limit(SECONDS_A_MOVE)).best_moves
