"""Clocks that tick: what a turn costs, what is given back, and when a flag falls."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.commands.terms import pace_in, split_terms
from bot.core.game.apply_events import evolve
from bot.core.game.audience import LONGEST_SILENCE
from bot.core.game.clocks import BANKS, FIRST_TURN, INCREMENTS, LAG, Pace, read_pace
from bot.core.game.events import (
    Claimed,
    LogEntry,
    Moved,
    PlayerLeft,
    TakenBack,
    read_log_entry,
    write_log_entry,
)
from bot.core.game.pauses import pauses_due, seconds_paused, with_unwritten_pauses
from bot.core.game.people import Robot
from bot.core.game.referee import Claim, Play, TakeBack, fallen_flag
from bot.core.game.requests import GameReference
from bot.core.game.session import Session, play
from bot.core.language.speech import LANGUAGES, speech
from bot.core.view.names import typed_pace
from bot.core.view.news import result
from engines import GAMES
from engines.dots.rules import Position
from engines.game import Seat
from engines.refusals import Illegal, Refusal
from tests.bot.core.game.paused import ANN, BEGUN, BOB, outage, running

ANY_GAME = GameReference("BCDFGH")


def play_moves(session: Session, *moves: tuple[float, str, float]) -> Session:
    """Return the game after moves, each by the player to move: how long after the last, what, and the lag."""
    for wait, text, lag in moves:
        assert session.clocks is not None
        at = session.clocks.since + wait
        session = evolve(session, Moved(at, session.position.turn, text, lag=lag))
    return session


def game_under_way(pace: str = "3m+2s") -> Session:
    """Return a game in which both players have made their first moves."""
    return play_moves(running(pace=pace), (50.0, "a1-b1", 0.0), (40.0, "a1-a2", 0.0))


def remaining(session: Session) -> tuple[float, float]:
    assert session.clocks is not None
    return session.clocks.remaining


def test_the_first_turns_cost_nothing_and_bring_nothing():
    assert remaining(game_under_way()) == (180.0, 180.0)


def test_a_turn_costs_its_time_without_its_lag_and_brings_the_increment():
    session = play_moves(game_under_way(), (10.0, "c1-d1", 0.25), (5.0, "d1-d2", 0.0))
    assert remaining(session) == pytest.approx((180 - 9.75 + 2, 180 - 5 + 2))


def test_a_turn_of_several_moves_brings_one_increment():
    session = play_moves(
        game_under_way(), (1.0, "b1-b2", 0.0), (1.0, "c1-c2", 0.0), (3.0, "a2-b2", 0.0), (4.0, "c2-d2", 0.0)
    )
    assert session.position.turn is Seat.SECOND
    assert remaining(session) == pytest.approx((180 - 1 + 2 - 3 - 4 + 2, 180 - 1 + 2))


def test_an_undo_does_not_give_time_back():
    session = play_moves(game_under_way(), (30.0, "c1-d1", 0.0))
    after = evolve(session, TakenBack(session.since + 20, Seat.FIRST))
    assert after.position.turn is Seat.FIRST
    assert remaining(after) == pytest.approx((180 - 30 + 2, 180 - 20))


def test_an_undo_is_asked_for_while_the_opponents_clock_ticks():
    session = play_moves(game_under_way(), (1.0, "c1-d1", 0.0))
    [event] = TakeBack(ANY_GAME).decide(session, ANN, session.since + 1)
    assert event.kind == "undo-offered"


@pytest.mark.parametrize("spent", [None, 0.0, 4.9, 9.0])
def test_lag_is_given_back_up_to_half_a_second(spent: float | None):
    session = game_under_way()
    [event] = Play(ANY_GAME, "c1-d1", spent=spent).decide(session, ANN, session.since + 5.0)
    assert isinstance(event, Moved)
    assert event.lag == pytest.approx({None: LAG, 0.0: LAG, 4.9: 0.1, 9.0: 0.0}[spent])


@pytest.mark.parametrize(
    ("late", "spent", "kind"), [(0.4, None, "moved"), (0.4, 180.2, "claimed"), (0.6, None, "claimed")]
)
def test_a_move_counts_if_it_was_in_time_without_its_lag(late: float, spent: float | None, kind: str):
    session = game_under_way()
    [event] = Play(ANY_GAME, "c1-d1", spent=spent).decide(session, ANN, session.since + 180 + late)
    assert event.kind == kind


def test_the_flag_falls_after_the_lag_and_the_opponent_wins():
    session = game_under_way()
    assert not fallen_flag(session, session.since + 180 + LAG - 0.01)
    [event] = fallen_flag(session, session.since + 180 + LAG)
    final = evolve(session, event)
    assert (final.status.outcome and str(final.status.outcome)) == "second time"
    assert remaining(final) == (0.0, 180.0)


def unwinnable_for_first() -> Session:
    """Return a game that only Second, who is to move, can still win."""
    position = GAMES["dots"].start({"size": "2x1", "pie": "0"}, 0)
    for side in ("a1-b1", "a2-b2", "b1-c1", "b2-c2", "a1-a2", "b1-b2"):  # Second has a box and is to move for the other
        position = play(position, side).position
    session = game_under_way()
    assert session.clocks is not None
    return replace(session, position=position, clocks=replace(session.clocks, turn=Seat.SECOND))


def test_nobody_wins_on_time_what_the_board_rules_out():
    session = unwinnable_for_first()
    [event] = fallen_flag(session, session.since + 1000)
    assert str(evolve(session, event).status.outcome) == "draw time-draw"


def test_nobody_wins_by_an_opponents_absence_what_the_board_rules_out():
    session = unwinnable_for_first()
    assert session.clocks is not None
    later_session = replace(session, clocks=replace(session.clocks, since=BEGUN + 3 * LONGEST_SILENCE))
    absent = evolve(later_session, PlayerLeft(BEGUN + LONGEST_SILENCE, Seat.SECOND, session.places.chat.key))
    [event] = Claim(ANY_GAME).decide(absent, ANN, BEGUN + 3 * LONGEST_SILENCE)
    final = evolve(absent, event)
    assert str(final.status.outcome) == "draw unreached-draw"
    assert {language: result(final, speech(language)) for language in LANGUAGES} == {
        "en": "Draw: Bob couldn’t be reached for a day, but Ann couldn’t win any more. Score 0–1.",
        "ru": "Ничья: соперник сутки был недоступен (Bob), но Ann уже не может выиграть. Счёт 0:1.",
        "uk": "Нічия: суперник добу був недоступний (Bob), але Ann уже не може виграти. Рахунок 0:1.",
    }


def test_a_stored_claim_keeps_its_outcome_when_a_later_version_knows_more(monkeypatch: pytest.MonkeyPatch):
    session = unwinnable_for_first()
    [event] = fallen_flag(session, session.since + 1000)
    entry = write_log_entry(LogEntry((event,)))
    older_entry = write_log_entry(LogEntry((Claimed(event.at, Seat.FIRST),)))
    assert '"outcome":{"winner":null,"reason":"time-draw"}' in entry
    monkeypatch.setattr(Position, "can_win", lambda position, seat: True)
    results = [
        str(evolve(session, claim).status.outcome)
        for text in (entry, older_entry)
        for claim in read_log_entry(text).events
    ]
    assert results == ["draw time-draw", "first time"]


def test_a_claim_without_a_clock_that_ticks_is_written_as_earlier_versions_read_it():
    [event] = Claim(ANY_GAME).decide(running(pace="1h"), BOB, BEGUN + 3601)
    assert "outcome" not in write_log_entry(LogEntry((event,)))


@pytest.mark.parametrize("moves", [(), ((5.0, "a1-b1", 0.0),)])
def test_a_game_without_a_first_move_is_off(moves: tuple[tuple[float, str, float], ...]):
    session = play_moves(running(pace="10s+0s"), *moves)
    assert session.clocks is not None
    assert not fallen_flag(session, session.clocks.since + FIRST_TURN)
    [event] = fallen_flag(session, session.clocks.since + FIRST_TURN + LAG)
    final = evolve(session, event)
    assert (final.status.outcome, final.status.off) == (None, "idle")
    assert final.status.ended_by is session.position.turn


def test_a_claim_before_the_flag_says_the_time_to_the_second():
    session = game_under_way()
    with pytest.raises(Illegal) as error:
        Claim(ANY_GAME).decide(session, BOB, session.since + 61.4)
    assert error.value.fields["span"] == "1m59s"


@given(st.lists(st.tuples(st.floats(0, 40), st.floats(0, LAG)), max_size=20), st.integers(0, 60))
def test_no_player_gains_more_than_increments(waits: list[tuple[float, float]], increment: int):
    session, turns = game_under_way(f"60m+{increment}s"), [0, 0]
    for wait, lag in waits:
        text = str(next(iter(session.position.moves())))
        before = session.position.turn
        session = play_moves(session, (wait, text, lag))
        turns[before is Seat.SECOND] += session.position.turn is not before
        if session.position.outcome:
            break
    assert session.clocks is not None
    seconds = [0.0, 0.0]
    for turn, (wait, lag) in zip(session.turns[2:], waits, strict=False):
        seconds[turn.seat is Seat.SECOND] += max(0.0, wait - lag)
    for seat in (0, 1):
        assert session.clocks.remaining[seat] == pytest.approx(3600 - seconds[seat] + increment * turns[seat], abs=1e-3)


@pytest.mark.parametrize(
    ("text", "pace"),
    [
        ("3m+2s", Pace(180, 2, ticks=True)),
        ("3+2", Pace(180, 2, ticks=True)),
        ("5m+0s", Pace(300, 0, ticks=True)),
        ("5m+1m", Pace(300, 60, ticks=True)),
        ("30s", Pace(30, 0, ticks=True)),
        ("1h+30s", Pace(3600, 30, ticks=True)),
        ("3м+2с", Pace(180, 2, ticks=True)),
        ("3хв+2с", Pace(180, 2, ticks=True)),
        ("10m", Pace(600)),
        ("1h+5m", Pace(3600, 300)),
        ("3d+12h", Pace(3 * 86400, 12 * 3600)),
    ],
)
def test_a_pace_is_read_as_it_is_typed(text: str, pace: Pace):
    assert pace_in(text) == pace == read_pace(str(pace))


@pytest.mark.parametrize("text", ["5s", "9s+1s", "90m+90s", "61m+1s", "3m+61s", "3+61", "0+1", "3d+2s"])
def test_a_clock_out_of_bounds_is_refused_by_its_own_code(text: str):
    with pytest.raises(Refusal) as error:
        split_terms([f"time={text}"])
    assert (error.value.code, error.value.fields["part"]) == ("bad-clock", text)


@given(st.integers(int(BANKS[0]), int(BANKS[1])), st.integers(int(INCREMENTS[0]), int(INCREMENTS[1])))
def test_every_clock_reads_back_from_the_log_and_from_every_language(bank: int, increment: int):
    pace = Pace(bank, increment, ticks=True)
    assert read_pace(str(pace)) == pace
    for language in LANGUAGES:
        assert pace_in(typed_pace(pace, speech(language))) == pace


def test_a_bank_of_an_older_version_does_not_begin_to_tick():
    game = running(pace="5m+1m")
    assert game.clocks is not None
    assert not game.clocks.pace.ticks
    assert not fallen_flag(game, BEGUN + 86400)


def test_an_outage_stops_the_clock_and_the_flag():
    session = game_under_way()
    begin = session.since
    outages = [outage(begin + 100, begin + 130)]
    session_after = with_unwritten_pauses(session, pauses_due(session, outages))
    assert not fallen_flag(session_after, begin + 180 + 30 + LAG - 0.01)
    assert fallen_flag(session_after, begin + 180 + 30 + LAG)
    assert session_after.clocks is not None
    assert session_after.clocks.remaining_at(begin + 130) == pytest.approx((80, 180))
    assert seconds_paused(session_after) == 30


def test_the_bot_gets_no_lag_back():
    session = play_moves(replace(running(pace="3m+2s"), opponent=Robot()), (5.0, "a1-b1", 0.0))
    [event] = Play(ANY_GAME, "a1-a2").decide(session, Robot(), session.since + 2)
    assert isinstance(event, Moved)
    assert event.lag == 0.0
