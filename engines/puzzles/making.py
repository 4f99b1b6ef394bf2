"""Puzzle generator: searches games with errors for positions with one best move, step after step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import count
from random import Random

from engines import GAMES
from engines.game import AnyGame, AnyMove, AnyPosition, Level, Limit, Seat, Solution, advance, lead
from engines.puzzles import Puzzle
from engines.puzzles.ideas import idea
from engines.puzzles.symmetry import canonical_form
from engines.refusals import Refusal

MAX_STEPS = 5
MIN_STEPS = 2
MAX_BARREN_GAMES = 300
"""Games in a row without a puzzle before giving up: the start may be too small, or never solvable."""
_ERROR_RATE = 0.35
_MAX_REPLIES = 3

Line = list[tuple[AnyPosition, AnyMove]]


def puzzles(name: str, settings: Mapping[str, str], seed: int, limit: Limit) -> Iterator[Puzzle]:
    """Yield puzzles of a game, one per position up to symmetry, until too many games in a row have none.

    `limit` holds for each question to the solver.
    """
    game, seen_forms, newest = GAMES[name], set[object](), 0
    for number in count():
        if number - newest > MAX_BARREN_GAMES:
            return
        chance = Random(f"{seed} {number}")
        start = game.start(settings, chance.randrange(1 << 30))
        past = 0
        for (messages, position, history), first in _solved_positions(
            game, _game_positions(game, start, chance), limit
        ):
            key = canonical_form(name, position)
            if len(messages) < past or key in seen_forms:
                continue
            if puzzle := _puzzle(game, start, messages, position, history, first, limit):
                newest = number
                seen_forms.add(key)
                past = len(messages) + len(puzzle.solution)  # later positions would be the end of the same solution
                yield puzzle


GamePosition = tuple[tuple[str, ...], AnyPosition, frozenset[object]]
"""Messages, the position that they lead to, and the canonical forms of all positions up to it."""


def _game_positions(game: AnyGame, position: AnyPosition, chance: Random) -> Iterator[GamePosition]:
    """Yield the positions of a random game with classic moves in between, until a position repeats.

    The third repetition is a draw, so positions after a repetition no longer have the value of the bare position.
    """
    messages: tuple[str, ...] = ()
    history = {canonical_form(game.name, position)}
    limit = Limit(seed=chance.randrange(1 << 30))
    while position.outcome is None:
        is_error = chance.random() < _ERROR_RATE
        move = chance.choice([*position.moves()]) if is_error else game.hint(position, limit, Level.CLASSIC).move
        position, _ = advance(position, move)
        messages = (*messages, str(move))
        if (key := canonical_form(game.name, position)) in history:
            return
        history.add(key)
        if position.outcome is None:
            yield messages, position, frozenset(history)


def _solved_positions(
    game: AnyGame, played: Iterable[GamePosition], limit: Limit
) -> Iterator[tuple[GamePosition, Solution[AnyMove]]]:
    """Yield the solved positions at the end of a game, last first, until solving fails."""
    solutions: list[tuple[GamePosition, Solution[AnyMove]]] = []
    for each in reversed([*played]):
        if (solution := _try_to_solve(game, each[1], limit)) is None:
            break
        solutions.append((each, solution))
    return reversed(solutions)


def _puzzle(
    game: AnyGame,
    start: AnyPosition,
    messages: tuple[str, ...],
    position: AnyPosition,
    history: frozenset[object],
    first: Solution[AnyMove],
    limit: Limit,
) -> Puzzle | None:
    """Return the puzzle of a position, or None if it has none.

    The first step must be a choice, the solution long enough and free of earlier positions, and an idea true of it.
    """
    if len([*position.moves()]) == 1:
        return None
    line = _without_forced_tail(_solution_line(game, position, position.turn, first, MAX_STEPS, limit))
    position_after = [canonical_form(game.name, each) for each, _ in line[1:]]
    is_new = len(history.union(position_after)) == len(history) + len(position_after)
    if len(line[::2]) < MIN_STEPS or not is_new or not _decides(game, position, first, limit):
        return None
    tag = idea(game, line, first.value, limit)
    if not tag:
        return None
    return Puzzle(game.name, start.settings, messages, tuple(str(move) for _, move in line), first.value, tag)


def _decides(game: AnyGame, position: AnyPosition, solution: Solution[AnyMove], limit: Limit) -> bool:
    """Return whether the only best step wins or holds the draw, and every other move ends worse.

    In games without a margin, the value says that.
    """
    if not game.has_margin:
        return solution.value >= 0
    ahead = lead(position, position.turn)
    return ahead + solution.value >= 0 and all(
        _outcome_after(game, position, move, limit) < _sign(ahead + solution.value)
        for move in position.moves()
        if move not in solution.best_moves
    )


def _outcome_after(game: AnyGame, position: AnyPosition, move: AnyMove, limit: Limit) -> int:
    """Return the outcome of a move for the side to move: 1, 0 or -1; 2 if it is unknown."""
    after, _ = advance(position, move)
    if after.outcome is not None:
        return _sign(lead(after, position.turn))
    solution = _try_to_solve(game, after, limit)
    if solution is None:
        return 2
    rest = solution.value if after.turn is position.turn else -solution.value
    return _sign(lead(after, position.turn) + rest)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _try_to_solve(game: AnyGame, position: AnyPosition, limit: Limit) -> Solution[AnyMove] | None:
    try:
        return game.solve(position, limit)
    except Refusal:
        return None


def _solution_line(
    game: AnyGame, position: AnyPosition, solver: Seat, solution: Solution[AnyMove], steps: int, limit: Limit
) -> Line:
    """Return the solver's steps, each the only best one, with the replies that make the line longest."""
    if steps == 0 or len(solution.best_moves) > 1:
        return []
    step = solution.best_moves[0]
    after, _ = advance(position, step)
    if after.outcome is None and after.turn is solver:
        return []
    line: Line = [(position, step)]
    longest: Line = []
    for reply, position_after in _replies(game, after, solver, limit):
        next_found = _try_to_solve(game, position_after, limit) if position_after.outcome is None else None
        rest = _solution_line(game, position_after, solver, next_found, steps - 1, limit) if next_found else []
        if len(rest) + 1 > len(longest) and rest:
            longest = [(after, reply), *rest]
    return line + longest


def _replies(game: AnyGame, position: AnyPosition, solver: Seat, limit: Limit) -> Iterator[tuple[AnyMove, AnyPosition]]:
    """Yield best replies that fit one message and return the turn to the solver, with the positions after them."""
    if position.outcome is not None or (solution := _try_to_solve(game, position, limit)) is None:
        return
    for move in solution.best_moves[:_MAX_REPLIES]:
        run, position_after = [str(move)], advance(position, move)[0]
        while position_after.outcome is None and position_after.turn is not solver:
            if (rest := _try_to_solve(game, position_after, limit)) is None:
                return
            run.append(str(rest.best_moves[0]))
            position_after, _ = advance(position_after, rest.best_moves[0])
        if position_after.outcome is None:
            with suppress(Refusal):  # in games with one move a turn, two moves are not a valid message
                reply = position.read(" ".join(run))
                if advance(position, reply)[0] == position_after:
                    yield reply, position_after


def _without_forced_tail(line: Line) -> Line:
    """Remove the final steps that had no alternative."""
    while line and len([*line[-1][0].moves()]) == 1:
        line = line[:-2]
    return line
