"""The operators' commands: backup, restore, repair and doctor, as the command line calls them."""

from __future__ import annotations

import json
import os
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from bot.core.game import entries
from bot.core.game.apply_events import replay
from bot.core.game.entries import SCHEMA
from bot.core.game.instants import Instant
from bot.core.ports.store import Spoilt, Unreachable
from bot.core.repository import Games
from bot.operating.doctor import examine
from bot.operating.opening import opened
from bot.settings import Settings, Wrong
from bot.store.redis import RedisStore
from engines.refusals import Illegal, Refusal

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


class NoBackup(Wrong):
    """A file that is no backup of ours; the text is one line."""


async def restore(store: RedisStore, lines: Iterable[str]) -> AsyncIterator[str]:
    """Says of each game that was left alone why, and at the end how many were written; may be repeated harmlessly.

    Raises `NoBackup` before anything is written.
    """
    said = iter(lines)
    if _read_line(next(said, "")).get("tetradka") != HEAD["tetradka"]:
        raise NoBackup("its first line is not that of a backup")
    games, written = Games(store), 0
    for line in said:
        record = _read_line(line)
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


def _read_line(line: str) -> dict[str, Any]:
    with suppress(ValueError):
        record = json.loads(line)
        if isinstance(record, dict):
            return record
    return {}


async def repair(store: RedisStore, now: Instant) -> AsyncIterator[str]:
    """Says which games cannot be read, and at the end what was done; for a bot that is not running."""
    await store.logs.forget_lists()
    games, listed = Games(store), 0
    async for game in store.logs.all_games():
        try:
            await games.reindex(game)
            listed += 1
        except Illegal:
            yield f"{game}: its log cannot be read, and is left alone"
    mended = await store.boards.mend(now)
    yield f"{listed} games are on their lists; {mended} marks of boards to be shown were mended"


STOPPED = (Unreachable, OSError)


async def run(command: str, file: str | None, settings: Settings) -> int:
    """Does what a command says; 1 if something is to be mended. Raises `Wrong`, or one of `STOPPED`."""
    if command == "doctor":
        return await _doctor(settings)
    async with opened(settings) as store:
        if command == "repair":
            return await _say(repair(store, time.time()))
        path = _named(file)
        if command == "restore":
            with path.open(encoding="utf-8") as lines:
                return await _say(restore(store, lines))
        return await _write(path, backup(store))


def _named(file: str | None) -> Path:
    if not file:
        raise Wrong("FILE: say which file, as in `tetradka backup games.jsonl`")
    return Path(file)


async def _doctor(settings: Settings) -> int:
    to_mend = 0
    async for finding in examine(settings):
        print("  " if finding.well else "! ", finding.words, sep="")
        to_mend += not finding.well
    print(f"{to_mend} to mend" if to_mend else "all is well")
    return int(bool(to_mend))


async def _say(lines: AsyncIterator[str]) -> int:
    """What was done; the last line alone means that nothing is to be mended."""
    said = 0
    async for line in lines:
        print(line)
        said += 1
    return int(said > 1)


async def _write(path: Path, lines: AsyncIterator[str]) -> int:
    """The file is there when it is whole, for this user alone."""
    new = path.with_name(f"{path.name}.new")
    written = 0
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        async for line in lines:
            file.write(f"{line}\n")
            written += 1
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
    print(f"{written} lines are in {path}")
    return 0
