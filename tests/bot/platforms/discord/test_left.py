"""What a process that died had acknowledged is done by the next one, and what it had not is not."""

from __future__ import annotations

import asyncio

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.core.game.people import Chat, Person
from bot.core.ports.platform import PRIVATE, Incoming, Message
from bot.core.queues.user_queue import Ticket
from bot.platforms.discord.recovery import Inbox, InboxEntry
from tests.bot.platforms.discord.scripted import ScriptedCore
from tests.bot.platforms.discord.standin import CHANNEL, standing_in
from tests.bot.platforms.discord.test_wire import open_door

ANN = Person("discord", "17", "Ann", "ann", "uk")
PRESSED = Incoming(Chat("discord", CHANNEL, direct=True), ANN, "/help", pressed=True, cause="discord:700")
TYPED = Incoming(Chat("discord", CHANNEL), ANN, "/help", cause="discord:701")


class Dying(ScriptedCore):
    """A core whose process is stopped while it handles something."""

    async def handle(self, incoming: Incoming, ticket: Ticket | None = None) -> tuple[Message, ...]:
        self.heard.append(incoming)
        return await asyncio.Future()


@pytest.fixture(autouse=True)
def addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """discord.py's own addresses come back after each test."""
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)


async def left(core: ScriptedCore, entry: InboxEntry) -> None:
    """A process dies over something."""
    inbox = Inbox(core.updates)
    handling = asyncio.create_task(_forever(inbox, entry))
    while not core.updates.kept:
        await asyncio.sleep(0)
    handling.cancel()
    await asyncio.wait([handling])


async def _forever(inbox: Inbox, entry: InboxEntry) -> None:
    async with inbox.holding(entry):
        await asyncio.Future()


async def test_what_was_acknowledged_is_handled_and_answered(core: ScriptedCore):
    core.answers["/help"] = (Message("Here is help.", envelope=PRIVATE),)
    await left(core, InboxEntry(PRESSED, "interaction-token"))
    async with standing_in() as server, open_door(server, core):
        answered = await server.call("POST", "/webhooks/1/interaction-token")
        while ("discord", "700") in core.updates.kept:
            await asyncio.sleep(0.01)
    assert core.heard == [PRESSED]
    assert (answered.body["content"], answered.body["flags"] & 64) == ("Here is help.", 64)


async def test_what_was_not_acknowledged_is_not_played(core: ScriptedCore):
    await left(core, InboxEntry(PRESSED, "interaction-token"))
    async with standing_in() as server:
        server.has_acknowledged = False
        async with open_door(server, core):
            await server.call("GET", "/messages/@original")
            while ("discord", "700") in core.updates.kept:
                await asyncio.sleep(0.01)
    assert core.heard == []


async def test_a_typed_text_is_answered_where_it_stands(core: ScriptedCore):
    core.answers["/help"] = (Message("Here is help."),)
    await left(core, InboxEntry(TYPED))
    async with standing_in() as server, open_door(server, core):
        answered = await server.call("POST", f"/channels/{CHANNEL}/messages")
    assert answered.body["content"] == "Here is help."


async def test_what_is_being_handled_is_kept_until_its_answer_is_given(core: ScriptedCore):
    core.answers["/hint"] = (Message("Take a1-a2.", envelope=PRIVATE),)
    async with standing_in() as server, open_door(server, core):
        await server.command("hint")
        await server.call("POST", "/callback")
        assert ("discord", "700") in core.updates.kept
        await server.call("PATCH", "/webhooks/1/interaction-token/messages/@original")
        while ("discord", "700") in core.updates.kept:
            await asyncio.sleep(0.01)


async def test_a_stop_leaves_what_is_being_handled_to_the_next_process():
    core = Dying()
    async with standing_in() as server, open_door(server, core):
        await server.press("tetradka:0:/accept BCDFGH")
        while not core.heard:
            await asyncio.sleep(0.01)
    assert ("discord", "700") in core.updates.kept
