"""What a process that died had acknowledged is done by the next one; after a long absence players are told of it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from bot.core.game.people import Chat, Person
from bot.core.language.speech import say
from bot.core.ports.platform import PRIVATE, Incoming, Message
from bot.core.queues.user_queue import Ticket
from bot.platforms.discord.recovery import LONG_DOWNTIME, RECENTLY_ASKED, Downtime, Inbox, InboxEntry
from tests.bot.platforms.discord.scripted import ScriptedCore, open_adapter
from tests.bot.platforms.discord.standin import CHANNEL, standing_in
from tests.bot.unfinished import Unfinished

ANN = Person("discord", "17", "Ann", "ann", "uk")
PRESSED = Incoming(Chat("discord", CHANNEL, direct=True), ANN, "/help", pressed=True, cause="discord:700")
TYPED = Incoming(Chat("discord", CHANNEL), ANN, "/help", cause="discord:701")


class Dying(ScriptedCore):
    """A core whose process is stopped while it handles something."""

    async def handle(self, incoming: Incoming, ticket: Ticket | None = None) -> tuple[Message, ...]:
        self.heard.append(incoming)
        self.endless: asyncio.Future[tuple[Message, ...]] = (
            asyncio.Future()
        )  # held, or its task is collected as garbage
        return await self.endless


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


async def test_an_acknowledged_interaction_is_handled_and_answered(core: ScriptedCore):
    core.answers["/help"] = (Message("Here is help.", envelope=PRIVATE),)
    await left(core, InboxEntry(PRESSED, "interaction-token"))
    async with standing_in() as server, open_adapter(server, core):
        answered = await server.call("POST", "/webhooks/1/interaction-token")
        while ("discord", "700") in core.updates.kept:
            await asyncio.sleep(0.01)
    assert core.heard == [PRESSED]
    assert (answered.body["content"], answered.body["flags"] & 64) == ("Here is help.", 64)


async def test_a_private_answer_does_not_fill_a_public_placeholder(core: ScriptedCore):
    core.answers["/help"] = (Message("Here is help.", envelope=PRIVATE),)
    await left(core, InboxEntry(PRESSED, "interaction-token"))
    async with standing_in() as server:
        server.promise = 1 << 7
        async with open_adapter(server, core):
            await server.call("DELETE", "/webhooks/1/interaction-token/messages/@original")
            answered = await server.call("POST", "/webhooks/1/interaction-token")
    assert answered.body["flags"] & 64


async def test_an_answer_too_late_for_its_interaction_goes_to_the_askers_own_chat(core: ScriptedCore):
    core.answers["/help"] = (Message("Here is help.", envelope=PRIVATE),)
    await left(core, InboxEntry(PRESSED, "interaction-token"))
    async with standing_in() as server:
        server.forgets = True
        async with open_adapter(server, core):
            post = await server.call("POST", "/users/@me/channels")
            answered = await server.call("POST", "/messages")
    assert str(post.body["recipient_id"]) == "17"
    assert answered.body["content"] == "Here is help."


async def test_an_interaction_without_acknowledgement_is_not_played(core: ScriptedCore):
    await left(core, InboxEntry(PRESSED, "interaction-token"))
    async with standing_in() as server:
        server.has_acknowledged = False
        async with open_adapter(server, core):
            await server.call("GET", "/messages/@original")
            while ("discord", "700") in core.updates.kept:
                await asyncio.sleep(0.01)
    assert core.heard == []


async def test_a_typed_text_is_answered_where_it_stands(core: ScriptedCore):
    core.answers["/help"] = (Message("Here is help."),)
    await left(core, InboxEntry(TYPED))
    async with standing_in() as server, open_adapter(server, core):
        answered = await server.call("POST", f"/channels/{CHANNEL}/messages")
    assert answered.body["content"] == "Here is help."


async def test_an_interaction_is_stored_until_it_is_answered(core: ScriptedCore):
    core.answers["/hint"] = (Message("Take a1-a2.", envelope=PRIVATE),)
    async with standing_in() as server, open_adapter(server, core):
        await server.command("hint")
        await server.call("POST", "/callback")
        assert ("discord", "700") in core.updates.kept
        await server.call("PATCH", "/webhooks/1/interaction-token/messages/@original")
        while ("discord", "700") in core.updates.kept:
            await asyncio.sleep(0.01)


async def test_an_interaction_handled_during_recovery_is_not_handled_again():
    updates = Slow()
    inbox = Inbox(updates)
    async with inbox.holding(InboxEntry(TYPED)):
        looking = asyncio.create_task(inbox.claim_orphans())
        await updates.asked.wait()
    updates.answers.set()
    assert await looking == []


class Slow(Unfinished):
    """A store whose answer is on its way for a while."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.answers = asyncio.Event(), asyncio.Event()

    async def claim_updates(self, adapter: str) -> Mapping[str, str]:
        kept = await super().claim_updates(adapter)
        self.asked.set()
        await self.answers.wait()
        return kept


async def test_a_stop_leaves_what_is_being_handled_to_the_next_process():
    core = Dying()
    async with standing_in() as server, open_adapter(server, core):
        await server.press("tetradka:0:/accept BCDFGH")
        while not core.heard:
            await asyncio.sleep(0.01)
    assert ("discord", "700") in core.updates.kept


@dataclass
class Clock:
    """A clock that moves when told, and the bots that look at it."""

    time: float = 1000.0
    kept: Unfinished = field(default_factory=Unfinished)

    def process(self) -> Downtime:
        return Downtime(self.kept, lambda: self.time)


@pytest.fixture
async def clock() -> Clock:
    """A bot that asked Ann in channel 7, showed a result in channel 8, and died."""
    clock = Clock()
    bot = clock.process()
    await bot.end_downtime()
    await bot.note_shown(7, Message("Ann, your move", mention=ANN))
    await bot.note_shown(8, Message("Bob, your move", mention=ANN))
    await bot.note_shown(8, Message("The game is over"))
    await bot.note_alive()
    return clock


async def test_the_notice_after_an_outage_is_in_the_language_of_the_player_on_turn(clock: Clock):
    clock.time += 3 * 60
    answer = await clock.process().end_downtime()
    assert {channel: message.text for channel, message in answer.items()} == {7: say("uk", "was-away", minutes=3)}
    assert [button.types for row in answer[7].buttons for button in row] == ["/board"]


async def test_a_channel_whose_game_goes_on_gets_no_notice(clock: Clock):
    clock.time += 3 * 60
    bot = clock.process()
    await bot.note_shown(9, Message("Ann, your move", mention=ANN))
    assert list(await bot.end_downtime()) == [7]
    assert ("discord-asked", "9") in clock.kept.kept


async def test_an_outage_is_announced_once(clock: Clock):
    clock.time += 3 * 60
    assert await clock.process().end_downtime()
    clock.time += 3 * 60
    assert await clock.process().end_downtime() == {}


async def test_a_short_absence_is_not_worth_a_word(clock: Clock):
    clock.time += LONG_DOWNTIME - 1
    assert await clock.process().end_downtime() == {}


async def test_a_player_asked_long_ago_gets_no_notice(clock: Clock):
    clock.time += RECENTLY_ASKED + 1
    await clock.process().note_alive()
    bot = clock.process()
    bot.note_connected()
    await bot.note_alive()
    clock.time += LONG_DOWNTIME + 1
    assert await clock.process().end_downtime() == {}


async def test_a_lost_connection_that_goes_on_is_no_absence(clock: Clock):
    bot = clock.process()
    await bot.end_downtime()
    bot.note_disconnected()
    clock.time += LONG_DOWNTIME + 1
    bot.note_connected()
    await bot.note_alive()
    assert await clock.process().end_downtime() == {}


async def test_the_adapter_reports_the_downtime_once_it_is_connected(core):
    await Downtime(core.updates, lambda: 1000.0).end_downtime()
    gone = Downtime(core.updates, lambda: 1000.0)
    await gone.end_downtime()
    await gone.note_alive()
    await gone.note_shown(int(CHANNEL), Message("Ann, your move", mention=ANN))
    async with standing_in() as server, open_adapter(server, core):
        post = await server.call("POST", f"/channels/{CHANNEL}/messages")
        beginning, end = say("uk", "was-away", minutes=0).split("0")
        assert post.body["content"].startswith(beginning) and post.body["content"].endswith(end)
        while ("discord-asked", CHANNEL) in core.updates.kept:
            await asyncio.sleep(0.01)
