"""The rules of the L-game in its three variants; a position knows what came before, for the third occurrence."""

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
    """Which ends of the game there are besides blocking."""

    CLASSIC = "classic"
    SCORING = "scoring"
    SYMMETRY = "symmetry"


@dataclass(frozen=True)
class Position:
    """Two Ls and the neutral discs as bits of squares, who is to move, and everything that stood before."""

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
        """The variant, and in `scoring` the points to reach."""
        goal = {"target": str(self.target)} if self.variant is Variant.SCORING else {}
        return {"variant": str(self.variant), **goal}

    @property
    def forced_move(self) -> None:
        """Never a move: who cannot move has lost."""
        return None

    @property
    def key(self) -> Key:
        """What must be the same for a position to have occurred before."""
        return (self.turn, *self.ls, self.neutrals, self.score)

    @property
    def own(self) -> int:
        """The L of the side to move."""
        return self.ls[self.turn is Seat.SECOND]

    @property
    def other(self) -> int:
        """The L of the side that waits."""
        return self.ls[self.turn is Seat.FIRST]

    @property
    def example(self) -> str:
        """A move that is legal now and shows the whole notation (after the end: that was legal at the start)."""
        position = self if self.outcome is None else Position()
        return next(str(move) for move in position.moves() if move.neutral)

    def places(self) -> tuple[Place, ...]:
        """Where the side to move may put its L."""
        return free_places(self.own, self.other, self.neutrals)

    def moves(self) -> Iterator[Move]:
        """Every other place of the L, each alone and then with every neutral disc on every empty square."""
        if self.outcome is None:
            for place in self.places():
                yield Move(place)
                empty = indices(FULL & ~(place.bits | self.other | self.neutrals))
                yield from (Move(place, (disc, to)) for disc in indices(self.neutrals) for to in empty)

    def read(self, text: str) -> Move:
        """The place of the L, perhaps with a disc, that a text means; raises `Unreadable` or `Ambiguous`."""
        return read_move(text, self.example)

    def play(self, move: Move) -> Position:
        """The position after the move, judged by the variant; raises `Illegal` with the part at fault."""
        self._check(move)
        return self._moved(move)._judged(self.turn)

    def owners(self) -> Iterator[tuple[str, str]]:
        """The squares of both Ls."""
        for seat, bits in zip(Seat, self.ls, strict=True):
            yield from ((name, str(seat)) for name in squares(bits))

    def _check(self, move: Move) -> None:
        if self.outcome is not None:
            raise Illegal("game-over", result=str(self.outcome))
        if move.place.bits == self.own:
            raise self._refusal("same-place", str(move.place))
        if hit := move.place.bits & (self.other | self.neutrals):
            raise self._refusal("overlaps", str(move.place), squares=" ".join(squares(hit)))
        if move.neutral is not None:
            self._check_neutral(move.place, *move.neutral)

    def _check_neutral(self, place: Place, disc: int, to: int) -> None:
        part = f"{SQUARES[disc]}-{SQUARES[to]}"
        if not self.neutrals >> disc & 1:
            raise self._refusal("neutral-not-there", part, square=SQUARES[disc])
        if to == disc:
            raise self._refusal("neutral-stays", part)
        if (place.bits | self.other | self.neutrals) >> to & 1:
            raise self._refusal("neutral-goal-taken", part, square=SQUARES[to])

    def _refusal(self, code: str, part: str, **fields: str) -> Illegal:
        return Illegal(code, part=part, example=self.example, **fields)

    def _with_points(self, points: int) -> tuple[int, int]:
        """The score with `points` more for the side to move; in the other variants there is none."""
        if self.variant is not Variant.SCORING:
            return self.score
        first, second = self.score
        return (first + points, second) if self.turn is Seat.FIRST else (first, second + points)

    def _judged(self, mover: Seat) -> Position:
        """This new position with its outcome, if `mover` ended the game, or back at the start after a block."""
        if max(self.score) >= self.target:
            return self._ended(mover, "target")
        if not self.places():
            return self._blocked(mover)
        if self.variant is Variant.SYMMETRY and self.own in REFLECTIONS[self.other]:
            return self._ended(mover, "mirrored")
        return self._ended(None, "repetition") if self.past.count(self.key) >= 2 else self

    def _blocked(self, mover: Seat) -> Position:
        if self.variant is not Variant.SCORING:
            return self._ended(mover, "blocked")
        score = replace(self, turn=mover)._with_points(BLOCKING_SCORES)
        back = replace(self, ls=START_LS, neutrals=START_NEUTRALS, score=score)
        return back._ended(mover, "target") if max(score) >= self.target else back

    def _ended(self, winner: Seat | None, reason: str) -> Position:
        return replace(self, outcome=Outcome(winner, reason))

    def _moved(self, move: Move) -> Position:
        """The next position, not judged yet; the painted squares that the L covers are scored."""
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


def free_places(own: int, other: int, neutrals: int) -> tuple[Place, ...]:
    """Every other place that an L now on `own` may take."""
    return tuple(place for bits, place in PLACES.items() if bits != own and not bits & (other | neutrals))


def places_of(position: Position, seat: Seat) -> tuple[Place, ...]:
    """Where the L of a seat could go if it were to move."""
    own, other = position.ls if seat is Seat.FIRST else reversed(position.ls)
    return free_places(own, other, position.neutrals)
