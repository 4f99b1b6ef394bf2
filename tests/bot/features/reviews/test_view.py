"""What a review says of a team: how many of its members had voted for the best move."""

from __future__ import annotations

from bot.core.game.apply_events import after_entry
from bot.core.game.events import Accepted, Challenged, Event, LogEntry, Moved, Resigned
from bot.core.game.people import Robot
from bot.core.handlers.finished_games import GameReview
from bot.core.language.speech import speech
from bot.features.reviews.view import overview
from engines.game import Seat
from engines.review import Expectation
from tests.bot.scripted import CHAT, person


def test_a_review_says_how_many_of_a_team_voted_for_the_best_move():
    tally = (("a1-b1", 4), ("a2-b2", 2), ("a1-a2", 1))
    settings = (("size", "1x1"), ("pie", "0"))
    events: tuple[Event, ...] = (
        Challenged(0.0, "BCDFGH", "dots", settings, 1, CHAT, person("ann"), Robot(), expires=9.0, teams=(Seat.FIRST,)),
        Accepted(1.0, Robot()),
        Moved(2.0, Seat.FIRST, "a1-b1", tally=tally),
        Moved(3.0, Seat.SECOND, "b1-b2"),
        Resigned(4.0, Seat.FIRST),
    )
    session = after_entry(None, LogEntry(events))
    expectations = Expectation(1.0, True, "a2-b2"), Expectation(-1.0, True, "b1-b2"), Expectation(-1.0, True)
    text = overview(session, GameReview(expectations, (0,), is_final=True), speech("en")).text
    assert "Move 1, Team: a1-b1." in text
    assert "2 of 7 voted for the best move." in text
