"""The board as text says which of its lines are drawn in characters, whatever the game."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.core.game.apply_events import evolve
from bot.core.game.events import Challenged
from bot.core.game.people import Chat, Person, Robot
from bot.core.game.session import Session
from bot.core.language.speech import speech
from bot.core.ports.store import Store
from bot.core.view import advice
from bot.core.view.names import names
from bot.core.view.news import remark
from engines import GAMES
from engines.game import AnyHint, Hint, Reason, Seat
from engines.review import Judgement
from tests.bot.scripted import Stage


@pytest.mark.parametrize("game", GAMES)
async def test_the_drawn_lines_are_a_part_of_the_text_and_nothing_else_is_drawn(store: Store, game: str):
    stage = Stage(store)
    await stage.type("ann", f"/challenge @bob {game}")
    await stage.press("bob", "Accept")
    await stage.press("ann", "More")
    await stage.press("ann", "Show as text")
    [answer] = await stage.press("ann", "Show characters")
    lines, drawn_sides = answer.text.splitlines(), answer.layout.grid.splitlines()
    assert lines[-len(drawn_sides) :] == drawn_sides
    assert len(lines) - len(drawn_sides) <= 3
    assert stage.board.layout.grid == ""


@pytest.mark.parametrize("game", GAMES)
async def test_anyone_gets_the_ideas_and_the_turn_in_private(store: Store, game: str):
    stage = Stage(store)
    await stage.type("ann", f"/challenge @bob {game}")
    await stage.press("bob", "Accept")
    [answer] = await stage.type("carl", "/why")
    assert answer.envelope.private
    assert answer.picture is not None
    assert "Ann " in answer.text


async def test_the_position_is_explained_in_three_to_six_sentences_all_game_long(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob dots 3x3 pie=0")
    await stage.press("bob", "Accept")
    while "Rematch" not in {button.label for row in stage.board.buttons for button in row}:
        [answer] = await stage.type("ann", "/why")
        assert 3 <= len(re.findall(r"[.!?](?= |$)", answer.text.split("\n", 1)[1])) <= 6, answer.text
        who = "ann" if "Ann is to move" in answer.text else "bob"
        [hint] = await stage.type(who, "/hint")
        await stage.type(who, hint.buttons[0][0].types)


async def test_the_steps_of_a_hint_count_as_one_and_end_with_the_turn(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob dots 3x3")
    await stage.press("bob", "Accept")
    await stage.press("ann", "More")
    [idea] = await stage.press("ann", "Show the idea")
    where = idea.buttons[0][0].types
    stage.restart()
    [place] = await stage.type("ann", where)
    [hint] = await stage.press("ann", "Show the move")
    move = hint.buttons[0][0].label
    assert move not in idea.text + place.text
    assert f"column {move[0]}" in place.text
    await stage.type("ann", move)
    await stage.type("bob", "a1-a2")
    [answer] = await stage.type("ann", where)
    assert "moved on" in answer.text
    await stage.type("ann", "/hint move")
    await stage.type("ann", "/resign yes")
    assert "Hints used: Ann 2, Bob 0." in stage.board.text


def _start_session(game: str) -> Session:
    ann = Person("test", "ann", "Ann")
    challenge = Challenged(0.0, "KXTRWQ", game, (), 0, Chat("test", "desk"), ann, Robot(), 600.0)
    return evolve(None, challenge)


@pytest.mark.parametrize(
    ("game", "value", "proved", "phrase"),
    [
        ("dots", -1.6, False, "Estimate: you end about 2 boxes behind."),
        ("dots", -2, True, "Proved: you lose by 2."),
        ("digits", 3, True, "Proved: you win by 3."),
        ("curves", 0.04, False, "Estimate: even."),
        ("lgame", -1, True, "Proved: you lose against best play."),
        ("tupik", 1, True, "Proved: you win."),
        ("tupik", 0, True, "Proved: a draw."),
        ("lgame", -0.8, False, "Estimate: about 10% to win."),
        ("lgame", 0.07, False, "Estimate: even."),
        ("tupik", 0, False, "Not worked out yet, so I can’t say who wins."),
    ],
)
def test_a_hint_tells_its_value_in_the_words_of_the_game(game: str, value: float, proved: bool, phrase: str):
    session = _start_session(game)
    move = next(iter(session.position.moves()))
    answer = advice.hint(session, Hint((move,), value, proved, ()), speech("en"))
    assert phrase in answer.text.splitlines()


def test_a_hint_says_the_result_once():
    answer = advice.hint(_of_2x2("a1-a2"), _proved_hint(2, Reason("proved-win", boxes=2)), speech("en"))
    assert answer.text.splitlines()[1:] == ["Proved: you win by 2."]


@pytest.mark.parametrize(
    ("value", "reason", "phrase"),
    [
        (2, Reason("proved-win-at-least", boxes=2), "Proved: you win by at least 2."),
        (0, Reason("proved-no-loss"), "Proved: you don’t lose."),
        (-2, Reason("proved-loss-at-most", boxes=2), "Proved: you lose by at most 2."),
    ],
)
def test_a_hint_that_is_proved_in_part_says_which_part(value: int, reason: Reason, phrase: str):
    given = replace(_proved_hint(value, reason), is_proved=False)
    assert advice.hint(_of_2x2("a1-a2"), given, speech("en")).text.splitlines()[1:] == [phrase]


def test_a_hint_says_what_of_the_result_is_still_to_come():
    session = _of_2x2("a1-a2", "b1-b2", "a1-b1", "a2-b2 c1-c2")
    answer = advice.hint(session, _proved_hint(-1), speech("en"))
    assert answer.text.splitlines()[1:] == ["Proved: you lose by 2."]


def _of_2x2(*messages: str) -> Session:
    position = GAMES["dots"].start({"size": "2x2", "pie": "0"}, 0)
    for message in messages:
        position = position.play(position.read(message))
    return replace(_start_session("dots"), position=position)


def _proved_hint(value: int, *reasons: Reason) -> AnyHint:
    return Hint((GAMES["dots"].start({}, 0).read("b1-c1"),), value, True, reasons)


@pytest.mark.parametrize(
    ("text", "quoted"),
    [("a1-a2 ВЕРХ", "«ВЕРХ»"), ("с1-с9", "с9"), ("стоп", "«стоп»")],
)
async def test_a_refusal_quotes_what_was_typed(store: Store, text: str, quoted: str):
    stage = Stage(store)
    await stage.type("ann.ru", "/challenge bot dots 3x3 pie=0")
    (answer,) = await stage.type("ann.ru", f"/move {text}")
    assert quoted in answer.text


@pytest.mark.parametrize(("text", "first"), [("a1-b1 a2-b2 c1-c2", "a1-b1"), ("c1-c2 c2-c3", "c1-c2")])
async def test_the_first_button_is_the_legal_beginning_of_a_message(store: Store, text: str, first: str):
    stage = Stage(store)
    await stage.type("ann", "/challenge bot dots 3x3 pie=0")
    (answer,) = await stage.type("ann", f"/move {text}")
    assert answer.buttons[0][0].label == first


async def test_a_private_chat_with_the_bot_shows_how_a_move_looks(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge bot dots 3x3 pie=0")
    (answer,) = await stage.type("ann", "top left")
    assert answer.text.startswith("“top left” isn’t a move.")
    assert await stage.type("bob", "top left") == ()


@pytest.mark.parametrize(("language", "fits"), [("en", "a1-i1 +3.5 works."), ("ru", "a1-i1 +3.5 подойдёт.")])
async def test_a_line_half_a_step_from_a_legal_one_is_answered_with_that_one(store: Store, language: str, fits: str):
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob curves points=4")
    await stage.press("bob", "Accept")
    for person, point in zip(("ann", "bob") * 2, ("a1", "i1", "e5", "p12"), strict=True):
        await stage.type(person, point)
    await stage.type("ann", f"/language {language}")
    [answer] = await stage.type("ann", "a1-i1 +4")
    assert fits in answer.text
    assert answer.buttons[0][0].types.endswith(" a1-i1 +3.5")
    await stage.type("ann", "a1-i1 через e2.5" if language == "ru" else "a1-i1 via e2.5")
    assert "e2.5" in stage.board.text


def _judge_move(
    message: str,
    worth: float,
    best_worth: float,
    *reasons: Reason,
    game: str = "dots",
    proved: bool = True,
    than: str = "a1-b1",
) -> str:
    judgement = Judgement(Seat.FIRST, message, "b1-c1", worth, best_worth, proved, reasons, than)
    session = _start_session(game)
    return remark(judgement, session.rules, names(session, speech("en")), speech("en"))


def test_the_coach_says_what_a_move_gives_and_what_was_better():
    gives, reply = (
        Reason("gives-third-side", boxes="a1", count=1),
        Reason("reply-takes", player="second", boxes="a1", count=1),
    )
    assert _judge_move("b1-b2", -2, 0, gives, reply) == (
        "b1-b2? gives box a1 its third side; Tetradka (strong) takes 1 box: a1. It cost 1 box; b1-c1 was better."
    )


def test_the_coach_distinguishes_the_best_move_from_good_ones():
    assert _judge_move("b1-c1", 2, 2) == "b1-c1 is best."
    assert _judge_move("b1-c1", 1.8, 2) == "b1-c1 is good."
    assert _judge_move("b1-c1", 2, 2, than="") == "b1-c1 is as good as any."


def test_the_coach_praises_no_corner_that_an_estimate_alone_likes():
    room, less = Reason("room-of-its-own", count=3), Reason("neighbour-rule-less", worth=24, best=64, cells="b2")
    assert _judge_move("a1", 0, 0, room, less, game="digits", proved=False) == (
        "a1: neighbour score 24, against 64 at b2."
    )


def test_the_coach_names_a_missed_win():
    assert _judge_move("a1-b1", 0, 1, game="tupik") == "a1-b1? That turns a win into a draw. b1-c1 would have won."


def test_the_coach_calls_no_move_best_if_every_move_loses():
    stopped = Reason("no-move-stops", city=4, steps=3)
    assert _judge_move("12-11", -1, -1, stopped, game="tupik") == (
        "12-11: the opponent’s car in 4 can’t be stopped, 3 steps from the dead end. Every move loses here."
    )
    assert _judge_move("12-11", -1, -1, game="tupik") == "12-11. Every move loses here."


def test_the_coach_says_that_a_win_could_come_sooner():
    assert _judge_move("10-8", 1, 1, Reason("wins-later", turns=1), game="tupik") == (
        "10-8: wins 1 move later than it could."
    )


def test_the_coach_does_not_praise_a_point_right_beside_another():
    assert _judge_move("a8", 0, 0, Reason("mark-beside", point="a7"), game="curves", proved=False) == (
        "a8: right beside a7, so few arcs fit between the two."
    )
