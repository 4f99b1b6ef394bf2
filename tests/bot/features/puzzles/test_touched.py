"""Puzzles, dailies and lessons are touched: their pictures have tags, which the bot knows in any process."""

from __future__ import annotations

import pytest

from bot.core.game.people import Chat
from bot.core.ports.page import Fit, Touch
from bot.core.ports.platform import Message
from bot.core.ports.store import Store
from engines.puzzles import puzzle_box
from tests.bot.scripted import Stage, person, private_chat

ANN = private_chat("ann")
DOTS = 6
FIRST, REPLY, LAST = puzzle_box()[DOTS - 1].solution


async def answer(stage: Stage, text: str) -> Message:
    [message] = await stage.type("ann", text, ANN, alone=True, in_private=True)
    return message


def tag_of(message: Message) -> str:
    assert message.picture
    return message.picture.of


async def test_a_puzzle_is_solved_by_its_touched_board_step_by_step(store: Store):
    stage = Stage(store)
    of = tag_of(await answer(stage, f"/puzzle {DOTS}"))
    board = await stage.router.touching.board(ANN, person("ann"), of, "en")
    assert board
    assert board.mine
    assert board.plays == of == f"/puzzle {DOTS}@1"
    assert FIRST in [place.name for place in board.places]
    verdict = await stage.router.touching.judge(ANN, Touch(of, taps=(FIRST,)), "en")
    assert verdict
    assert (verdict.text, verdict.fit) == (FIRST, Fit.WHOLE)
    message = await answer(Stage(store), f"{board.plays} {verdict.text}")
    assert message.text.startswith(f"{FIRST} is right.")
    assert tag_of(message) == f"/puzzle {DOTS}@2"
    solved = await answer(stage, f"/puzzle {DOTS}@2 {LAST}")
    assert "Solved!" in solved.text
    assert tag_of(solved) == ""


@pytest.mark.parametrize("press", [f"@1 {FIRST}", " show 1"])
async def test_a_second_press_is_answered_like_the_first(store: Store, press: str):
    stage = Stage(store)
    first = await answer(stage, f"/puzzle {DOTS}{press}")
    assert FIRST in first.text
    assert await answer(stage, f"/puzzle {DOTS}{press}") == first


async def test_a_second_press_on_the_last_step_still_names_the_idea(store: Store):
    stage = Stage(store)
    await answer(stage, f"/puzzle {DOTS}@1 {FIRST}")
    solved = await answer(stage, f"/puzzle {DOTS}@2 {LAST}")
    assert await answer(stage, f"/puzzle {DOTS}@2 {LAST}") == solved


async def test_a_wrong_press_on_the_board_of_a_passed_step_changes_nothing(store: Store):
    stage = Stage(store)
    await answer(stage, f"/puzzle {DOTS}@1 {FIRST}")
    late = await answer(stage, f"/puzzle {DOTS}@1 c3-d3")
    assert late.text.startswith("You’ve already passed step 1.")
    assert tag_of(late) == f"/puzzle {DOTS}@2"


async def test_the_board_after_a_wrong_step_is_touched_as_before(store: Store):
    stage = Stage(store)
    of = tag_of(await answer(stage, f"/puzzle {DOTS}"))
    assert tag_of(await answer(stage, f"{of} c3-d3")) == of
    past = await stage.router.touching.past(ANN, of, 0, "en")
    assert past
    assert "c3-d3" not in past.said


async def test_a_lesson_with_a_question_is_touched_and_a_page_without_one_is_not(store: Store):
    stage = Stage(store)
    of = tag_of(await answer(stage, "/learn dots 2"))
    verdict = await stage.router.touching.judge(ANN, Touch(of, taps=("a2-b2",)), "en")
    assert verdict
    assert (await answer(stage, f"{of} {verdict.text}")).text.startswith("a2-b2 is right.")
    assert await stage.router.touching.table(ANN, of, "en")


@pytest.mark.parametrize(
    "of",
    (
        *("/puzzle 6", "/puzzle 0@1", "/puzzle 99999@1", "/puzzle 6@9", "/puzzle ²@1", "/puzzle mine XKTRWQ@1"),
        *("/puzzle mine 5", "/daily 99999@1", "/learn dots 0", "/learn dots 99", "/learn x 1", "/move", "/"),
    ),
)
async def test_a_tag_of_nothing_and_of_a_daily_to_come_has_no_board(store: Store, of: str):
    touching = Stage(store).router.touching
    assert await touching.board(Chat("stage", "lobby"), person("ann"), of, "en") is None
    assert await touching.past(Chat("stage", "lobby"), of, 0, "en") is None


async def test_an_answer_on_the_board_of_another_mistake_is_not_judged(store: Store):
    stage = Stage(store)
    assert "XKTRWQ" not in (await answer(stage, "/puzzle mine XKTRWQ@3 a1-a2")).text
