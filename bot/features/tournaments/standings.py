"""The standings of a tournament, with what tells those apart who have as many points; pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from bot.core.game.people import Person
from bot.features.tournaments.events import System
from bot.features.tournaments.pairings import WIN, Round, met_in, score, winner
from bot.features.tournaments.tournament import Phase, Tournament


@dataclass(frozen=True)
class Row:
    """An entrant in the standings: the place, shared by those whom nothing tells apart, the half points, and what tells
    those apart who have as many, in the order in which it counts."""

    number: int
    place: int = 0
    points: int = 0
    ties: tuple[float, ...] = field(default=())


def standings(tournament: Tournament) -> tuple[Row, ...]:
    """Return the best first; of those with as many points, whoever has left comes last.

    In a round robin the games of those who left before half of the rounds count for no one. The first place of a
    knock-out whose final nobody won stays empty.
    """
    rounds = _counted(tournament)
    numbers = range(1, len(tournament.entrants) + 1)
    points = {number: _points(tournament.system, rounds, number) for number in numbers}
    rows = [Row(number, 0, points[number], _ties(tournament.system, rounds, points, number)) for number in numbers]
    if tournament.system is System.KNOCKOUT:
        is_won = tournament.phase is not Phase.OVER or any(row.ties[0] == tournament.last for row in rows)
        return _placed(rows, lambda row: (*row.ties, row.number not in tournament.gone), best=1 if is_won else 2)
    alike = _alike(rows, tournament.system)
    with_direct = [
        replace(row, ties=_with(row, _direct(rounds, row, alike[row.number]), tournament.system)) for row in rows
    ]
    return _placed(with_direct, lambda row: (row.points, row.number not in tournament.gone, *row.ties))


def _counted(tournament: Tournament) -> tuple[Round, ...]:
    if tournament.system is not System.ROBIN:
        return tournament.rounds
    annulled = {
        number
        for number, each in enumerate(tournament.entrants, 1)
        if each.gone_in is not None and 2 * each.gone_in <= tournament.last
    }
    return tuple(
        replace(each, matches=tuple(match for match in each.matches if annulled.isdisjoint(match.pair)), byes=())
        for each in tournament.rounds
    )


def _points(system: System, rounds: Sequence[Round], number: int) -> int:
    return score([replace(each, byes=()) for each in rounds] if system is System.ROBIN else rounds, number)


def _ties(system: System, rounds: Sequence[Round], points: dict[int, int], number: int) -> tuple[float, ...]:
    """Swiss: Buchholz, Sonneborn-Berger; round robin: Sonneborn-Berger, wins; knock-out: rounds survived. What was not
    played counts as met against an opponent with as many points as one's own (FIDE Handbook C.07)."""
    met = [met_in(each, number) for each in rounds]
    if system is System.KNOCKOUT:
        return (float(_survived(rounds, number)),)
    sonneborn = sum(points[each[0] if each[3].played else number] * each[2] for each in met if each) / 4
    if system is System.ROBIN:
        return sonneborn, float(sum(each[2] == WIN for each in met if each))
    buchholz = sum(points[each[0] if each and each[3].played else number] for each in met) / 2
    by_bye = sum(number in each.byes for each in rounds) * WIN * points[number] / 4
    return buchholz, sonneborn + by_bye


def _survived(rounds: Sequence[Round], number: int) -> int:
    return sum(any(winner(match) == number for match in each.matches) or number in each.byes for each in rounds)


def _alike(rows: Sequence[Row], system: System) -> dict[int, frozenset[int]]:
    """With whom each is compared by what they made of one another: in a round robin at once, in a Swiss at last."""

    def key(row: Row) -> tuple[float, ...]:
        return (row.points,) if system is System.ROBIN else (row.points, *row.ties)

    groups = (frozenset(row.number for row in group) for _, group in groupby(sorted(rows, key=key), key))
    return {number: group for group in groups for number in group}


def _direct(rounds: Sequence[Round], row: Row, group: frozenset[int]) -> float:
    """Points against those with as many, if all of them have met."""
    met = {each[0]: each[2] for done in rounds if (each := met_in(done, row.number)) and each[0] in group}
    every = all(len(_opponents(rounds, number) & group) == len(group) - 1 for number in group)
    return sum(met.values()) / 2 if every else 0.0


def _opponents(rounds: Sequence[Round], number: int) -> set[int]:
    return {each[0] for done in rounds if (each := met_in(done, number))}


def _with(row: Row, direct: float, system: System) -> tuple[float, ...]:
    return (direct, *row.ties) if system is System.ROBIN else (*row.ties, direct)


def _placed(rows: Sequence[Row], key: Callable[[Row], tuple[float, ...]], best: int = 1) -> tuple[Row, ...]:
    """Return the rows in order, with their places from `best` on; equals share one."""
    ordered = sorted(rows, key=lambda row: (*(-value for value in key(row)), row.number))
    placed = list[Row]()
    for count, row in enumerate(ordered, best):
        shared = placed and key(placed[-1]) == key(row)
        placed.append(replace(row, place=placed[-1].place if shared else count))
    return tuple(placed)


def told(tournament: Tournament, person: Person) -> dict[str, object]:
    """A tournament as a copy of what is kept of a person tells it."""
    number, opened = tournament.number_of(person), tournament.opened
    place = next((row.place for row in standings(tournament) if row.number == number and tournament.rounds), None)
    return {
        "code": opened.code,
        "game": opened.game,
        "chat": opened.chat.key,
        "opened": opened.at,
        "phase": str(tournament.phase),
        "number": number,
        "place": place,
    }
