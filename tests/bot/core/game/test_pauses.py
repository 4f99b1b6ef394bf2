"""Outages pause the clock of the player on turn, whenever and however often they are recorded."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.game.apply_events import evolve
from bot.core.game.audience import LONGEST_SILENCE, claimable_from
from bot.core.game.events import Accepted, ChatLost, Paused
from bot.core.game.pauses import (
    Outage,
    pauses_due,
    seconds_paused,
    take_unwritten_pauses,
    unheard_seconds,
    with_unwritten_pauses,
    zero_length_pause,
)
from bot.core.game.people import Chat
from bot.core.game.session import Session
from engines.game import Seat
from tests.bot.core.game.paused import BEGUN, BOB, game, move_event, outage, outages_of, running


def with_pauses_recorded(session: Session, outages: list[Outage]) -> Session:
    """Return the session after all missing pauses are recorded."""
    return reduce(evolve, pauses_due(session, outages), session)


def deadline(session: Session) -> float:
    assert session.clocks is not None
    return session.clocks.deadline


@given(outages_of(), st.integers(1000, 9000))
def test_a_clock_runs_only_while_the_bot_receives_from_its_players_platform(outages: list[Outage], now: int):
    past_outages = [each for each in outages if each.until <= now]
    clocks = with_pauses_recorded(running(), past_outages).clocks
    assert clocks is not None
    assert max(0.0, now - clocks.since) == now - BEGUN - unheard_seconds(past_outages, "telegram", BEGUN, now)


@given(outages_of(), st.lists(st.integers(1000, 9000), max_size=4))
def test_the_deadline_does_not_depend_on_when_pauses_are_recorded(outages: list[Outage], looks: list[int]):
    """Neither how often, nor whether an outage lasted still: then it is cut where the look was, and goes on."""
    session = running()
    for look in sorted(looks):
        lasting = [replace(each, until=min(each.until, look)) for each in outages if each.since < look]
        session = with_pauses_recorded(session, lasting)
    once = with_pauses_recorded(running(), outages)
    assert deadline(with_pauses_recorded(session, outages)) == pytest.approx(deadline(once))


@given(outages_of(), st.booleans(), st.integers(-5000, 5000).filter(bool))
def test_unwritten_pauses_equal_the_events_recorded_later(outages: list[Outage], is_shown: bool, jump: int):
    outages.append(replace(outage(9000, 9000 + jump, number=len(outages) + 1), jumped=True))
    pauses = pauses_due(running(), outages)
    written_session, events = take_unwritten_pauses(with_unwritten_pauses(running(), pauses), is_shown)
    assert reduce(evolve, events, running()) == written_session
    assert pauses_due(written_session, outages) == ()


@given(st.integers(-9000, 9000).filter(bool), st.integers(1000, 4000), st.integers(0, 600))
def test_a_jump_of_the_system_clock_neither_gives_nor_takes_time(jump: int, at: int, later: int):
    """The remaining time is the same before and after the jump; later games ignore it."""
    jumps = [replace(outage(at, at + jump), jumped=True)]
    before, after = running(), with_pauses_recorded(running(), jumps)
    assert deadline(after) - (at + jump) == deadline(before) - at
    assert pauses_due(after, jumps) == ()
    later_game = game(zero_length_pause(1, 0.0), Accepted(at + jump + later, BOB))
    assert pauses_due(later_game, jumps) == () or jump > 0


def test_a_challenge_does_not_expire_during_an_outage_of_either_platform():
    challenge = game()
    challenge = replace(challenge, places=replace(challenge.places, second=Chat("web", "2")))
    session_after = with_pauses_recorded(challenge, [outage(100, 200), outage(150, 260, "web", 2)])
    assert session_after.start.expires == 600 + 160
    assert session_after.start.expires - session_after.start.at == 600


def test_an_outage_of_the_opponents_platform_does_not_pause_the_clock():
    assert pauses_due(running(), [outage(1100, 1500, "web")]) == ()


def test_a_game_without_clocks_and_losses_records_no_pauses():
    assert pauses_due(running(pace=""), [outage(1100, 1500)]) == ()


@given(outages_of(), st.lists(st.integers(1500, 9000), min_size=1, max_size=4))
def test_an_outage_lengthens_the_wait_for_an_unreachable_player(outages: list[Outage], looks: list[int]):
    """The wait is the same with or without clocks, and however often pauses are recorded."""
    places = replace(running(pace="").places, second=Chat("telegram", "8"))
    session = evolve(replace(running(pace=""), places=places), ChatLost(1500, "telegram:8"))
    now = max(looks)
    for look in sorted(looks):
        past_outages = [replace(each, until=min(each.until, look)) for each in outages if each.since < look]
        session = with_pauses_recorded(session, past_outages)
    [loss] = session.places.losses
    assert loss.since == pytest.approx(1500 + unheard_seconds(past_outages, "telegram", 1500, now))
    assert claimable_from(session, Seat.SECOND) == loss.since + LONGEST_SILENCE
    assert seconds_paused(session) == 0


def test_an_outage_also_lengthens_that_wait_in_a_game_with_clocks():
    unreachable = running(ChatLost(1500, "telegram:7"), pace="3d")
    session_after = with_pauses_recorded(unreachable, [outage(2000, 5000)])
    assert session_after.places.losses[0].since == 1500 + 3000


@pytest.mark.parametrize(
    ("pace", "span", "seconds"),
    [("1h", 59, 0), ("1h", 60, 60), ("3d", 840, 840), ("1m", 30, 30), ("1m", 29, 0)],
    ids=["short", "a minute", "fourteen minutes", "half of what was left", "less than half of it"],
)
def test_a_noticeable_pause_is_reported(pace: str, span: float, seconds: float):
    assert seconds_paused(with_pauses_recorded(running(pace=pace), [outage(BEGUN, BEGUN + span)])) == seconds


@pytest.mark.parametrize("is_shown", [True, False], ids=["by a board of its own", "by the next board"])
def test_a_pause_is_reported_until_the_next_move_after_its_board(is_shown: bool):
    pause = Paused(2000, 1100, 2000, shown=is_shown)
    session_after = running(pause)
    then = evolve(session_after, move_event(2100, Seat.FIRST, "a1-a2"))
    later = evolve(then, move_event(2200, Seat.SECOND, "b1-b2"))
    reported_seconds = [seconds_paused(each) for each in (session_after, then, later)]
    assert reported_seconds == ([900, 0, 0] if is_shown else [900, 900, 0])
