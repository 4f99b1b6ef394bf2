"""Who meets whom: every rule of the three systems holds for small and large tournaments."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from itertools import combinations
from random import Random

import pytest

from bot.features.tournaments.pairings import (
    DRAWN,
    LOST,
    WON,
    Match,
    Pairing,
    Round,
    balance,
    berger,
    knockout,
    score,
    swiss,
)


def finish_round(drawn_sides: Pairing, chance: Random) -> Round:
    """A round after its games, with results by chance."""
    pairs, byes = drawn_sides
    return Round(tuple(Match(pair, chance.choice((WON, LOST, DRAWN))) for pair in pairs), byes)


def play_rounds(draw: Callable[[Sequence[Round]], Pairing], count: int, seed: int = 1) -> list[Round]:
    chance, rounds = Random(seed), list[Round]()
    for _ in range(count):
        rounds.append(finish_round(draw(rounds), chance))
    return rounds


def count_meetings(rounds: Sequence[Round]) -> Counter[frozenset[int]]:
    return Counter(frozenset(match.pair) for each in rounds for match in each.matches)


def everyone(each: Round) -> list[int]:
    return sorted([*each.byes, *(number for match in each.matches for number in match.pair)])


@pytest.mark.parametrize("entrants", range(4, 21))
def test_in_a_round_robin_all_meet_once_and_sit_first_as_often_as_second(entrants: int):
    rounds = play_rounds(lambda before: berger(entrants, len(before) + 1), entrants - 1 + entrants % 2)
    assert count_meetings(rounds) == Counter(map(frozenset, combinations(range(1, entrants + 1), 2)))
    assert all(everyone(each) == list(range(1, entrants + 1)) for each in rounds)
    assert max(abs(balance(rounds, number)) for number in range(1, entrants + 1)) <= 1 - entrants % 2


def test_a_round_robin_of_six_is_that_of_the_berger_tables():
    assert [sorted(berger(6, number)[0]) for number in range(1, 6)] == [
        [(1, 6), (2, 5), (3, 4)],
        [(1, 2), (5, 3), (6, 4)],
        [(2, 6), (3, 1), (4, 5)],
        [(1, 4), (2, 3), (6, 5)],
        [(3, 6), (4, 2), (5, 1)],
    ]


@pytest.mark.sample(one_in=5)
@pytest.mark.parametrize("entrants", [4, 5, 6, 7, 8, 9, 12, 21, 40])
@pytest.mark.parametrize("without_library", [False, True])
def test_in_a_swiss_tournament_equals_meet_once_and_sit_in_turns(
    entrants: int, without_library: bool, monkeypatch: pytest.MonkeyPatch
):
    if without_library:  # as on machines that it is not made for
        monkeypatch.setitem(sys.modules, "py4swiss.engines.common", None)
    last = 3 if entrants < 9 else 5
    rounds = play_rounds(lambda before: swiss(entrants, (), before), last)
    assert all(everyone(each) == list(range(1, entrants + 1)) for each in rounds)
    assert set(count_meetings(rounds).values()) == {1}
    assert max(Counter(number for each in rounds for number in each.byes).values(), default=1) == 1
    assert max(abs(balance(rounds, number)) for number in range(1, entrants + 1)) <= 2
    assert max(score(rounds, number) for number in range(1, entrants + 1)) >= last


def test_a_player_who_has_left_is_not_paired():
    gone: Collection[int] = (2, 5)
    first = finish_round(swiss(7, (), ()), Random(1))
    assert everyone(finish_round(swiss(7, gone, [first]), Random(1))) == [1, 3, 4, 6, 7]


def test_a_swiss_continues_after_all_players_have_met():
    rounds = play_rounds(lambda before: swiss(4, (), before), 5)
    assert [len(each.matches) for each in rounds] == [2] * 5
    assert max(count_meetings(rounds).values()) == 2


@pytest.mark.parametrize("entrants", [4, 5, 6, 7, 8, 13, 16, 31, 200])
def test_a_knockout_has_one_winner_and_halves_every_round(entrants: int):
    chance, rounds, left = Random(entrants), list[Round](), entrants
    while left > 1:
        each = finish_round(knockout(entrants, (), rounds), chance)
        assert len(everyone(each)) == left
        rounds.append(each)
        left -= len(each.matches)
    assert knockout(entrants, (), rounds)[0] == ()
    assert len(rounds) == (entrants - 1).bit_length()
    byes = 2 ** len(rounds) - entrants
    assert sorted(rounds[0].byes) == list(range(1, byes + 1))


def test_the_first_two_meet_in_the_last_round_of_a_knockout_if_both_win():
    rounds = list[Round]()
    for _ in range(3):
        pairs, byes = knockout(6, (), rounds)
        rounds.append(Round(tuple(Match(pair, WON if pair[0] < pair[1] else LOST) for pair in pairs), byes))
    assert [sorted(map(sorted, (match.pair for match in each.matches))) for each in rounds] == [
        [[3, 6], [4, 5]],
        [[1, 4], [2, 3]],
        [[1, 2]],
    ]


def test_a_drawn_knockout_is_won_by_the_lower_number():
    first = Round(tuple(Match(pair, DRAWN) for pair in knockout(4, (), ())[0]))
    assert sorted(knockout(4, (), [first])[0][0]) == [1, 2]


def test_with_every_replay_the_two_change_seats():
    assert [Match((3, 7), replayed=times).seats for times in range(3)] == [(3, 7), (7, 3), (3, 7)]
