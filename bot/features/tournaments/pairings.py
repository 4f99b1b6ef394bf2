"""Pairings: round robin by the Berger tables, Swiss by FIDE's Dutch system, knock-out; pure.

Entrants have numbers from 1, which are drawn by lot.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from typing import Any

Pair = tuple[int, int]
"""The players of the first and the second seat."""
WIN, DRAW, LOSS = 2, 1, 0
"""Points in halves."""
WON, LOST, DRAWN, NEITHER = (WIN, LOSS), (LOSS, WIN), (DRAW, DRAW), (LOSS, LOSS)
_MOST_MET = 10**6
_PER_POINT, _PER_SEAT = 100, 10


@dataclass(frozen=True)
class Match:
    """A pair of entrants, their half points (None while they play), and whether a move was `played`.

    `replayed` counts the replays of a drawn knock-out game.
    """

    pair: Pair
    points: Pair | None = None
    played: bool = True
    replayed: int = 0

    @property
    def seats(self) -> Pair:
        """Return the numbers of First and Second; they swap with every replay."""
        first, second = self.pair
        return (second, first) if self.replayed % 2 else (first, second)


@dataclass(frozen=True)
class Round:
    """The matches and byes of a round, and its end (seconds)."""

    matches: tuple[Match, ...]
    byes: tuple[int, ...] = ()
    until: float = 0.0

    @property
    def is_over(self) -> bool:
        """Return whether each match has a result."""
        return all(match.points is not None for match in self.matches)


Pairing = tuple[tuple[Pair, ...], tuple[int, ...]]
"""The pairs of a round, and who has a bye."""


def berger(entrants: int, number: int) -> Pairing:
    """Return round `number`, from 1, of a round robin (FIDE Handbook C.05, annex 1); an odd field has a bye."""
    even = entrants + entrants % 2
    anchor = (number + 1) // 2 if number % 2 else even // 2 + number // 2
    pairs = [(anchor, even) if number % 2 else (even, anchor)]
    for step in range(1, even // 2):
        upper, lower = ((anchor - 1 + sign * step) % (even - 1) + 1 for sign in (1, -1))
        pairs.append((upper, lower))
    byes = tuple(min(pair) for pair in pairs if max(pair) > entrants)
    return tuple(pair for pair in pairs if max(pair) <= entrants), byes


def knockout(entrants: int, gone: Collection[int], rounds: Sequence[Round]) -> Pairing:
    """Return the next round of a knock-out, seeded so that the lowest numbers meet as late as possible."""
    slots = _bracket(entrants)
    for earlier_round in rounds:
        winners = {number: winner(match) for match in earlier_round.matches for number in match.pair}
        winners |= {number: number for number in earlier_round.byes}
        slots = [winners.get(upper or 0) or winners.get(lower or 0) for upper, lower in _slot_pairs(slots)]
    slots_in = [number if number not in gone else None for number in slots]
    pairs, byes = list[Pair](), list[int]()
    for upper, lower in _slot_pairs(slots_in):
        if upper and lower:
            pairs.append(_assign_seats(upper, lower, rounds))
        elif upper or lower:
            byes.append(upper or lower or 0)
    return tuple(pairs), tuple(byes)


def winner(match: Match) -> int | None:
    """Return who advances: the lower number after draws, nobody if neither appeared."""
    if match.points is None or match.points == NEITHER:
        return None
    first, second = match.points
    return min(match.pair) if first == second else match.pair[first < second]


def _bracket(entrants: int) -> list[int | None]:
    """Return the numbers from top to bottom of the bracket; None marks an empty slot."""
    order = [1]
    while len(order) < entrants:
        size = 2 * len(order) + 1
        order = [number for seed in order for number in (seed, size - seed)]
    return [number if number <= entrants else None for number in order]


def _slot_pairs(slots: Sequence[int | None]) -> Iterator[tuple[int | None, int | None]]:
    return zip(slots[::2], slots[1::2], strict=False)


def swiss(entrants: int, gone: Collection[int], rounds: Sequence[Round]) -> Pairing:
    """Return the next Swiss round by py4swiss.

    If that finds no pairing or is not installed, minimize the sum of unwelcome properties. No round is treated as the
    last, in which seats would count less for the leaders.
    """
    with suppress(ImportError):
        if (drawing := _dutch(entrants, gone, rounds)) is not None:
            return drawing
    return _least_cost_pairing([number for number in range(1, entrants + 1) if number not in gone], rounds)


def _dutch(entrants: int, gone: Collection[int], rounds: Sequence[Round]) -> Pairing | None:
    from py4swiss.engines.common import PairingError
    from py4swiss.engines.dutch.engine import Engine
    from py4swiss.trf import ParsedTrf
    from py4swiss.trf.sections import XSection

    sections = [_section(number, number in gone, rounds) for number in range(1, entrants + 1)]
    try:
        extra_section = XSection(number_of_rounds=len(rounds) + 2)
        pairings = Engine.generate_pairings(ParsedTrf(player_sections=sections, x_section=extra_section))
    except PairingError:
        return None
    pairs = tuple((each.white, each.black) for each in pairings if each.black)
    return pairs, tuple(each.white for each in pairings if not each.black)


def _section(number: int, is_gone: bool, rounds: Sequence[Round]) -> Any:  # noqa: ANN401
    """Return an entrant's results in the format of a tournament report; the library has no types."""
    from py4swiss.trf.codes import PlayerCode
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
    from py4swiss.trf.sections import PlayerSection

    match_tokens = {WIN: ResultToken.WIN, DRAW: ResultToken.DRAW, LOSS: ResultToken.LOSS}
    forfeit_tokens = {WIN: ResultToken.FORFEIT_WIN, DRAW: ResultToken.FORFEIT_LOSS, LOSS: ResultToken.FORFEIT_LOSS}
    absent = RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.ZERO_POINT_BYE)
    results = []
    for earlier_round in rounds:
        if number in earlier_round.byes:
            bye = ResultToken.PAIRING_ALLOCATED_BYE
            results.append(RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=bye))
        elif encounter := encounter_in(earlier_round, number):
            opponent, seat, points_made, match = encounter
            color = ColorToken.BLACK if seat else ColorToken.WHITE
            token = (match_tokens if match.played else forfeit_tokens)[points_made]
            results.append(RoundResult(id=opponent, color=color, result=token))
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


def encounter_in(earlier_round: Round, number: int) -> tuple[int, int, int, Match] | None:
    """Return an entrant's opponent in a round, seat (0, 1), half points and match; None without a result."""
    for match in earlier_round.matches:
        if number in match.pair and match.points is not None:
            index = match.pair.index(number)
            return match.pair[1 - index], match.seats.index(number), match.points[index], match
    return None


def score(rounds: Sequence[Round], number: int) -> int:
    """Return an entrant's half points; a bye counts as a win."""
    encounters = (encounter_in(earlier_round, number) for earlier_round in rounds)
    byes = sum(number in earlier_round.byes for earlier_round in rounds)
    return sum(each[2] for each in encounters if each) + WIN * byes


def _least_cost_pairing(numbers: Sequence[int], rounds: Sequence[Round]) -> Pairing:
    """Return the pairing that least often repeats meetings, mixes scores or repeats seats."""
    from networkx import Graph, max_weight_matching

    points = {number: score(rounds, number) for number in numbers}
    matches = (match for earlier_round in rounds for match in earlier_round.matches)
    meetings = Counter(frozenset(match.pair) for match in matches if match.played)
    graph: Any = Graph()
    graph.add_nodes_from(numbers)
    for one, other in combinations(numbers, 2):
        same_seat = balance(rounds, one) * balance(rounds, other) > 0
        cost = _PER_POINT * (points[one] - points[other]) ** 2 + _PER_SEAT * same_seat
        graph.add_edge(one, other, weight=-cost - _MOST_MET * meetings[frozenset((one, other))])
    if len(numbers) % 2:
        for number in numbers:
            bye_count = sum(number in earlier_round.byes for earlier_round in rounds)
            graph.add_edge(0, number, weight=-_PER_POINT * points[number] ** 2 - _MOST_MET * bye_count)
    matching = sorted(tuple(sorted(pair)) for pair in max_weight_matching(graph, maxcardinality=True))
    pairs = tuple(_assign_seats(one, other, rounds) for one, other in matching if one)
    return pairs, tuple(other for one, other in matching if not one)


def balance(rounds: Sequence[Round], number: int) -> int:
    """Return an entrant's number of played games as First, minus those as Second."""
    encounters = [each for earlier_round in rounds if (each := encounter_in(earlier_round, number)) and each[3].played]
    return sum(-1 if seat else 1 for _, seat, _, _ in encounters)


def _assign_seats(one: int, other: int, rounds: Sequence[Round]) -> Pair:
    """Choose First: the player who was First less often, else Second when they last differed, else by lot."""
    ahead = balance(rounds, one) - balance(rounds, other)
    if ahead:
        return (other, one) if ahead > 0 else (one, other)
    for earlier_round in reversed(rounds):
        seats_then = encounter_in(earlier_round, one), encounter_in(earlier_round, other)
        if seats_then[0] and seats_then[1] and seats_then[0][1] != seats_then[1][1]:
            return (one, other) if seats_then[0][1] else (other, one)
    low, high = sorted((one, other))
    return (low, high) if (low + len(rounds)) % 2 else (high, low)
