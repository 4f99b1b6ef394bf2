"""Conversations go on Telegram, on Discord and on the page as they are written, but for the doors' own customs."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.store.redis import RedisStore
from engines.kernels.loading import warm
from tests.bot.chats.comparing import Comparison
from tests.bot.chats.playing import DOORS, LACKING, play
from tests.bot.chats.script import FILES, read

PLAYED = [(door, path) for door in DOORS for path in FILES if (door, path.stem) not in LACKING]


@pytest.mark.parametrize(("door", "path"), [pytest.param(*pair, id=f"{pair[0]}-{pair[1].stem}") for pair in PLAYED])
async def test_a_conversation_goes_at_a_door_as_it_is_written(door: str, path: Path, store: RedisStore):
    if "tupik" in path.read_text("utf-8"):
        warm("tupik")  # else it would depend on other tests whether a map of one's own can be rated
    deeds, comparison = read(path), Comparison(DOORS[door].CUSTOMS)
    async for deed, seen in play(DOORS[door].opened(store, deeds), deeds):
        comparison.add(deed, seen)
    assert comparison.differences == []


def test_what_a_door_cannot_have_is_a_conversation_and_has_a_reason():
    names = {path.stem for path in FILES}
    for (door, name), reason in LACKING.items():
        assert (door in DOORS, name in names, bool(reason)) == (True, True, True)
