"""Laws of ballots: who leads, when a quorum has decided, and what a team needs to act."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

import pytest

from bot.core.game.apply_events import evolve
from bot.core.game.events import Accepted, Challenged
from bot.core.game.people import Robot
from bot.core.game.session import Session
from bot.core.game.terms import QUORUM
from bot.core.ports.votes import Ballot, Vote
from bot.features.teams.ballots import (
    first_step,
    is_decided,
    quorum_of,
    recent_move_ballots,
    tally,
    votes_needed,
    winner_of,
)
from engines import GAMES
from engines.game import Seat, advance
from tests.bot.scripted import CHAT, person


def team_game(*terms: tuple[str, str]) -> Session:
    """A game of dots that a chat plays as First."""
    events = (
        Challenged(
            0.0,
            "BCDFGH",
            "dots",
            (("size", "1x1"),),
            1,
            CHAT,
            person("ann"),
            Robot(),
            9.0,
            teams=(Seat.FIRST,),
            terms=terms,
        ),
        Accepted(1.0, Robot()),
    )
    return reduce(evolve, events[1:], evolve(None, events[0]))


def ballot(*choices: str) -> Ballot:
    """The votes for these choices, in the order in which they were cast."""
    return Ballot({f"person{number}": Vote(choice, number, 0.0) for number, choice in enumerate(choices)})


@pytest.mark.parametrize(
    ("choices", "counts"),
    [
        (("a", "b", "b"), (("b", 2), ("a", 1))),
        (("a", "b"), (("a", 1), ("b", 1))),
        (("a", "b", "b", "a"), (("b", 2), ("a", 2))),
        ((), ()),
    ],
)
def test_a_tie_goes_to_the_choice_that_had_as_many_votes_first(
    choices: tuple[str, ...], counts: tuple[tuple[str, int], ...]
):
    assert tally(ballot(*choices).votes.values()) == counts


@pytest.mark.parametrize(
    ("choices", "ends"), [("aa", False), ("aab", True), ("abc", False), ("aabb", False), ("aaabb", True)]
)
def test_a_quorum_ends_a_turn_only_if_more_than_half_agree(choices: str, ends: bool):
    assert is_decided(ballot(*choices), quorum=3) is ends


@pytest.mark.parametrize(("crowd", "quorum"), [("", 3), ("4", 3), ("6", 4), ("7", 4), ("200", 101)])
def test_the_usual_quorum_is_three_or_more_than_half_of_recent_voters(crowd: str, quorum: int):
    notes = {"crowd first": crowd} if crowd else {}
    assert quorum_of(team_game(), Seat.FIRST, replace(ballot(), notes=notes)) == quorum


def test_a_challenge_can_set_the_quorum():
    session = team_game((QUORUM, "7"))
    assert quorum_of(session, Seat.FIRST, replace(ballot(), notes={"crowd first": "200"})) == 7


@pytest.mark.parametrize(("quorum", "needed"), [(1, 1), (2, 2), (3, 2), (4, 3), (101, 68)])
def test_an_action_needs_two_thirds_of_a_quorum(quorum: int, needed: int):
    assert votes_needed(quorum) == needed
    assert winner_of(ballot(*["offer"] * (needed - 1)), quorum) == ""
    assert winner_of(ballot(*["offer"] * needed), quorum) == "offer"


def test_only_the_votes_of_a_seats_last_three_turns_are_kept():
    names = ["10 move first", "2 move first", "3 move second", "4 move first", "4 hint first", "8 move first"]
    turns, old_ballots = recent_move_ballots(names, Seat.FIRST)
    assert turns == ["4 move first", "8 move first", "10 move first"]
    assert old_ballots == ["2 move first"]


def test_a_vote_in_dots_is_for_one_side():
    position = GAMES["dots"].start({"size": "2x1", "pie": "0"}, 1)
    for side in ("a1-b1", "a1-a2", "b1-b2"):
        position, _ = advance(position, position.read(side))
    assert first_step(position, "a2-b2 b1-c1") == "a2-b2"
    assert first_step(position, "b1-c1") == "b1-c1"
