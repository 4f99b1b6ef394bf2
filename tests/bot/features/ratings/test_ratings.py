"""Ratings: Glicko-1 as its author counts it, what is rated, and what becomes of a forgotten player."""

from __future__ import annotations

import math
from random import Random

import pytest

from bot.core.game import events
from bot.core.game.apply_events import after_entry
from bot.core.game.events import LogEntry
from bot.core.game.people import Opponent, Robot
from bot.core.game.results import Result, is_rated, mark_of
from bot.core.game.session import Stage as Stages
from bot.core.ports.store import Store
from bot.core.repository import Games
from bot.features.ratings import MOST_A_DAY, rated_results, ratings
from bot.features.ratings.glicko import NARROWEST, START, WIDEST, Rating, expected_score, rating_after
from bot.store.connection import connect
from engines import GAMES
from engines.dots.ladder import TAKE
from engines.game import Level, Seat, advance
from engines.ladder import scripted_move
from engines.record import read, replay
from tests.bot.scripted import CHAT, Deep, Stage, person

DAY = 86400.0


def test_a_win_over_an_equal_newcomer_moves_both_as_far_apart():
    winner, loser = rating_after(Rating(), Rating(), 1, 0), rating_after(Rating(), Rating(), 0, 0)
    assert round(winner.value) == 1607
    assert winner.value - START == pytest.approx(START - loser.value)
    assert round(winner.deviation) == 218


def test_one_game_of_the_author_s_example_counts_as_he_counts_it():
    rating = rating_after(Rating(1500, 200, at=0), Rating(1400, 30, at=0), 1, 0)
    assert (round(rating.value), round(rating.deviation)) == (1563, 175)


def test_three_years_without_a_game_make_a_regular_player_a_newcomer_again():
    rested = rating_after(Rating(1800, 50, at=0), Rating(1800, 30, at=1000 * DAY), 0.5, 1000 * DAY)
    fresh = rating_after(Rating(1800, WIDEST), Rating(1800, 30), 0.5, 0)
    assert rested.deviation == pytest.approx(fresh.deviation, abs=1)


def test_the_strength_of_players_is_found_again_from_their_games():
    chance, true = Random(1), {"weak": 1400.0, "middle": 1500.0, "strong": 1600.0}
    findings = dict.fromkeys(true, Rating())
    for number in range(600):
        one, another = chance.sample([*true], 2)
        score = float(chance.random() < 1 / (1 + 10 ** ((true[another] - true[one]) / 400)))
        at = number * DAY / 10
        findings[one], findings[another] = (
            rating_after(findings[one], findings[another], score, at),
            rating_after(findings[another], findings[one], 1 - score, at),
        )
    assert findings["weak"].value < findings["middle"].value < findings["strong"].value
    assert all(NARROWEST <= each.deviation < 75 for each in findings.values())
    assert expected_score(findings["strong"], findings["weak"]) > 0.6
    assert not math.isnan(findings["weak"].value)


async def win_game(stage: Stage, *, hint: str = "") -> None:
    """Play a game that Bob wins by two boxes against Ann; `hint` is who asks for one."""
    await stage.type("ann", "/challenge @bob dots 2x1 pie=0")
    await stage.press("bob", "Accept")
    for who, text in (("ann", "a1-b1"), ("bob", "a1-a2"), ("ann", "b1-b2"), ("bob", "a2-b2 b1-c1"), ("ann", "c1-c2")):
        if who == hint:
            await stage.type(who, "/hint")
        await stage.type(who, text)
    await stage.type("bob", "b2-c2")


async def test_the_table_of_a_chat_is_made_from_its_games_and_says_bands(store: Store):
    stage = Stage(store)
    [none] = await stage.type("ann", "/top")
    assert "No rated games yet" in none.text
    await win_game(stage)
    [answer] = await stage.type("ann", "/top dots")
    assert answer.text.split("\n") == [
        "Dots and Boxes",
        "1. Bob: 1170–2040 (won 1, drawn 0, lost 0)",
        "2. Ann: 960–1830 (won 0, drawn 0, lost 1)",
    ]
    [mine] = await stage.type("bob", "/me")
    assert mine.text == "Bob:\nDots and Boxes: 1170–2040 (won 1, drawn 0, lost 0)"
    await win_game(stage)
    [mine] = await stage.type("bob", "/me")
    assert mine.text.endswith("Wins in a row: 2.")


async def test_a_game_that_was_won_with_a_hint_is_not_rated(store: Store):
    stage = Stage(store)
    await win_game(stage, hint="bob")
    [answer] = await stage.type("ann", "/top")
    assert "No rated games yet" in answer.text


async def test_a_loser_s_hint_does_not_spare_them_the_rating(store: Store):
    stage = Stage(store)
    await win_game(stage, hint="ann")
    assert await _rating_lines(stage) == ["won 1, drawn 0, lost 0", "won 0, drawn 0, lost 1"]


_STAR = " ".join(f"{city}>1" for city in range(2, 41))


def _game(opponent: Opponent, ending: events.AfterChallenge, game: str = "dots", **settings: str) -> list[events.Event]:
    """Return the log of a game in which each player moves three times before it ends so; Ann sits First."""
    start = GAMES[game].start(settings, 0)
    challenge = events.Challenged(0, "AAAAAA", game, tuple(start.settings.items()), 0, CHAT, person("ann"), opponent, 9)
    log: list[events.Event] = [challenge, events.Accepted(0, opponent)]
    position = start
    while position.outcome is None and len(log) < 8:
        move = list(position.moves())[-1]
        log.append(events.Moved(0, position.turn, str(move)))
        position, _ = advance(position, move)
    return [*log, ending]


def _is_rated(log: list[events.Event]) -> bool:
    return is_rated(after_entry(None, LogEntry(tuple(log))))


_ANN_WINS, _ANN_LOSES, _DRAW = events.Resigned(0, Seat.SECOND), events.Resigned(0, Seat.FIRST), events.DrawAgreed(0)


@pytest.mark.parametrize(
    ("ending", "by_ann", "by_bob"),
    [(_ANN_WINS, False, True), (_ANN_LOSES, True, False), (_DRAW, False, False)],
)
def test_a_player_who_took_a_hint_may_lose_rating_and_never_gains_any(
    ending: events.AfterChallenge, by_ann: bool, by_bob: bool
):
    for seat, counts in zip(Seat, (by_ann, by_bob), strict=True):
        log = _game(person("bob"), ending, size="3x3")
        log.insert(2, events.Hinted(0, seat))
        assert _is_rated(log) is counts


@pytest.mark.parametrize(("ending", "counts"), [(_ANN_WINS, False), (_ANN_LOSES, True), (_DRAW, False)])
def test_a_move_taken_back_against_the_bot_gains_no_rating(ending: events.AfterChallenge, counts: bool):
    log = _game(Robot(Level.EASY), ending, size="3x3")
    assert _is_rated(log)
    log[2:2] = [log[2], events.TakenBack(0, Seat.FIRST)]
    assert _is_rated(log) is counts


def test_a_move_taken_back_among_people_changes_nothing():
    log = _game(person("bob"), _ANN_WINS, size="3x3")
    log[2:2] = [log[2], events.TakenBack(0, Seat.FIRST)]
    assert _is_rated(log)


def test_a_game_that_began_from_a_position_set_up_is_not_rated():
    log = _game(Robot(Level.LADDER_1), _ANN_WINS, size="3x3")
    assert _is_rated(log)
    first, second, *_ = (event.text for event in log if isinstance(event, events.Moved))
    log[2:4] = [events.SetUp(0, (first, second))]
    log[-1:-1] = [events.Moved(0, Seat.FIRST, "a1-b1"), events.Moved(0, Seat.SECOND, "b1-c1")]
    assert not _is_rated(log)


@pytest.mark.parametrize("opponent", [person("bob"), Robot(Level.STRONG)])
@pytest.mark.parametrize(
    ("game", "settings", "counts"),
    [
        ("tupik", {"map": _STAR}, False),
        ("tupik", {"map": "big-city"}, True),
        ("lgame", {"target": "4"}, False),
        ("lgame", {"target": "5"}, True),
    ],
)
def test_a_start_that_a_seat_wins_without_skill_is_not_rated(
    opponent: Opponent, game: str, settings: dict[str, str], counts: bool
):
    assert _is_rated(_game(opponent, _ANN_WINS, game, **settings)) is counts


def _results(days: int, *, is_forgotten: bool) -> list[Result]:
    mark = "" if is_forgotten else "bob"
    numbers = range(10 * days)
    return [Result(str(n), "dots", n % days * DAY + n, ("ann", mark), Seat.FIRST, True) for n in numbers]


@pytest.mark.parametrize("forgotten", [False, True])
def test_three_games_a_day_count_against_one_player_and_against_all_who_are_forgotten(forgotten: bool):
    assert len(rated_results(_results(4, is_forgotten=forgotten))) == 4 * MOST_A_DAY


async def _rating_lines(stage: Stage) -> list[str]:
    """What `/top` says of Ann and Bob in Dots and Boxes, without their ratings."""
    [answer] = await stage.type("carl", "/top dots")
    return [line.partition("(")[2].rstrip(")") for line in answer.text.split("\n")[1:]]


@pytest.mark.parametrize("board", ["dots 1x1 second", "dots 2x2 pie=0", "dots 2x3 pie=0", "tupik cities=6"])
async def test_no_game_against_the_bot_on_a_small_board_is_rated(store: Store, board: str):
    stage, game = Stage(store), board.split(maxsplit=1)[0]
    await stage.type("ann", f"/challenge bot easy {board}")
    (code,) = (await store.settings.facts_for(CHAT.key, "")).games
    await _play_out(stage, ("ann",), game, code)
    [answer] = await stage.type("ann", "/top")
    assert "No rated games yet" in answer.text


@pytest.mark.parametrize(("board", "is_rated"), [("1x1", False), ("2x2", False), ("2x1", True), ("2x3", True)])
async def test_no_game_on_a_board_that_a_seat_wins_is_rated(store: Store, board: str, is_rated: bool):
    stage = Stage(store)
    await stage.type("ann", f"/challenge @bob dots {board} pie=0")
    await stage.press("bob", "Accept")
    (code,) = (await store.settings.facts_for(CHAT.key, "")).games
    await _play_out(stage, ("ann", "bob"), "dots", code)
    assert bool(await _rating_lines(stage)) is is_rated


async def _play_out(stage: Stage, people: tuple[str, ...], game: str, code: str) -> None:
    """Play the first legal move for the player on turn, to the end."""
    while (session := await Games(stage.store).load(code)) and session.stage is Stages.RUNNING:
        move = next(iter(session.position.moves()))
        for who in people:
            if session.seat_of(person(who)) is session.position.turn:
                await stage.type(who, f"/move {code} {move}")


async def test_three_games_of_two_players_count_on_one_day(store: Store):
    stage = Stage(store)
    for _ in range(5):
        await win_game(stage)
    assert await _rating_lines(stage) == ["won 3, drawn 0, lost 0", "won 0, drawn 0, lost 3"]
    stage.time += DAY
    await win_game(stage)
    assert await _rating_lines(stage) == ["won 4, drawn 0, lost 0", "won 0, drawn 0, lost 4"]


@pytest.mark.parametrize(("turns", "is_rated"), [(0, False), (2, False), (5, False), (6, True)])
async def test_a_draw_agreed_at_once_is_not_rated(store: Store, turns: int, is_rated: bool):
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob dots 3x3 pie=0")
    await stage.press("bob", "Accept")
    for move, who in zip(
        ("a1-a2", "d1-d2", "a4-b4", "c4-d4", "b1-c1", "b3-c3")[:turns], ("ann", "bob") * 3, strict=False
    ):
        await stage.type(who, move)
    await stage.type("ann", "/draw")
    await stage.type("bob", "/draw yes")
    assert bool(await _rating_lines(stage)) is is_rated


@pytest.mark.parametrize("moves", [(), ("a1-a2",)])
async def test_a_game_in_which_a_player_never_moved_is_not_rated(store: Store, moves: tuple[str, ...]):
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob dots 3x3 pie=0")
    await stage.press("bob", "Accept")
    for move in moves:
        await stage.type("ann", move)
    await stage.type("bob", "/resign yes")
    assert await _rating_lines(stage) == []


async def test_a_result_is_found_out_once_and_again_when_it_cannot_be_read(valkey: str, store: Store):
    stage = Stage(store)
    await win_game(stage)
    answer, redis = await _rating_lines(stage), connect(valkey)
    [key] = [key async for key in redis.scan_iter("tetradka:result:*")]
    kept = await redis.get(key)
    assert "ann" not in str(kept).casefold()
    for garbage in ("{{{", "[]", "[1, 2]", '[0, "dots", 1, "a", "b", "first", true, ""]'):
        await redis.set(key, garbage)
        assert await _rating_lines(stage) == answer
        assert await redis.get(key) == kept
    await stage.type("ann", "/forgetme yes")
    assert await redis.exists(key) == 0
    await redis.aclose()


async def test_a_forgotten_player_leaves_the_table_and_their_opponents_games_still_count(store: Store):
    stage = Stage(store)
    await win_game(stage)
    await stage.type("ann", "/forgetme yes")
    [answer] = await stage.type("bob", "/top")
    assert answer.text.split("\n")[1:] == ["1. Bob: 1170–2040 (won 1, drawn 0, lost 0)"]


async def test_a_won_rung_names_its_idea_and_is_kept_until_its_player_is_forgotten(store: Store):
    stage = Stage(store, think=Deep)
    await stage.type("ann", "/challenge bot ladder1 dots")
    for number in range(24):
        [record] = await stage.type("ann", "/record")
        if record.file is None or (position := replay(read(record.file[1]))[-1]).outcome:
            break
        move = scripted_move([TAKE], position, Random(number), lambda now: ())
        await stage.type("ann", f"/move {move}")
    boards = [message for _, _, message in stage.adapter.shown]
    assert any("Rung 1 of 5 ●○○○○: take every free box." in message.text for message in boards)
    [won] = [message for message in boards if "The idea that won: take every free box. ✓○○○○" in message.text][-1:]
    assert [button.types for button in won.buttons[0]] == ["/challenge bot ladder2 dots"]
    [mine] = await stage.type("ann", "/me")
    assert "Dots and Boxes, winning ideas: take every free box." in mine.text
    await stage.type("ann", "/forgetme yes")
    [mine] = await stage.type("ann", "/me")
    assert "ideas" not in mine.text


def test_the_bot_is_rated_by_its_level():
    assert {mark_of(Robot(level)) for level in Level} == {f"robot {level}" for level in Level}
    assert mark_of(person("ann")) not in ("", mark_of(person("bob")), person("ann").key)
    assert ratings(()) == {}


async def test_all_games_of_a_chat_come_as_one_file_of_which_each_line_can_be_read(store: Store):
    stage = Stage(store)
    [none] = await stage.type("ann", "/record all")
    assert (none.text, none.file) == ("No game has been finished in this chat yet.", None)
    await win_game(stage, hint="bob")
    await win_game(stage)
    [answer] = await stage.type("ann", "/record all")
    assert answer.text.startswith("2 game records")
    assert answer.file
    lines = answer.file[1].splitlines()
    assert [(read(line).tags["second"], len(read(line).messages)) for line in lines] == [("Bob", 6)] * 2
