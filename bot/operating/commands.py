"""The operators' commands as the command line calls them: each prints what it finds, and returns an exit code."""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator
from pathlib import Path

from bot.core.ports.store import Unreachable
from bot.operating.backup import NoBackup, backup, repair, restore
from bot.operating.doctor import examine
from bot.operating.opening import opened
from bot.settings import Settings, Wrong
from bot.store.embedded import Unavailable

WRONG = (Wrong, Unavailable, NoBackup)
STOPPED = (Unreachable, OSError)


async def run(command: str, file: str | None, settings: Settings) -> int:
    """Does what a command says; 1 if something is to be mended. Raises one of `WRONG` or `STOPPED`."""
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
