"""A text that is no move: people who talk are left alone, who is alone with the bot is told the next step."""

from __future__ import annotations

import pytest

from bot.core.game.people import Chat
from bot.core.ports.store import Store
from tests.bot.scripted import Stage

DIRECT = Chat("stage", "2", direct=True)


async def only_answer(stage: Stage, who: str, text: str) -> str:
    """The only answer to somebody who is alone with the bot."""
    (message,) = await stage.type(who, text, DIRECT, alone=True)
    assert message.envelope.private
    return message.text


@pytest.mark.parametrize("text", ["hello", "a1-a2", "aa1-ab1", "?", "pass", "👾", "ход"])
async def test_a_person_without_a_game_reads_how_to_begin(store: Store, text: str):
    line = await only_answer(Stage(store), "ann", text)
    assert "begin" in line or "/challenge" in line


async def test_without_a_game_four_buttons_lead_to_one(store: Store):
    stage = Stage(store)
    (message,) = await stage.type("ann.ru", "привет", DIRECT, alone=True)
    assert [button.types for row in message.buttons for button in row] == [
        "/challenge bot easy dots 3x3 second",
        "/learn",
        "/seek",
        "/setup",
    ]


async def test_a_player_on_turn_reads_how_a_move_looks(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge bot easy dots 3x3", DIRECT)
    assert await only_answer(stage, "ann", "top left") == (
        "“top left” isn’t a move. A move looks like this: a1-b1. More: /help"
    )


async def test_a_player_who_waits_for_a_person_reads_whose_turn_it_is(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob dots 3x3", DIRECT)
    await stage.press("bob", "Accept", DIRECT)
    assert "isn’t a move" in await only_answer(stage, "ann", "top left")
    await stage.type("ann", "a1-a2", DIRECT)
    assert await only_answer(stage, "ann", "and now?") == "It isn’t your turn: Bob is to move."


async def test_a_player_in_several_games_reads_which_they_are(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge bot easy dots 3x3", DIRECT)
    await stage.type("ann", "/challenge bot easy lgame", DIRECT)
    assert (await only_answer(stage, "ann", "hello")).startswith("Games:")


async def test_people_who_talk_are_left_alone(store: Store):
    stage = Stage(store)
    assert await stage.type("ann", "hello") == ()
    await stage.type("ann", "/challenge @bob dots 3x3")
    await stage.press("bob", "Accept")
    assert await stage.type("ann", "well, well") == ()
    assert await stage.type("bob", "top left") == ()
