"""Description of one square: its content, and how the L of the side to move can cover it."""

from __future__ import annotations

from collections.abc import Iterator

from engines.game import Seat
from engines.lgame.grid import NUMBER, PAINTED, SQUARES, squares
from engines.lgame.rules import Position, Variant
from engines.notation import clean
from engines.phrases import Phrase


def place(position: Position, name: str) -> tuple[Phrase, ...]:
    """Return the description of a square; () for any other name."""
    square = NUMBER.get(clean(name))
    return () if square is None else tuple(_at(position, square))


def _at(position: Position, square: int) -> Iterator[Phrase]:
    name, bit = SQUARES[square], 1 << square
    yield _piece(position, name, bit)
    if position.variant is Variant.SCORING and bit & PAINTED:
        yield Phrase("square-painted", square=name)
    if position.outcome is None:
        yield _reach(position, name, bit)


def _piece(position: Position, name: str, bit: int) -> Phrase:
    for seat, own_l in zip(Seat, position.ls, strict=True):
        if own_l & bit:
            return Phrase("square-of-l", square=name, player=str(seat), squares=" ".join(squares(own_l)))
    return Phrase("square-of-neutral" if position.neutrals & bit else "square-free", square=name)


def _reach(position: Position, name: str, bit: int) -> Phrase:
    places = [str(each) for each in position.places() if each.bits & bit]
    player = str(position.turn)
    if not places:
        return Phrase("square-out-of-reach", square=name, player=player)
    return Phrase("square-in-reach", square=name, player=player, places=", ".join(places))
