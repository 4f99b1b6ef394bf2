"""The result of a finished game is posted in the channel by one press, in the presser's name."""

from __future__ import annotations

import time
from dataclasses import replace

import discord
import pytest
from simcord import interactions
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.features.puzzles.exercises import Dailies, day_number
from bot.platforms.discord.client import Client
from tests.bot.platforms.discord.places import Board, Place, Spot, open_place, payloads_of
from tests.bot.platforms.discord.short_games import begin, session_of, settle
from tests.bot.platforms.discord.standin import parts_of
from tests.bot.platforms.discord.table import house
from tests.bot.short_games import LINES

TODAY = day_number(time.time())


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


async def solve_daily(spot: Spot) -> Board:
    """Solve the daily puzzle without a wrong try, and return the page that says so."""
    for move in Dailies().of(TODAY).puzzle.solution[::2]:
        interaction = await spot.slash(spot.ann, "daily", move=move)
        await settle(spot)
    return spot.answer_seen_by(interaction)


@pytest.mark.parametrize("wants_daily", [False, True], ids=["where the solver plays", "in a chat that wants it"])
async def test_a_daily_solved_in_private_is_a_card_to_forward_and_is_posted(simcord_env, wants_daily):
    around = await open_place(simcord_env, Place.CHANNEL)
    if wants_daily:
        assert around.channel.guild
        role = around.channel.guild.create_role("keeper", permissions=discord.Permissions(manage_guild=True))
        eve = around.channel.guild.add_member(around.env.create_user("eve"), roles=[role])
        await around.slash(eve, "settings", change="daily=18:00")
    else:
        await begin(around, "dots")
    own = Spot(around.env, Place.OWN, around.ann.user.dm_channel, around.ann.user, around.bob)
    page = await solve_daily(own)
    share, post = f"/daily {TODAY} share", f"/daily {TODAY} post discord:{around.channel.id}"
    assert [*page.presses()] == ["/puzzle next", share]
    interaction = await own.ann.click(page.message, custom_id=page.presses()[share])
    await settle(own)
    card, ways = own.board(interaction.response._message), own.board(interaction.followups[-1]._message)
    assert (card.text.split(" · ")[0], len(card.message.attachments)) == (f"Tetradka {TODAY}", 1)
    assert not card.message.ephemeral
    assert ways.text.startswith("To share your result, forward the new message, or post it to a chat.")
    [button] = [part for part in parts_of(ways.payload["components"]) if "custom_id" in part]
    guild = around.channel.guild
    assert guild and button["label"] == f"Post to #{around.channel.name} · {guild.name}"
    await own.ann.click(ways.message, custom_id=ways.presses()[post])
    await settle(own)
    line = around.boards[-1]
    assert line.text.startswith(f"Ann: Tetradka {TODAY} · ")
    assert line.message.attachments
    again = own.answer_seen_by(await own.ann.click(ways.message, custom_id=ways.presses()[post]))
    assert again.text == "It’s already posted there."


async def test_a_daily_is_posted_to_no_chat_where_the_solver_may_not_write(simcord_env):
    around = await open_place(simcord_env, Place.CHANNEL)
    await begin(around, "dots")
    assert around.channel.guild
    everyone = Overwrite(
        around.channel.guild.id, OverwriteType.ROLE, allow=0, deny=discord.Permissions(send_messages=True).value
    )
    around.env.backend.set_overwrite(around.channel.id, everyone)
    await around.env.settle()
    own = Spot(around.env, Place.OWN, around.ann.user.dm_channel, around.ann.user, around.bob)
    await solve_daily(own)
    interaction = await own.slash(own.ann, "daily", move=f"{TODAY} share")
    await settle(own)
    assert own.board(interaction.followups[-1]._message).text == "To share your result, forward the new message."
    before = len(around.boards)
    await own.slash(own.ann, "daily", move=f"{TODAY} post discord:{around.channel.id}")
    await settle(own)
    assert len(around.boards) == before


@pytest.mark.parametrize("place", [Place.CHANNEL, Place.FRIENDS, Place.USER_INSTALL, Place.NO_SEND])
async def test_a_daily_solved_among_others_is_posted_there_by_one_press_with_its_picture(
    simcord_env, place, monkeypatch
):
    monkeypatch.setattr(interactions, "base_payload", payloads_of(place))
    spot = await open_place(simcord_env, place)
    page = await solve_daily(spot)
    assert page.message.ephemeral
    await spot.ann.click(page.message, custom_id=page.presses()[f"/daily {TODAY} post"])
    await settle(spot)
    [line] = spot.boards
    assert line.text.startswith(f"Ann: Tetradka {TODAY} · ")
    assert line.message.attachments
    assert [*line.presses()] == ["/daily"]
