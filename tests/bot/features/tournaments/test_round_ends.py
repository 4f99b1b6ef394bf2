"""Nobody can play a round, or be late in it, while they cannot be heard."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.game.pauses import Outage
from bot.core.game.people import Chat, Person
from bot.features.tournaments.events import Begun, Event, Events, Joined, Opened, Paired, Replayed, System, read, write
from bot.features.tournaments.tournament import Tournament, evolve, less_late_seat, postponement
from engines.game import Seat
from tests.bot.core.game.paused import move_event, outage, outages_of, running

CLUB, PAGE = Chat("telegram", "club"), Chat("web", "page")
ANN = Person("telegram", "1", "Ann")
DAY = 86400.0
UNTIL = 1000 + DAY


def round_of(*events: Event) -> Tournament:
    """A tournament in two chats whose first round has begun."""
    opening = Opened(0, "BCDFGH", "dots", (), 1, (), System.ROBIN, 0, DAY, None, CLUB, ANN, "en")
    people = [Joined(1, replace(ANN, id=str(number)), PAGE if number == 4 else CLUB) for number in range(1, 5)]
    begun: list[Event] = [opening, *people, Begun(1000, (0, 1, 2, 3), 3), Paired(1000, ((1, 4), (2, 3)), (), UNTIL)]
    result: Tournament | None = None
    for event in (*begun, *events):
        result = evolve(result, event)
    assert result
    return result


def after(tournament: Tournament, outages: list[Outage]) -> Tournament:
    events: Events = read(write(postponement(tournament, outages, 9999)))
    return reduce(evolve, events, tournament)


@given(outages_of(("telegram",)), st.integers(1000, 9000))
def test_a_round_ends_later_by_all_outages_in_it_however_often_one_looks(outages: list[Outage], look: int):
    so_far = [replace(each, until=min(each.until, look)) for each in outages if each.since < look]
    twice = after(after(round_of(), so_far), outages)
    in_it = sum(max(0.0, each.until - max(each.since, 1000)) for each in outages)
    assert twice.rounds[-1].until == pytest.approx(UNTIL + in_it)
    assert postponement(twice, outages, 9999) == ()


def test_an_outage_of_either_chat_postpones_it_once():
    both = after(round_of(), [outage(2000, 2600), outage(2100, 2700, "web", 2)])
    assert both.rounds[-1].until == UNTIL + 700


@pytest.mark.parametrize("jump", [3 * DAY, -3 * DAY])
def test_a_system_clock_that_is_set_leaves_as_much_of_a_round(jump: float):
    jumped = [replace(outage(2000, 2000 + jump, number=1 + web, platform=who), jumped=True) for web, who in _ADAPTERS]
    assert after(round_of(), jumped).rounds[-1].until == UNTIL + jump


_ADAPTERS = list(enumerate(("telegram", "web")))


def test_a_new_round_is_not_postponed_by_an_earlier_clock_change():
    set_back = [replace(outage(2000, 500), jumped=True)]
    opened = after(replace(round_of(), rounds=()), set_back)
    again = evolve(opened, Paired(600, ((1, 4), (2, 3)), (), 600 + DAY))
    assert postponement(again, set_back, 700) == ()


def test_a_game_that_is_played_again_has_its_whole_time():
    assert round_of(Replayed(UNTIL, 0)).rounds[-1].until == UNTIL + DAY


def test_an_unreachable_player_was_not_late():
    """Ann takes 1500 seconds, in 400 of which she is not heard; Bob takes 1300."""
    game = running(move_event(1500, Seat.FIRST, "a1-a2"), move_event(2800, Seat.SECOND, "b1-b2"))
    assert less_late_seat(game, 2800) is Seat.SECOND
    assert less_late_seat(game, 2800, [outage(1050, 1450)]) is Seat.FIRST
