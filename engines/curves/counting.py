"""Who wins if both count to the end, among the lines of the sample: in plain Python, so only where few are left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from engines.curves.attempt import margin
from engines.curves.capture import Drawn, Holdings, after
from engines.curves.legality import MOST_LINES, line_in_the_way, lines_at
from engines.curves.line import Line, Point
from engines.curves.move import Move, Pass
from engines.curves.rules import Position
from engines.game import Seat

FEW = 30
WON, EQUAL, LOST = 1, 0, -1


@lru_cache(maxsize=256)
def winning(position: Position) -> tuple[Move, ...]:
    """The lines and the pass by which the mover wins whatever follows; none where more than `FEW` lines are left."""
    lines = _sample(position)
    if position.marking or position.outcome or not lines or len(lines) > FEW:
        return ()
    end = _end(position, lines)
    return tuple(move for move, then in end.moves(end.start(position)) if end.result(then) == LOST)


def leaves_lost(position: Position, move: Move) -> bool:
    """Whether the other side has lost once a move is made, be it a line of the sample or not."""
    then = position.play(move)
    if then.outcome:
        return then.outcome.winner is position.turn
    lines = _sample(then)
    return len(lines) <= FEW and (end := _end(then, lines)).result(end.start(then)) == LOST


def _sample(position: Position) -> tuple[Line, ...]:
    return tuple(move for move in position.moves() if isinstance(move, Line))


@dataclass(frozen=True)
class _State:
    """The lines drawn, who holds what, the lines left (line i is bit i), the passes in a row, and who is to move."""

    drawn: tuple[Drawn, ...]
    held: Holdings
    left: int
    passes: int
    mover: Seat

    @property
    def key(self) -> object:
        """What stands for the state, in whichever order its lines were drawn."""
        return frozenset(self.drawn), frozenset(self.held.items()), self.passes, self.mover


@dataclass(frozen=True)
class _End:
    """What stays the same: the points, the lines, which each of them leaves no room for, and those at each point."""

    marks: tuple[Point, ...]
    tie: Seat | None
    lines: tuple[Line, ...]
    blocked: tuple[int, ...]
    at: dict[Point, int]
    known: dict[object, int] = field(default_factory=dict)

    def start(self, position: Position) -> _State:
        """The state of the position that is counted from."""
        left = (1 << len(self.lines)) - 1
        return _State(position.drawn, position.held, left, position.passes, position.turn)

    def moves(self, state: _State) -> Iterator[tuple[Move, _State]]:
        """Every line that is left, then the pass, with the state after it."""
        for number, line in enumerate(self.lines):
            if state.left >> number & 1:
                yield line, self._with_line(state, number)
        yield Pass(), _State(state.drawn, state.held, state.left, state.passes + 1, state.mover.opponent)

    def result(self, state: _State) -> int:
        """Whether the mover wins or loses if both play best."""
        if state.passes == 2 or not state.left:
            return self._settled(state)
        if state.key not in self.known:
            self.known[state.key] = self._best(state)
        return self.known[state.key]

    def _best(self, state: _State) -> int:
        nexts = sorted((then for _, then in self.moves(state)), key=lambda then: -margin(then.held, state.mover))
        best = LOST
        for then in nexts:
            best = max(best, -self.result(then))
            if best == WON:
                break
        return best

    def _settled(self, state: _State) -> int:
        lead = margin(state.held, state.mover)
        if lead:
            return WON if lead > 0 else LOST
        return EQUAL if self.tie is None else WON if self.tie is state.mover else LOST

    def _with_line(self, state: _State, number: int) -> _State:
        new = Drawn(self.lines[number], state.mover)
        drawn, left = (*state.drawn, new), state.left & ~self.blocked[number]
        for end in new.line.ends:
            if lines_at(end, [each.line for each in drawn]) == MOST_LINES:
                left &= ~self.at[end]
        return _State(drawn, after(new, self.marks, state.drawn, state.held), left, 0, state.mover.opponent)


def _end(position: Position, lines: tuple[Line, ...]) -> _End:
    blocked = (_bits(one == two or line_in_the_way(one, (two,)) is not None for two in lines) for one in lines)
    at = {point: _bits(point in line.ends for line in lines) for point in position.marks}
    return _End(position.marks, position.tie, lines, tuple(blocked), at)


def _bits(flags: Iterator[bool]) -> int:
    return sum(1 << number for number, flag in enumerate(flags) if flag)
