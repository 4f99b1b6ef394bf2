"""Who has opened the Activity: what Discord's proxy signed, or an OAuth code, and who is in the instance."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
from nacl.signing import SigningKey

from bot.core.game.people import Chat, Person
from bot.core.language.speech import say
from bot.core.ports.page import Embedding, InvalidProofError, Seat
from bot.platforms.discord import Discord
from bot.platforms.discord.activity import Activity
from tests.bot.platforms.discord.conftest import Server
from tests.bot.platforms.discord.launching import (
    INSTANCE,
    PUBLIC,
    first_request,
    instance,
    private_channel,
    sign_headers,
)
from tests.bot.platforms.discord.scripted import ScriptedCore, open_adapter
from tests.bot.platforms.discord.standin import CHANNEL, SECRET, StandIn, standing_in

ENTRY = {"id": "5", "type": 4, "name": "launch", "description": "Opens it", "handler": 2, "version": "9"}


@pytest.fixture
async def discord() -> AsyncIterator[StandIn]:
    async with standing_in() as server:
        server.application["verify_key"] = PUBLIC
        server.instances[INSTANCE] = instance()
        server.channels[CHANNEL] = private_channel()
        yield server


@pytest.fixture
async def activity(discord: StandIn, core: ScriptedCore) -> AsyncIterator[Activity]:
    async with open_adapter(discord, core) as adapter:
        yield Activity(lambda: adapter.client, SECRET, time.time)


@pytest.mark.parametrize("in_hex", [False, True])
async def test_the_person_named_by_the_proxy_sits_in_the_channel_of_the_instance(activity: Activity, in_hex: bool):
    seat = await activity.seat(sign_headers(in_hex=in_hex), first_request())
    assert (seat.chat, seat.person) == (
        Chat("discord", CHANNEL, direct=True),
        Person("discord", "17", "Ann", "ann", "uk"),
    )
    assert await activity.is_inside(seat)


async def test_without_a_signature_a_code_authenticates_the_user_once(activity: Activity, discord: StandIn):
    discord.codes["a-code"] = "17"
    assert (await activity.seat({}, first_request(code="a-code"))).person.name == "Ann"
    with pytest.raises(InvalidProofError):
        await activity.seat({}, first_request(code="a-code"))


async def test_a_signature_by_another_key_is_refused(activity: Activity):
    with pytest.raises(InvalidProofError, match="not valid"):
        await activity.seat(sign_headers(key=SigningKey.generate()), first_request())


@pytest.mark.parametrize(
    "headers",
    [
        sign_headers() | {"X-Discord-Proxy-Payload": sign_headers("18")["X-Discord-Proxy-Payload"]},
        sign_headers() | {"X-Signature-Timestamp": "1"},
        sign_headers() | {"X-Signature-Ed25519": "x"},
        sign_headers() | {"X-Discord-Proxy-Payload": "e30="},
        {},
        sign_headers() | {"X-Signature-Ed25519": ""},
    ],
    ids=["another user", "another time", "no signature", "no payload", "nothing", "half"],
)
async def test_contradictory_proofs_are_refused(activity: Activity, headers: dict[str, str]):
    with pytest.raises(InvalidProofError):
        await activity.seat(headers, first_request())


@pytest.mark.parametrize(
    ("at", "seconds"), [(-61.0, 60), (60.0, 600), (0.0, 10**6)], ids=["expired", "of the future", "for too long"]
)
async def test_proofs_of_another_time_are_refused(activity: Activity, at: float, seconds: float):
    with pytest.raises(InvalidProofError, match="expired"):
        await activity.seat(sign_headers(at=time.time() + at, seconds=seconds), first_request())


async def test_a_user_outside_the_instance_is_refused(activity: Activity):
    with pytest.raises(InvalidProofError, match="not in this instance"):
        await activity.seat(sign_headers("18"), first_request())


@pytest.mark.parametrize("text", ["", "{}", '{"instance": "../../users/@me"}', first_request(instance="i-2"), "[1]"])
async def test_requests_without_an_instance_are_refused(activity: Activity, text: str):
    with pytest.raises(InvalidProofError):
        await activity.seat(sign_headers(), text)


async def test_in_a_private_channel_of_others_no_person_sits(activity: Activity, discord: StandIn):
    discord.channels["301"] = {"id": "301", "type": 3, "recipients": [], "name": None, "icon": None, "owner_id": "17"}
    discord.instances[INSTANCE] = instance("301")
    with pytest.raises(InvalidProofError, match="not in the channel"):
        await activity.seat(sign_headers(), first_request())


async def test_the_same_proof_has_the_same_name(activity: Activity):
    headers = sign_headers()
    first, second = await activity.seat(headers, first_request()), await activity.seat(headers, first_request())
    assert first.proof == second.proof != (await activity.seat(sign_headers(seconds=61), first_request())).proof


async def test_a_user_who_cannot_see_the_channel_is_not_inside(server: Server, simcord_env: Any):
    await simcord_env.settle()
    activity: Embedding = Activity(lambda: simcord_env.bot, SECRET, time.time)
    stranger = simcord_env.create_user("eve", global_name="Eve")
    for user, is_inside in ((server.ann.id, True), (stranger.id, False)):
        assert await activity.is_inside(Seat(server.chat, Person("discord", str(user), "x"))) is is_inside


async def test_without_a_connection_no_person_sits(activity: Activity):
    unconnected = Activity(lambda: None, SECRET, time.time)
    assert unconnected.origins == frozenset()
    assert activity.origins == {"https://1.discordsays.com"}
    with pytest.raises(InvalidProofError):
        await unconnected.seat(sign_headers(), first_request())


def test_without_its_secret_there_is_none():
    async def paint(scene: object, share: str = "") -> bytes:
        return b""

    assert Discord("token", paint=paint).embedding is None


async def test_the_command_that_opens_it_survives_the_sync(discord: StandIn, core: ScriptedCore):
    discord.commands = [ENTRY, {"id": "6", "type": 1, "name": "old", "description": "x"}]
    async with open_adapter(discord, core):
        sent = (await discord.call("PUT", "/applications/1/commands")).body
    assert sent[-1] == {name: ENTRY[name] for name in ("id", "type", "name", "description", "handler")}
    assert "old" not in [command["name"] for command in sent]


async def test_a_press_below_a_board_opens_the_activity(core: ScriptedCore):
    async with standing_in() as server, open_adapter(server, core):
        await server.press("tetradka-page:3")
        launched = await server.call("POST", "/callback")
    assert launched.body["type"] == 12
    assert core.heard == []


async def test_a_press_on_a_refused_activity_says_how_else_to_open_it(core: ScriptedCore):
    async with standing_in() as server, open_adapter(server, core):
        server.refuses_activities = True
        await server.press("tetradka-page:3")
        await server.call("POST", "/callback")
        answered = await server.call("POST", "/callback")
    assert (answered.body["type"], answered.body["data"]["content"]) == (4, say("uk", "activity-refused"))


async def test_boards_open_the_activity_only_where_one_is_configured_and_the_bot_knows_the_channel(core: ScriptedCore):
    async with standing_in() as server, open_adapter(server, core) as adapter:
        assert not adapter.opens_page
        assert adapter.page(Chat("discord", CHANNEL)) == ""
