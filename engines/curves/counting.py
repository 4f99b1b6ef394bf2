"""Exact play to the end among the lines of the sample, in plain Python: only for positions with few lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from engines.curves.attempt import margin
from engines.curves.capture import Drawn, Holdings, holdings_after
from engines.curves.legality import MOST_LINES, blocking_line, count_lines_at
from engines.curves.line import Line, Point
from engines.curves.move import Move, Pass
from engines.curves.rules import Position
from engines.game import Seat

FEW = 30
WON, EQUAL, LOST = 1, 0, -1


@lru_cache(maxsize=256)
def winning_moves(position: Position) -> tuple[Move, ...]:
    """Return the moves by which the mover wins against any defence; none if more than `FEW` lines are left."""
    lines = _sample(position)
    if position.is_marking or position.outcome or not lines or len(lines) > FEW:
        return ()
    end = _build_end(position, lines)
    return tuple(move for move, then in end.moves(end.start(position)) if end.result(then) == LOST)


def is_lost_after(position: Position, move: Move) -> bool:
    """Return whether the opponent has lost after a move, which may lie outside the sample."""
    then = position.play(move)
    if then.outcome:
        return then.outcome.winner is position.turn
    lines = _sample(then)
    return len(lines) <= FEW and (end := _build_end(then, lines)).result(end.start(then)) == LOST


def _sample(position: Position) -> tuple[Line, ...]:
    return tuple(move for move in position.moves() if isinstance(move, Line))


@dataclass(frozen=True)
class _State:
    """The lines drawn, the holdings, the lines left (line i is bit i), the passes in a row, and the seat to move."""

    drawn_lines: tuple[Drawn, ...]
    holdings: Holdings
    remaining_lines: int
    passes: int
    mover: Seat

    @property
    def key(self) -> object:
        """Return a key of the state that does not depend on the order of its lines."""
        return frozenset(self.drawn_lines), frozenset(self.holdings.items()), self.passes, self.mover


@dataclass(frozen=True)
class _End:
    """The constants of a count: the points, the lines, the lines that each one blocks, and the lines at each point."""

    marks: tuple[Point, ...]
    tie: Seat | None
    lines: tuple[Line, ...]
    blocks: tuple[int, ...]
    lines_at: dict[Point, int]
    results: dict[object, int] = field(default_factory=dict)

    def start(self, position: Position) -> _State:
        """Return the state of the position where the count starts."""
        remaining_lines = (1 << len(self.lines)) - 1
        return _State(position.drawn, position.holders, remaining_lines, position.passes, position.turn)

    def moves(self, state: _State) -> Iterator[tuple[Move, _State]]:
        """Yield each remaining line, then the pass, with the state after it."""
        for number, line in enumerate(self.lines):
            if state.remaining_lines >> number & 1:
                yield line, self._with_line(state, number)
        yield (
            Pass(),
            _State(state.drawn_lines, state.holdings, state.remaining_lines, state.passes + 1, state.mover.opponent),
        )

    def result(self, state: _State) -> int:
        """Return `WON`, `EQUAL` or `LOST` for the mover under best play."""
        if state.passes == 2 or not state.remaining_lines:
            return self._final_result(state)
        if state.key not in self.results:
            self.results[state.key] = self._best_result(state)
        return self.results[state.key]

    def _best_result(self, state: _State) -> int:
        nexts = sorted((then for _, then in self.moves(state)), key=lambda then: -margin(then.holdings, state.mover))
        best_result = LOST
        for then in nexts:
            best_result = max(best_result, -self.result(then))
            if best_result == WON:
                break
        return best_result

    def _final_result(self, state: _State) -> int:
        lead = margin(state.holdings, state.mover)
        if lead:
            return WON if lead > 0 else LOST
        return EQUAL if self.tie is None else WON if self.tie is state.mover else LOST

    def _with_line(self, state: _State, number: int) -> _State:
        new_line = Drawn(self.lines[number], state.mover)
        drawn_lines, remaining_lines = (*state.drawn_lines, new_line), state.remaining_lines & ~self.blocks[number]
        for end in new_line.line.ends:
            if count_lines_at(end, [each.line for each in drawn_lines]) == MOST_LINES:
                remaining_lines &= ~self.lines_at[end]
        return _State(
            drawn_lines,
            holdings_after(new_line, self.marks, state.drawn_lines, state.holdings),
            remaining_lines,
            0,
            state.mover.opponent,
        )


def _build_end(position: Position, lines: tuple[Line, ...]) -> _End:
    blocks = (_bits(one == two or blocking_line(one, (two,)) is not None for two in lines) for one in lines)
    at = {point: _bits(point in line.ends for line in lines) for point in position.marks}
    return _End(position.marks, position.tie, lines, tuple(blocks), at)


def _bits(flags: Iterator[bool]) -> int:
    return sum(1 << number for number, flag in enumerate(flags) if flag)
