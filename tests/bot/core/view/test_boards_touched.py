"""A move in the making on a board is judged by the engine: how far it has come, what it takes, why not."""

from __future__ import annotations

from bot.core.ports.page import Fit, Touch, Verdict
from bot.core.ports.store import Store
from tests.bot.scripted import CHAT, Stage, person


async def begin_game(store: Store, challenge: str, *moves: tuple[str, str]) -> Stage:
    stage = Stage(store)
    await stage.type("ann", challenge, CHAT)
    await stage.press("bob", "Accept", CHAT)
    for player, move in moves:
        await stage.type(player, f"/move {move}", CHAT)
    return stage


async def judge_touch(stage: Stage, text: str = "", *taps: str, about: str = "", language: str = "en") -> Verdict:
    picture = stage.board.picture
    assert picture and picture.of
    verdict = await stage.router.touching.judge(CHAT, Touch(picture.of, text, taps, about), language)
    assert verdict
    return verdict


async def test_a_side_that_takes_a_box_says_so(store: Store):
    moves = ("ann", "a1-a2"), ("bob", "a1-b1"), ("ann", "a2-b2")
    stage = await begin_game(store, "/challenge @bob dots 2x2", *moves)
    verdict = await judge_touch(stage, "", "b1-b2")
    assert (verdict.text, verdict.fit) == ("b1-b2", Fit.WHOLE)
    assert "Bob takes" in verdict.said
    assert verdict.ghost


async def test_a_side_that_is_drawn_says_why_not(store: Store):
    stage = await begin_game(store, "/challenge @bob dots 2x2", ("ann", "a1-a2"))
    verdict = await judge_touch(stage, "", "a1-a2")
    assert verdict.fit is Fit.WRONG
    assert "already" in verdict.said


async def test_half_an_l_asks_for_the_rest_and_a_whole_one_can_go_on(store: Store):
    stage = await begin_game(store, "/challenge @bob lgame")
    half, whole = await judge_touch(stage, "", "d4"), await judge_touch(stage, "", "d4 c4 d3 d2")
    assert (half.fit, half.said) == (Fit.PART, "d4 chosen. Where does the L go?")
    assert (whole.text, whole.fit) == ("d2-d4-c4", Fit.LEGAL)


async def test_a_curve_that_touches_another_gives_way_to_the_nearest_legal_one(store: Store):
    moves = ("ann", "a1"), ("bob", "c2"), ("ann", "h1"), ("bob", "e2"), ("ann", "a1-h1")
    stage = await begin_game(store, "/challenge @bob curves 8x6 points=4", *moves)
    verdict = await judge_touch(stage, "", "c2", "e2", "via d1")
    assert (verdict.fit, bool(verdict.instead)) == (Fit.WRONG, True)
    assert verdict.handle
    assert (await judge_touch(stage, verdict.instead)).fit is Fit.WHOLE


async def test_a_place_is_described_in_the_asker_s_language(store: Store):
    stage = await begin_game(store, "/challenge @bob dots 2x2")
    answer = {
        language: (await judge_touch(stage, about="a1-a2", language=language)).told for language in ("en", "ru", "uk")
    }
    assert all(answer.values())
    assert len(set(answer.values())) == 3


async def test_a_text_that_is_no_move_is_unread_and_a_pie_word_is_whole(store: Store):
    stage = await begin_game(store, "/challenge @bob dots 2x2 pie=2", ("ann", "a1-a2"))
    assert (await judge_touch(stage, "hello there")).fit is Fit.UNREAD
    assert (await judge_touch(stage, "stop")).fit is Fit.WHOLE


async def test_the_words_that_are_moves_stand_beside_the_board_of_who_is_to_move(store: Store):
    stage = await begin_game(store, "/challenge @bob dots 2x2 pie=2", ("ann", "a1-a2"))
    picture = stage.board.picture
    assert picture
    boards = [await stage.router.touching.board(CHAT, person(name), picture.of, "en") for name in ("ann", "bob")]
    assert [board and (board.mine, board.words) for board in boards] == [
        (True, (("stop", "stop"),)),
        (False, (("stop", "stop"),)),
    ]


async def test_a_position_that_is_gone_is_not_judged(store: Store):
    stage = await begin_game(store, "/challenge @bob dots 2x2")
    picture = stage.board.picture
    assert picture
    await stage.type("ann", "/move a1-a2", CHAT)
    assert await stage.router.touching.judge(CHAT, Touch(picture.of, "b1-b2"), "en") is None
    assert await stage.router.touching.judge(CHAT, Touch("NOSUCH@3", "b1-b2"), "en") is None


async def test_a_plan_lies_only_on_its_owner_s_board(store: Store):
    stage = await begin_game(store, "/challenge @bob dots 2x2 pie=0", ("ann", "a1-a2"))
    picture = stage.board.picture
    assert picture
    await stage.type("ann", "/if b1-b2 then c1-c2", CHAT)
    boards = [await stage.router.touching.board(CHAT, person(name), picture.of, "en") for name in ("ann", "bob")]
    assert [board and len(board.planned) for board in boards] == [2, 0]


async def test_a_city_without_an_own_car_says_what_is_there(store: Store):
    stage = await begin_game(store, "/challenge @bob tupik 1>2,3 2>4 3>4 4>5", ("ann", "1"), ("bob", "2"))
    verdict = await judge_touch(stage, "", "5")
    assert verdict.fit is Fit.PART
    assert verdict.said.startswith("City 5")
    assert verdict.said.endswith("Which move?")
