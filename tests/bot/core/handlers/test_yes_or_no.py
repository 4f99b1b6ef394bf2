"""A yes or a no answers the last question, or the offer that waits."""

from __future__ import annotations

import pytest

from bot.core.game.people import Chat
from bot.core.ports.platform import Message
from bot.core.ports.store import Store
from tests.bot.scripted import CHAT, Stage, person, private_chat

ANN, HOUR = private_chat("ann"), 3600.0
YES = ["yes", "Yes!", "ok", "yesss please", "👍🏽", "да", "ага", "так", "yes, thanks"]
YES += [
    "i agree",
    "do it",
    "go for it",
    "sure thing",
    "Yes, do it please",
    "да давай",
    "само собой",
    "не против",
    "хай так",
]


async def _game(store: Store, opponent: str = "bot easy second") -> Stage:
    stage = Stage(store)
    await stage.type("ann", f"/challenge {opponent} dots 3x3 pie=0", ANN)
    return stage


async def _answer(stage: Stage, text: str, chat: Chat = ANN, who: str = "ann", **more: object) -> Message:
    [message] = await stage.type(who, text, chat, **({"alone": True, "in_private": chat is ANN} | more))
    return message


async def _leads_to_a_board(stage: Stage, text: str) -> bool:
    """Return whether a text leads to a new board."""
    boards = len(stage.adapter.shown)
    await stage.type("ann", text, ANN, alone=True, in_private=True)
    return len(stage.adapter.shown) > boards


async def _stage_with_offer(store: Store, word: str) -> Stage:
    """Return a game of Ann and Bob in a group, in which Bob has offered a draw or asked to take a move back."""
    stage = Stage(store)
    await stage.type("bob", "/challenge @ann dots 3x3 pie=0")
    await stage.press("ann", "Accept")
    await stage.type("bob", "/move a1-a2")
    await stage.type("bob", f"/{word}")
    return stage


@pytest.mark.parametrize("yes", YES)
async def test_yes_plays_the_move_that_was_meant(store: Store, yes: str):
    stage = await _game(store, "bot easy")
    await _answer(stage, "I play c3-c4")
    assert await _leads_to_a_board(stage, yes)
    assert "c3-c4" in stage.board.text


@pytest.mark.parametrize(
    "no", ["no", "Nope.", "нет", "ні", "👎", "no way", "nah", "don’t do it", "не надо", "не треба", "да нет", "та ні"]
)
async def test_no_plays_nothing_and_neither_does_a_later_yes(store: Store, no: str):
    stage = await _game(store, "bot easy")
    await _answer(stage, "I play c3-c4")
    assert not await _leads_to_a_board(stage, no)
    assert not await _leads_to_a_board(stage, "yes")


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("1", "c3-c4"),
        ("2.", "d3-d4"),
        ("the first", "c3-c4"),
        ("Second one please", "d3-d4"),
        ("option two", "d3-d4"),
        ("первый", "c3-c4"),
        ("давай второй вариант", "d3-d4"),
        ("перший", "c3-c4"),
        ("другий", "d3-d4"),
        ("2️⃣", "d3-d4"),
    ],
)
async def test_an_offered_button_can_be_counted(store: Store, text: str, move: str):
    stage = await _game(store, "bot easy")
    await _answer(stage, "c3-c4 or d3-d4")
    assert await _leads_to_a_board(stage, text)
    assert move in stage.board.text


@pytest.mark.parametrize("text", ["the third", "first or second", "the first?"])
async def test_a_button_that_is_not_there_or_in_question_is_not_pressed(store: Store, text: str):
    stage = await _game(store, "bot easy")
    await _answer(stage, "c3-c4 or d3-d4")
    assert not await _leads_to_a_board(stage, text)


@pytest.mark.parametrize("text", ["go on", "поехали", "вперед"])
async def test_a_text_that_may_be_mere_talk_accepts_no_draw(store: Store, text: str):
    stage = await _stage_with_offer(store, "draw")
    await _answer(stage, "c3-c4?", CHAT)
    message = await _answer(stage, text, CHAT)
    assert message.text == "Which one do you mean?"


async def test_a_question_is_over_after_any_other_text(store: Store):
    stage = await _game(store, "bot easy")
    await _answer(stage, "I play c3-c4")
    await _answer(stage, "whose turn is it?")
    assert not await _leads_to_a_board(stage, "yes")


async def test_a_question_is_open_for_a_while(store: Store):
    stage = await _game(store, "bot easy")
    await _answer(stage, "I play c3-c4")
    stage.time += HOUR
    assert not await _leads_to_a_board(stage, "yes")


async def test_a_yes_elsewhere_answers_nothing(store: Store):
    stage = await _game(store, "bot easy")
    await _answer(stage, "I play c3-c4")
    boards = len(stage.adapter.shown)
    await stage.type("ann", "yes", Chat("stage", "9", direct=True), alone=True)
    assert len(stage.adapter.shown) == boards


async def test_of_several_moves_a_yes_plays_none_and_a_label_plays_one(store: Store):
    stage = await _game(store, "bot easy")
    await _answer(stage, "c3-c4 or d3-d4")
    again = await _answer(stage, "yes")
    assert [button.label for row in again.buttons for button in row] == ["c3-c4", "d3-d4"]
    assert await _leads_to_a_board(stage, "d3-d4")


async def test_the_meant_place_of_a_move_can_be_typed(store: Store):
    stage = await _game(store, "bot easy")
    stage.time += HOUR
    await _answer(stage, "/puzzle 6")
    await _answer(stage, "a3-b3")
    assert await _leads_to_a_board(stage, "game")
    assert "a3-b3" in stage.board.text


async def test_yes_resigns_once_it_was_asked(store: Store):
    stage = await _game(store, "bot easy")
    assert "Resign" in (await _answer(stage, "i resign lol")).text
    assert await _leads_to_a_board(stage, "yes")
    assert "resigned" in stage.board.text


async def test_a_question_is_forgotten_with_the_person(store: Store):
    stage = await _game(store, "bot easy")
    await _answer(stage, "I play c3-c4")
    assert "question" in await store.people.data_of(person("ann").key)
    sure = await _answer(stage, "/forgetme")
    await stage.type("ann", sure.buttons[0][0].types, ANN, pressed=True, in_private=True)
    assert "question" not in await store.people.data_of(person("ann").key)


@pytest.mark.parametrize(("answer", "result"), [("yes", "draw"), ("да", "draw"), ("no", "declines")])
async def test_an_offered_draw_is_answered(store: Store, answer: str, result: str):
    stage = await _stage_with_offer(store, "draw")
    await stage.type("ann", answer, CHAT, alone=True)
    assert result in stage.board.text.casefold()


@pytest.mark.parametrize("answer", ["yes", "no"])
async def test_an_answer_between_a_question_and_an_offer_leads_to_buttons_for_both(store: Store, answer: str):
    stage = await _stage_with_offer(store, "draw")
    await stage.type("ann", "c3-c4?", CHAT, alone=True)
    boards = len(stage.adapter.shown)
    for _ in range(2):
        asks = await _answer(stage, answer, CHAT)
        assert [button.label for row in asks.buttons for button in row] == ["c3-c4", "Accept draw", "Decline draw"]
    assert len(stage.adapter.shown) == boards


async def test_an_offered_draw_is_not_accepted_by_talk_among_people(store: Store):
    stage = await _stage_with_offer(store, "draw")
    boards = len(stage.adapter.shown)
    asks = await _answer(stage, "ok", CHAT, alone=False)
    assert asks.buttons[0][0].label == "Accept draw"
    assert len(stage.adapter.shown) == boards


@pytest.mark.parametrize(("answer", "stage_after"), [("ok", "your move"), ("no", "declines")])
async def test_a_challenge_is_answered(store: Store, answer: str, stage_after: str):
    stage = Stage(store)
    await stage.type("bob", "/challenge @ann dots 3x3 pie=0")
    await stage.type("ann", answer, CHAT, alone=True)
    assert stage_after in stage.board.text


async def test_a_yes_without_a_question_leads_to_help(store: Store):
    stage = Stage(store)
    assert (await _answer(stage, "yes")).buttons


@pytest.mark.parametrize("text", ["rematch", "реванш", "/again", "lets play again"])
async def test_a_rematch_during_a_game_is_asked_about(store: Store, text: str):
    stage = await _game(store, "bot easy")
    games, asks = await store.people.games_of(person("ann").key), await _answer(stage, text)
    assert asks.buttons[0][0].types.startswith("/again ")
    assert await store.people.games_of(person("ann").key) == games
    await stage.type("ann", asks.buttons[0][0].types, ANN, pressed=True)
    assert len(await store.people.games_of(person("ann").key)) == len(games) + 1


async def test_a_typed_cancel_in_a_game_offers_what_it_can_mean(store: Store):
    stage = await _game(store, "bot easy")
    asks = await _answer(stage, "cancel")
    assert [button.types.split()[0] for row in asks.buttons for button in row] == ["/undo", "/resign"]
