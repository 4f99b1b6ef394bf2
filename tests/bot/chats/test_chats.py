"""Conversations go on Telegram and on the page as they are written, but for the doors' own customs.

`pytest -s` prints the chats, to be gone through by eye.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from bot.store.redis import RedisStore
from tests.bot.chats import page, telegram
from tests.bot.chats.comparing import Comparison
from tests.bot.chats.printed import printed
from tests.bot.chats.script import FILES, read

DOORS = (telegram, page)
USUAL = {"two_people_play_dots", "a_move_is_taken_back"}
PLAYED = [(door, path) for door in DOORS for path in FILES if path.stem in door.PLAYED]


def _pairs(is_usual: bool) -> list[object]:
    chosen = ((door, path) for door, path in PLAYED if (path.stem in USUAL) is is_usual)
    return [pytest.param(door, path, id=f"{door.__name__.rpartition('.')[2]}-{path.stem}") for door, path in chosen]


@pytest.mark.parametrize(("door", "path"), _pairs(is_usual=True))
async def test_a_usual_conversation_goes_at_its_doors_as_it_is_written(door: ModuleType, path: Path, store: RedisStore):
    assert await _differences(door, path, store) == []


@pytest.mark.long
@pytest.mark.parametrize(("door", "path"), _pairs(is_usual=False))
async def test_a_conversation_goes_at_its_doors_as_it_is_written(door: ModuleType, path: Path, store: RedisStore):
    assert await _differences(door, path, store) == []


async def _differences(door: ModuleType, path: Path, store: RedisStore) -> list[str]:
    deeds, comparison = read(path), Comparison(door.CUSTOMS)
    async with door.opened(store, deeds) as chat:
        for deed in deeds:
            seen = await chat.act(deed)
            sys.stdout.write("\n".join(printed(deed.line, seen)) + "\n")
            comparison.add(deed, seen)
    return comparison.end()
