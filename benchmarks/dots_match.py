"""Dots and Boxes against OpenSpiel's Monte-Carlo bot with 10,000 rollouts, where that package is installed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.util import find_spec

from benchmarks.figure import Figure
from engines.dots.grid import grid
from engines.dots.rules import Position
from engines.dots.search import strong, warm
from engines.game import Limit, Seat

ROLLOUTS = 10_000
GAMES = 40
SECONDS = 1.0
TARGET = 38.0


def figures() -> Iterator[Figure]:
    """Points of 40 on 4x4 and 5x5, 20 games as each side; nothing without the package."""
    if find_spec("pyspiel") is None:
        return
    for edge in (4, 5):
        points = sum(played(edge, number, SECONDS) for number in range(GAMES))
        yield Figure(f"dots {edge}x{edge} points of {GAMES} against OpenSpiel MCTS", points, TARGET, "", at_least=True)


def played(edge: int, number: int, seconds: float) -> float:
    """One game's points for us: 1, a half or 0; we are First in even games."""
    import pyspiel

    warm()
    game = pyspiel.load_game(f"dots_and_boxes(num_rows={edge},num_cols={edge})")
    judge = pyspiel.RandomRolloutEvaluator(1, number)
    bot = pyspiel.MCTSBot(game, judge, 2.0, ROLLOUTS, 1000, True, number, False)
    state, position = game.new_initial_state(), Position(grid(edge, edge))
    ours = Seat.FIRST if number % 2 == 0 else Seat.SECOND
    while position.outcome is None:
        if position.turn is ours:
            move = strong(position, Limit(seconds, seed=number)).move
            side = position.grid.index[move.steps[0]]
        else:
            side = bot.step(state)
        state.apply_action(side)
        position = position.play(position.read(position.grid.names[side]))
    return 0.5 if position.outcome.winner is None else float(position.outcome.winner is ours)


if __name__ == "__main__":
    EDGE, COUNT, PACE = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    print(sum(played(EDGE, number, PACE) for number in range(COUNT)), "of", COUNT)
