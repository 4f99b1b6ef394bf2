"""Moves worth considering: cells to write on, or throws that deny, that spare one's own, that stop the biggest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from engines.digits.classic import throwing_values, writing_values
from engines.digits.grid import bits
from engines.digits.move import Move, move_of
from engines.digits.rules import Position, seat_of
from engines.game import Candidate, Limit, Reason

MOST = 5
_APART = 2
_OWN_COUNTS = 3


def candidates(position: Position, limit: Limit) -> tuple[Candidate[Move], ...]:
    """Up to five moves, the best by the author's values first."""
    if position.next is None:
        return ()
    return tuple(_written(position)) if position.placing else tuple(_thrown(position))


def _written(position: Position) -> Iterator[Candidate[Move]]:
    """The cells of the highest values that do not lie beside each other."""
    values, grid, chosen = writing_values(position), position.grid, list[int]()
    for place in sorted(values, key=values.__getitem__, reverse=True):
        if len(chosen) < MOST and not any(_beside(position, place, other) for other in chosen):
            chosen.append(place)
            room = (grid.around[place] & grid.cells & ~position.taken).bit_count()
            gain = Reason("gain-worth", worth=values[place]), Reason("gain-room-around", cells=room)
            yield Candidate(move_of(grid, [place]), gain, tuple(_near_others(position, place)))


def _beside(position: Position, one: int, two: int) -> bool:
    cols = position.grid.cols
    return max(abs(one % cols - two % cols), abs(one // cols - two // cols)) < _APART


def _near_others(position: Position, place: int) -> Iterator[Reason]:
    others = [i for i, at in enumerate(position.written) if position.grid.around[place] >> at & 1]
    if near := sum(seat_of(index) is not position.turn for index in others):
        yield Reason("risk-near", digits=near)


def _thrown(position: Position) -> Iterator[Candidate[Move]]:
    """The throws that are best in one way each."""
    seen: set[Move] = set()
    for values in _ways(position):
        places = sorted(values, key=lambda place: (values[place], -place), reverse=True)[: position.count]
        move = move_of(position.grid, places)
        if move not in seen:
            seen.add(move)
            yield _judged(position, move, places)


def _ways(position: Position) -> Iterator[Mapping[int, int]]:
    """What a free cell counts for: the author's value, denying, sparing one's own, the biggest and the next digit."""
    room = list(bits(position.room))
    yield throwing_values(position)
    yield {place: len(_digits(position, place, theirs=True)) for place in room}
    yield {place: -_OWN_COUNTS * len(_digits(position, place, theirs=False)) for place in room}
    theirs = [index for index in range(len(position.written)) if seat_of(index) is not position.turn]
    order = sorted(theirs, key=lambda index: (index - (position.next or 0)) % len(position.written))
    size: Callable[[int], int] = lambda index: position.digits[index // 2]  # noqa: E731 - two rankings of one list
    for index in (max(theirs, key=size), order[0]):
        around = position.grid.around[position.written[index]]
        yield {place: 2 * (around >> place & 1) + len(_digits(position, place, theirs=True)) for place in room}


def _digits(position: Position, place: int, *, theirs: bool) -> list[int]:
    """The digits of one side, other than that which throws, which could throw into a cell."""
    near = (i for i, at in enumerate(position.written) if position.grid.around[place] >> at & 1)
    return [index for index in near if (seat_of(index) is not position.turn) is theirs and index != position.next]


def _judged(position: Position, move: Move, places: list[int]) -> Candidate[Move]:
    denied = sum(bool(_digits(position, place, theirs=True)) for place in places)
    spent = sum(bool(_digits(position, place, theirs=False)) for place in places)
    gain = (Reason("gain-points", points=len(places)), Reason("gain-denies", cells=denied))
    return Candidate(move, gain, (Reason("risk-own-room", cells=spent) if spent else Reason("risk-no-own-room"),))
