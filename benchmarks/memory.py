"""Memory of a bot process with full rooms, thousands of games and all searches in use, on a real Valkey."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import reduce
from pathlib import Path

import aiohttp

from benchmarks.figure import Figure
from benchmarks.full_use import use_everything
from bot.core.game.apply_events import after_entry
from bot.core.game.events import Accepted, Challenged, Event, LogEntry, Moved, write_log_entry
from bot.core.game.people import Chat, Person
from bot.core.language.speech import speech
from bot.core.ports.platform import Message
from bot.core.view.boards import drawing
from bot.platforms.web.history import KEPT, Entry, pack_picture, write_entry
from bot.store import keys
from bot.store.connection import Command, Wire, connect
from bot.store.embedded import serve
from bot.store.logs import append_command
from engines import GAMES

ROOMS, GAMES_IN_ROOM = 1000, 10
_BUDGET = 400
_MOVES = 24
_AT_ONCE = 20
_LETTERS = "BCDFGHJKMNPQRSTVWXYZ"
_MEGABYTE = 1_000_000
_RESIDENT = "process_resident_memory_bytes"
_FIGURE = re.compile(r"^(process_resident_memory_bytes|tetradka_cache_(?:bytes|entries)\S*) (\S+)$", re.MULTILINE)


def figures() -> Iterable[Figure]:
    """Yield the memory before and after, its maximum, and the final size of each cache."""
    for game in GAMES:
        subprocess.run([sys.executable, "-m", "engines.kernels.share", game, "", str(os.getpid())], check=True)
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server:
        before, loaded_figures, after, most = asyncio.run(_measure(server.url, data))
    yield Figure("memory before the first visitor", before[_RESIDENT] / _MEGABYTE, 130, "MB")
    rooms = f"{ROOMS} rooms of {KEPT} messages, {ROOMS * GAMES_IN_ROOM} games"
    yield Figure(
        f"memory after {rooms}",
        loaded_figures[_RESIDENT] / _MEGABYTE,
        _BUDGET,
        "MB",
        details=tuple(_caches(loaded_figures)),
    )
    load = f"{rooms}, all searches, proofs, reviews and films"
    yield Figure(f"memory after {load}", after[_RESIDENT] / _MEGABYTE, _BUDGET, "MB", details=tuple(_caches(after)))
    yield Figure("peak during that run", most / _MEGABYTE, _BUDGET, "MB")


def _caches(figures: Mapping[str, float]) -> Iterator[str]:
    for cache in ("games", "rooms", "pictures", "paintings", "hints"):
        size, entries = (figures[f'tetradka_cache_{kind}{{cache="{cache}"}}'] for kind in ("bytes", "entries"))
        yield f"{size / _MEGABYTE:.1f} MB for {entries:.0f} {cache}"


_Figures = dict[str, float]


async def _measure(url: str, data: str) -> tuple[_Figures, _Figures, _Figures, int]:
    await _fill(url)
    async with (
        _bot(url, data) as (address, process),
        aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as browser,
    ):
        before = await _figures(browser, address)
        slots = asyncio.Semaphore(_AT_ONCE)
        async with asyncio.TaskGroup() as together:
            visits = [together.create_task(_visit(browser, address, number, slots)) for number in range(ROOMS)]
        sockets = [visit.result() for visit in visits]
        loaded_figures = await _figures(browser, address)
        await use_everything(browser, address)
        after, most = await _figures(browser, address), _most_resident(process)
        await asyncio.gather(*(socket.close() for socket in sockets))
        return before, loaded_figures, after, most


def _most_resident(process: int) -> int:
    """Return the peak resident memory of a process in bytes."""
    [kilobytes] = re.findall(r"^VmHWM:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text(), re.MULTILINE)
    return int(kilobytes) * 1024


@asynccontextmanager
async def _bot(url: str, data: str) -> AsyncIterator[tuple[str, int]]:
    environment = os.environ | {"REDIS_URL": url, "DATA_DIR": data, "WEB_PORT": "0", "MEMORY_MB": str(_BUDGET)}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", env=environment, cwd=Path(__file__).parents[1], stdout=subprocess.PIPE
    )
    assert process.stdout
    try:
        yield (await process.stdout.readline()).split()[-1].decode(), process.pid
    finally:
        process.terminate()
        await process.wait()


async def _figures(browser: aiohttp.ClientSession, address: str) -> dict[str, float]:
    async with browser.get(f"{address}/metrics") as answer:
        return {name: float(value) for name, value in _FIGURE.findall(await answer.text())}


async def _visit(
    browser: aiohttp.ClientSession, address: str, number: int, slots: asyncio.Semaphore
) -> aiohttp.ClientWebSocketResponse:
    """Enter a room, read its history and list its games; return the open socket."""
    async with slots:
        page = await browser.ws_connect(f"{address}/socket", origin=address, max_msg_size=0)
        token = f"of sixteen letters {number}"
        await page.send_json({"kind": "hello", "token": token, "name": f"Guest {number}", "channel": f"room{number}"})
        await _wait_for(page, f'"id": "{KEPT - 1}"')
        await page.send_json({"kind": "say", "nonce": "1", "text": "/games"})
        await _wait_for(page, _code(number * GAMES_IN_ROOM))
    return page


async def _wait_for(page: aiohttp.ClientWebSocketResponse, text: str) -> None:
    async for packet in page:
        if text in packet.data:
            return
    raise RuntimeError("the page was closed")


async def _fill(url: str) -> None:
    redis = connect(url)
    await redis.config_set("appendfsync", "no")
    wire = Wire(redis)
    logs = [[*_log(game)] for game in GAMES]
    lines = [_line(number, logs[number % len(logs)]) for number in range(KEPT)]
    for room in range(ROOMS):
        log, games = keys.channel_log(f"room{room}"), range(room * GAMES_IN_ROOM, (room + 1) * GAMES_IN_ROOM)
        await wire.ask(
            *(("XADD", log, "*", "id", str(number), "text", line) for number, line in enumerate(lines)),
            *(command for number in games for command in _game(number, room, logs[number % len(logs)])),
        )
    await wire.close()


def _line(number: int, log: list[LogEntry]) -> str:
    """Return a stored chat message with the board of a game after some moves."""
    session = reduce(after_entry, log[: 1 + number % len(log)], None)
    assert session is not None
    picture = pack_picture(str(number), drawing(session, speech("en")), "A board")
    return write_entry(Entry(str(number), float(number), Message("Your move."), pictures=(picture,)))


def _game(number: int, room: int, log: list[LogEntry]) -> Iterator[Command]:
    code, chat = _code(number), Chat("web", f"room{room}", direct=True)
    for version, entry in enumerate(log, 1):
        events = tuple(_with_code(event, code, chat) for event in entry.events)
        yield append_command(code, version, write_log_entry(replace(entry, events=events)))
    yield ("SADD", keys.chat_games(chat.key), code)


def _with_code(event: Event, code: str, chat: Chat) -> Event:
    return replace(event, code=code, chat=chat) if isinstance(event, Challenged) else event


def _log(game: str) -> Iterator[LogEntry]:
    """Yield the log entries of a game, move by move from its challenge on."""
    ann, bob = Person("web", "1", "Ann"), Person("web", "2", "Bob")
    position = GAMES[game].start({}, 1)
    settings = tuple(position.settings.items())
    challenge = Challenged(1.0, "BCDFGH", game, settings, 1, Chat("web", "room"), ann, bob, expires=2.0)
    log = [LogEntry((challenge, Accepted(1.0, bob)))]
    yield log[0]
    while len(log) <= _MOVES and (session := reduce(after_entry, log, None)) and session.position.outcome is None:
        log.append(LogEntry((Moved(1.0, session.position.turn, str(next(iter(session.position.moves())))),)))
        yield log[-1]


def _code(number: int) -> str:
    letters = (_LETTERS[number // 20**place % 20] for place in range(6))
    return "".join(letters)
