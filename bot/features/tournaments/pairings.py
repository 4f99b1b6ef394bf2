"""Who meets whom in a tournament: round robin by the Berger tables, Swiss by FIDE's Dutch system, knock-out; pure.

Entrants go by their numbers from 1, which are drawn by lot.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from typing import Any

Pair = tuple[int, int]
"""Who sits First, and who Second."""
WIN, DRAW, LOSS = 2, 1, 0
"""Points in halves."""
WON, LOST, DRAWN, NEITHER = (WIN, LOSS), (LOSS, WIN), (DRAW, DRAW), (LOSS, LOSS)
_MOST_MET = 10**6
_PER_POINT, _PER_SEAT = 100, 10


@dataclass(frozen=True)
class Match:
    """Two who meet, in half points what each has made of it (None: they play), and whether a move was `played`; a
    drawn game of a knock-out is `replayed` so many times."""

    pair: Pair
    points: Pair | None = None
    played: bool = True
    replayed: int = 0

    @property
    def seats(self) -> Pair:
        """Who sits First and who Second now: with every replay they change seats."""
        first, second = self.pair
        return (second, first) if self.replayed % 2 else (first, second)


@dataclass(frozen=True)
class Round:
    """The matches of a round, who has a bye in it, and until when (seconds) it is played."""

    matches: tuple[Match, ...]
    byes: tuple[int, ...] = ()
    until: float = 0.0

    @property
    def is_over(self) -> bool:
        """Whether each match has a result."""
        return all(match.points is not None for match in self.matches)


Drawn = tuple[tuple[Pair, ...], tuple[int, ...]]
"""The pairs of a round, and who has a bye."""


def berger(entrants: int, number: int) -> Drawn:
    """Round `number`, from 1, of all against all (FIDE Handbook C.05, annex 1); an odd one has a bye."""
    even = entrants + entrants % 2
    anchor = (number + 1) // 2 if number % 2 else even // 2 + number // 2
    pairs = [(anchor, even) if number % 2 else (even, anchor)]
    for step in range(1, even // 2):
        one, other = ((anchor - 1 + sign * step) % (even - 1) + 1 for sign in (1, -1))
        pairs.append((one, other))
    free = tuple(min(pair) for pair in pairs if max(pair) > entrants)
    return tuple(pair for pair in pairs if max(pair) <= entrants), free


def knockout(entrants: int, gone: Collection[int], rounds: Sequence[Round]) -> Drawn:
    """The next round of a knock-out in which the first numbers meet one another as late as can be."""
    slots = _bracket(entrants)
    for done in rounds:
        winners = {number: winner(match) for match in done.matches for number in match.pair}
        slots = [_goes_on(pair, winners, done.byes) for pair in _twos(slots)]
    here = [number if number not in gone else None for number in slots]
    pairs, byes = list[Pair](), list[int]()
    for one, other in _twos(here):
        if one and other:
            pairs.append(_seated(one, other, rounds))
        elif one or other:
            byes.append(one or other or 0)
    return tuple(pairs), tuple(byes)


def winner(match: Match) -> int | None:
    """Who goes on after a match; after draws the lower number, after two who never came neither."""
    if match.points is None or match.points == NEITHER:
        return None
    first, second = match.points
    return min(match.pair) if first == second else match.pair[first < second]


def _goes_on(
    pair: tuple[int | None, int | None], winners: Mapping[int, int | None], byes: Collection[int]
) -> int | None:
    one, other = pair
    return next((number for number in pair if number in byes), None) or winners.get(one or other or 0)


def _bracket(entrants: int) -> list[int | None]:
    """The numbers from the top of the bracket to its bottom; None where there is no entrant."""
    order = [1]
    while len(order) < entrants:
        size = 2 * len(order) + 1
        order = [number for seed in order for number in (seed, size - seed)]
    return [number if number <= entrants else None for number in order]


def _twos(slots: Sequence[int | None]) -> Iterator[tuple[int | None, int | None]]:
    return zip(slots[::2], slots[1::2], strict=False)


def swiss(entrants: int, gone: Collection[int], rounds: Sequence[Round]) -> Drawn:
    """The next round of a Swiss tournament, by py4swiss; where that has no pairing, or is not there for the machine, by
    the least sum of what is unwelcome. No round is the last to it, in which seats would count less for those ahead."""
    with suppress(ImportError):
        if (found := _dutch(entrants, gone, rounds)) is not None:
            return found
    return _matched([number for number in range(1, entrants + 1) if number not in gone], rounds)


def _dutch(entrants: int, gone: Collection[int], rounds: Sequence[Round]) -> Drawn | None:
    from py4swiss.engines.common import PairingError
    from py4swiss.engines.dutch.engine import Engine
    from py4swiss.trf import ParsedTrf
    from py4swiss.trf.sections import XSection

    sections = [_section(number, number in gone, rounds) for number in range(1, entrants + 1)]
    try:
        found = Engine.generate_pairings(
            ParsedTrf(player_sections=sections, x_section=XSection(number_of_rounds=len(rounds) + 2))
        )
    except PairingError:
        return None
    pairs = tuple((each.white, each.black) for each in found if each.black)
    return pairs, tuple(each.white for each in found if not each.black)


def _section(number: int, is_gone: bool, rounds: Sequence[Round]) -> Any:  # noqa: ANN401
    """All that one entrant has done, as a tournament report has it; the library has no types."""
    from py4swiss.trf.codes import PlayerCode
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
    from py4swiss.trf.sections import PlayerSection

    played = {WIN: ResultToken.WIN, DRAW: ResultToken.DRAW, LOSS: ResultToken.LOSS}
    unplayed = {WIN: ResultToken.FORFEIT_WIN, DRAW: ResultToken.FORFEIT_LOSS, LOSS: ResultToken.FORFEIT_LOSS}
    absent = RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.ZERO_POINT_BYE)
    results = []
    for done in rounds:
        if number in done.byes:
            bye = ResultToken.PAIRING_ALLOCATED_BYE
            results.append(RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=bye))
        elif met := met_in(done, number):
            other, seat, own, match = met
            color = ColorToken.BLACK if seat else ColorToken.WHITE
            results.append(RoundResult(id=other, color=color, result=(played if match.played else unplayed)[own]))
        else:
            results.append(absent)
    points = 5 * score(rounds, number)
    return PlayerSection(
        code=PlayerCode.PLAYER,
        starting_number=number,
        points_times_ten=points,
        rank=number,
        results=[*results, *([absent] if is_gone else [])],
    )


def met_in(done: Round, number: int) -> tuple[int, int, int, Match] | None:
    """Whom an entrant met in a round, from which seat (0, 1), with how many half points, and the match; None without
    a result."""
    for match in done.matches:
        if number in match.pair and match.points is not None:
            own = match.pair.index(number)
            return match.pair[1 - own], match.seats.index(number), match.points[own], match
    return None


def score(rounds: Sequence[Round], number: int) -> int:
    """The half points of an entrant, a bye counting as a win."""
    met = (met_in(done, number) for done in rounds)
    return sum(each[2] for each in met if each) + WIN * sum(number in done.byes for done in rounds)


def _matched(here: Sequence[int], rounds: Sequence[Round]) -> Drawn:
    """Pairs of the least sum of meeting again, differing in points and sitting where one sat too often."""
    from networkx import Graph, max_weight_matching

    points = {number: score(rounds, number) for number in here}
    again = Counter(frozenset(match.pair) for done in rounds for match in done.matches if match.played)
    graph: Any = Graph()
    graph.add_nodes_from(here)
    for one, other in combinations(here, 2):
        same_seat = balance(rounds, one) * balance(rounds, other) > 0
        unwelcome = _PER_POINT * (points[one] - points[other]) ** 2 + _PER_SEAT * same_seat
        graph.add_edge(one, other, weight=-unwelcome - _MOST_MET * again[frozenset((one, other))])
    if len(here) % 2:
        for number in here:
            had = sum(number in done.byes for done in rounds)
            graph.add_edge(0, number, weight=-_PER_POINT * points[number] ** 2 - _MOST_MET * had)
    found = sorted(tuple(sorted(pair)) for pair in max_weight_matching(graph, maxcardinality=True))
    pairs = tuple(_seated(one, other, rounds) for one, other in found if one)
    return pairs, tuple(other for one, other in found if not one)


def balance(rounds: Sequence[Round], number: int) -> int:
    """How many times more often an entrant sat First than Second in what was played."""
    met = [each for done in rounds if (each := met_in(done, number)) and each[3].played]
    return sum(-1 if seat else 1 for _, seat, _, _ in met)


def _seated(one: int, other: int, rounds: Sequence[Round]) -> Pair:
    """First is who sat there less often, then who sat Second when they sat apart last, then lots."""
    ahead = balance(rounds, one) - balance(rounds, other)
    if ahead:
        return (other, one) if ahead > 0 else (one, other)
    for done in reversed(rounds):
        met = met_in(done, one), met_in(done, other)
        if met[0] and met[1] and met[0][1] != met[1][1]:
            return (one, other) if met[0][1] else (other, one)
    low, high = sorted((one, other))
    return (low, high) if (low + len(rounds)) % 2 else (high, low)
