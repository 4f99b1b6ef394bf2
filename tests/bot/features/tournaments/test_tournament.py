"""Tournaments that people leave and come back to between any two results: everybody who is in is paired, one wins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from bot.core.game.people import Chat, Person
from bot.features.tournaments.events import Ended, Events, Joined, Opened, Scored, System
from bot.features.tournaments.pairings import LOST, NEITHER, WON
from bot.features.tournaments.standings import standings
from bot.features.tournaments.tournament import (
    Phase,
    Tournament,
    begin,
    call_off,
    evolve,
    has_round_left,
    join,
    leave,
    match_of,
    next_events,
    walkover_events,
)
from engines.refusals import Illegal

CLUB = Chat("stage", "club")


def after(tournament: Tournament, events: Events) -> Tournament:
    for event in events:
        tournament = evolve(tournament, event)
    return tournament


def begin_tournament(system: System, entrants: int) -> Tournament:
    """Return a tournament of so many in which no round is paired yet."""
    people = [Person("stage", str(number), f"P{number}") for number in range(entrants)]
    opening = Opened(0, "T", "dots", (("size", "1x1"),), 0, (), system, 0, 600, None, CLUB, people[0], "en")
    tournament = after(Tournament(opening), tuple(Joined(0, person, CLUB) for person in people))
    return after(tournament, begin(tournament, 0))


def come_and_go(tournament: Tournament, random: Random) -> Tournament:
    """Let some leave and some come back, at any time and in any order."""
    for number in range(1, len(tournament.entrants) + 1):
        person = tournament.entrant(number).person
        if number in tournament.gone and has_round_left(tournament, number) and random.random() < 0.3:
            tournament = after(tournament, join(tournament, person, CLUB, "en", 0))
        elif number not in tournament.gone and random.random() < 0.15:
            tournament = after(tournament, leave(tournament, person, 0))
    return tournament


def play_newest_round(tournament: Tournament, random: Random) -> Tournament:
    """Give every match of the newest round a result, while people come and go."""
    for place in range(len(tournament.rounds[-1].matches)):
        tournament = come_and_go(tournament, random)
        forfeited = walkover_events(tournament, place, 0)
        result = Scored(0, place, random.choice((WON, LOST, WON, LOST, NEITHER)))
        tournament = after(tournament, forfeited or (result,))
    return come_and_go(tournament, random)


def rounds(system: System, entrants: int, random: Random) -> Iterator[tuple[Tournament, Tournament]]:
    """Yield the tournament before and after each thing that follows by itself, to its end."""
    tournament = begin_tournament(system, entrants)
    while tournament.phase is Phase.RUNNING:
        before = tournament
        tournament = after(tournament, next_events(tournament, 0))
        yield before, tournament
        if tournament.phase is Phase.RUNNING:
            tournament = play_newest_round(tournament, random)


def is_in_newest_round(tournament: Tournament, number: int) -> bool:
    return match_of(tournament, number) is not None or number in tournament.rounds[-1].byes


@pytest.mark.sample(one_in=7)
@pytest.mark.parametrize("system", System)
@pytest.mark.parametrize("seed", range(40))
def test_everyone_who_may_play_on_is_in_the_next_round(system: System, seed: int):
    random = Random(seed)
    for before, pairs in rounds(system, random.randint(4, 17), random):
        waiting = [
            number
            for number in range(1, len(before.entrants) + 1)
            if number not in before.gone and has_round_left(before, number)
        ]
        if pairs.phase is Phase.RUNNING and system is not System.ROBIN:
            assert [number for number in waiting if not is_in_newest_round(pairs, number)] == []
        if pairs.phase is Phase.OVER and system is not System.SWISS:
            assert waiting == []


@pytest.mark.parametrize("seed", range(40))
def test_a_knockout_has_at_most_one_winner_whichever_players_leave(seed: int):
    random = Random(seed)
    *_, (_, finished_tournament) = rounds(System.KNOCKOUT, random.randint(4, 17), random)
    rows = standings(finished_tournament)
    winners = [row.number for row in rows if row.place == 1]
    assert winners == [row.number for row in rows if row.ties[0] == finished_tournament.last]
    assert len(winners) <= 1


@pytest.mark.parametrize("off", [True, False])
def test_nobody_enters_starts_leaves_or_calls_off_a_tournament_that_has_ended(off: bool):
    ending = after(begin_tournament(System.SWISS, 4), (Ended(1, off=off),))
    entrant, stranger = ending.entrant(1).person, Person("stage", "99", "Eve")
    actions: tuple[Callable[[], Events], ...] = (
        lambda: join(ending, entrant, CLUB, "en", 2),
        lambda: join(ending, stranger, CLUB, "en", 2),
        lambda: leave(ending, entrant, 2),
        lambda: begin(ending, 2),
        lambda: call_off(ending, 2),
    )
    for action in actions:
        with pytest.raises(Illegal) as refusal:
            action()
        assert refusal.value.code == "tournament-over"
