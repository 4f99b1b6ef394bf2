"""The strong level: Monte-Carlo tree search over a sample of lines, within the time; it proves nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import cache

from engines.curves.classic import classic
from engines.curves.line import Line
from engines.curves.move import Move, Pass
from engines.curves.options import start
from engines.curves.reasons import move_reasons
from engines.curves.rules import Position
from engines.curves.search.end import LENGTH, UNSOLVED, has_few_lines, new_stack, new_table, solve_end
from engines.curves.search.field import Field, State, blank_field, build_field
from engines.curves.search.mcts import Tree, explore, new_tree, new_workspace
from engines.curves.search.play import PASS
from engines.game import NO_DEADLINE, Deadline, Hint, Limit, Reason, Seat, Solution
from engines.kernels.alarm import Watch, alarm
from engines.refusals import Refusal

MOST_LINES = 900
MOST_GAMES = 50_000_000
MOST_STATES = 2_000_000
RANKING_GAMES = 1_000
"""The games that rank the moves before the end is counted out."""
END_SHARE = 0.5
TIE = 0.5
SEEN_ENOUGH = 30
FIELD_SHARE, REASONS_SHARE = 0.4, 1.3
"""The shares of the time until which lines are collected and, after the search, reasons established."""
# Seconds after the limit that a search may spend on its principal variation.
AFTERTHOUGHT = 0.01


@cache
def warm() -> None:
    """Compile or load every kernel."""
    position, limit = _warm_up_position(), Limit(600.0, nodes=50)
    search(position, limit)
    search(position.play(position.read("a1-h1")), limit)


def _warm_up_position() -> Position:
    position = start({"size": "8x6", "points": "4"})
    for point in ("a1", "h1", "c2", "e3"):
        position = position.play(position.read(point))
    return position


def _warm_field() -> None:
    build_field(_warm_up_position(), MOST_LINES, NO_DEADLINE)


def _warm_tree() -> None:
    field, state = blank_field()
    with alarm(Limit(600.0)) as watch:
        explore(field, state, 0, 2, 0.0, new_tree(), new_workspace(field, state), 0, 1, watch)
        solve_end(field, 0, 2, new_stack(field, state), new_table(), 1, watch)


SHARES = (_warm_tree, _warm_field)


def strong_hint(position: Position, limit: Limit) -> Hint[Move]:
    """Return the move with the best results in playouts; mark points as the classic level does.

    (Marking points by played-out games as well gained nothing: 47 % of the points over two hundred games.)
    """
    return classic(position, limit) if position.is_marking else search(position, limit)


def solve(position: Position, limit: Limit) -> Solution[Move]:
    """Refuse every position: legal lines are endless, so a search over a sample proves nothing."""
    raise Refusal("unsolved", seconds=limit.seconds)


def search(position: Position, limit: Limit) -> Hint[Move]:
    """Return the tree search's best line or pass; if few lines are left, that of the exact search.

    Among moves that the exact search finds equally good, the one visited most in the tree is played: lines outside the
    sample disturb it least.
    """
    began, reasoning = limit.clock(), limit.deadline(REASONS_SHARE)
    field, state, lines = build_field(position, MOST_LINES, limit.deadline(FIELD_SHARE))
    most, until = limit.nodes or MOST_GAMES, began + limit.seconds
    if has_few_lines(state):
        tree, _ = _explore(position, field, state, min(most, RANKING_GAMES), limit, until)
        if end := _solve_ending(position, field, state, tree, lines, limit, began + END_SHARE * limit.seconds):
            return _with_reasons(position, end, limit, reasoning)
    tree, games = _explore(position, field, state, most, limit, until)
    nodes = tuple(_line_of_play(position, tree, lines, Deadline(until + AFTERTHOUGHT, limit.clock)))
    moves = tuple(_move(tree, lines, node) for node in nodes) or (Pass(),)
    value = _expected_growth(position, tree, nodes[0] if nodes else 0)
    hint = Hint(moves, value, False, (Reason("expected-margin", margin=round(value, 1), games=games),))
    return _with_reasons(position, hint, limit, reasoning)


def _explore(position: Position, field: Field, state: State, most: int, limit: Limit, until: float) -> tuple[Tree, int]:
    """Return a tree of at most `most` games, and the number of games played."""
    tree, seat, tie = new_tree(), _seat(position), -TIE if position.even else 0.0
    with _alarm_at(until, limit) as watch:
        workspace = new_workspace(field, state)
        return tree, explore(field, state, seat, position.passes, tie, tree, workspace, limit.seed, most, watch)


def _alarm_at(until: float, limit: Limit) -> AbstractContextManager[Watch]:
    return alarm(replace(limit, seconds=max(0.0, until - limit.clock())))


def _with_reasons(position: Position, hint: Hint[Move], limit: Limit, deadline: Deadline) -> Hint[Move]:
    """Put the reasons of the move before those of the search, if the caller wants them."""
    reasons = move_reasons(position, hint.move, deadline) if limit.with_reasons else ()
    return replace(hint, reasons=(*reasons, *hint.reasons))


def _solve_ending(
    position: Position, field: Field, state: State, tree: Tree, lines: list[Line], limit: Limit, until: float
) -> Hint[Move] | None:
    """Return the best play to the end over the lines of the search, if it is found in time, in the limit's nodes."""
    stack, seat, children = new_stack(field, state), _seat(position), _ranked_children(tree, 0)
    stack.order[tree.move[children]] = range(len(children), 0, -1)
    with _alarm_at(until, limit) as watch:
        lead = solve_end(field, seat, position.passes, stack, new_table(), limit.nodes or MOST_STATES, watch)
    if lead == UNSOLVED or not stack.at[0, LENGTH]:
        return None
    moves = tuple(_decode_move(int(each), lines) for each in stack.best[0, : stack.at[0, LENGTH]])
    first, second = position.score
    growth = lead - (first - second) if seat == 0 else first - second - lead
    return Hint(moves, growth, False, (Reason("counted-out", margin=growth),))


def _seat(position: Position) -> int:
    return 0 if position.turn is Seat.FIRST else 1


def _line_of_play(position: Position, tree: Tree, lines: list[Line], deadline: Deadline) -> Iterator[int]:
    """Yield the most visited legal children from the root down, as long as they have enough visits.

    It stops at the deadline.
    """
    node = 0
    while position.outcome is None and tree.size[node]:
        legal_children = (
            child for child in _ranked_children(tree, node) if _is_legal(position, _move(tree, lines, child))
        )
        last, node = node, next(legal_children)
        if last and tree.visits[node] < SEEN_ENOUGH:
            return
        yield node
        if deadline.is_over:
            return
        position = position.play(_move(tree, lines, node))


def _ranked_children(tree: Tree, node: int) -> list[int]:
    children = range(tree.first[node], tree.first[node] + tree.size[node])
    return sorted(children, key=lambda child: -tree.visits[child])


def _move(tree: Tree, lines: list[Line], node: int) -> Move:
    return _decode_move(int(tree.move[node]), lines)


def _decode_move(move: int, lines: list[Line]) -> Move:
    return Pass() if move == PASS else lines[move]


def _is_legal(position: Position, move: Move) -> bool:
    return isinstance(move, Pass) or (isinstance(move, Line) and position.fault(move) is None)


def _expected_growth(position: Position, tree: Tree, node: int) -> float:
    """Return the expected growth of the mover's lead, averaged over the games through a node."""
    first, second = position.score
    if not tree.visits[node]:
        return 0.0
    growth = float(tree.margins[node] / tree.visits[node]) - (first - second)
    return growth if position.turn is Seat.FIRST else -growth
