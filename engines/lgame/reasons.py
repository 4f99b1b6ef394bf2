"""What any move gives and takes, in true sentences: room for both Ls, discs, corners, mirrors, paint, the forced end.

Hints of all levels, candidates and explanations say what is found here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice

from engines.game import Reason
from engines.lgame.grid import CORNERS, KILLERS, PAINTED, PLACES, REFLECTIONS, SQUARES, Place, indices, mask, squares
from engines.lgame.move import Move
from engines.lgame.rules import BLOCKING_SCORES, FULL, Position, Variant, free_places

FEW = 4
"""So many places for the L are few."""
_MOST_GIVEN = 3
_BLOCKS = tuple(mask(*(c + r for c in cols for r in rows)) for cols in ("abc", "bcd") for rows in ("123", "234"))
_HALVES = tuple(
    mask(*(c + r for c in cols for r in rows))
    for cols, rows in (("ab", "1234"), ("cd", "1234"), ("abcd", "12"), ("abcd", "34"))
)
_EDGES = tuple(mask(*line.split()) for line in ("a1 b1 c1 d1", "a4 b4 c4 d4", "a1 a2 a3 a4", "d1 d2 d3 d4"))


@dataclass(frozen=True)
class Forecast:
    """What is proved of a move: 1, 0 or -1 for its player, and the plies to the end (`exact`, or at most so many).

    `reply` is the best answer to a move that loses; `replies` counts the answers to a drawn move that do not lose
    (None with scores), the `fewest` that any drawn move leaves or not.
    """

    value: int
    plies: int = 0
    exact: bool = True
    longest: bool = False
    reply: Move | None = None
    replies: int | None = None
    fewest: bool = False


def told(position: Position, move: Move, known: Forecast | None) -> tuple[Reason, ...]:
    """How a move ends by force, as far as that is `known`; what it gives, and what a reply takes."""
    end = tuple(verdict(position, move, known))
    most = _MOST_GIVEN - bool(end)
    return (*end, *islice(gives(position, move), most), *risks(position, move))


def verdict(position: Position, move: Move, known: Forecast | None) -> Iterator[Reason]:
    """How a move ends by force; of a loss, the reply that does it. Nothing of a game that the move or a reply ends."""
    if known is None or position.play(move).outcome:
        return
    if known.value > 0:
        yield Reason("wins-in", plies=known.plies)
    elif known.value < 0:
        yield from _lost(known)
    else:
        yield Reason("draw-held")
        if known.replies is not None:
            yield Reason("fewest-safe-replies" if known.fewest else "safe-replies", replies=known.replies)


def _lost(known: Forecast) -> Iterator[Reason]:
    if known.plies > 2 or not known.exact:
        yield Reason("loses-to" if known.exact else "loses-within-to", plies=known.plies, move=str(known.reply))
    if known.longest:
        yield Reason("holds-longest")


def gives(position: Position, move: Move) -> Iterator[Reason]:
    """What a move does by itself, the most telling first."""
    return islice(_gives(position, move), _MOST_GIVEN)


def _gives(position: Position, move: Move) -> Iterator[Reason]:
    after = position.play(move)
    if after.outcome and after.outcome.winner is None:
        yield Reason("draws-by-repetition")
        return
    if after.outcome:
        yield Reason("ends-it")
    yield from _points(position, move)
    if not room(position, move):
        yield Reason("blocks-l" if position.variant is not Variant.SCORING else "blocks-for-points")
    elif after.outcome:
        if after.outcome.reason == "mirrored":
            yield Reason("mirrors-l")
    else:
        yield from _shape(position, move, after)


def _points(position: Position, move: Move) -> Iterator[Reason]:
    covered = move.place.bits & PAINTED
    if position.variant is Variant.SCORING and covered:
        yield Reason("scores", points=covered.bit_count(), squares=" ".join(squares(covered)))


def _shape(position: Position, move: Move, after: Position) -> Iterator[Reason]:
    """Room, discs, mirrors and corners."""
    left = room(position, move)
    fewest = min(room(position, each) for each in position.moves())
    code = "fewest-places" if left == fewest else "few-places" if left <= FEW else "leaves-places"
    yield Reason(code, places=left)
    said = _disc(position, move, left)
    yield from said
    own, neutrals = move.place.bits, after.neutrals
    closing = ((_closing(own, square), square) for square in indices(neutrals))
    yield from (Reason(code, square=SQUARES[square]) for code, square in closing if code)
    if square := _stops_mirror(after):
        yield Reason("stops-mirror", square=square)
    yield from _corner(position, move)


def _disc(position: Position, move: Move, left: int) -> tuple[Reason, ...]:
    """What moving a disc takes from the opponent beside leaving both where they are."""
    if move.neutral is None:
        return ()
    before, square = room(position, Move(move.place)), SQUARES[move.neutral[1]]
    if left < before:
        best = min(room(position, other) for other in _with_other_discs(position, move.place))
        is_killing = left == best and 1 << move.neutral[1] & KILLERS
        return (Reason("killing-square" if is_killing else "disc-takes", square=square, places=before - left),)
    return (Reason("disc-frees", square=square, places=left - before),) if left > before else ()


def _with_other_discs(position: Position, place: Place) -> Iterator[Move]:
    empty = indices(FULL & ~(place.bits | position.other | position.neutrals))
    return (Move(place, (disc, to)) for disc in indices(position.neutrals) for to in empty)


def room(position: Position, move: Move) -> int:
    """How many places a move leaves for the opponent's L."""
    return len(free_places(position.other, move.place.bits, _neutrals(position, move)))


def _neutrals(position: Position, move: Move) -> int:
    disc, to = move.neutral or (0, 0)
    return position.neutrals & ~(1 << disc) | 1 << to if move.neutral else position.neutrals


def _stops_mirror(after: Position) -> str:
    """The disc that alone keeps the side to move from mirroring the other L; "" if none does, or it still can."""
    images = [image for image in REFLECTIONS[after.other] if image & after.other == 0 and image != after.own]
    if not images or any(image & after.neutrals == 0 for image in images):
        return ""
    return SQUARES[indices(images[0] & after.neutrals)[0]]


def _corner(position: Position, move: Move) -> Iterator[Reason]:
    if corner := move.place.bits & CORNERS & ~(PAINTED if position.variant is Variant.SCORING else 0):
        code = "edge-in-corner" if cornered(move.place) == 2 else "into-corner"
        yield Reason(code, square=squares(corner)[0])
    elif position.variant is not Variant.SCORING:
        yield Reason("avoids-corners")


def risks(position: Position, move: Move) -> Iterator[Reason]:
    """What the worst reply does: win, score, or leave the mover few places."""
    after = position.play(move)
    if after.outcome is not None or after.turn is position.turn:
        return
    replies = [(reply, after.play(reply)) for reply in after.moves()]
    if won := next((reply for reply, then in replies if then.outcome and then.outcome.winner is after.turn), None):
        yield Reason("reply-wins", move=str(won))
        return
    tightest = min((reply for reply, _ in replies), key=lambda reply: room(after, reply))
    places = room(after, tightest)
    if position.variant is Variant.SCORING:
        yield from _scored(after, replies, blocks=not places)
    if places:
        yield Reason("reply-leaves", player=str(position.turn), places=places)
    else:
        yield Reason("reply-blocks-l", move=str(tightest))


def _scored(after: Position, replies: list[tuple[Move, Position]], blocks: bool) -> Iterator[Reason]:
    """What a reply scores at most, unless it is the points of a block, which is told by itself."""
    best, then = max(replies, key=lambda pair: sum(pair[1].score))
    points = sum(then.score) - sum(after.score)
    if blocks and points == BLOCKING_SCORES:
        return
    yield Reason("reply-scores", move=str(best), points=points) if points else Reason("keeps-paint")


def cornered(place: Place) -> int:
    """0 for an L out of the corners, 1 for one that reaches into one, 2 for a whole edge of the L lying in one."""
    if not place.bits & CORNERS:
        return 0
    arm = 1 << place.long | 1 << place.corner
    return 2 if arm & CORNERS and any(arm & ~edge == 0 for edge in _EDGES) else 1


def _closing(own: int, square: int) -> str:
    """What a disc there closes together with `own`; "" if nothing."""
    if not 1 << square & KILLERS:
        return ""
    return "closes-block" if _closes_of(_BLOCKS, own, square) else "closes-half" if closes(own, square) else ""


@cache
def closes(own: int, square: int) -> bool:
    """Whether a disc there takes the last room for an L from the 3x3 block or half of the board that `own` lies in."""
    return _closes_of(_BLOCKS + _HALVES, own, square)


def _closes_of(regions: tuple[int, ...], own: int, square: int) -> bool:
    around = [region & ~own for region in regions if own & ~region == 0]
    return any(_fits(room) and not _fits(room & ~(1 << square)) for room in around)


def _fits(squares: int) -> bool:
    return any(bits & ~squares == 0 for bits in PLACES)


def stopped(own: int, neutrals: int) -> int:
    """How many mirror images of `own`, open to the opponent's L otherwise, a neutral stands on."""
    return sum(image & own == 0 and image & neutrals != 0 for image in REFLECTIONS[own])
