"""The result of a finished game is posted in the channel by one press, in the presser's name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.platforms.discord.client import Client
from tests.bot.platforms.discord.places import Place, Spot, open_place
from tests.bot.platforms.discord.short_games import begin, session_of, settle
from tests.bot.platforms.discord.table import house
from tests.bot.short_games import LINES


@pytest.fixture
def simcord_bot(empty_valkey) -> Client:
    return house(empty_valkey)


async def finish_game(spot: Spot) -> str:
    """Play a game to its end, and return its code."""
    code = await begin(spot, "tupik")
    for move in LINES["tupik"].moves:
        who = (
            spot.ann
            if (await session_of(spot, code)).on_turn == (await session_of(spot, code)).challenger
            else spot.bob
        )
        await spot.slash(who, "move", move=move)
        await settle(spot)
    return code


@pytest.mark.parametrize("place", [Place.CHANNEL, Place.FRIENDS, Place.NO_SEND])
async def test_a_double_press_posts_the_result_once_in_the_pressers_name(simcord_env, place):
    spot = await open_place(simcord_env, place)
    code = await finish_game(spot)
    board, before = spot.boards[-1], len(spot.boards)
    share = board.presses()[f"/share {code}"]
    await spot.bob.click(board.message, custom_id=share)
    await settle(spot)
    again = spot.answer_seen_by(await spot.ann.click(board.message, custom_id=share))
    assert again.text == "This result is already posted here."
    card = spot.boards[-1]
    assert len(spot.boards) == before + 1
    assert card.text.startswith("Bob shares a result.\nTupik")
    assert card.message.attachments
    assert [*card.presses()] == ["/challenge bot easy dots 3x3 second"]


async def test_a_person_posts_one_result_at_a_time_and_a_strangers_press_posts_none(simcord_env):
    spot = await open_place(simcord_env, Place.CHANNEL)
    for refusal in ("", "You’ve just posted a result. Try again in a few seconds."):
        code = await finish_game(spot)
        board = spot.boards[-1]
        interaction = await spot.ann.click(board.message, custom_id=board.presses()[f"/share {code}"])
        await settle(spot)
        if refusal:
            assert spot.answer_seen_by(interaction).text == refusal
    before = len(spot.boards)
    assert spot.channel.guild
    eve = spot.channel.guild.add_member(spot.env.create_user("mallory", global_name="Mallory"))
    interaction = await eve.click(board.message, custom_id=board.presses()[f"/share {code}"])
    assert spot.answer_seen_by(interaction).text == f"You aren’t playing in game {code}."
    assert len(spot.boards) == before


async def test_in_a_private_chat_with_the_bot_there_is_no_one_to_share_with(simcord_env):
    spot = await open_place(simcord_env, Place.OWN)
    code = await begin(spot, "dots")
    await spot.slash(spot.ann, "resign", confirm="yes")
    await settle(spot)
    assert f"/share {code}" not in spot.boards[-1].presses()


async def test_the_result_of_a_game_in_its_own_thread_goes_to_the_channel_around_it(simcord_env):
    around = await open_place(simcord_env, Place.CHANNEL)
    code = await begin(around, "dots", "2x2 thread=yes")
    thread = replace(around, channel=around.channel.threads[0])
    await thread.slash(thread.ann, "resign", confirm="yes")
    await settle(thread)
    board = thread.boards[-1]
    await thread.bob.click(board.message, custom_id=board.presses()[f"/share {code}"])
    await settle(thread)
    assert around.boards[-1].text.startswith("Bob shares a result.\nDots and Boxes, 2x2")
    assert thread.boards[-1].message.id == board.message.id
