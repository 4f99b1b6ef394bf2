"""Players meet, change seats, and are counted."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines import GAMES
from engines.console import match_command
from engines.console.external_player import ExternalPlayer
from engines.console.match import BuiltInPlayer, Player, Tally, built_in_player, play_match, winner_of
from engines.game import Level, Seat
from engines.refusals import Refusal, Unreadable

DOTS = GAMES["dots"]
CLASSIC = BuiltInPlayer(DOTS, Level.CLASSIC, 0.1)
EASY = BuiltInPlayer(DOTS, Level.EASY, 0.1)
CONSOLE = f"{sys.executable} -m engines"


def tallies(one: Player, two: Player, games: int) -> list[tuple[Tally, Tally]]:
    return list(play_match(DOTS, {"size": "2x2"}, (one, two), games))


@pytest.mark.parametrize(
    ("text", "level", "seconds"),
    [("strong:1s", Level.STRONG, 1.0), ("classic", Level.CLASSIC, 1.0), ("easy:.25", Level.EASY, 0.25)],
)
def test_a_player_is_a_level_with_optional_seconds(text, level, seconds):
    assert built_in_player(DOTS, text) == BuiltInPlayer(DOTS, level, seconds)


@pytest.mark.parametrize("text", ["", "clever", "strong:", "strong:fast", "strong:1m"])
def test_any_other_word_is_not_a_player(text):
    with pytest.raises(Unreadable, match="level-and-seconds"):
        built_in_player(DOTS, text)


def test_the_players_change_seats():
    one, two = tallies(CLASSIC, CLASSIC, 10)[-1]
    assert one.games == two.games == 10
    assert one.points + two.points == 10
    assert one.points_as_first + two.points_as_second == 5
    assert one.points_as_second + two.points_as_first == 5


def test_the_tallies_are_reported_after_each_game():
    assert [one.games for one, _ in tallies(CLASSIC, EASY, 4)] == [1, 2, 3, 4]


class Listener:
    """Plays the first move it sees, and remembers by which messages it was reached."""

    name = "listener"
    session = CLASSIC.session

    def __init__(self) -> None:
        self.heard: list[tuple[str, ...]] = []

    def choose(self, position, messages, seed):
        self.heard.append(messages)
        return str(next(iter(position.moves())))

    @property
    def openings(self) -> list[tuple[str, ...]]:
        return [messages for messages in self.heard if len(messages) == 3]


def played_openings(seed: int, games: int = 8) -> list[tuple[str, ...]]:
    """Return the openings of three plies of some games."""
    listener = Listener()
    assert len(list(play_match(DOTS, {"size": "3x3"}, (listener, listener), games, seed, 3))) == games
    assert min(map(len, listener.heard)) == 3
    return listener.openings


def test_an_opening_is_the_same_for_both_games_of_a_pair_and_new_in_the_next():
    openings = played_openings(seed=0)
    assert openings[::2] == openings[1::2]
    assert len(set(openings)) == 4


def test_openings_come_from_the_seed():
    assert played_openings(seed=5) == played_openings(seed=5)
    assert played_openings(seed=5) != played_openings(seed=50)


def test_an_unreadable_or_illegal_message_loses():
    class Silly:
        name = "silly"
        session = CLASSIC.session

        def choose(self, position, messages, seed):
            return "a1-a1"

    start = DOTS.start({"size": "2x2"}, 0)
    assert winner_of(start, {Seat.FIRST: Silly(), Seat.SECOND: CLASSIC}, 0) is Seat.SECOND
    assert winner_of(start, {Seat.FIRST: CLASSIC, Seat.SECOND: Silly()}, 0) is Seat.FIRST


def test_the_interval_is_wilsons():
    low, high = Tally(wins=8, losses=2).interval
    assert (low, high) == pytest.approx((0.4902, 0.9433), abs=1e-3)
    assert Tally().interval == (0.0, 1.0)


@given(wins=st.integers(0, 100), draws=st.integers(0, 100), losses=st.integers(0, 100))
def test_the_share_of_points_lies_in_its_interval(wins, draws, losses):
    tally = Tally(wins, draws, losses)
    low, high = tally.interval
    assert -1e-9 <= low <= high <= 1 + 1e-9
    if tally.games:
        assert low - 1e-9 <= tally.points / tally.games <= high + 1e-9


def test_any_program_that_speaks_the_protocol_can_take_part():
    external = ExternalPlayer("dots", CONSOLE, 0.1)
    one, two = list(play_match(DOTS, {"size": "2x2"}, (external, CLASSIC), 2, plies=3))[-1]
    assert one.games == two.games == 2
    start = DOTS.start({"size": "1x1"}, 0)
    assert winner_of(start, {Seat.FIRST: external, Seat.SECOND: external}, 0) is Seat.SECOND


@pytest.mark.parametrize(("command", "code"), [("true", "engine-refused"), ("no-such-program", "engine-not-started")])
def test_a_program_that_does_not_is_named(command, code):
    with pytest.raises(Refusal, match=code):
        tallies(ExternalPlayer("dots", command, 0.1), CLASSIC, 1)


def test_the_command_prints_a_table(capsys):
    match_command.main(["dots", "--size", "2x2", "--games", "2", "--opening", "2", "classic:0.1s", "easy:0.1s"])
    output = capsys.readouterr().out
    assert "classic:0.1s" in output
    assert "easy:0.1s" in output
    assert "(0.0%–65.8%)" in output


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["go", "easy", "easy"], "unknown-game"),
        (["dots", "easy"], "two-players"),
        (["dots", "easy", "easy", "easy"], "two-players"),
        (["dots", "easy", "wild"], "level-and-seconds"),
        (["dots", "--size", "0x0", "easy", "easy"], "bad-option"),
        (["dots", "--opening", "many", "easy", "easy"], "a-whole-number"),
        (["dots", "--opening", "60", "easy", "easy"], "opening-too-long"),
        (["dots", "--games", "-1", "easy", "easy"], "a-whole-number"),
        (["dots", "--seconds", "nan", "easy", "easy"], "some-seconds"),
        (["dots", "--seconds", "inf", "easy", "easy"], "some-seconds"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused(arguments, code):
    with pytest.raises(Refusal, match=code):
        match_command.main(arguments)
