"""All games, and what people have chosen, as lines of JSON that a person can read."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

from bot.core.game.entries import SCHEMA
from bot.core.ports.store import Spoilt
from bot.store.redis import RedisStore

HEAD = {"tetradka": "backup", "schema": SCHEMA}


async def backup(store: RedisStore) -> AsyncIterator[str]:
    """The lines: a head, then a game each with the entries of its log, then each kept table with its values."""
    yield json.dumps(HEAD)
    written: set[str] = set()
    async for game in store.logs.all_games():
        if game not in written:
            written.add(game)
            log = (await store.logs.load_all({game: 0}))[game]
            if not isinstance(log, Spoilt):
                yield json.dumps({"game": game, "entries": [_readable(entry) for entry in log]})
    for table, values in (await store.settings.kept()).items():
        yield json.dumps({"table": table, "values": values})


def _readable(entry: str) -> object:
    """An entry as what it says; one that is no JSON as it is."""
    try:
        return json.loads(entry)
    except ValueError:
        return entry
