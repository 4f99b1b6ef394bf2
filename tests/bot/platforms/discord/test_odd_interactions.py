"""Interactions that come late, twice, at once, or from another version are each answered once."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
import simcord
from simcord import interactions

from bot.platforms.discord.client import Client
from tests.bot.platforms.discord.inputs import tag_of
from tests.bot.platforms.discord.places import Board, Place, Spot, open_place
from tests.bot.platforms.discord.short_games import begin, session_of, settle
from tests.bot.platforms.discord.table import house


@pytest.fixture
def simcord_bot(empty_valkey) -> Client:
    return house(empty_valkey)


async def dispatch_interaction(
    env: simcord.Env, who: Any, channel: int, kind: int, data: dict[str, Any], **more: Any
) -> None:
    """Let an interaction arrive that no client of Discord's would send from what stands there."""
    guild = env.backend.get_channel(channel).guild_id
    _, payload = interactions.base_payload(
        env.backend, type=kind, channel_id=channel, guild_id=guild, user_id=who.id, data=data
    )
    env.backend.emit("INTERACTION_CREATE", {**payload, **more})


async def press_late(spot: Spot, who: Any, board: Board, text: str) -> None:
    """Press what stood under a board, whatever has become of it since, and wait for nothing."""
    data: dict[str, Any] = {"custom_id": board.presses().get(text), "component_type": 2}
    if menu := board.options().get(text):
        data = {"custom_id": menu, "component_type": 3, "values": [text]}
    await dispatch_interaction(spot.env, who, spot.channel.id, 3, data, message=deepcopy(dict(board.payload)))


async def test_a_form_that_is_sent_twice_moves_once_and_is_answered_twice(simcord_env):
    spot = await open_place(simcord_env, Place.CHANNEL)
    code = await begin(spot, "dots")
    board = spot.boards[-1]
    form = await spot.ann.click(board.message, custom_id=board.presses()[f"/move {tag_of(board)}"])
    await spot.ann.submit_modal(form, {"move": "a1-a2"})
    again = await spot.ann.click(spot.boards[-1].message, custom_id=spot.boards[-1].presses()[f"/move {code}@1"])
    await spot.ann.submit_modal(again, {"move": "a1-a2"})
    await settle(spot)
    assert (await session_of(spot, code)).ply == 1


async def test_two_presses_at_once_make_one_move_and_both_are_answered(simcord_env):
    spot = await open_place(simcord_env, Place.CHANNEL)
    code = await begin(spot, "dots")
    board = spot.boards[-1]
    for move in ("a1-a2", "b1-b2"):
        await press_late(spot, spot.ann, board, f"/move {code}@0 {move}")
    await settle(spot)
    assert (await session_of(spot, code)).ply == 1


async def test_a_press_under_a_board_that_is_gone_is_answered(simcord_env):
    spot = await open_place(simcord_env, Place.CHANNEL)
    code = await begin(spot, "dots")
    before = spot.boards[-1]
    before = Board(before.message, deepcopy(dict(before.payload)))
    await spot.slash(spot.ann, "move", move="a1-a2")
    await settle(spot)
    await press_late(spot, spot.ann, before, f"/more {code}")
    await press_late(spot, spot.ann, before, f"/move {code}@0 b1-b2")
    await press_late(spot, spot.ann, before, f"/move {code}@0")
    await settle(spot)
    assert (await session_of(spot, code)).ply == 1


@pytest.mark.sample(one_in=3)
@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (3, {"custom_id": "of-another-version", "component_type": 2}),
        (2, {"id": "9", "name": "gone", "type": 1, "options": [{"name": "what", "type": 3, "value": "all"}]}),
        (
            4,
            {
                "id": "9",
                "name": "gone",
                "type": 1,
                "options": [{"name": "x", "type": 3, "value": "a", "focused": True}],
            },
        ),
        (2, {"id": "9", "name": "move", "type": 1, "options": [{"name": "old", "type": 3, "value": "a1-a2"}]}),
        (5, {"custom_id": "of-another-version", "components": []}),
        (3, {"custom_id": "tetradka:0:", "component_type": 2}),
        (3, {"custom_id": "tetradka:-1:/move", "component_type": 2}),
        (3, {"custom_id": "tetradka:٣:/board", "component_type": 2}),
        (3, {"custom_id": "tetradka-menu:7", "component_type": 3, "values": ["/board"]}),
        (3, {"custom_id": "tetradka-menu:0", "component_type": 3, "values": []}),
        (3, {"custom_id": "tetradka-menu:0", "component_type": 2}),
        (3, {"custom_id": "tetradka:0:/mydata", "component_type": 3, "values": ["x"]}),
        (3, {"custom_id": "tetradka:0:/move BCDFGH@" + "9" * 70, "component_type": 2}),
        (3, {"custom_id": "tetradka:0:/challenge <@99999999999999999999> dots", "component_type": 2}),
        (5, {"custom_id": "tetradka-form:", "components": [{"type": 18, "component": {"type": 4, "value": None}}]}),
        (
            5,
            {
                "custom_id": "tetradka-form:x@-1",
                "components": [{"type": 1, "components": [{"type": 4, "value": "a1"}]}],
            },
        ),
    ],
)
async def test_an_interaction_of_another_version_or_a_forger_is_answered(simcord_env, kind, data):
    spot = await open_place(simcord_env, Place.CHANNEL)
    await begin(spot, "dots")
    more = {"message": dict(spot.boards[-1].payload)} if kind == 3 else {}
    await dispatch_interaction(simcord_env, spot.ann, spot.channel.id, kind, data, **more)
    await settle(spot)
    assert [type(error).__name__ for error in simcord_env.errors] in (
        ["CommandNotFound"],
        ["CommandSignatureMismatch"],
        [],
    )
