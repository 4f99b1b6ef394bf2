"""Why a move was advised, as codes that can be said in words."""

from __future__ import annotations

from collections.abc import Iterator

from engines.digits.classic import authors_view
from engines.digits.grid import bits
from engines.digits.rules import Position, seat_of
from engines.digits.search.best_throw import Advice
from engines.game import Reason, Seat
from engines.notation import read_cell


def reasons_for(position: Position, advice: Advice) -> tuple[Reason, ...]:
    """What the move does, and how the game ends, surely or by what was found so far."""
    deed = _written(position, advice) if position.placing else _thrown(position, advice)
    decides = (Reason("placing-counts"),) if position.placing else ()
    return (deed, authors_view(position, advice.move), *decides, _ending(position, advice))


def _ending(position: Position, advice: Advice) -> Reason:
    first, second = position.score
    lead = first - second if position.turn is Seat.FIRST else second - first
    final = lead + advice.margin
    if not advice.proved:
        return Reason("likely-lead", dots=final)
    if final == 0:
        return Reason("proved-even")
    return Reason("proved-lead", dots=final) if final > 0 else Reason("proved-behind", dots=-final)


def _written(position: Position, advice: Advice) -> Reason:
    (place,) = _places(position, advice)
    reached = list(bits(position.grid.around[place] & position.grid.cells & ~position.taken))
    disputed = sum(_rivals(position, near) > 0 for near in reached)
    return Reason("reaches-cells", cells=len(reached), disputed=disputed)


def _thrown(position: Position, advice: Advice) -> Reason:
    rivals = {place: _rivals(position, place) for place in _places(position, advice)}
    place = max(rivals, key=rivals.__getitem__)
    if rivals[place] > 1:
        return Reason("takes-wanted", cell=position.grid.name(place), digits=rivals[place])
    if contested := sum(count > 0 for count in rivals.values()):
        return Reason("takes-contested", cells=contested)
    waits = any(_rivals(position, near) for near in bits(position.room))
    return Reason("leaves-disputed" if waits else "takes-own-room")


def _rivals(position: Position, place: int) -> int:
    """How many of the opponent's digits reach a cell."""
    near = position.grid.around[place]
    return sum(near >> digit & 1 for i, digit in enumerate(position.written) if seat_of(i) is not position.turn)


def _places(position: Position, advice: Advice) -> Iterator[int]:
    for name in advice.move.cells:
        place = position.grid.place(*(read_cell(name) or (0, 0)))
        if place is not None:
            yield place
