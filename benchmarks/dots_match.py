"""Match of Dots and Boxes against OpenSpiel's Monte-Carlo bot, if that package is installed.

`python -m benchmarks.dots_match 5 100 FILE` plays games 0 to 99 on 5x5 and appends each to FILE, one record a line, in
the engine console's format; games that FILE already has are not played again. Options: `seconds=1`, `rollouts=100000`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path

import docs
from benchmarks.figure import Figure
from engines.dots.grid import grid
from engines.dots.rules import Position
from engines.dots.search import strong_hint, warm
from engines.game import Limit, Seat
from engines.record import Record, read, record_of, write

ROLLOUTS = 10_000
GAMES = 40
SECONDS = 1.0
TARGET = 38.0
KEPT = Path(docs.__file__).with_name("matches") / "openspiel-5x5.txt"
_US = "Tetradka"
_POINTS = {"draw": 0.5}


@dataclass(frozen=True)
class Match:
    """The settings of a match: the board's edge in boxes, our seconds per move, and the opponent's rollouts."""

    edge: int
    seconds: float = SECONDS
    rollouts: int = ROLLOUTS

    def game(self, number: int) -> Record:
        """Play a game and return its record; we play First in even-numbered games; the number seeds both players."""
        import pyspiel

        warm()
        game = pyspiel.load_game(f"dots_and_boxes(num_rows={self.edge},num_cols={self.edge})")
        judge = pyspiel.RandomRolloutEvaluator(1, number)
        bot = pyspiel.MCTSBot(game, judge, 2.0, self.rollouts, 1000, True, number, False)
        state, position, moves = game.new_initial_state(), Position(grid(self.edge, self.edge)), list[str]()
        ours = Seat.FIRST if number % 2 == 0 else Seat.SECOND
        while position.outcome is None:
            if position.turn is ours:
                move = strong_hint(position, Limit(self.seconds, seed=number)).move
                side = position.grid.index[move.steps[0]]
            else:
                side = bot.step(state)
            state.apply_action(side)
            moves.append(position.grid.names[side])
            position = position.play(position.read(moves[-1]))
        return replace(record_of("dots", position, tuple(moves)), tags=self._players(ours, number))

    def _players(self, ours: Seat, number: int) -> dict[str, str]:
        theirs = f"OpenSpiel MCTS, {self.rollouts} rollouts, seed {number}"
        return {str(ours): f"{_US}, {self.seconds:g} s", str(ours.opponent): theirs}


def figures() -> Iterator[Figure]:
    """Yield the points of the stored match; if the package is installed, also of 40 games on 4x4 and on 5x5."""
    points_of_games = [points_of(game) for game in games_in(KEPT)]
    name = f"dots 5x5 points of {len(points_of_games)} stored games against OpenSpiel MCTS, 100,000 rollouts"
    yield Figure(name, sum(points_of_games), len(points_of_games), "", at_least=True)
    if find_spec("pyspiel") is None:
        return
    for edge in (4, 5):
        points = sum(points_of(Match(edge).game(number)) for number in range(GAMES))
        yield Figure(f"dots {edge}x{edge} points of {GAMES} against OpenSpiel MCTS", points, TARGET, "", at_least=True)


def points_of(game: Record) -> float:
    """Return our points in a game: 1, 0.5 or 0."""
    winner = game.result.split()[0]
    return _POINTS.get(winner) or float(game.tags[winner].startswith(_US))


def games_in(file: Path) -> list[Record]:
    """Return the games of a stored match."""
    return [read(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []


def _play(match: Match, games: int, file: Path) -> None:
    points = sum(map(points_of, games_in(file)))
    for number in range(len(games_in(file)), games):
        game = match.game(number)
        with file.open("a", encoding="utf-8") as records:
            records.write(write(game).replace("\n", ";") + "\n")
        points += points_of(game)
        print(f"{points:g} points of {number + 1}", flush=True)


if __name__ == "__main__":
    EDGE, COUNT, FILE, *OPTIONS = sys.argv[1:]
    ASKED = dict(option.split("=") for option in OPTIONS)
    RIVALS = Match(int(EDGE), float(ASKED.get("seconds", SECONDS)), int(ASKED.get("rollouts", 100_000)))
    _play(RIVALS, int(COUNT), Path(FILE))
