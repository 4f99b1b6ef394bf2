"""How good a map is to play on: who wins after the best placing, how long that takes, and how even all placings are."""

from __future__ import annotations

from dataclasses import dataclass

from engines.phrases import Phrase

MOST_RATED = 18
EVEN = (0.45, 0.55)
SHORTEST = 5
_PERCENT = 100
_SAID = {1: "map-first-wins", 0: "map-drawn", -1: "map-second-wins"}


@dataclass(frozen=True)
class Rating:
    """What the solver knows of a map.

    `value` is 1, 0 or -1 for First under the best placing by both, and `plies` how long the drive after it lasts
    (0 for a draw). First wins a `share` of all complete placings. `matters`: each choice of the best placing but the
    last could have been worse, and the one who wins could have lost.
    """

    value: int
    plies: int
    share: float
    matters: bool

    @property
    def good(self) -> bool:
        """Whether the map is worth playing: even, long enough, and never a matter of indifference."""
        return EVEN[0] <= self.share <= EVEN[1] and (self.plies >= SHORTEST or self.value == 0) and self.matters

    @property
    def fault(self) -> float:
        """How far from good, 0 for good ones."""
        uneven = max(0.0, EVEN[0] - self.share, self.share - EVEN[1])
        short = 0 if self.value == 0 else max(0, SHORTEST - self.plies)
        return 10 * uneven + 0.3 * short + 0.3 * (not self.matters)


def remark_on(rating: Rating | None) -> Phrase:
    """The rating as a sentence: who wins under best play, and how many placings of a hundred First does."""
    if rating is None:
        return Phrase("map-unrated")
    return Phrase(_SAID[rating.value], percent=round(_PERCENT * rating.share))
