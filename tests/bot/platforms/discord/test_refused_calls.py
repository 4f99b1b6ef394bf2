"""Whatever call Discord refuses, each press is answered and the game goes on; no board goes before the next stands."""

from __future__ import annotations

from itertools import product

import pytest
from simcord import interactions

from bot.platforms.discord.client import Client
from tests.bot.answered import ledger
from tests.bot.platforms.discord.inputs import Input, enter
from tests.bot.platforms.discord.places import Place, open_place, payloads_of
from tests.bot.platforms.discord.short_games import begin, session_of, settle
from tests.bot.platforms.discord.table import house
from tests.bot.short_games import LINES

CALLS = {
    "post": ("POST", "/channels/*/messages"),
    "delete": ("DELETE", "/channels/*/messages/*"),
    "answer": ("POST", "/interactions/*"),
    "follow-up": ("POST", "/webhooks/*"),
    "edit": ("PATCH", "/webhooks/*"),
}
TOKEN_LIVES = 16 * 60
"""Seconds after which Discord takes no more answers to an interaction."""
REFUSALS = {"forbidden": (403, 50013), "gone": (404, 10008), "flooded": (429, 0), "broken": (500, 0)}


@pytest.fixture
def simcord_bot(empty_valkey) -> Client:
    return house(empty_valkey)


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot wait less than else for another try."""
    monkeypatch.setattr("bot.platforms.discord.adapter._SOON", 0.2)
    monkeypatch.setattr("bot.platforms.discord.interaction_answers._ACKNOWLEDGED_AFTER", 0.4)


@pytest.mark.sample(one_in=5)
@pytest.mark.parametrize(("call", "refusal"), [*product(CALLS, REFUSALS)], ids=str)
async def test_a_game_goes_on_though_discord_refuses_a_call_at_each_move(simcord_env, hurry, call, refusal):
    spot = await open_place(simcord_env, Place.CHANNEL)
    code = await begin(spot, "dots")
    status, number = REFUSALS[refusal]
    for by, move in zip(Input, LINES["dots"].moves[:4], strict=False):
        session = await session_of(spot, code)
        simcord_env.backend.faults.clear()
        simcord_env.inject_error(*CALLS[call], status=status, code=number)
        who = spot.ann if session.on_turn == session.challenger else spot.bob
        await enter(spot, who, by, session.position, session.game, move)
        await settle(spot)
        assert (await session_of(spot, code)).ply == session.ply + 1
        assert f"{code}@{session.ply + 1}" in " ".join(spot.boards[-1].presses())


async def test_a_board_that_a_channel_would_not_take_comes_when_its_permissions_change(simcord_env):
    spot = await open_place(simcord_env, Place.NO_ATTACH)
    code = await begin(spot, "dots")
    await simcord_env.advance_time(TOKEN_LIVES)
    await enter(spot, spot.ann, Input.MENTION, (await session_of(spot, code)).position, "dots", "a1-a2")
    await settle(spot)
    assert f"{code}@0" in " ".join(spot.boards[-1].presses())
    spot.permit()
    await settle(spot)
    await settle(spot)
    assert f"{code}@1" in " ".join(spot.boards[-1].presses())


@pytest.mark.excused("Discord knows the interaction no more", faults=["unanswered"])
@pytest.mark.parametrize("place", [Place.FRIENDS, Place.NO_SEND], ids=str)
async def test_a_request_that_discord_refuses_is_not_repeated(simcord_env, monkeypatch, place):
    monkeypatch.setattr(interactions, "base_payload", payloads_of(place))
    spot = await open_place(simcord_env, place)
    code = await begin(spot, "dots")
    for method, path, number in (("POST", "/interactions/*", 10062), ("*", "/webhooks/*", 10015)):
        simcord_env.inject_error(method, path, status=404, code=number, times=None)
    await spot.slash(spot.ann, "move", move="a1-a2")
    await simcord_env.advance_time(300)
    assert (await session_of(spot, code)).ply == 1
    assert len(ledger().refused) <= 4, ledger().refused
    simcord_env.backend.faults.clear()
    await simcord_env.advance_time(60)
    await spot.slash(spot.bob, "board")
    await settle(spot)
    assert f"{code}@1" in " ".join(spot.boards[-1].presses())
