"""What administrators have settled for a chat holds for everything that begins a game there."""

from __future__ import annotations

import pytest

from bot.core.game.people import Chat
from bot.core.ports.store import Store
from tests.bot.scripted import CHAT, Stage

GROUP = Chat("stage", "group")
ELSEWHERE = Chat("stage", "elsewhere")


async def _over(stage: Stage, chat: Chat = GROUP) -> str:
    """A game between Ann and Bob that is over; its code."""
    await stage.type("ann", "/challenge @bob dots 2x2", chat)
    code = stage.button("Accept").types.split()[1]
    await stage.type("bob", f"/accept {code}", chat)
    await stage.type("ann", f"/resign {code} yes", chat)
    return code


@pytest.mark.parametrize(
    ("settled", "why"),
    [("games=lgame", "This chat doesn’t play that"), ("challenge=admins", "Only administrators can challenge")],
)
async def test_a_rematch_is_a_challenge_and_held_to_it(store: Store, settled: str, why: str):
    stage = Stage(store)
    code = await _over(stage)
    await stage.type("ann", f"/settings {settled}", GROUP)
    [refusal] = await stage.type("bob", f"/again {code}", GROUP)
    assert why in refusal.text


async def test_the_first_rematch_of_a_game_waits_for_no_other_challenge_the_next_ones_do(store: Store):
    stage = Stage(store)
    code = await _over(stage)
    await stage.type("ann", "/settings cooldown=300s", GROUP)
    await stage.type("ann", "/challenge @carl dots", GROUP)
    await stage.type("bob", f"/again {code}", GROUP)
    assert stage.board.text.startswith("Ann, Bob challenges you")
    await stage.type("ann", "/decline", GROUP)
    [refusal] = await stage.type("bob", f"/again {code}", GROUP)
    assert "a pause between challenges" in refusal.text


async def test_a_chat_that_does_not_play_a_game_is_not_joined_to_it(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob dots 2x2", CHAT)
    accept = stage.button("Accept").types
    await stage.type("ann", "/settings games=lgame", ELSEWHERE)
    [refusal] = await stage.type("bob", accept, ELSEWHERE)
    assert "This chat doesn’t play that" in refusal.text
    await stage.type("ann", "/settings games=dots", ELSEWHERE)
    await stage.type("bob", accept, ELSEWHERE)
    await stage.type("ann", "/resign yes", CHAT)
    await stage.type("ann", "/settings games=lgame", ELSEWHERE)
    [refusal] = await stage.type("ann", "/again", CHAT)
    assert "This chat doesn’t play that" in refusal.text


async def test_a_setting_without_a_value_is_asked_for_one(store: Store):
    [question] = await Stage(store).type("ann", "/settings league", GROUP)
    assert question.text.startswith("The option league needs a value")
    assert [each.types for row in question.buttons for each in row] == ["/settings league=yes", "/settings league=no"]
