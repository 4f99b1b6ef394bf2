"""The reasons for and against moves, in the game's own terms: the source of hints, ideas and explanations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engines.digits.grid import bits
from engines.digits.move import Move, move_of
from engines.digits.rules import Position, seat_of
from engines.digits.worth import cell_values
from engines.game import Explanation, Limit, Reason, Seat, advance, lead
from engines.notation import read_cell
from engines.reasoning import Reasoning

BAD_CODES = ("at-corner", "few-around", "shares-own", "leaves-contested", "spends-own", "shuts-own")
"""The codes of reasons against the move that they belong to, except those of the rules of thumb."""
RULE_FAULTS = ("neighbour-rule-less", "throw-rule-less")
"""The codes that say that a rule of thumb prefers another move."""


_PLAIN_CODES = ("reply-writes", "reply-throws", "stands-at", "dots-at")
_MERITS = frozenset(
    (
        "neighbour-rule-best throw-rule-best fights-for room-of-its-own takes-contested nothing-contested shuts-out"
    ).split()
)
REASONING = Reasoning(_PLAIN_CODES, is_merit=lambda reason, seat: reason.code in _MERITS)


def reasons(position: Position, explanation: Explanation[Move], _: Limit) -> tuple[Reason, ...]:
    """Return the main reasons first (for a good move, against a bad one), the reply, the others, and the outcome."""
    move, is_worse = explanation.move, explanation.value < explanation.best_value
    better_move = explanation.best_line[0] if is_worse and explanation.best_line else None
    about_move = _placing_or_throwing_reasons(position, move)
    if rule := _rule_beside(position, move, better_move):
        about_move = (rule, *about_move)
    main = [each for each in about_move if (each.code in (*BAD_CODES, *RULE_FAULTS)) is is_worse]
    others = [each for each in about_move if each not in main]
    reply = explanation.reply[:1]
    about_reply = _reply_reasons(position, advance(position, move)[0], reply[0]) if reply else ()
    final = lead(position, position.turn) + round(explanation.value)
    outcome = (outcome_reason(final),) if explanation.is_proved else ()
    return (*main, *about_reply, *others, *outcome, *_place_reasons(position, move))


def outcome_reason(final: int) -> Reason:
    """Return the proved outcome for the side to move, which ends `final` dots ahead."""
    if final == 0:
        return Reason("proved-even")
    return Reason("proved-lead", dots=final) if final > 0 else Reason("proved-behind", dots=-final)


def _place_reasons(position: Position, move: Move) -> Iterator[Reason]:
    yield Reason("stands-at", cell=str(move)) if position.is_placing else Reason("dots-at", cells=str(move))


def move_reasons(position: Position, move: Move) -> tuple[Reason, ...]:
    """Return the effects of a move, independent of the reply."""
    return (_rule_reason(position, move), *_placing_or_throwing_reasons(position, move))


def _placing_or_throwing_reasons(position: Position, move: Move) -> tuple[Reason, ...]:
    places = places_of(position, move)
    return tuple(_placing_reasons(position, places[0]) if position.is_placing else _throwing_reasons(position, places))


def _rule_beside(position: Position, move: Move, better_move: Move | None) -> Reason | None:
    """Return the reason by the rule of thumb, or None if the rule prefers a move to the better one."""
    reason = _rule_reason(position, move)
    if reason.code not in RULE_FAULTS or better_move is None:
        return reason
    is_best_by_rule = _rule_reason(position, better_move).code not in RULE_FAULTS
    return Reason(reason.code, **{**dict(reason.fields), "cells": str(better_move)}) if is_best_by_rule else None


def places_of(position: Position, move: Move) -> list[int]:
    """Return the numbers of a move's cells."""
    numbers = (position.grid.place(*(read_cell(name) or (0, 0))) for name in move.cells)
    return [place for place in numbers if place is not None]


def reachable_cells(position: Position, seat: Seat) -> int:
    """Return, as bits, the free cells around any digit of a seat."""
    reach = 0
    for index in _digits_of(position, seat):
        reach |= position.grid.around[position.digit_cells[index]]
    return reach & free_cells(position)


def free_cells(position: Position) -> int:
    """Return the empty cells as bits."""
    return position.grid.cells & ~position.occupied_cells


def cell_names(position: Position, cells: int | list[int]) -> str:
    """Return the names of cells, sorted by column, then row."""
    return str(move_of(position.grid, list(bits(cells)) if isinstance(cells, int) else cells))


def digit_names(position: Position, indices: Iterable[int]) -> str:
    """Return digits with their cells: `2(c2) 3(b4)`."""
    return " ".join(f"{position.label_at(i)}({position.grid.name(position.digit_cells[i])})" for i in indices)


def _rule_reason(position: Position, move: Move) -> Reason:
    """Return a move's value by the rule of thumb (for a throw, in total), with the best value if that is higher."""
    by_place = cell_values(position)
    best_places = sorted(by_place, key=by_place.__getitem__, reverse=True)[: position.count]
    value, best_value = (
        sum(by_place[place] for place in places) for places in (places_of(position, move), best_places)
    )
    rule = "neighbour" if position.is_placing else "throw"
    if value == best_value:
        return Reason(f"{rule}-rule-best", worth=value)
    return Reason(f"{rule}-rule-less", worth=value, best=best_value, cells=cell_names(position, best_places))


def _placing_reasons(position: Position, place: int) -> Iterator[Reason]:
    grid, seat = position.grid, position.turn
    counts = {each: grid.around[each].bit_count() for each in bits(grid.writable)}
    if counts[place] < max(counts.values()):
        is_corner = counts[place] == min(counts.values()) and grid.shape == "square" and not grid.wrap
        yield Reason("at-corner" if is_corner else "few-around", count=counts[place])
    room = grid.around[place] & free_cells(position)
    rival_cells = room & reachable_cells(position, seat.opponent)
    if rival_cells:
        rivals = _reaching_digits(position, rival_cells, seat.opponent)
        yield Reason(
            "fights-for", count=rival_cells.bit_count(), cells=cell_names(position, rival_cells), digits=rivals
        )
    else:
        yield Reason("room-of-its-own", count=room.bit_count())
    if shared_cells := room & reachable_cells(position, seat):
        own_digits = _reaching_digits(position, shared_cells, seat)
        yield Reason(
            "shares-own", count=shared_cells.bit_count(), cells=cell_names(position, shared_cells), digits=own_digits
        )


def _throwing_reasons(position: Position, places: list[int]) -> Iterator[Reason]:
    seat = position.turn
    throw_mask, other_cells = _mask(places), position.room & ~_mask(places)
    rival_cells = reachable_cells(position, seat.opponent)
    if taken_cells := throw_mask & rival_cells:
        rivals = _reaching_digits(position, taken_cells, seat.opponent)
        yield Reason(
            "takes-contested", count=taken_cells.bit_count(), cells=cell_names(position, taken_cells), digits=rivals
        )
    elif not other_cells & rival_cells:
        yield Reason("nothing-contested")
    least = min(_rival_count(position, place) for place in places)
    if better_cells := _mask(place for place in bits(other_cells) if _rival_count(position, place) > least):
        rivals = _reaching_digits(position, better_cells, seat.opponent)
        yield Reason(
            "leaves-contested", count=better_cells.bit_count(), cells=cell_names(position, better_cells), digits=rivals
        )
    yield from _shut_out_reasons(position, throw_mask)
    if spent_cells := throw_mask & _mask(_cells_of_sister_digits(position)):
        own_digits = _reaching_digits(position, spent_cells, seat, but=position.next_digit)
        yield Reason(
            "spends-own", count=spent_cells.bit_count(), cells=cell_names(position, spent_cells), digits=own_digits
        )


def _shut_out_reasons(position: Position, throw_mask: int) -> Iterator[Reason]:
    """Yield the digits that can never throw again after this throw."""
    for seat, code in ((position.turn.opponent, "shuts-out"), (position.turn, "shuts-own")):
        around = {
            i: position.grid.around[position.digit_cells[i]] & free_cells(position) for i in _digits_of(position, seat)
        }
        shut_digits = [i for i, room in around.items() if room and not room & ~throw_mask and i != position.next_digit]
        if shut_digits:
            yield Reason(code, count=len(shut_digits), digits=digit_names(position, shut_digits))


def _reply_reasons(before: Position, after: Position, reply: Move) -> Iterator[Reason]:
    """Yield the cells of the reply, and those of them that the mover's digits could reach."""
    if after.is_placing:
        yield Reason("reply-writes", cell=str(reply))
        [place] = places_of(after, reply)
        rival_cells = after.grid.around[place] & reachable_cells(after, before.turn) & ~_mask([place])
        if rival_cells:
            names = cell_names(after, rival_cells)
            yield Reason("reply-fights", cell=str(reply), count=rival_cells.bit_count(), cells=names)
        return
    throw_mask = _mask(places_of(after, reply))
    yield Reason("reply-throws", cells=str(reply))
    if wanted_cells := throw_mask & reachable_cells(after, before.turn):
        own_digits = _reaching_digits(after, wanted_cells, before.turn)
        yield Reason(
            "reply-takes-wanted",
            count=wanted_cells.bit_count(),
            cells=cell_names(after, wanted_cells),
            digits=own_digits,
        )


def _cells_of_sister_digits(position: Position) -> Iterator[int]:
    """Yield the cells around the mover's digits other than the one that throws."""
    for index in _digits_of(position, position.turn):
        if index != position.next_digit:
            yield from bits(position.grid.around[position.digit_cells[index]])


def _rival_count(position: Position, place: int) -> int:
    """Return how many of the opponent's digits reach a cell."""
    reach = position.grid.around[place]
    return sum(reach >> position.digit_cells[index] & 1 for index in _digits_of(position, position.turn.opponent))


def _reaching_digits(position: Position, cells: int, seat: Seat, but: int | None = None) -> str:
    """Return the digits of a seat that reach any of these cells."""
    indices = (i for i in _digits_of(position, seat) if position.grid.around[position.digit_cells[i]] & cells)
    return digit_names(position, (index for index in indices if index != but))


def _digits_of(position: Position, seat: Seat) -> Iterator[int]:
    return (index for index in range(len(position.digit_cells)) if seat_of(index) is seat)


def _mask(places: Iterable[int]) -> int:
    mask = 0
    for place in places:
        mask |= 1 << place
    return mask
