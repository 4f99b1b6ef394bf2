"""Moves worth considering: cells to write on, or throws that deny, that spare one's own, that stop the biggest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from engines.digits.grid import bits
from engines.digits.move import Move, move_of
from engines.digits.reasons import AGAINST, named, of_move
from engines.digits.rules import Position, seat_of
from engines.digits.worth import throwing_values, writing_values
from engines.game import Candidate, Limit, Reason

MOST = 5
_APART = 2
_OWN_COUNTS = 3
_MOST_SAID = 2
_MOST_NAMED = 3


def candidates(position: Position, limit: Limit) -> tuple[Candidate[Move], ...]:
    """Up to five moves, the best by the rules of thumb first; of cells that are alike, one."""
    if position.next is None:
        return ()
    if position.placing:
        return tuple(_written(position))
    return tuple(_judged(position, move) for move in dict.fromkeys(_thrown(position)))


def _judged(position: Position, move: Move, *first: Reason) -> Candidate[Move]:
    said = of_move(position, move)
    risk = [reason for reason in said if reason.code in AGAINST]
    gain = [reason for reason in said if reason not in risk]
    return Candidate(move, (*first, *gain[:_MOST_SAID]), tuple(risk[:_MOST_SAID]))


def _written(position: Position) -> Iterator[Candidate[Move]]:
    """The cells of the highest values that do not lie beside each other, one for all of which the same is said."""
    chosen = list[int]()
    for alike in _alike(position):
        apart = (place for place in alike if not any(_beside(position, place, other) for other in chosen))
        if len(chosen) < MOST and (place := next(apart, None)) is not None:
            chosen.append(place)
            others = [other for other in alike if other != place]
            yield _judged(position, move_of(position.grid, [place]), *_of_others(position, others))


def _alike(position: Position) -> Iterable[Sequence[int]]:
    """The cells to write on, together where the same is said of them, those of the highest values first."""
    values, found = writing_values(position), dict[tuple[Reason, ...], list[int]]()
    for place in sorted(values, key=values.__getitem__, reverse=True):
        found.setdefault(of_move(position, move_of(position.grid, [place])), []).append(place)
    return found.values()


def _of_others(position: Position, others: Sequence[int]) -> Iterator[Reason]:
    """How many other cells are as good, and some of them."""
    if others:
        some = sorted(others)[:: -(-len(others) // _MOST_NAMED)]
        yield Reason("same-elsewhere", count=len(others), cells=named(position, some))


def _beside(position: Position, one: int, two: int) -> bool:
    cols = position.grid.cols
    return max(abs(one % cols - two % cols), abs(one // cols - two // cols)) < _APART


def _thrown(position: Position) -> Iterator[Move]:
    """The throws that are best in one way each."""
    for values in _ways(position):
        places = sorted(values, key=lambda place: (values[place], -place), reverse=True)[: position.count]
        yield move_of(position.grid, places)


def _ways(position: Position) -> Iterator[Mapping[int, int]]:
    """What a free cell counts for: the rule of thumb, denying, sparing one's own, the biggest and the next digit."""
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
