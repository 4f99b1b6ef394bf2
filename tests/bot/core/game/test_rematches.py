"""Wins and losses in a row against the bot, over rematches, lead to the next level."""

from __future__ import annotations

import pytest

from bot.core.game.apply_events import evolve
from bot.core.game.events import Accepted, Challenged, DrawAgreed, Resigned
from bot.core.game.people import Chat, Opponent, Person, Robot
from bot.core.game.results import level_to_try, streak_after
from bot.core.game.session import Session
from bot.core.game.terms import STREAK, contest_terms
from engines.game import LEVELS, Level, Seat

ANN, BOB, CHAT = Person("stage", "ann", "Ann"), Person("stage", "bob", "Bob"), Chat("stage", "1")


def finished(opponent: Opponent, loser: Seat | None, streak: str = "0") -> Session:
    """Return a game of Ann, who sits First, that the loser resigned, or a draw."""
    terms = ((STREAK, streak),)
    begun = Challenged(0.0, "KXTRWQ", "dots", (), 0, CHAT, ANN, opponent, 600.0, terms=terms)
    end = Resigned(2.0, loser) if loser else DrawAgreed(2.0)
    session = evolve(evolve(evolve(None, begun), Accepted(1.0, opponent)), end)
    assert session is not None
    return session


@pytest.mark.parametrize(
    ("before", "loser", "after"),
    [
        ("0", Seat.SECOND, 1),
        ("1", Seat.SECOND, 2),
        ("-3", Seat.SECOND, 1),
        ("0", Seat.FIRST, -1),
        ("-1", Seat.FIRST, -2),
        ("2", Seat.FIRST, -1),
        ("2", None, 0),
        ("what", Seat.FIRST, -1),
    ],
)
def test_a_streak_grows_and_turns(before: str, loser: Seat | None, after: int):
    assert streak_after(finished(Robot(Level.CLASSIC), loser, before)) == after


@pytest.mark.parametrize("level", LEVELS)
def test_two_wins_lead_up_and_two_losses_down(level: Level):
    at = LEVELS.index(level)
    assert level_to_try(finished(Robot(level), Seat.SECOND, "1")) == (LEVELS[at + 1] if level != LEVELS[-1] else None)
    assert level_to_try(finished(Robot(level), Seat.FIRST, "-1")) == (LEVELS[at - 1] if at else None)
    assert level_to_try(finished(Robot(level), Seat.SECOND)) is None
    assert level_to_try(finished(Robot(level), None, "5")) is None


@pytest.mark.parametrize("opponent", [BOB, Robot(Level.LADDER_1)])
def test_people_and_ladder_opponents_have_no_other_level(opponent: Opponent):
    assert level_to_try(finished(opponent, Seat.SECOND, "5")) is None


def test_a_streak_makes_no_contest():
    assert contest_terms(finished(Robot(), Seat.FIRST, "1").terms) == frozenset()
