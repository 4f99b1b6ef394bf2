"""The ladder: the scripted player who knows an idea beats its opponent, and loses to the next."""

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
"""The games of a match where a game takes long."""
FRESH = 1_000_000
"""The first seed: no board, no opening and no share was chosen by those from here on."""
TARGET = 90.0
SECONDS_A_MOVE = 5.0


def figures() -> Iterator[Figure]:
    """Won and lost games at each rung, draws being neither."""
    for name, ladder in LADDERS.items():
        warm(name)
        games = SLOW.get(name, MATCH)
        for number, rung in enumerate(ladder, 1):
            told = f"{name} ladder{number}, {games} games"
            won, _ = _match(name, rung, learned_ideas(ladder, number), games)
            yield Figure(f"{told}: {rung.idea.name} wins", won, TARGET, "%", at_least=True)
            if number > 1:
                _, lost = _match(name, rung, learned_ideas(ladder, number - 1), games)
                yield Figure(f"{told}: without {rung.idea.name} loses", lost, TARGET, "%", at_least=True)


def _match(name: str, rung: Rung, knows: Sequence[Idea], games: int) -> tuple[float, float]:
    """Per cent won and lost by the person who knows these ideas."""
    winners = [_winner(GAMES[name], rung, knows, seed) for seed in range(FRESH, FRESH + games)]
    return 100 * winners.count(rung.seat) / games, 100 * winners.count(rung.seat.opponent) / games


def _winner(game: AnyGame, rung: Rung, knows: Sequence[Idea], seed: int) -> Seat | None:
    solved = partial(_solved, game.name)
    position, chance = starting_position(game, rung, seed), Random(seed)
    while position.outcome is None:
        person = position.turn is rung.seat
        move = scripted_move(knows, position, chance, solved) if person else rung.move(position, seed, solved)
        position, _ = advance(position, move)
    outcome: Outcome = position.outcome
    return outcome.winner


@lru_cache(maxsize=10_000)
def _solved(name: str, position: AnyPosition) -> Sequence[AnyMove]:
    return GAMES[name].solve(position, Limit(SECONDS_A_MOVE)).best_moves
