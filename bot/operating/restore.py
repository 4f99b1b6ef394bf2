"""Brings back what a backup has; every game is replayed before it is written."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import suppress
from typing import Any

from bot.core.game import entries
from bot.core.game.apply_events import replay
from bot.core.repository import Games
from bot.operating.backup import HEAD
from bot.store.redis import RedisStore
from engines.refusals import Refusal


class NoBackup(Exception):
    """A file that is no backup of ours; the text is one line."""


async def restore(store: RedisStore, lines: Iterable[str]) -> AsyncIterator[str]:
    """Says of each game that was left alone why, and at the end how many were written; may be repeated harmlessly.

    Raises `NoBackup` before anything is written.
    """
    said = iter(lines)
    if _read(next(said, "")).get("tetradka") != HEAD["tetradka"]:
        raise NoBackup("its first line is not that of a backup")
    games, written = Games(store), 0
    for line in said:
        record = _read(line)
        if "game" in record:
            trouble = await _restored(store, games, str(record["game"]), record["entries"])
            written += not trouble
            if trouble:
                yield f"{record['game']}: {trouble}"
        elif "table" in record:
            await store.settings.keep(str(record["table"]), record["values"])
        else:
            yield "a line that is neither a game nor a table is left out"
    yield f"{written} games are there"


async def _restored(store: RedisStore, games: Games, game: str, said: Sequence[object]) -> str:
    """Writes a game; "" or what is wrong with it."""
    log = [entry if isinstance(entry, str) else json.dumps(entry, separators=(",", ":")) for entry in said]
    try:
        wanted = [entries.read(entry) for entry in log]
        session = replay(None, wanted)
        there = [entries.read(entry) for entry in await store.logs.load(game, 0)]
    except (ValueError, KeyError, Refusal) as wrong:
        return f"left out, for it does not replay ({type(wrong).__name__})"
    if session is None or session.code != game:
        return "left out, for its log is another game's"
    if there[: len(wanted)] != wanted[: len(there)]:
        return "left alone, for another game is there under its code"
    await store.logs.write(game, len(there), log[len(there) :])
    await games.reindex(game)
    return ""


def _read(line: str) -> dict[str, Any]:
    with suppress(ValueError):
        record = json.loads(line)
        if isinstance(record, dict):
            return record
    return {}
