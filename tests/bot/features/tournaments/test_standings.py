"""The order of a table, reckoned by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.core.game.people import Chat, Person
from bot.core.language.speech import speech
from bot.features.tournaments.events import Opened, System
from bot.features.tournaments.pairings import DRAWN, LOST, NEITHER, WON, Match, Pair, Round
from bot.features.tournaments.standings import Row, standings
from bot.features.tournaments.tournament import Entrant, Phase, Tournament
from bot.features.tournaments.view import table

CLUB = Chat("stage", "club")


def tournament(system: System, entrants: int, rounds: Sequence[Round], gone: dict[int, int] | None = None):
    people = [Person("stage", str(number), f"No {number}") for number in range(1, entrants + 1)]
    opening = Opened(0, "ABCDEF", "dots", (), 1, (), system, 0, 60, None, CLUB, people[0], "en")
    left = gone or {}
    return Tournament(
        opening,
        tuple(Entrant(person, CLUB, "", left.get(number)) for number, person in enumerate(people, 1)),
        rounds=tuple(rounds),
        last=len(rounds),
    )


def play_round(results: dict[Pair, Pair], byes: tuple[int, ...] = (), unplayed: tuple[Pair, ...] = ()) -> Round:
    return Round(tuple(Match(pair, points, pair not in unplayed) for pair, points in results.items()), byes)


def order(rows: Sequence[Row]) -> list[tuple[int, int]]:
    return [(row.place, row.number) for row in rows]


def row(rows: Sequence[Row], number: int) -> Row:
    return next(each for each in rows if each.number == number)


def test_in_a_swiss_the_points_of_opponents_tell_equals_apart():
    rows = standings(
        tournament(
            System.SWISS,
            6,
            [
                play_round({(1, 4): WON, (5, 2): LOST, (3, 6): WON}),
                play_round({(2, 1): DRAWN, (4, 3): WON, (6, 5): DRAWN}),
            ],
        )
    )
    assert [(each.number, each.points) for each in rows] == [(1, 3), (2, 3), (4, 2), (3, 2), (5, 1), (6, 1)]
    assert row(rows, 1).ties[:2] == (1 + 1.5, 1 + 1.5 / 2)  # Buchholz, Sonneborn-Berger
    assert row(rows, 2).ties[:2] == (0.5 + 1.5, 0.5 + 1.5 / 2)


def test_the_winner_of_the_direct_game_ranks_above_an_equal():
    four = [
        play_round({(1, 2): LOST, (3, 4): WON}),
        play_round({(1, 3): WON, (4, 2): WON}),
        play_round({(4, 1): LOST, (2, 3): WON}),
    ]
    rows = standings(tournament(System.ROBIN, 4, four))
    assert [(each.number, each.points) for each in rows] == [(2, 4), (1, 4), (3, 2), (4, 2)]


def test_players_equal_in_every_tie_break_share_a_place():
    rows = standings(tournament(System.SWISS, 4, [play_round({(1, 2): DRAWN, (3, 4): DRAWN})]))
    assert order(rows) == [(1, 1), (1, 2), (1, 3), (1, 4)]


def test_a_game_that_was_not_played_counts_as_met_against_an_equal():
    rows = standings(
        tournament(System.SWISS, 4, [play_round({(1, 2): WON, (3, 4): WON}, unplayed=((3, 4),))], gone={4: 1})
    )
    assert row(rows, 1).ties[0] == 0
    assert row(rows, 3).ties[0] == 1
    assert order(rows)[0] == (1, 3)


def test_a_bye_counts_in_a_swiss_and_not_where_all_have_one():
    assert standings(tournament(System.SWISS, 3, [play_round({(1, 2): LOST}, (3,))]))[0].points == 2
    assert row(standings(tournament(System.ROBIN, 3, [play_round({(1, 2): LOST}, (3,))])), 3).points == 0


def test_a_player_who_leaves_a_round_robin_before_its_middle_changes_no_score():
    rounds = [
        play_round({(1, 4): LOST, (2, 3): DRAWN}),
        play_round({(4, 3): NEITHER, (1, 2): WON}, unplayed=((4, 3),)),
        play_round({(2, 4): WON, (3, 1): DRAWN}, unplayed=((2, 4),)),
    ]
    early = standings(tournament(System.ROBIN, 4, rounds, gone={4: 1}))
    assert [(each.number, each.points) for each in early] == [(1, 3), (3, 2), (2, 1), (4, 0)]
    late = standings(tournament(System.ROBIN, 4, rounds, gone={4: 2}))
    assert row(late, 4).points == 2


def test_in_a_knockout_the_places_are_the_rounds_survived():
    rounds = [play_round({(1, 4): WON, (2, 3): LOST}), play_round({(3, 1): WON})]
    assert order(standings(tournament(System.KNOCKOUT, 4, rounds))) == [(1, 3), (2, 1), (3, 2), (3, 4)]


def test_nobody_wins_a_knockout_whose_final_nobody_played():
    rounds = [play_round({(1, 4): WON, (2, 3): LOST}), play_round({(3, 1): NEITHER})]
    finished_tournament = replace(tournament(System.KNOCKOUT, 4, rounds, gone={1: 2, 3: 2}), phase=Phase.OVER)
    assert order(standings(finished_tournament)) == [(2, 1), (2, 3), (4, 2), (4, 4)]
    assert "Nobody played the final, so nobody wins." in table(finished_tournament, 0, speech("en")).text
