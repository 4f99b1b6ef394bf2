"""What the sample feature keeps of a person is in their copy, and goes with them."""

from __future__ import annotations

import json

from bot.core.ports.store import Store
from tests.bot.scripted import Stage, private_chat


async def test_a_thrown_coin_is_exported_and_forgotten(store: Store):
    stage, direct_chat = Stage(store), private_chat("ann")
    await stage.type("ann", "/coin")
    assert await _thrown(stage) == "1"
    await stage.type("ann", "/forgetme yes", direct_chat)
    assert await _thrown(stage) == "0"


async def _thrown(stage: Stage) -> object:
    [copy] = await stage.type("ann", "/mydata", private_chat("ann"))
    assert copy.file is not None
    return json.loads(copy.file[1])["coins"]
