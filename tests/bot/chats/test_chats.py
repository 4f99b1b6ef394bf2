"""Conversations go on Telegram, on Discord and on the page as they are written, but for the platforms' own customs.

The suite plays every second of them on one platform, in turn; `make long` plays each on all the others.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.store.redis import RedisStore
from engines.kernels.loading import warm
from tests.bot.chats.comparing import Comparison
from tests.bot.chats.playing import ADAPTERS, LACKING, play
from tests.bot.chats.script import FILES, read


def _platforms(number: int, path: Path) -> list[str]:
    """Return the platforms that can have a conversation, first the one whose turn it is."""
    names, turn = [*ADAPTERS], number % len(ADAPTERS)
    return [name for name in (*names[turn:], *names[:turn]) if (name, path.stem) not in LACKING]


CHATS = [
    (name, path, turn + number % 2)
    for number, path in enumerate(FILES)
    for turn, name in enumerate(_platforms(number, path))
]
LONG = pytest.mark.long


@pytest.mark.parametrize(
    ("adapter", "path"),
    [pytest.param(name, path, id=f"{name}-{path.stem}", marks=[LONG] if turn else []) for name, path, turn in CHATS],
)
async def test_a_conversation_goes_on_a_platform_as_it_is_written(adapter: str, path: Path, store: RedisStore):
    if "tupik" in path.read_text("utf-8"):
        warm("tupik")  # else other tests would decide whether a player's map can be rated
    actions, comparison = read(path), Comparison(ADAPTERS[adapter].CUSTOMS)
    async for action, observations in play(ADAPTERS[adapter].open_chat(store, actions), actions):
        comparison.add(action, observations)
    assert comparison.differences == []


def test_a_conversation_that_a_platform_cannot_have_exists_and_has_a_reason():
    names = {path.stem for path in FILES}
    for (adapter, name), reason in LACKING.items():
        assert (adapter in ADAPTERS, name in names, bool(reason)) == (True, True, True)
