"""The game that a request without a code is about."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.core.commands.playing import ShowBoard, looks_like_a_move
from bot.core.game.events import Accepted, Moved
from bot.core.game.people import Person
from bot.core.game.referee import Accept, Play, Resign
from bot.core.game.requests import GameReference, GameRequest
from bot.core.game.session import Session
from bot.core.handlers.handling import AmbiguousGameError, match_game
from bot.features import COMMANDS
from engines.game import Seat
from tests.bot.core.game.test_session import ANN, BOB, session_after

CARL = Person("stage", "3", "Carl")
ANNS_TURN = session_after(Accepted(1, BOB), code="ANNSTR")
BOBS_TURN = session_after(Accepted(1, BOB), Moved(2, Seat.FIRST, "a1-a2"), code="BBSTRN")
ASKED = session_after(code="ASKKKD")
OPEN = session_after(opponent=None, code="PPPPPN")
PLAY, ACCEPT = Play(GameReference(), "a1-a2"), Accept(GameReference())


def find(sessions: Sequence[Session], request: GameRequest, person: Person) -> Session | None:
    return match_game(sessions, request, COMMANDS.by_request[type(request)].fits, [person])


def test_a_move_goes_to_the_game_in_which_its_sender_is_on_turn():
    assert find([ANNS_TURN, BOBS_TURN], PLAY, ANN) == ANNS_TURN
    assert find([ANNS_TURN, BOBS_TURN], PLAY, BOB) == BOBS_TURN


def test_a_move_out_of_turn_still_finds_its_game_so_that_it_can_be_refused():
    assert find([BOBS_TURN], PLAY, ANN) == BOBS_TURN
    assert find([BOBS_TURN], PLAY, CARL) == BOBS_TURN


def test_a_move_goes_to_the_only_game_that_can_read_it():
    waits = session_after(Accepted(1, BOB), code="LGMWTS", game="lgame", settings=())
    assert find([waits, BOBS_TURN], PLAY, ANN) == BOBS_TURN
    assert find([waits, BOBS_TURN], Play(GameReference(), "c2-c4-d4"), ANN) == waits
    assert find([waits, BOBS_TURN], Play(GameReference(), "what?"), ANN) == waits


def test_a_text_of_a_stranger_matches_none_of_several_games():
    assert find([ANNS_TURN, BOBS_TURN], PLAY, CARL) is None


def test_several_matching_games_raise_an_error():
    with pytest.raises(AmbiguousGameError) as several:
        find([ANNS_TURN, session_after(Accepted(1, BOB), code="BBGMTW")], PLAY, ANN)
    assert len(several.value.sessions) == 2


def test_a_challenge_by_name_comes_before_an_open_one():
    assert find([OPEN, ASKED], ACCEPT, BOB) == ASKED
    assert find([OPEN, ASKED], ACCEPT, CARL) == OPEN


def test_only_players_can_resign_but_anybody_can_see_the_board():
    assert find([ANNS_TURN], Resign(GameReference()), BOB) == ANNS_TURN
    assert find([ANNS_TURN], ShowBoard(GameReference()), CARL) == ANNS_TURN
    assert find([], ShowBoard(GameReference()), CARL) is None


@pytest.mark.parametrize("text", ["a1-a2", "7", "3-7", "b3 c4", "а1:а2", "keep", "pass", "c.5 9.5", "L c2", "a1 " * 30])
def test_a_text_like_a_move_is_recognized(text):
    assert looks_like_a_move(text)


@pytest.mark.parametrize(
    "text", ["hello", "", "well played!", "привет", "x" * 5000, "a great game", "2 of us " * 9, "via Kyiv"]
)
def test_talk_is_not_taken_for_a_move(text):
    assert not looks_like_a_move(text)
