"""Puzzles found in games between players who err: positions with one best move, followed while there is but one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import count
from random import Random

from engines import GAMES
from engines.game import AnyGame, AnyMove, AnyPosition, Level, Limit, Seat, Solution, advance, lead
from engines.puzzles import Puzzle
from engines.puzzles.ideas import idea
from engines.puzzles.symmetry import form
from engines.refusals import Refusal

MOST_STEPS = 5
LEAST_STEPS = 2
MOST_BARREN = 300
"""Games in a row without a puzzle, after which none is expected any more: a start may be too small, or never solved."""
_ERRS = 0.35
_REPLIES = 3

Line = list[tuple[AnyPosition, AnyMove]]


def puzzles(name: str, settings: Mapping[str, str], seed: int, limit: Limit) -> Iterator[Puzzle]:
    """Yield puzzles of a game, one a position up to symmetry, until too many games in a row have none.

    `limit` holds for each question to the solver.
    """
    game, seen, newest = GAMES[name], set[object](), 0
    for number in count():
        if number - newest > MOST_BARREN:
            return
        chance = Random(f"{seed} {number}")
        start = game.start(settings, chance.randrange(1 << 30))
        past = 0
        for (messages, position, came), first in _proved(game, _played(game, start, chance), limit):
            key = form(name, position)
            if len(messages) < past or key in seen:
                continue
            if found := _puzzle(game, start, messages, position, came, first, limit):
                newest = number
                seen.add(key)
                past = len(messages) + len(found.solution)  # what follows would be the end of the same solution
                yield found


Played = tuple[tuple[str, ...], AnyPosition, frozenset[object]]
"""Messages, the position that they lead to, and what all positions up to it look like."""


def _played(game: AnyGame, position: AnyPosition, chance: Random) -> Iterator[Played]:
    """The positions of a game by chance in which each move is now and then the classic one, until one comes again:
    what follows is no longer worth what it is by itself, for the third time is a draw."""
    messages: tuple[str, ...] = ()
    came = {form(game.name, position)}
    limit = Limit(seed=chance.randrange(1 << 30))
    while position.outcome is None:
        errs = chance.random() < _ERRS
        move = chance.choice([*position.moves()]) if errs else game.hint(position, limit, Level.CLASSIC).move
        position, _ = advance(position, move)
        messages = (*messages, str(move))
        if (key := form(game.name, position)) in came:
            return
        came.add(key)
        if position.outcome is None:
            yield messages, position, frozenset(came)


def _proved(game: AnyGame, played: Iterable[Played], limit: Limit) -> Iterator[tuple[Played, Solution[AnyMove]]]:
    """The end of a game, from the last position on that cannot be solved: what comes before it cannot be either."""
    found: list[tuple[Played, Solution[AnyMove]]] = []
    for each in reversed([*played]):
        if (solution := _solved(game, each[1], limit)) is None:
            break
        found.append((each, solution))
    return reversed(found)


def _puzzle(
    game: AnyGame,
    start: AnyPosition,
    messages: tuple[str, ...],
    position: AnyPosition,
    came: frozenset[object],
    first: Solution[AnyMove],
    limit: Limit,
) -> Puzzle | None:
    """The puzzle of a position, if its first step is a choice and its solution has enough of them, none of which leads
    to what came before."""
    if len([*position.moves()]) == 1:
        return None
    line = _cut(_followed(game, position, position.turn, first, MOST_STEPS, limit))
    reached = [form(game.name, each) for each, _ in line[1:]]
    is_new = len(came.union(reached)) == len(came) + len(reached)
    if len(line[::2]) < LEAST_STEPS or not is_new or not _decides(game, position, first, limit):
        return None
    tag = idea(game, line, limit)
    return Puzzle(game.name, start.settings, messages, tuple(str(move) for _, move in line), first.value, tag)


def _decides(game: AnyGame, position: AnyPosition, found: Solution[AnyMove], limit: Limit) -> bool:
    """Whether the one best step wins or holds the draw, and every other ends worse; elsewhere a value says that."""
    if not game.has_margin:
        return found.value >= 0
    ahead = lead(position, position.turn)
    return ahead + found.value >= 0 and all(
        _end(game, position, move, limit) < _sign(ahead + found.value)
        for move in position.moves()
        if move not in found.best_moves
    )


def _end(game: AnyGame, position: AnyPosition, move: AnyMove, limit: Limit) -> int:
    """How the game ends for the side to move after a move: 1, 0 or -1; 2 if that is not known."""
    after, _ = advance(position, move)
    if after.outcome is not None:
        return _sign(lead(after, position.turn))
    found = _solved(game, after, limit)
    if found is None:
        return 2
    rest = found.value if after.turn is position.turn else -found.value
    return _sign(lead(after, position.turn) + rest)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _solved(game: AnyGame, position: AnyPosition, limit: Limit) -> Solution[AnyMove] | None:
    try:
        return game.solve(position, limit)
    except Refusal:
        return None


def _followed(
    game: AnyGame, position: AnyPosition, solver: Seat, found: Solution[AnyMove], steps: int, limit: Limit
) -> Line:
    """Own steps, each the only best one, and the replies that ask for most of them."""
    if steps == 0 or len(found.best_moves) > 1:
        return []
    step = found.best_moves[0]
    after, _ = advance(position, step)
    if after.outcome is None and after.turn is solver:
        return []
    line: Line = [(position, step)]
    longest: Line = []
    for reply, reached in _replies(game, after, solver, limit):
        next_found = _solved(game, reached, limit) if reached.outcome is None else None
        rest = _followed(game, reached, solver, next_found, steps - 1, limit) if next_found else []
        if len(rest) + 1 > len(longest) and rest:
            longest = [(after, reply), *rest]
    return line + longest


def _replies(game: AnyGame, position: AnyPosition, solver: Seat, limit: Limit) -> Iterator[tuple[AnyMove, AnyPosition]]:
    """Some of the best answers, each one message that leaves the turn to the solver."""
    if position.outcome is not None or (found := _solved(game, position, limit)) is None:
        return
    for move in found.best_moves[:_REPLIES]:
        run, reached = [str(move)], advance(position, move)[0]
        while reached.outcome is None and reached.turn is not solver:
            if (rest := _solved(game, reached, limit)) is None:
                return
            run.append(str(rest.best_moves[0]))
            reached, _ = advance(reached, rest.best_moves[0])
        if reached.outcome is None:
            with suppress(Refusal):  # where a turn is one move, two in a row are no message
                reply = position.read(" ".join(run))
                if advance(position, reply)[0] == reached:
                    yield reply, reached


def _cut(line: Line) -> Line:
    """The line without a tail of steps that had no alternative."""
    while line and len([*line[-1][0].moves()]) == 1:
        line = line[:-2]
    return line
