"""Rounds of Swiss tournaments as two libraries pair them, and how long the pairing of the largest takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any
from unittest.mock import patch

from caissify_pairings import generate_pairings
from py4swiss.engines.dutch.bracket import Brackets

from benchmarks.figure import Figure, timed
from bot.features.tournaments.events import System
from bot.features.tournaments.pairings import DRAWN, LOST, WON, Drawn, Match, Round, met_in, score, swiss
from bot.features.tournaments.tournament import MOST, rounds_of

ROUNDS, ODD_ROUNDS = 10_000, 1_000
FEW, MANY = 4, 40
Named = set[tuple[int, int]]
"""Who sits First and Second; 0 sits where there is a bye."""


@dataclass(frozen=True)
class Compared:
    """A round of `entrants` as either library pairs it, with the rounds before it."""

    entrants: int
    rounds: Sequence[Round]
    ours: Named
    theirs: Named

    @property
    def is_other_edition(self) -> bool:
        """Whether the rules since February 2026, which theirs follows, may ask for something else than those before."""
        return self._collapses or self._has_other_bye

    @property
    def _collapses(self) -> bool:
        """Whether a score group leaves a rest that cannot be paired: before, all below it became one group (A.9)."""
        with patch.object(Brackets, "collapse", autospec=True, side_effect=Brackets.collapse) as collapse:
            swiss(self.entrants, (), self.rounds)
        return collapse.called

    @property
    def _has_other_bye(self) -> bool:
        """Whether theirs gives the bye to fewer points, as the rules did not ask before."""
        byes = [score(self.rounds, max(pair)) for each in (self.ours, self.theirs) for pair in each if 0 in pair]
        return byes[1:] < byes[:1]

    def __str__(self) -> str:
        ours, theirs = sorted(self.ours - self.theirs), sorted(self.theirs - self.ours)
        return f"{self.entrants} entrants, round {len(self.rounds) + 1}: {ours} or {theirs}"


def figures() -> Iterator[Figure]:
    """How many rounds are paired or seated otherwise, and the time for the most entrants."""
    for odd, count in ((0, ROUNDS), (1, ODD_ROUNDS)):
        unlike = [each for each in islice(compared(odd), count) if each.ours != each.theirs]
        unknown = [each for each in unlike if not each.is_other_edition]
        yield Figure(
            f"Swiss rounds of {FEW + odd} to {MANY - odd}, {'odd' if odd else 'even'}, that caissify-pairings pairs "
            f"otherwise, but for {len(unlike) - len(unknown)} in which an edition of the rules does, of {count}",
            len(unknown),
            0,
            "",
            details=tuple(map(str, unknown[:10])),
        )
    rounds = [rounds for _, rounds in played(MOST, Random(2))][-2]
    yield Figure(f"pairing the last round of {MOST}", timed(lambda: swiss(MOST, (), rounds), 3), 10_000, "ms")


def played(entrants: int, chance: Random) -> Iterator[tuple[Drawn, Sequence[Round]]]:
    """Each round of a tournament as it is paired, with those before it; results by chance."""
    rounds, last = list[Round](), rounds_of(System.SWISS, entrants, 0)
    for _ in range(last):
        drawn = swiss(entrants, (), rounds)
        yield drawn, tuple(rounds)
        rounds.append(Round(tuple(Match(pair, chance.choice((WON, LOST, DRAWN))) for pair in drawn[0]), drawn[1]))
    yield ((), ()), tuple(rounds)


def compared(odd: int) -> Iterator[Compared]:
    """Rounds without end of tournaments of even numbers of entrants, or of odd ones."""
    chance = Random(1)
    while True:
        entrants = 2 * chance.randint(FEW // 2, MANY // 2 - odd) + odd
        for (pairs, byes), rounds in [*played(entrants, chance)][:-1]:
            ours = {*pairs, *((number, 0) for number in byes)}
            yield Compared(entrants, rounds, ours, set(other(entrants, rounds)))


def other(entrants: int, rounds: Sequence[Round]) -> Iterator[tuple[int, int]]:
    """The pairs by caissify-pairings, to which the numbers of entrants are their ranks now."""
    order = sorted(range(1, entrants + 1), key=lambda number: (-score(rounds, number), number))
    players = [_player(number, rank, rounds) for rank, number in enumerate(order, 1)]
    met = {(min(match.pair), max(match.pair)) for done in rounds for match in done.matches}
    for pair in generate_pairings("dutch", players, met, len(rounds) + 1, len(rounds) + 2):
        yield pair["white_id"], pair["black_id"] or 0


def _player(number: int, rank: int, rounds: Sequence[Round]) -> dict[str, Any]:
    """All that one has done, in that library's words."""
    colours, floats = list[str](), list[str]()
    for count, done in enumerate(rounds):
        before = rounds[:count]
        if found := met_in(done, number):
            opponent, seat, _, _ = found
            colours.append("black" if seat else "white")
            ahead = score(before, number) - score(before, opponent)
            floats.append("down" if ahead > 0 else "up" if ahead < 0 else "none")
        else:
            floats.append("down")
    return {
        "id": number,
        "name": str(number),
        "score": score(rounds, number) / 2,
        "rating": MOST + 1 - number,
        "starting_number": number,
        "pairing_number": rank,
        "color_hist": colours,
        "float_history": floats,
        "bye_count": sum(number in done.byes for done in rounds),
    }
