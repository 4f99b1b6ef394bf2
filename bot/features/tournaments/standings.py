"""The standings of a tournament, with tie-breaks; pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from bot.core.game.people import Person
from bot.features.tournaments.events import System
from bot.features.tournaments.pairings import WIN, Round, encounter_in, score, winner
from bot.features.tournaments.tournament import Phase, Tournament


@dataclass(frozen=True)
class Row:
    """An entrant in the standings: the place (shared after equal tie-breaks), half points, tie-breaks in order."""

    number: int
    place: int = 0
    points: int = 0
    ties: tuple[float, ...] = ()


def standings(tournament: Tournament) -> tuple[Row, ...]:
    """Return the rows, best first; among equal points, entrants who left come last.

    In a round robin the games of those who left before half of the rounds count for no one. The first place of a knock-
    out whose final nobody won stays empty.
    """
    rounds = _counted_rounds(tournament)
    numbers = range(1, len(tournament.entrants) + 1)
    points = {number: score(rounds, number) for number in numbers}
    rows = [Row(number, 0, points[number], _ties(tournament.system, rounds, points, number)) for number in numbers]
    if tournament.system is System.KNOCKOUT:
        is_won = tournament.phase is not Phase.OVER or any(row.ties[0] == tournament.last for row in rows)
        return _assign_places(rows, lambda row: (*row.ties, row.number not in tournament.gone), best=1 if is_won else 2)
    alike = _tied_groups(rows, tournament.system)
    with_direct = list[Row]()
    for row in rows:
        direct = _direct_encounter(rounds, row, alike[row.number])
        ties = (direct, *row.ties) if tournament.system is System.ROBIN else (*row.ties, direct)
        with_direct.append(replace(row, ties=ties))
    return _assign_places(with_direct, lambda row: (row.points, row.number not in tournament.gone, *row.ties))


def _counted_rounds(tournament: Tournament) -> tuple[Round, ...]:
    if tournament.system is not System.ROBIN:
        return tournament.rounds
    leavers = {
        number
        for number, each in enumerate(tournament.entrants, 1)
        if each.gone_in is not None and 2 * each.gone_in <= tournament.last
    }
    return tuple(
        replace(each, matches=tuple(match for match in each.matches if leavers.isdisjoint(match.pair)), byes=())
        for each in tournament.rounds
    )


def _ties(system: System, rounds: Sequence[Round], points: dict[int, int], number: int) -> tuple[float, ...]:
    """Return the tie-breaks of an entrant.

    Swiss: Buchholz, Sonneborn-Berger; round robin: Sonneborn-Berger, wins; knock-out: rounds survived. An unplayed game
    counts as against an opponent with the entrant's own points (FIDE Handbook C.07).
    """
    if system is System.KNOCKOUT:
        wins = (number in each.byes or any(winner(match) == number for match in each.matches) for each in rounds)
        return (float(sum(wins)),)
    encounters = [encounter_in(each, number) for each in rounds]
    sonneborn = sum(points[each[0] if each[3].played else number] * each[2] for each in encounters if each) / 4
    if system is System.ROBIN:
        return sonneborn, float(sum(each[2] == WIN for each in encounters if each))
    buchholz = sum(points[each[0] if each and each[3].played else number] for each in encounters) / 2
    by_bye = sum(number in each.byes for each in rounds) * WIN * points[number] / 4
    return buchholz, sonneborn + by_bye


def _tied_groups(rows: Sequence[Row], system: System) -> dict[int, frozenset[int]]:
    """Return each entrant's group for the direct encounter: first tie-break in a round robin, last in a Swiss."""

    def key(row: Row) -> tuple[float, ...]:
        return (row.points,) if system is System.ROBIN else (row.points, *row.ties)

    groups = (frozenset(row.number for row in members) for _, members in groupby(sorted(rows, key=key), key))
    return {number: members for members in groups for number in members}


def _direct_encounter(rounds: Sequence[Round], row: Row, group: frozenset[int]) -> float:
    """Return the points against tied entrants, if all of them have met."""
    points = {
        number: {each[0]: each[2] for earlier_round in rounds if (each := encounter_in(earlier_round, number))}
        for number in group
    }
    have_all_met = all(len(points[number].keys() & group) == len(group) - 1 for number in group)
    own_points = points[row.number].items()
    return sum(half_points for opponent, half_points in own_points if opponent in group) / 2 if have_all_met else 0.0


def _assign_places(rows: Sequence[Row], key: Callable[[Row], tuple[float, ...]], best: int = 1) -> tuple[Row, ...]:
    """Return the rows in order, with places from `best` on; equal rows share a place."""
    rows_in_order = sorted(rows, key=lambda row: (*(-value for value in key(row)), row.number))
    result = list[Row]()
    for count, row in enumerate(rows_in_order, best):
        is_shared = result and key(result[-1]) == key(row)
        result.append(replace(row, place=result[-1].place if is_shared else count))
    return tuple(result)


def tournament_data(tournament: Tournament, person: Person) -> dict[str, object]:
    """Return a tournament in the form of a personal data export."""
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
