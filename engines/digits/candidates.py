"""Moves worth considering: cells for digits; throws that deny cells, spare the mover's, or stop the biggest digit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from engines.digits.grid import bits
from engines.digits.move import Move, move_of
from engines.digits.reasons import BAD_CODES, cell_names, move_reasons
from engines.digits.rules import Position, seat_of
from engines.digits.worth import placing_values, throwing_values
from engines.game import Candidate, Limit, Reason

MAX_CANDIDATES = 5
_MIN_DISTANCE = 2
_OWN_COUNTS = 3
_MAX_REASONS = 2
_MAX_NAMES = 3


def candidates(position: Position, limit: Limit) -> tuple[Candidate[Move], ...]:
    """Return up to five moves, the best by the rules of thumb first; of cells with the same reasons, one."""
    if position.next_digit is None:
        return ()
    if position.is_placing:
        return tuple(_cell_candidates(position))
    return tuple(_candidate(position, move) for move in dict.fromkeys(_throws(position)))


def _candidate(position: Position, move: Move, *first: Reason) -> Candidate[Move]:
    reasons = move_reasons(position, move)
    risk = [reason for reason in reasons if reason.code in BAD_CODES]
    gain = [reason for reason in reasons if reason not in risk]
    return Candidate(move, (*first, *gain[:_MAX_REASONS]), tuple(risk[:_MAX_REASONS]))


def _cell_candidates(position: Position) -> Iterator[Candidate[Move]]:
    """Yield distant cells with the highest values, one for each set of reasons."""
    places = list[int]()
    for equal_cells in _equal_cells(position):
        distant_cells = (
            place for place in equal_cells if not any(_is_beside(position, place, other) for other in places)
        )
        if len(places) < MAX_CANDIDATES and (place := next(distant_cells, None)) is not None:
            places.append(place)
            others = [other for other in equal_cells if other != place]
            yield _candidate(position, move_of(position.grid, [place]), *_others_reason(position, others))


def _equal_cells(position: Position) -> Iterable[Sequence[int]]:
    """Return the cells for a digit, grouped by their reasons, those with the highest values first."""
    values, groups = placing_values(position), dict[tuple[Reason, ...], list[int]]()
    for place in sorted(values, key=values.__getitem__, reverse=True):
        groups.setdefault(move_reasons(position, move_of(position.grid, [place])), []).append(place)
    return groups.values()


def _others_reason(position: Position, others: Sequence[int]) -> Iterator[Reason]:
    """Yield the number of other equally good cells, with some of their names."""
    if others:
        some = sorted(others)[:: -(-len(others) // _MAX_NAMES)]
        yield Reason("same-elsewhere", count=len(others), cells=cell_names(position, some))


def _is_beside(position: Position, one: int, two: int) -> bool:
    cols = position.grid.cols
    return max(abs(one % cols - two % cols), abs(one // cols - two // cols)) < _MIN_DISTANCE


def _throws(position: Position) -> Iterator[Move]:
    """Yield throws, each the best by one criterion."""
    for values in _cell_values(position):
        places = sorted(values, key=lambda place: (values[place], -place), reverse=True)[: position.count]
        yield move_of(position.grid, places)


def _cell_values(position: Position) -> Iterator[Mapping[int, int]]:
    """Yield maps of values of the free cells: by rule of thumb, then for denying, sparing and stopping enemy digits."""
    room = list(bits(position.room))
    yield throwing_values(position)
    yield {place: len(_digits(position, place, theirs=True)) for place in room}
    yield {place: -_OWN_COUNTS * len(_digits(position, place, theirs=False)) for place in room}
    theirs = [index for index in range(len(position.digit_cells)) if seat_of(index) is not position.turn]
    order = sorted(theirs, key=lambda index: (index - (position.next_digit or 0)) % len(position.digit_cells))
    size: Callable[[int], int] = lambda index: position.digits[index // 2]  # noqa: E731 - two rankings of one list
    for index in (max(theirs, key=size), order[0]):
        around = position.grid.around[position.digit_cells[index]]
        yield {place: 2 * (around >> place & 1) + len(_digits(position, place, theirs=True)) for place in room}


def _digits(position: Position, place: int, *, theirs: bool) -> list[int]:
    """Return one side's other digits that could throw into a cell."""
    reaching = (i for i, at in enumerate(position.digit_cells) if position.grid.around[place] >> at & 1)
    return [
        index for index in reaching if (seat_of(index) is not position.turn) is theirs and index != position.next_digit
    ]
