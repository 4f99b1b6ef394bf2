"""The ideas of a position: room, corners, mirrors, and the painted squares if they score."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from engines.game import Seat
from engines.lgame.grid import CORNERS, PAINTED, REFLECTIONS, squares
from engines.lgame.rules import Position, Variant, places_of
from engines.phrases import Phrase

FEW = 3
MOST_IDEAS = 5


def ideas(position: Position) -> tuple[Phrase, ...]:
    """Return three to five sentences, the most urgent first."""
    return tuple(islice(_ideas(position), MOST_IDEAS))


def _ideas(position: Position) -> Iterator[Phrase]:
    places = {seat: len(places_of(position, seat)) for seat in Seat}
    yield from (Phrase("nearly-blocked", player=str(seat)) for seat in Seat if places[seat] <= FEW)
    if position.variant is Variant.SCORING:
        yield from _paint(position)
    if position.variant is Variant.SYMMETRY:
        yield _mirror(position)
    yield from (Phrase("places-left", player=str(seat), places=places[seat]) for seat in Seat)
    if position.variant is not Variant.SCORING:
        yield from _corners(position)


def _paint(position: Position) -> Iterator[Phrase]:
    """Yield the points still needed, the corner that scores, and what the side to move can score there."""
    first, second = (position.target - points for points in position.score)
    yield Phrase("points-left", first=first, second=second)
    yield Phrase("corner-scores", squares=" ".join(squares(PAINTED)))
    best_place = max(position.places(), key=lambda place: (place.bits & PAINTED).bit_count())
    if points := (best_place.bits & PAINTED).bit_count():
        yield Phrase("can-score", player=str(position.turn), points=points, move=str(best_place))
    else:
        yield Phrase("cannot-score", player=str(position.turn))


def _mirror(position: Position) -> Phrase:
    at_hand = any(place.bits in REFLECTIONS[position.opposing_l] for place in position.places())
    return Phrase("mirror-at-hand" if at_hand else "no-mirror-at-hand", player=str(position.turn))


def _corners(position: Position) -> Iterator[Phrase]:
    corners = [(seat, corner) for seat, own_l in zip(Seat, position.ls, strict=True) if (corner := own_l & CORNERS)]
    if not corners:
        yield Phrase("corners-free-of-ls")
    yield from (Phrase("in-corner", player=str(seat), squares=" ".join(squares(corner))) for seat, corner in corners)
