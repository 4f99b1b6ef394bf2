"""The classic heuristic: an L out of the corners, few places for the opponent, neutrals where they close something."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from engines.game import Hint, Reason
from engines.lgame.grid import CORNERS, KILLERS, PLACES, REFLECTIONS, SQUARES, Place, indices, mask
from engines.lgame.move import Move
from engines.lgame.rules import Position

ERRS = 1 / 3
_BLOCKS = tuple(mask(*(c + r for c in cols for r in rows)) for cols in ("abc", "bcd") for rows in ("123", "234"))
_HALVES = tuple(
    mask(*(c + r for c in cols for r in rows))
    for cols, rows in (("ab", "1234"), ("cd", "1234"), ("abcd", "12"), ("abcd", "34"))
)
_EDGES = tuple(mask(*line.split()) for line in ("a1 b1 c1 d1", "a4 b4 c4 d4", "a1 a2 a3 a4", "d1 d2 d3 d4"))


def classic(position: Position, seed: int) -> Hint[Move]:
    """What the heuristic plays, once it is sure that no move wins or scores; equal choices are told apart by `seed`."""
    move = _best(position, list(position.moves()), Random(f"{seed} {position.key}"))
    return _advice(position, move, tuple(reasons(position, move)))


def easy(position: Position, seed: int) -> Hint[Move]:
    """One step ahead: wins or scores if it can, else plays anything; and a third of the time it does not even look."""
    chance = Random(f"{seed} {position.key} easy")
    moves = list(position.moves())
    chance.shuffle(moves)
    looks = chance.random() >= ERRS
    move = max(moves, key=lambda each: _gain(position, position.play(each))) if looks else moves[0]
    return _advice(position, move, (Reason("just-a-try"),))


def _advice(position: Position, move: Move, reasons: tuple[Reason, ...]) -> Hint[Move]:
    wins = _wins(position, position.play(move))
    return Hint((move,), int(wins), wins, (Reason("ends-it"),) if wins else reasons)


def _best(position: Position, moves: list[Move], chance: Random) -> Move:
    chance.shuffle(moves)
    return min(moves, key=lambda move: rank(position, move))


def rank(position: Position, move: Move) -> tuple[int, ...]:
    """The smaller the better, the first difference counting."""
    after = position.play(move)
    own, neutrals = move.place.bits, after.neutrals
    closed = sum(closes(own, square) for square in indices(neutrals & KILLERS))
    beside = (neutrals & KILLERS).bit_count()
    return (
        -_gain(position, after),
        cornered(move.place),
        len(after.places()),
        -closed - stopped(own, neutrals),
        -beside,
    )


def _gain(position: Position, after: Position) -> int:
    """The points made by a move; a win is worth more than any."""
    return 100 * _wins(position, after) + sum(after.score) - sum(position.score)


def _wins(position: Position, after: Position) -> bool:
    return after.outcome is not None and after.outcome.winner is position.turn


def cornered(place: Place) -> int:
    """0 for an L out of the corners, 1 for one that reaches into one, 2 for a whole edge of the L lying in one."""
    if not place.bits & CORNERS:
        return 0
    arm = 1 << place.long | 1 << place.corner
    return 2 if arm & CORNERS and any(arm & ~edge == 0 for edge in _EDGES) else 1


@cache
def closes(own: int, square: int) -> bool:
    """Whether a disc there takes the last room for an L from the 3x3 block or half of the board that `own` lies in."""
    return _closes_of(_BLOCKS + _HALVES, own, square)


def _closes_of(regions: tuple[int, ...], own: int, square: int) -> bool:
    around = [region & ~own for region in regions if own & ~region == 0]
    return any(_fits(room) and not _fits(room & ~(1 << square)) for room in around)


def _closing(own: int, square: int) -> str:
    if _closes_of(_BLOCKS, own, square):
        return "closes-block"
    return "closes-half" if _closes_of(_HALVES, own, square) else "neutral-beside-corner"


def _fits(squares: int) -> bool:
    return any(bits & ~squares == 0 for bits in PLACES)


def stopped(own: int, neutrals: int) -> int:
    """How many mirror images of `own`, open to the opponent's L otherwise, a neutral stands on."""
    return sum(image & own == 0 and image & neutrals != 0 for image in REFLECTIONS[own])


def reasons(position: Position, move: Move) -> Iterator[Reason]:
    """What can be said of a move without looking further."""
    after = position.play(move)
    if points := sum(after.score) - sum(position.score):
        yield Reason("scores", points=points)
    yield from lessons_in(position, move)


def lessons_in(position: Position, move: Move) -> Iterator[Reason]:
    """What of the game's own advice a move shows: corners, room, blocks closed by a neutral, the mirror."""
    after = position.play(move)
    if not cornered(move.place):
        yield Reason("avoids-corners")
    yield Reason("few-places", places=len(after.places()))
    for square in indices(after.neutrals & KILLERS):
        yield Reason(_closing(move.place.bits, square), square=SQUARES[square])
    if stopped(move.place.bits, after.neutrals):
        yield Reason("neutral-stops-mirror")
