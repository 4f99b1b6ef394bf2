"""The referee allows legal actions of the right person and refuses any other."""

from __future__ import annotations

import pytest

from bot.core.game.apply_events import evolve
from bot.core.game.events import (
    Accepted,
    Called,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    Hinted,
    Moved,
    Resigned,
    TakenBack,
    UndoDeclined,
    UndoOffered,
)
from bot.core.game.people import Person, Robot
from bot.core.game.referee import Accept, AskHint, Cancel, Decline, OfferDraw, Play, Resign, TakeBack, expire
from bot.core.game.requests import Action, GameReference
from bot.core.game.session import Session
from bot.core.game.terms import Consent
from engines.game import Seat
from engines.refusals import Refusal
from tests.bot.core.game.test_session import ANN, BOB, session_after

HERE = GameReference("BCDFGH")
STRANGER = Person("stage", "3", "Carl")
OFFERED, OPEN = session_after(), session_after(opponent=None)
RUNNING = session_after(Accepted(1, BOB))
MOVED = session_after(Accepted(1, BOB), Moved(2, Seat.FIRST, "a1-a2"))
ANSWERED = session_after(Accepted(1, BOB), Moved(2, Seat.FIRST, "a1-a2"), Moved(3, Seat.SECOND, "b1-b2"))
STRICT = session_after(Accepted(1, BOB), Moved(2, Seat.FIRST, "a1-a2"), terms=(("undo", "no"), ("hints", "1")))
HINTED = evolve(STRICT, Hinted(3, Seat.SECOND))
LATER = evolve(evolve(HINTED, Moved(4, Seat.SECOND, "b1-b2")), Moved(5, Seat.FIRST, "c1-c2"))
LONG_AGO = session_after(Accepted(-99, BOB), Moved(-30, Seat.FIRST, "a1-a2"))
BACKWARDS = evolve(ANSWERED, UndoOffered(4, Seat.FIRST))
NOT_BACK = evolve(BACKWARDS, UndoDeclined(5, Seat.SECOND))
ROBOTS = evolve(ANSWERED, Accepted(1, Robot()))
OVER = session_after(Accepted(1, BOB), Resigned(2, Seat.FIRST))
DECLINED = session_after(Called(1, "declined"))
DRAWISH = session_after(Accepted(1, BOB), DrawOffered(2, Seat.FIRST))
DECLINED_DRAW = session_after(Accepted(1, BOB), DrawOffered(2, Seat.FIRST), DrawDeclined(3, Seat.SECOND))


@pytest.mark.parametrize(
    ("session", "request_", "sender", "event"),
    [
        (OFFERED, Accept(HERE), BOB, Accepted(9, BOB)),
        (OPEN, Accept(HERE), STRANGER, Accepted(9, STRANGER)),
        (OFFERED, Decline(HERE), BOB, Called(9, "declined")),
        (OFFERED, Decline(HERE), ANN, Called(9, "cancelled")),
        (OFFERED, Cancel(HERE), ANN, Called(9, "cancelled")),
        (RUNNING, Play(HERE, "A2 - a1"), ANN, Moved(9, Seat.FIRST, "a1-a2")),
        (RUNNING, Play(GameReference("BCDFGH", 0), "a1-a2"), ANN, Moved(9, Seat.FIRST, "a1-a2")),
        (RUNNING, AskHint(HERE), ANN, Hinted(9, Seat.FIRST)),
        (RUNNING, Resign(HERE), BOB, Resigned(9, Seat.SECOND)),
        (RUNNING, OfferDraw(HERE), BOB, DrawOffered(9, Seat.SECOND)),
        (DRAWISH, OfferDraw(HERE), BOB, DrawAgreed(9)),
        (DRAWISH, OfferDraw(HERE, Consent.NO), BOB, DrawDeclined(9, Seat.SECOND)),
        (DECLINED_DRAW, OfferDraw(HERE), BOB, DrawOffered(9, Seat.SECOND)),
        (STRICT, AskHint(HERE), BOB, Hinted(9, Seat.SECOND)),
        (HINTED, AskHint(HERE), BOB, Hinted(9, Seat.SECOND)),
        (MOVED, TakeBack(HERE), ANN, TakenBack(9, Seat.FIRST)),
        (LONG_AGO, TakeBack(HERE), ANN, UndoOffered(9, Seat.FIRST)),
        (ANSWERED, TakeBack(HERE), ANN, UndoOffered(9, Seat.FIRST)),
        (ANSWERED, TakeBack(HERE), BOB, TakenBack(9, Seat.SECOND)),
        (BACKWARDS, TakeBack(HERE, Consent.YES), BOB, TakenBack(9, Seat.FIRST)),
        (BACKWARDS, TakeBack(HERE, Consent.NO), BOB, UndoDeclined(9, Seat.SECOND)),
        (ROBOTS, TakeBack(HERE), ANN, TakenBack(9, Seat.FIRST)),
    ],
)
def test_an_allowed_action_becomes_an_event(session: Session, request_: Action, sender: Person, event: object):
    assert request_.decide(session, sender, 9) == (event,)


@pytest.mark.parametrize(
    ("session", "request_", "sender", "code"),
    [
        (OFFERED, Accept(HERE), ANN, "own-challenge"),
        (OFFERED, Accept(HERE), STRANGER, "not-challenged"),
        (RUNNING, Accept(HERE), BOB, "already-accepted"),
        (DECLINED, Accept(HERE), BOB, "challenge-off"),
        (OPEN, Decline(HERE), STRANGER, "open-challenge"),
        (OFFERED, Cancel(HERE), BOB, "not-challenger"),
        (OFFERED, Play(HERE, "a1-a2"), ANN, "not-accepted-yet"),
        (RUNNING, Play(HERE, "a1-a2"), BOB, "not-your-turn"),
        (RUNNING, Play(HERE, "a1-a2"), STRANGER, "not-a-player"),
        (RUNNING, Play(HERE, " "), ANN, "no-move"),
        (RUNNING, Play(HERE, "a1-a2 b1-b2"), ANN, "turn-passed"),
        (MOVED, Play(GameReference("BCDFGH", 0), "b1-b2"), BOB, "game-moved-on"),
        (MOVED, Play(HERE, "a1-a2"), BOB, "side-drawn"),
        (OVER, Play(HERE, "a1-a2"), ANN, "game-over"),
        (OVER, Resign(HERE), ANN, "game-over"),
        (RUNNING, AskHint(HERE), BOB, "not-your-turn"),
        (RUNNING, AskHint(HERE), STRANGER, "not-a-player"),
        (RUNNING, Resign(HERE), STRANGER, "not-a-player"),
        (DRAWISH, OfferDraw(HERE), ANN, "draw-already-offered"),
        (STRICT, TakeBack(HERE), ANN, "undo-not-agreed"),
        (LATER, AskHint(HERE), BOB, "no-hints-left"),
        (MOVED, TakeBack(HERE), BOB, "nothing-to-take-back"),
        (MOVED, TakeBack(HERE, Consent.YES), BOB, "no-undo-asked"),
        (BACKWARDS, TakeBack(HERE), ANN, "undo-already-asked"),
        (BACKWARDS, TakeBack(HERE, Consent.YES), ANN, "no-undo-asked"),
        (NOT_BACK, TakeBack(HERE), ANN, "undo-just-declined"),
        (MOVED, TakeBack(HERE), STRANGER, "not-a-player"),
        (OVER, TakeBack(HERE), ANN, "game-over"),
        (RUNNING, OfferDraw(HERE, Consent.YES), BOB, "no-draw-offered"),
        (RUNNING, OfferDraw(HERE, Consent.NO), BOB, "no-draw-offered"),
        (DECLINED_DRAW, OfferDraw(HERE), ANN, "draw-just-declined"),
        (MOVED, OfferDraw(GameReference("BCDFGH", 0), Consent.YES), BOB, "game-moved-on"),
        (MOVED, Resign(GameReference("BCDFGH", 0)), BOB, "game-moved-on"),
    ],
)
def test_any_other_action_is_refused_with_a_code(session: Session, request_: Action, sender: Person, code: str):
    with pytest.raises(Refusal) as refusal:
        request_.decide(session, sender, 9)
    assert refusal.value.code == code


def test_a_person_challenged_by_handle_accepts_under_their_id():
    session = session_after(opponent=Person("stage", "", "@Bob", handle="Bob"))
    bob = Person("stage", "77", "Bobby", handle="bob")
    assert Accept(HERE).decide(session, bob, 9) == (Accepted(9, bob),)
    assert session_after(Accepted(9, bob), opponent=session.opponent).player(Seat.SECOND) == bob


def test_an_expired_challenge_cannot_be_accepted():
    assert expire(OFFERED, 599) == ()
    assert expire(OFFERED, 600) == (Called(600, "expired"),)
    assert expire(RUNNING, 600) == ()
    with pytest.raises(Refusal):
        Accept(HERE).decide(OFFERED, BOB, 600)


def test_the_bot_moves_for_its_own_seat_only():
    session = session_after(Accepted(0, Robot()), opponent=Robot())
    with pytest.raises(Refusal) as refusal:
        Play(HERE, "a1-a2").decide(session, Robot(), 9)
    assert refusal.value.code == "not-your-turn"
