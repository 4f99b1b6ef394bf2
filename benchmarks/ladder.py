"""The ladder: the scripted player who knows an idea beats its opponent, and loses to the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from benchmarks.figure import Figure
from engines import GAMES, LADDERS
from engines.game import AnyGame, AnyMove, AnyPosition, Limit, Outcome, Seat, advance
from engines.kernels.loading import warm
from engines.ladder import Idea, Rung, climbed, scripted

MATCH = 200
FRESH = 1_000_000
"""The first seed: no board and no share was chosen by those from here on."""
TARGET = 90.0
SECONDS_A_MOVE = 5.0


def figures() -> Iterator[Figure]:
    """Won and lost games of two hundred at each rung, draws being neither."""
    for name, ladder in LADDERS.items():
        game = GAMES[name]
        warm(name)
        for number, rung in enumerate(ladder, 1):
            won, _ = _match(game, rung, climbed(ladder, number))
            yield Figure(f"{name} ladder{number}: {rung.idea.name} wins", won, TARGET, "%", at_least=True)
            if number > 1:
                _, lost = _match(game, rung, climbed(ladder, number - 1))
                lacking = f"{name} ladder{number}: without {rung.idea.name} loses"
                yield Figure(lacking, lost, TARGET, "%", at_least=True)


def _match(game: AnyGame, rung: Rung, knows: Sequence[Idea]) -> tuple[float, float]:
    """Per cent won and lost by the person who knows these ideas."""
    winners = [_winner(game, rung, knows, seed) for seed in range(FRESH, FRESH + MATCH)]
    return 100 * winners.count(rung.seat) / MATCH, 100 * winners.count(rung.seat.other) / MATCH


def _winner(game: AnyGame, rung: Rung, knows: Sequence[Idea], seed: int) -> Seat | None:
    def solved(position: AnyPosition) -> Sequence[AnyMove]:
        return game.solve(position, Limit(SECONDS_A_MOVE)).best

    position, chance = game.start(rung.settings, seed), Random(seed)
    while position.outcome is None:
        person = position.turn is rung.seat
        move = scripted(knows, position, chance, solved) if person else rung.move(position, seed, solved)
        position, _ = advance(position, move)
    outcome: Outcome = position.outcome
    return outcome.winner
