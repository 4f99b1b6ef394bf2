"""The rules of the L-game in three variants; a position holds its past, to detect the third occurrence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from engines.game import Outcome, Seat
from engines.lgame.grid import (
    PAINTED,
    PLACES,
    REFLECTIONS,
    SQUARES,
    START_LS,
    START_NEUTRALS,
    Place,
    indices,
    squares,
)
from engines.lgame.move import Move, read_move
from engines.refusals import Illegal

BLOCKING_SCORES = 5
FULL = (1 << 16) - 1
Key = tuple[Seat, int, int, int, tuple[int, int]]


class Variant(StrEnum):
    """The variants, by the ways to end the game besides blocking."""

    CLASSIC = "classic"
    SCORING = "scoring"
    SYMMETRY = "symmetry"


@dataclass(frozen=True)
class Position:
    """Two Ls and the neutral discs as bits of squares, the seat to move, and all earlier positions."""

    variant: Variant = Variant.CLASSIC
    target: int = 15
    ls: tuple[int, int] = START_LS
    neutrals: int = START_NEUTRALS
    turn: Seat = Seat.FIRST
    score: tuple[int, int] = (0, 0)
    outcome: Outcome | None = None
    past: tuple[Key, ...] = ()

    @property
    def settings(self) -> Mapping[str, str]:
        """Return the variant, and in `scoring` the points to reach."""
        goal = {"target": str(self.target)} if self.variant is Variant.SCORING else {}
        return {"variant": str(self.variant), **goal}

    @property
    def forced_move(self) -> None:
        """Return None: a player who cannot move has lost."""
        return None

    @property
    def key(self) -> Key:
        """Return the part of a position that counts for repetition."""
        return (self.turn, *self.ls, self.neutrals, self.score)

    @property
    def own_l(self) -> int:
        """Return the L of the side to move."""
        return self.ls[self.turn is Seat.SECOND]

    @property
    def opposing_l(self) -> int:
        """Return the L of the side that waits."""
        return self.ls[self.turn is Seat.FIRST]

    @property
    def example(self) -> str:
        """Return a legal move in full notation; after the end, one that was legal at the start."""
        position = self if self.outcome is None else Position()
        return next(str(move) for move in position.moves() if move.neutral)

    def places(self) -> tuple[Place, ...]:
        """Return the places where the side to move may put its L."""
        return free_places(self.own_l, self.opposing_l, self.neutrals)

    def moves(self) -> Iterator[Move]:
        """Yield every other place of the L, first alone, then with each neutral disc on each empty square."""
        if self.outcome is None:
            for place in self.places():
                yield Move(place)
                empty_squares = indices(FULL & ~(place.bits | self.opposing_l | self.neutrals))
                yield from (Move(place, (disc, to)) for disc in indices(self.neutrals) for to in empty_squares)

    def read(self, text: str) -> Move:
        """Return the L and perhaps the disc that a text describes; raise `Unreadable` or `Ambiguous`."""
        return read_move(text, self.example)

    def play(self, move: Move) -> Position:
        """Return the position after the move, with its outcome; raise `Illegal` with the offending part."""
        self._check(move)
        return self._next_position(move)._with_outcome(self.turn)

    def owners(self) -> Iterator[tuple[str, str]]:
        """Yield the squares of both Ls with their owners."""
        for seat, bits in zip(Seat, self.ls, strict=True):
            yield from ((name, str(seat)) for name in squares(bits))

    def can_win(self, seat: Seat) -> bool:
        """Return True: no position before the end is known to rule out a win."""
        return True

    def _check(self, move: Move) -> None:
        if self.outcome is not None:
            raise Illegal("game-over", result=str(self.outcome))
        if move.place.bits == self.own_l:
            raise self._refusal("same-place", str(move.place))
        if hit := move.place.bits & (self.opposing_l | self.neutrals):
            raise self._refusal("overlaps", str(move.place), squares=" ".join(squares(hit)))
        if move.neutral is not None:
            self._check_neutral(move.place, *move.neutral)

    def _check_neutral(self, place: Place, disc: int, to: int) -> None:
        part = f"{SQUARES[disc]}-{SQUARES[to]}"
        if not self.neutrals >> disc & 1:
            raise self._refusal("neutral-not-there", part, square=SQUARES[disc])
        if to == disc:
            raise self._refusal("neutral-stays", part)
        if (place.bits | self.opposing_l | self.neutrals) >> to & 1:
            raise self._refusal("neutral-goal-taken", part, square=SQUARES[to])

    def _refusal(self, code: str, part: str, **fields: str) -> Illegal:
        return Illegal(code, part=part, example=self.example, **fields)

    def _with_points(self, points: int) -> tuple[int, int]:
        """Return the score with `points` more for the side to move; unchanged in variants without points."""
        if self.variant is not Variant.SCORING:
            return self.score
        first, second = self.score
        return (first + points, second) if self.turn is Seat.FIRST else (first, second + points)

    def _with_outcome(self, mover: Seat) -> Position:
        """Return this new position with its outcome if `mover` ended the game, or at the start after a block."""
        if max(self.score) >= self.target:
            return self._end(mover, "target")
        if not self.places():
            return self._after_block(mover)
        if self.variant is Variant.SYMMETRY and self.own_l in REFLECTIONS[self.opposing_l]:
            return self._end(mover, "mirrored")
        return self._end(None, "repetition") if self.past.count(self.key) >= 2 else self

    def _after_block(self, mover: Seat) -> Position:
        if self.variant is not Variant.SCORING:
            return self._end(mover, "blocked")
        score = replace(self, turn=mover)._with_points(BLOCKING_SCORES)
        back = replace(self, ls=START_LS, neutrals=START_NEUTRALS, score=score)
        return back._end(mover, "target") if max(score) >= self.target else back

    def _end(self, winner: Seat | None, reason: str) -> Position:
        return replace(self, outcome=Outcome(winner, reason))

    def _next_position(self, move: Move) -> Position:
        """Return the next position without its outcome; the L scores the painted squares that it covers."""
        first = self.turn is Seat.FIRST
        disc, to = move.neutral or (0, 0)
        return replace(
            self,
            ls=(move.place.bits, self.ls[1]) if first else (self.ls[0], move.place.bits),
            neutrals=self.neutrals & ~(1 << disc) | 1 << to if move.neutral else self.neutrals,
            turn=self.turn.opponent,
            score=self._with_points((move.place.bits & PAINTED).bit_count()),
            past=(*self.past, self.key),
        )


def free_places(own_l: int, opposing_l: int, neutrals: int) -> tuple[Place, ...]:
    """Return every other place for an L that is now on `own_l`."""
    return tuple(place for bits, place in PLACES.items() if bits != own_l and not bits & (opposing_l | neutrals))


def places_of(position: Position, seat: Seat) -> tuple[Place, ...]:
    """Return the places that the L of a seat could take if it were to move."""
    own_l, opposing_l = position.ls if seat is Seat.FIRST else reversed(position.ls)
    return free_places(own_l, opposing_l, position.neutrals)
