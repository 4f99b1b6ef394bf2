"""Why a move is good or bad, in the game's own terms: the one source of hints, ideas and explanations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engines.digits.grid import bits
from engines.digits.move import Move, move_of
from engines.digits.rules import Position, seat_of
from engines.digits.worth import worths
from engines.game import Explanation, Limit, Reason, Seat, advance
from engines.notation import read_cell

AGAINST = ("at-corner", "few-around", "shares-own", "leaves-contested", "spends-own", "shuts-own")
"""The codes of reasons that speak against the move that they are given for, but those of the rule of thumb."""
RULE_LESS = ("neighbour-rule-less", "throw-rule-less")
"""Those that say a rule of thumb prefers another move."""


def reasons(position: Position, explanation: Explanation[Move], _: Limit) -> tuple[Reason, ...]:
    """What speaks for a good move, or against a bad one, then the rest, and what the reply that punishes it takes."""
    is_worse = explanation.value < explanation.best_value
    said = sorted(
        of_move(position, explanation.move), key=lambda reason: (reason.code in (*AGAINST, *RULE_LESS)) is not is_worse
    )
    if not explanation.reply:
        return tuple(said)
    return (*said, *_of_reply(position, advance(position, explanation.move)[0], explanation.reply[0]))


def of_move(position: Position, move: Move) -> tuple[Reason, ...]:
    """What a move does, whatever is answered."""
    places = places_of(position, move)
    said = _of_writing(position, places[0]) if position.placing else _of_throwing(position, places)
    return (_by_rule(position, move), *said)


def places_of(position: Position, move: Move) -> list[int]:
    """The cells of a move by their numbers."""
    found = (position.grid.place(*(read_cell(name) or (0, 0))) for name in move.cells)
    return [place for place in found if place is not None]


def reached_by(position: Position, seat: Seat) -> int:
    """The free cells around any digit of a seat, as bits."""
    reach = 0
    for index in _digits_of(position, seat):
        reach |= position.grid.around[position.written[index]]
    return reach & free(position)


def free(position: Position) -> int:
    """The cells that hold nothing yet, as bits."""
    return position.grid.cells & ~position.taken


def named(position: Position, cells: int | list[int]) -> str:
    """Cells by name, by column, then row."""
    return str(move_of(position.grid, list(bits(cells)) if isinstance(cells, int) else cells))


def labelled(position: Position, indices: Iterable[int]) -> str:
    """Digits with their cells: `2(c2) 3(b4)`."""
    return " ".join(f"{position.label_at(i)}({position.grid.name(position.written[i])})" for i in indices)


def _by_rule(position: Position, move: Move) -> Reason:
    """What a move is worth by the rule of thumb, and the best one if that is higher; of a throw, all its cells."""
    by_place = worths(position)
    best = sorted(by_place, key=by_place.__getitem__, reverse=True)[: position.count]
    worth, most = (sum(by_place[place] for place in places) for places in (places_of(position, move), best))
    rule = "neighbour" if position.placing else "throw"
    if worth == most:
        return Reason(f"{rule}-rule-best", worth=worth)
    return Reason(f"{rule}-rule-less", worth=worth, best=most, cells=named(position, best))


def _of_writing(position: Position, place: int) -> Iterator[Reason]:
    grid, seat = position.grid, position.turn
    counts = {each: grid.around[each].bit_count() for each in bits(grid.writable)}
    if counts[place] < max(counts.values()):
        is_corner = counts[place] == min(counts.values()) and grid.shape == "square" and not grid.wrap
        yield Reason("at-corner" if is_corner else "few-around", count=counts[place])
    room = grid.around[place] & free(position)
    fought = room & reached_by(position, seat.opponent)
    if fought:
        rivals = _reaching(position, fought, seat.opponent)
        yield Reason("fights-for", count=fought.bit_count(), cells=named(position, fought), digits=rivals)
    else:
        yield Reason("room-of-its-own", count=room.bit_count())
    if shared := room & reached_by(position, seat):
        own = _reaching(position, shared, seat)
        yield Reason("shares-own", count=shared.bit_count(), cells=named(position, shared), digits=own)


def _of_throwing(position: Position, places: list[int]) -> Iterator[Reason]:
    seat = position.turn
    thrown, left = _mask(places), position.room & ~_mask(places)
    contested = reached_by(position, seat.opponent)
    if taken := thrown & contested:
        rivals = _reaching(position, taken, seat.opponent)
        yield Reason("takes-contested", count=taken.bit_count(), cells=named(position, taken), digits=rivals)
    elif not left & contested:
        yield Reason("nothing-contested")
    least = min(_wanted(position, place) for place in places)
    if better := _mask(place for place in bits(left) if _wanted(position, place) > least):
        rivals = _reaching(position, better, seat.opponent)
        yield Reason("leaves-contested", count=better.bit_count(), cells=named(position, better), digits=rivals)
    yield from _of_room(position, thrown)
    if spent := thrown & _mask(_own_elsewhere(position)):
        own = _reaching(position, spent, seat, but=position.next)
        yield Reason("spends-own", count=spent.bit_count(), cells=named(position, spent), digits=own)


def _of_room(position: Position, thrown: int) -> Iterator[Reason]:
    """The digits that can never throw again after this."""
    for seat, code in ((position.turn.opponent, "shuts-out"), (position.turn, "shuts-own")):
        around = {i: position.grid.around[position.written[i]] & free(position) for i in _digits_of(position, seat)}
        shut = [i for i, room in around.items() if room and not room & ~thrown and i != position.next]
        if shut:
            yield Reason(code, count=len(shut), digits=labelled(position, shut))


def _of_reply(before: Position, after: Position, reply: Move) -> Iterator[Reason]:
    """Where the reply goes, and what it takes there of what this side's digits could reach."""
    if after.placing:
        yield Reason("reply-writes", cell=str(reply))
        [place] = places_of(after, reply)
        fought = after.grid.around[place] & reached_by(after, before.turn) & ~_mask([place])
        if fought:
            yield Reason("reply-fights", count=fought.bit_count(), cells=named(after, fought))
        return
    thrown = _mask(places_of(after, reply))
    yield Reason("reply-throws", cells=str(reply))
    if wanted := thrown & reached_by(after, before.turn):
        own = _reaching(after, wanted, before.turn)
        yield Reason("reply-takes-wanted", count=wanted.bit_count(), cells=named(after, wanted), digits=own)


def _own_elsewhere(position: Position) -> Iterator[int]:
    """The cells around the own digits other than the one that throws."""
    for index in _digits_of(position, position.turn):
        if index != position.next:
            yield from bits(position.grid.around[position.written[index]])


def _wanted(position: Position, place: int) -> int:
    """How many of the opponent's digits reach a cell."""
    near = position.grid.around[place]
    return sum(near >> position.written[index] & 1 for index in _digits_of(position, position.turn.opponent))


def _reaching(position: Position, cells: int, seat: Seat, but: int | None = None) -> str:
    """The digits of a seat that reach any of these cells."""
    indices = (i for i in _digits_of(position, seat) if position.grid.around[position.written[i]] & cells)
    return labelled(position, (index for index in indices if index != but))


def _digits_of(position: Position, seat: Seat) -> Iterator[int]:
    return (index for index in range(len(position.written)) if seat_of(index) is seat)


def _mask(places: Iterable[int]) -> int:
    mask = 0
    for place in places:
        mask |= 1 << place
    return mask
