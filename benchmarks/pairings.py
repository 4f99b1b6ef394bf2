"""Swiss rounds as paired by two libraries, and the time to pair the largest tournament."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any
from unittest.mock import patch

from caissify_pairings import generate_pairings
from py4swiss.engines.dutch.bracket import Brackets

from benchmarks.figure import Figure, median_milliseconds
from bot.features.tournaments.events import System
from bot.features.tournaments.pairings import DRAWN, LOST, WON, Match, Pairing, Round, encounter_in, score, swiss
from bot.features.tournaments.tournament import MOST, round_count

ROUNDS, ODD_ROUNDS = 10_000, 1_000
FEW, MANY = 4, 40
Pairs = set[tuple[int, int]]
"""The entrants in seats First and Second; 0 stands for a bye."""


@dataclass(frozen=True)
class ComparedRound:
    """A round of `entrants`, as paired by each library, with the rounds before it."""

    entrants: int
    rounds: Sequence[Round]
    ours: Pairs
    theirs: Pairs

    @property
    def is_other_edition(self) -> bool:
        """Return whether the FIDE rules of February 2026, which caissify-pairings follows, changed such a round."""
        return self._collapses or self._has_other_bye

    @property
    def _collapses(self) -> bool:
        """Return whether a score group leaves an unpairable rest, which the older rules merged with all below (A.9)."""
        with patch.object(Brackets, "collapse", autospec=True, side_effect=Brackets.collapse) as collapse:
            swiss(self.entrants, (), self.rounds)
        return collapse.called

    @property
    def _has_other_bye(self) -> bool:
        """Return whether caissify-pairings gives the bye to fewer points, which the older rules did not require."""
        byes = [score(self.rounds, max(pair)) for each in (self.ours, self.theirs) for pair in each if 0 in pair]
        return byes[1:] < byes[:1]

    def __str__(self) -> str:
        ours, theirs = sorted(self.ours - self.theirs), sorted(self.theirs - self.ours)
        return f"{self.entrants} entrants, round {len(self.rounds) + 1}: {ours} or {theirs}"


def figures() -> Iterator[Figure]:
    """Yield the number of rounds paired or seated differently, and the time for the largest tournament."""
    for parity, count in ((0, ROUNDS), (1, ODD_ROUNDS)):
        unlike = [each for each in islice(compared_rounds(parity), count) if each.ours != each.theirs]
        unknown = [each for each in unlike if not each.is_other_edition]
        yield Figure(
            f"Swiss rounds of {FEW + parity} to {MANY - parity}, {'odd' if parity else 'even'}, that caissify-pairings "
            f"pairs differently, without {len(unlike) - len(unknown)} explained by another edition of the rules, "
            f"of {count}",
            len(unknown),
            0,
            "",
            details=tuple(map(str, unknown[:10])),
        )
    rounds = [rounds for _, rounds in tournament_rounds(MOST, Random(2))][-2]
    yield Figure(
        f"pairing the last round of {MOST}", median_milliseconds(lambda: swiss(MOST, (), rounds), 3), 10_000, "ms"
    )


def tournament_rounds(entrants: int, chance: Random) -> Iterator[tuple[Pairing, Sequence[Round]]]:
    """Yield each round of a tournament with random results, as paired, and the rounds before it."""
    rounds, last = list[Round](), round_count(System.SWISS, entrants, 0)
    for _ in range(last):
        pairing = swiss(entrants, (), rounds)
        yield pairing, tuple(rounds)
        rounds.append(Round(tuple(Match(pair, chance.choice((WON, LOST, DRAWN))) for pair in pairing[0]), pairing[1]))
    yield ((), ()), tuple(rounds)


def compared_rounds(parity: int) -> Iterator[ComparedRound]:
    """Yield rounds of tournaments with even numbers of entrants (odd ones if `odd` is 1), without end."""
    chance = Random(1)
    while True:
        entrants = 2 * chance.randint(FEW // 2, MANY // 2 - parity) + parity
        for (pairs, byes), rounds in [*tournament_rounds(entrants, chance)][:-1]:
            ours = {*pairs, *((number, 0) for number in byes)}
            yield ComparedRound(entrants, rounds, ours, set(caissify_pairs(entrants, rounds)))


def caissify_pairs(entrants: int, rounds: Sequence[Round]) -> Iterator[tuple[int, int]]:
    """Yield the pairs by caissify-pairings, in which entrants are numbered by current rank."""
    order = sorted(range(1, entrants + 1), key=lambda number: (-score(rounds, number), number))
    players = [_player(number, rank, rounds) for rank, number in enumerate(order, 1)]
    past_pairs = {(min(match.pair), max(match.pair)) for round_ in rounds for match in round_.matches}
    for pair in generate_pairings("dutch", players, past_pairs, len(rounds) + 1, len(rounds) + 2):
        yield pair["white_id"], pair["black_id"] or 0


def _player(number: int, rank: int, rounds: Sequence[Round]) -> dict[str, Any]:
    """Return an entrant's history in caissify-pairings' format."""
    colours, floats = list[str](), list[str]()
    for count, round_ in enumerate(rounds):
        before = rounds[:count]
        if meeting := encounter_in(round_, number):
            opponent, seat, _, _ = meeting
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
        "bye_count": sum(number in round_.byes for round_ in rounds),
    }
