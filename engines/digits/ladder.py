"""The opponents who lack one idea: writing where there is room, counting to the end."""

from __future__ import annotations

from engines.digits.grid import bits
from engines.digits.move import Move, move_of
from engines.digits.reasons import free
from engines.digits.rules import Position
from engines.game import Seat
from engines.ladder import Idea, Rung


def _write_with_room(position: Position) -> tuple[Move, ...]:
    """A digit where the most cells around it are free."""
    if not position.placing:
        return ()
    grid = position.grid
    room = {place: (grid.around[place] & free(position)).bit_count() for place in bits(position.room)}
    return tuple(move_of(grid, [place]) for place, cells in room.items() if cells == max(room.values()))


WRITE_WITH_ROOM = Idea("write-with-room", _write_with_room)
COUNT_ALL = Idea("count-to-the-end")
_SQUARE = {"size": "5x5", "wrap": "no", "shape": "square"}
LADDER = (
    Rung(WRITE_WITH_ROOM, {**_SQUARE, "digits": "1-3"}, Seat.FIRST),
    Rung(COUNT_ALL, {**_SQUARE, "digits": "2-2-3"}, Seat.FIRST, (COUNT_ALL, WRITE_WITH_ROOM)),
)
