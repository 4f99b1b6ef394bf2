"""Reasons for a move, each a true sentence: room for both Ls, discs, corners, mirrors, paint, the forced end.

Hints of all levels, candidates and explanations use these.
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
from engines.reasoning import Reasoning

FEW = 4
"""At most this many places for the L count as few."""
_FEW_REPLIES = 5
_MOST_GIVEN = 3
_BLOCKS = tuple(mask(*(c + r for c in cols for r in rows)) for cols in ("abc", "bcd") for rows in ("123", "234"))
_HALVES = tuple(
    mask(*(c + r for c in cols for r in rows))
    for cols, rows in (("ab", "1234"), ("cd", "1234"), ("abcd", "12"), ("abcd", "34"))
)
_EDGES = tuple(mask(*line.split()) for line in ("a1 b1 c1 d1", "a4 b4 c4 d4", "a1 a2 a3 a4", "d1 d2 d3 d4"))


@dataclass(frozen=True)
class Forecast:
    """The proved value of a move (1, 0 or -1 for its player), and the plies to the end.

    The plies are an upper bound unless `is_exact`. `reply` is the best answer to a losing move. `replies` counts the
    answers to a drawn move that do not lose (None with scores); `is_fewest` if no drawn move leaves fewer.
    """

    value: int
    plies: int = 0
    is_exact: bool = True
    is_longest: bool = False
    reply: Move | None = None
    replies: int | None = None
    is_fewest: bool = False


def move_reasons(position: Position, move: Move, forecast: Forecast | None) -> tuple[Reason, ...]:
    """Return the forced end of a move, if its forecast is known, then its effects and the captures of a reply."""
    end = tuple(verdict(position, move, forecast))
    most = _MOST_GIVEN - bool(end)
    return (*end, *islice(effects(position, move), most), *risks(position, move))


def all_reasons(position: Position, move: Move, forecast: Forecast | None) -> tuple[Reason, ...]:
    """Return all reasons of `move_reasons`, without a limit; at the end of the list, the place of the move."""
    return (
        *verdict(position, move, forecast),
        *_effects(position, move),
        *risks(position, move),
        *_place_reasons(move),
    )


def _place_reasons(move: Move) -> Iterator[Reason]:
    yield Reason("l-covers", squares=" ".join(squares(move.place.bits)))
    yield Reason("disc-goes", square=SQUARES[move.neutral[1]]) if move.neutral else Reason("discs-stay")


_PLAIN_CODES = ("leaves-places", "l-covers", "disc-goes", "discs-stay")
_MERITS = frozenset(
    (
        "blocks-l blocks-for-points ends-it mirrors-l scores fewest-places few-places killing-square disc-takes "
        "closes-block closes-half stops-mirror avoids-corners keeps-paint fewest-safe-replies holds-longest"
    ).split()
)
_FACTS = {
    **dict.fromkeys(("fewest-places", "few-places", "leaves-places"), "places"),
    **dict.fromkeys(("killing-square", "disc-takes"), "disc"),
    **dict.fromkeys(("fewest-safe-replies", "safe-replies"), "replies"),
}


def _gist(reason: Reason) -> object:
    """Return the meaning of a reason, without the names it mentions."""
    return (_FACTS.get(reason.code, reason.code), reason.fields)


REASONING = Reasoning(_PLAIN_CODES, gist=_gist, is_merit=lambda reason, seat: reason.code in _MERITS)


def verdict(position: Position, move: Move, forecast: Forecast | None) -> Iterator[Reason]:
    """Yield the forced end of a move and the reply that refutes it; nothing if the move or a reply ends the game."""
    if forecast is None or position.play(move).outcome:
        return
    if forecast.value > 0:
        yield Reason("wins-in", plies=forecast.plies)
    elif forecast.value < 0:
        yield from _loss(forecast)
    else:
        yield Reason("draw-held")
        if forecast.replies is not None and (forecast.is_fewest or forecast.replies <= _FEW_REPLIES):
            yield Reason("fewest-safe-replies" if forecast.is_fewest else "safe-replies", replies=forecast.replies)


def _loss(forecast: Forecast) -> Iterator[Reason]:
    if forecast.plies > 2 or not forecast.is_exact:
        yield Reason(
            "loses-to" if forecast.is_exact else "loses-within-to", plies=forecast.plies, move=str(forecast.reply)
        )
    if forecast.is_longest:
        yield Reason("holds-longest")


def effects(position: Position, move: Move) -> Iterator[Reason]:
    """Yield the effects of a move itself, the most important first."""
    return islice(_effects(position, move), _MOST_GIVEN)


def _effects(position: Position, move: Move) -> Iterator[Reason]:
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
    covered_paint = move.place.bits & PAINTED
    if position.variant is Variant.SCORING and covered_paint:
        yield Reason("scores", points=covered_paint.bit_count(), squares=" ".join(squares(covered_paint)))


def _shape(position: Position, move: Move, after: Position) -> Iterator[Reason]:
    """Yield the reasons about room, discs, mirrors and corners."""
    places = room(position, move)
    fewest = min(room(position, each) for each in position.moves())
    code = "fewest-places" if places == fewest else "few-places" if places <= FEW else "leaves-places"
    yield Reason(code, places=places)
    disc_reasons = _disc(position, move, places)
    yield from disc_reasons
    own_l, neutrals = move.place.bits, after.neutrals
    closing = ((_closing(own_l, square), square) for square in indices(neutrals))
    yield from (Reason(code, square=SQUARES[square]) for code, square in closing if code)
    if square := _stops_mirror(after):
        yield Reason("stops-mirror", square=square)
    yield from _corner(position, move)


def _disc(position: Position, move: Move, places: int) -> tuple[Reason, ...]:
    """Return the places that moving a disc takes from the opponent, compared with leaving both discs."""
    if move.neutral is None:
        return ()
    before, square = room(position, Move(move.place)), SQUARES[move.neutral[1]]
    if places < before:
        fewest = min(room(position, each) for each in _with_other_discs(position, move.place))
        is_killing = places == fewest and 1 << move.neutral[1] & KILLERS
        return (Reason("killing-square" if is_killing else "disc-takes", square=square, places=before - places),)
    return (Reason("disc-frees", square=square, places=places - before),) if places > before else ()


def _with_other_discs(position: Position, place: Place) -> Iterator[Move]:
    empty_squares = indices(FULL & ~(place.bits | position.opposing_l | position.neutrals))
    return (Move(place, (disc, to)) for disc in indices(position.neutrals) for to in empty_squares)


def room(position: Position, move: Move) -> int:
    """Return the number of places that a move leaves the opponent's L."""
    return len(free_places(position.opposing_l, move.place.bits, _neutrals(position, move)))


def _neutrals(position: Position, move: Move) -> int:
    disc, to = move.neutral or (0, 0)
    return position.neutrals & ~(1 << disc) | 1 << to if move.neutral else position.neutrals


def _stops_mirror(after: Position) -> str:
    """Return the only disc that prevents the side to move from mirroring; "" if there is none."""
    images = [
        image for image in REFLECTIONS[after.opposing_l] if image & after.opposing_l == 0 and image != after.own_l
    ]
    if not images or any(image & after.neutrals == 0 for image in images):
        return ""
    return SQUARES[indices(images[0] & after.neutrals)[0]]


def _corner(position: Position, move: Move) -> Iterator[Reason]:
    if corner := move.place.bits & CORNERS & ~(PAINTED if position.variant is Variant.SCORING else 0):
        code = "edge-in-corner" if corner_degree(move.place) == 2 else "into-corner"
        yield Reason(code, square=squares(corner)[0])
    elif position.variant is not Variant.SCORING:
        yield Reason("avoids-corners")


def risks(position: Position, move: Move) -> Iterator[Reason]:
    """Yield the effect of the worst reply: it wins, scores, or leaves the mover few places."""
    after = position.play(move)
    if after.outcome is not None or after.turn is position.turn:
        return
    replies = [(reply, after.play(reply)) for reply in after.moves()]
    if winning_reply := next(
        (reply for reply, then in replies if then.outcome and then.outcome.winner is after.turn), None
    ):
        yield Reason("reply-wins", move=str(winning_reply))
        return
    tightest = min((reply for reply, _ in replies), key=lambda reply: room(after, reply))
    places = room(after, tightest)
    if position.variant is Variant.SCORING:
        yield from _reply_score(after, replies, blocks=not places)
    if places:
        yield Reason("reply-leaves", player=str(position.turn), places=places)
    else:
        yield Reason("reply-blocks-l", move=str(tightest))


def _reply_score(after: Position, replies: list[tuple[Move, Position]], blocks: bool) -> Iterator[Reason]:
    """Yield the most that a reply scores, except for the points of a block, which has its own reason."""
    best_reply, then = max(replies, key=lambda pair: sum(pair[1].score))
    points = sum(then.score) - sum(after.score)
    if blocks and points == BLOCKING_SCORES:
        return
    yield Reason("reply-scores", move=str(best_reply), points=points) if points else Reason("keeps-paint")


def corner_degree(place: Place) -> int:
    """Return 0 for an L outside the corners, 1 for one that reaches into one, 2 for one with an edge in a corner."""
    if not place.bits & CORNERS:
        return 0
    arm = 1 << place.long | 1 << place.corner
    return 2 if arm & CORNERS and any(arm & ~edge == 0 for edge in _EDGES) else 1


def _closing(own_l: int, square: int) -> str:
    """Return the code of the area that a disc there closes together with `own_l`; "" if none."""
    if not 1 << square & KILLERS:
        return ""
    return "closes-block" if _closes_of(_BLOCKS, own_l, square) else "closes-half" if closes(own_l, square) else ""


@cache
def closes(own_l: int, square: int) -> bool:
    """Return whether a disc there takes the last L place in the 3x3 block or half that contains `own_l`."""
    return _closes_of(_BLOCKS + _HALVES, own_l, square)


def _closes_of(regions: tuple[int, ...], own_l: int, square: int) -> bool:
    around = [region & ~own_l for region in regions if own_l & ~region == 0]
    return any(_fits(room) and not _fits(room & ~(1 << square)) for room in around)


def _fits(squares: int) -> bool:
    return any(bits & ~squares == 0 for bits in PLACES)


def mirror_stops(own_l: int, neutrals: int) -> int:
    """Return how many mirror images of `own_l` that are open to the opponent's L have a neutral on them."""
    return sum(image & own_l == 0 and image & neutrals != 0 for image in REFLECTIONS[own_l])
