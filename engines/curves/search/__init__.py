"""The strong level: a tree of played-out games over the sample, within the time; nothing it says is proved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from time import perf_counter

from engines.curves.classic import classic
from engines.curves.line import Line
from engines.curves.move import Move, Pass
from engines.curves.options import start
from engines.curves.reasons import reasons_of
from engines.curves.rules import Position
from engines.curves.search.end import LONG, UNSOLVED, few, new_stack, new_table, solve_end
from engines.curves.search.field import Field, State, blank, build
from engines.curves.search.mcts import Tree, explore, new_room, new_tree
from engines.curves.search.play import PASS
from engines.game import Hint, Limit, Reason, Seat, Solution
from engines.kernels.alarm import alarm
from engines.refusals import Refusal

MOST_LINES = 900
MOST_GAMES = 50_000_000
MOST_STATES = 2_000_000
END_SHARE = 0.5
TIE = 0.5
SEEN_ENOUGH = 30
# Seconds after its limit that a search may spend on the moves expected after its first.
AFTERTHOUGHT = 0.01


@cache
def warm() -> None:
    """Compiles or loads every kernel."""
    position, limit = _marked(), Limit(600.0, nodes=50)
    search(position, limit)
    search(position.play(position.read("a1-h1")), limit)


def _marked() -> Position:
    position = start({"size": "8x6", "points": "4"})
    for point in ("a1", "h1", "c2", "e3"):
        position = position.play(position.read(point))
    return position


def _warm_field() -> None:
    build(_marked(), MOST_LINES)


def _warm_tree() -> None:
    field, state = blank()
    with alarm(Limit(600.0)) as watch:
        explore(field, state, 0, 2, 0.0, new_tree(), new_room(field, state), 0, 1, watch)
        solve_end(field, 0, 2, new_stack(field, state), new_table(), 1, watch)


SHARES = (_warm_tree, _warm_field)


def strong_hint(position: Position, limit: Limit) -> Hint[Move]:
    """The line or the pass that does best in games played out until the limit; points as the classic level marks them.

    (Marking points by played-out games as well gained nothing: 47 % of the points over two hundred games.)
    """
    return classic(position, limit.seed) if position.marking else search(position, limit)


def solve(position: Position, limit: Limit) -> Solution[Move]:
    """Always refused: the lines that may be drawn are endless, so no search over a sample proves anything."""
    raise Refusal("unsolved", seconds=limit.seconds)


def search(position: Position, limit: Limit) -> Hint[Move]:
    """The line, or the pass, that does best in a tree of played-out games; of few lines, the best by all ways to go on.

    Among moves that the exact end finds equally good, the one tried most in the tree is played: lines that are not
    considered come in its way least.
    """
    began = perf_counter()
    field, state, lines = build(position, MOST_LINES)
    tree, room, most, ends = new_tree(), new_room(field, state), limit.nodes or MOST_GAMES, few(state)
    until = began + limit.seconds * (1 - END_SHARE if ends else 1)
    with alarm(replace(limit, seconds=max(0.0, until - perf_counter()))) as watch:
        seat, tie = _seat(position), -TIE if position.even else 0.0
        games = explore(field, state, seat, position.passes, tie, tree, room, limit.seed, most, watch)
    if ends and (end := _solved(position, field, state, tree, lines, limit, began)):
        return end
    nodes = tuple(_line_of_play(position, tree, lines, began + limit.seconds + AFTERTHOUGHT))
    moves = tuple(_move(tree, lines, node) for node in nodes) or (Pass(),)
    value = _still_to_come(position, tree, nodes[0] if nodes else 0)
    reasons = (*reasons_of(position, moves[0]), Reason("expected-margin", margin=round(value, 1), games=games))
    return Hint(moves, value, False, reasons, perf_counter() - began)


def _solved(
    position: Position, field: Field, state: State, tree: Tree, lines: list[Line], limit: Limit, began: float
) -> Hint[Move] | None:
    """The best play to the end over the lines considered, if it is found within the limit."""
    stack, seat, ranked = new_stack(field, state), _seat(position), _ranked(tree, 0)
    stack.order[tree.move[ranked]] = range(len(ranked), 0, -1)
    with alarm(replace(limit, seconds=max(0.0, began + limit.seconds - perf_counter()))) as watch:
        lead = solve_end(field, seat, position.passes, stack, new_table(), MOST_STATES, watch)
    if lead == UNSOLVED or not stack.at[0, LONG]:
        return None
    moves = tuple(_named(int(each), lines) for each in stack.best[0, : stack.at[0, LONG]])
    first, second = position.score
    growth = lead - (first - second) if seat == 0 else first - second - lead
    reasons = (*reasons_of(position, moves[0]), Reason("counted-out", margin=growth))
    return Hint(moves, growth, False, reasons, perf_counter() - began)


def _seat(position: Position) -> int:
    return 0 if position.turn is Seat.FIRST else 1


def _line_of_play(position: Position, tree: Tree, lines: list[Line], until: float) -> Iterator[int]:
    """The most tried moves from the root down: those the rules allow, tried enough, as far as found `until` then."""
    node = 0
    while position.outcome is None and tree.size[node]:
        allowed = (child for child in _ranked(tree, node) if _legal(position, _move(tree, lines, child)))
        last, node = node, next(allowed)
        if last and tree.visits[node] < SEEN_ENOUGH:
            return
        yield node
        if perf_counter() > until:
            return
        position = position.play(_move(tree, lines, node))


def _ranked(tree: Tree, node: int) -> list[int]:
    children = range(tree.first[node], tree.first[node] + tree.size[node])
    return sorted(children, key=lambda child: -tree.visits[child])


def _move(tree: Tree, lines: list[Line], node: int) -> Move:
    return _named(int(tree.move[node]), lines)


def _named(move: int, lines: list[Line]) -> Move:
    return Pass() if move == PASS else lines[move]


def _legal(position: Position, move: Move) -> bool:
    return isinstance(move, Pass) or (isinstance(move, Line) and position.fault(move) is None)


def _still_to_come(position: Position, tree: Tree, node: int) -> float:
    """By how much the mover's lead is to grow, on average over the games that went through a node."""
    first, second = position.score
    if not tree.visits[node]:
        return 0.0
    growth = float(tree.margins[node] / tree.visits[node]) - (first - second)
    return growth if position.turn is Seat.FIRST else -growth
