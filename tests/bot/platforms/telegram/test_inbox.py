"""What came in is handled once, whatever dies in between: Telegram keeps it until it is handled or kept here."""

from __future__ import annotations

import asyncio

import pytest

from bot.core.ports.platform import Message
from bot.core.upkeep.tasks import Lease
from bot.platforms.telegram import Telegram, Webhook
from tests.bot.platforms.telegram.opening import adapter_to, paint, serving, webhook
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.scripted import ScriptedCore
from tests.bot.platforms.telegram.server import TOKEN, BotApi
from tests.bot.platforms.telegram.town import PATIENCE, Town
from tests.bot.unfinished import Unfinished


@pytest.fixture(params=["polling", "webhook"])
def hook(request: pytest.FixtureRequest) -> Webhook | None:
    """Both ways of getting updates."""
    return webhook() if request.param == "webhook" else None


async def until_forgotten(town: Town) -> None:
    """Returns once Telegram has no update left."""
    async with asyncio.timeout(PATIENCE):
        while town.updates:
            await asyncio.sleep(0.01)


async def until_stored(core: ScriptedCore) -> None:
    """Returns once the house keeps something."""
    async with asyncio.timeout(PATIENCE):
        while not core.updates.kept:
            await asyncio.sleep(0.01)


async def test_telegram_keeps_an_update_until_it_is_handled(
    api: BotApi, core: ScriptedCore, town: Town, ann: Human, hook: Webhook | None
) -> None:
    core.gates["a move"] = asyncio.Event()
    async with serving(adapter_to(api, webhook=hook), core):
        ann.says(ann.starts(), "a move")
        await core.hears()
        assert town.updates
        core.gates["a move"].set()
        await until_forgotten(town)
    assert core.has_heard_all()
    assert not core.updates.kept


async def test_an_update_in_progress_at_a_crash_is_handled_by_the_next_process(
    api: BotApi, core: ScriptedCore, town: Town, ann: Human, hook: Webhook | None
) -> None:
    core.gates["a move"] = asyncio.Event()
    async with serving(adapter_to(api, webhook=hook), core):
        ann.says(ann.starts(), "a move")
        await core.hears()
    after = ScriptedCore()
    after.updates = core.updates
    after.answers["a move"] = (Message("played"),)
    async with serving(adapter_to(api, webhook=hook), after):
        assert (await after.hears()).text == "a move"
        assert (await ann.room.post()).text == "played"
        await until_forgotten(town)
    assert after.has_heard_all()
    assert not after.updates.kept
    assert ann.room.posts.empty()


async def test_a_slow_update_is_stored_so_that_telegram_sends_the_others(
    api: BotApi, core: ScriptedCore, town: Town, ann: Human, hook: Webhook | None
) -> None:
    core.gates["/hint"] = asyncio.Event()
    async with serving(adapter_to(api, webhook=hook), core):
        ann.says(ann.starts(), "/hint")
        for number in range(120):
            ann.says(ann.room, f"{number}")
        assert [(await core.hears()).text for _ in range(121)] == ["/hint", *map(str, range(120))]
        await until_stored(core)
        await until_forgotten(town)
        core.gates["/hint"].set()


async def test_an_update_that_cannot_be_read_is_skipped(
    api: BotApi, core: ScriptedCore, town: Town, ann: Human, hook: Webhook | None
) -> None:
    async with serving(adapter_to(api, webhook=hook), core):
        town.update(message={"message_id": "no number", "chat": 7})
        ann.says(ann.starts(), "a move")
        assert (await core.hears()).text == "a move"
        await until_forgotten(town)


async def test_two_thousand_texts_that_wait_come_again_after_a_stop(
    api: BotApi, core: ScriptedCore, ann: Human
) -> None:
    texts = [f"{number}" for number in range(2000)]
    core.gates["7"] = asyncio.Event()
    async with serving(adapter_to(api), core):
        for text in texts:
            ann.says(ann.starts(), text)
        assert [(await core.hears()).text for _ in range(8)] == texts[:8]
    after = ScriptedCore()
    after.updates = core.updates
    async with serving(adapter_to(api), after):
        assert [(await after.hears()).text for _ in range(1993)] == texts[7:]


async def test_an_update_is_stored_once_the_store_answers_again(
    api: BotApi, core: ScriptedCore, town: Town, ann: Human
) -> None:
    core.updates.refusals = 2
    core.gates["/hint"] = asyncio.Event()
    async with serving(adapter_to(api), core):
        ann.says(ann.starts(), "/hint")
        await core.hears()
        await until_stored(core)
        await until_forgotten(town)
        core.gates["/hint"].set()


class Changing(Unfinished):
    """A lease that this process has, has not and has again."""

    mine, are_others, peer_count = True, False, 1

    def __init__(self) -> None:
        super().__init__()
        self.refused = asyncio.Event()

    async def take(self, lease: str, seconds: float, inherits: bool = False) -> bool:
        if not self.mine:
            self.refused.set()
        return self.mine

    async def is_another(self, process: str) -> bool:
        return False

    async def release(self, lease: str) -> None:
        self.mine = False


async def test_an_update_cancelled_with_the_lease_is_handled_when_it_is_regained(
    api: BotApi, core: ScriptedCore, town: Town, ann: Human
) -> None:
    leases = Changing()
    core.gates["a move"] = asyncio.Event()
    core.updates.refusals = 10**6
    url = f"{api.address}/bot"
    adapter = Telegram(TOKEN, paint=paint, base_url=url, lease=Lease(leases, "polling"))
    async with serving(adapter, core):
        ann.says(ann.starts(), "a move")
        await core.hears()
        leases.mine = False
        await leases.refused.wait()
        leases.mine = True
        assert (await core.hears()).text == "a move"
        core.gates["a move"].set()
        await until_forgotten(town)
        ann.says(ann.room, "another")
        assert (await core.hears()).text == "another"
