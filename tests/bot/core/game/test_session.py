"""A session is the result of its events."""

from __future__ import annotations

from functools import reduce

import pytest

from bot.core.game.apply_events import after_entry, evolve
from bot.core.game.events import (
    Accepted,
    Called,
    Challenged,
    DrawOffered,
    Event,
    Hinted,
    LogEntry,
    Moved,
    Resigned,
    TakenBack,
)
from bot.core.game.people import Chat, Person, Robot
from bot.core.game.session import Session, Stage
from engines.game import Outcome, Seat

ANN, BOB = Person("stage", "1", "Ann"), Person("stage", "2", "Bob")
CHAT = Chat("stage", "1")


def challenge(**more: object) -> Challenged:
    fields: dict[str, object] = {
        "at": 0.0,
        "code": "BCDFGH",
        "game": "dots",
        "settings": (("size", "2x1"),),
        "seed": 0,
        "chat": CHAT,
        "challenger": ANN,
        "opponent": BOB,
        "expires": 600.0,
    }
    return Challenged(**(fields | more))  # type: ignore[arg-type]


def session_after(*events: Event, **more: object) -> Session:
    session = reduce(after_entry, [LogEntry((event,)) for event in (challenge(**more), *events)], None)
    assert session is not None
    return session


def test_the_version_is_the_number_of_entries_and_the_ply_that_of_messages():
    session = session_after(Accepted(1, BOB), Moved(2, Seat.FIRST, "a1-a2"), Hinted(3, Seat.SECOND))
    assert (session.version, session.ply) == (4, 1)


def test_one_entry_may_hold_several_events():
    session = after_entry(None, LogEntry((challenge(opponent=Robot()), Accepted(0, Robot()))))
    assert session is not None
    assert (session.version, session.stage) == (1, Stage.RUNNING)


def test_the_challenger_is_first_unless_the_challenge_says_second():
    assert session_after().player(Seat.FIRST) == ANN
    assert session_after(seat=Seat.SECOND).player(Seat.FIRST) == BOB


def test_nobody_is_on_turn_before_the_challenge_is_accepted_and_after_the_end():
    assert session_after().on_turn is None
    assert session_after(Accepted(1, BOB)).on_turn == ANN
    assert session_after(Accepted(1, BOB), Resigned(2, Seat.FIRST)).on_turn is None


def test_the_newest_turns_are_those_since_the_opponents_last_turn():
    moves = [Moved(2, Seat.FIRST, "a1-a2"), Moved(3, Seat.SECOND, "b1-b2"), Moved(4, Seat.FIRST, "a1-b1")]
    session = session_after(Accepted(1, BOB), *moves, Moved(5, Seat.SECOND, "a2-b2"), Moved(6, Seat.SECOND, "b1-c1"))
    assert [turn.text for turn in session.newest_turns] == ["a2-b2", "b1-c1"]


def test_a_draw_offer_ends_when_the_opponent_moves():
    session = session_after(Accepted(1, BOB), DrawOffered(2, Seat.SECOND))
    assert session.offers.draw is Seat.SECOND
    assert evolve(session, Moved(3, Seat.FIRST, "a1-a2")).offers.draw is None


def test_a_player_who_resigns_loses():
    assert session_after(Accepted(1, BOB), Resigned(2, Seat.FIRST)).status.outcome == Outcome(Seat.SECOND, "resigned")


def test_hints_are_counted_for_each_side():
    assert session_after(Accepted(1, BOB), Hinted(2, Seat.SECOND), Hinted(3, Seat.SECOND)).hints.counts == (0, 2)


def test_a_challenge_called_off_has_a_reason():
    session = session_after(Called(1, "expired"))
    assert (session.stage, session.status.off) == (Stage.OFF, "expired")


def test_a_log_cannot_begin_without_a_challenge():
    with pytest.raises(ValueError, match="moved"):
        evolve(None, Moved(0, Seat.FIRST, "a1-a2"))


def test_replaying_a_log_in_pieces_gives_the_same_session():
    entries = [LogEntry((event,)) for event in (challenge(), Accepted(1, BOB), Moved(2, Seat.FIRST, "a1-a2"))]
    session = reduce(after_entry, entries[:2], None)
    assert reduce(after_entry, entries[2:], session) == reduce(after_entry, entries, None)


def test_a_game_knows_the_causes_of_its_entries_and_no_others():
    session = reduce(after_entry, [LogEntry((challenge(),), "web:1"), LogEntry((Accepted(1, BOB),))], None)
    assert session is not None
    assert [session.follows_from(cause) for cause in ("web:1", "web:2", "")] == [True, False, False]


def test_an_undo_restores_the_position_under_a_new_ply():
    moves = [Moved(2, Seat.FIRST, "a1-a2"), Moved(3, Seat.SECOND, "b1-b2"), Moved(4, Seat.FIRST, "c1-c2")]
    plies = [session_after(Accepted(1, BOB), *moves[:count]).ply for count in range(4)]
    session = session_after(Accepted(1, BOB), *moves, TakenBack(5, Seat.SECOND))
    assert [turn.text for turn in session.turns] == ["a1-a2"]
    assert session.position == session_after(Accepted(1, BOB), moves[0]).position
    assert session.ply not in plies


def test_a_turn_with_forced_moves_is_undone_as_a_whole():
    moves = [Moved(2, Seat.FIRST, "a1-b1"), Moved(3, Seat.SECOND, "a2-b2"), Moved(4, Seat.FIRST, "a1-a2")]
    session = session_after(Accepted(1, BOB), *moves, Moved(5, Seat.SECOND, "b1-b2 b1-c1"))
    back = evolve(session, TakenBack(6, Seat.SECOND))
    assert (session.position.score, back.position.score) == ((0, 1), (0, 0))
    assert back.on_turn == BOB


def test_hints_stay_counted_after_an_undo():
    session = session_after(
        Accepted(1, BOB), Hinted(2, Seat.FIRST), Moved(3, Seat.FIRST, "a1-a2"), TakenBack(4, Seat.FIRST)
    )
    assert session.hints.counts == (1, 0)
