"""The whole bot: start time, memory, and the time of a move from its text to its picture, with the log on disk."""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from random import Random
from urllib.request import urlopen

import pytest

from benchmarks.figure import Figure
from bot.core.game.people import Chat, Person
from bot.core.ports.platform import Core, Incoming, Message, Platform
from bot.core.router import Router
from bot.features import FEATURES
from bot.platform_adapters import Painter
from bot.settings import Settings
from bot.store.connection import connect
from bot.store.embedded import serve
from bot.store.redis import RedisStore
from bot.thinking.threads import Threads
from engines import GAMES
from engines.game import AnyPosition, advance
from tests.bot.round_trips import count_round_trips

STARTS = 5
MOVES = 60
LONG_GAME = 200  # events
GAMES_COMPARED = 5
MOVES_COMPARED = 8
CROWD = 400

_PAINT = Painter().paint
_CHAT = Chat("desk", "between them", direct=True)
_ANN = Person("desk", "1", "Ann", "ann")
_BOB = Person("desk", "2", "Bob", "bob")


def figures() -> Iterable[Figure]:
    """Yield medians; the bot's embedded server confirms each write once it is on disk."""
    yield from _process()
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server:
        shown_time = asyncio.run(_median_move(server.url, until_shown=True))
        stored_time = asyncio.run(_median_move(server.url, until_shown=False))
        growth = asyncio.run(_growth(server.url))
        trips = asyncio.run(_round_trips(server.url))
        crowd = asyncio.run(until_all_are_answered(server.url))
    yield Figure("/move from text to stored event and PNG", shown_time, 25, "ms")
    yield Figure("/move without the picture", stored_time, 3, "ms")
    yield Figure(f"a /move after {LONG_GAME} events, relative to the first", growth, 1.2, "times")
    yield Figure("store round trips of a /move, until its board is shown", trips, 5, "")
    yield Figure(f"{CROWD} people challenge at once: time until all have an answer", crowd, 3, "s")


def _process() -> Iterator[Figure]:
    starts, sizes = zip(*(_start() for _ in range(STARTS)), strict=True)
    yield Figure("startup until the page responds", statistics.median(starts), 2000, "ms")
    yield Figure("memory while the bot serves the page", statistics.median(sizes), 130, "MB")


def _start() -> tuple[float, float]:
    """Return the milliseconds until the page answers, and the megabytes in memory then."""
    start = time.perf_counter()
    with _running() as (process, address):
        with urlopen(address) as page:
            page.read()
        return (time.perf_counter() - start) * 1000, _megabytes(process.pid)


@contextmanager
def _running() -> Iterator[tuple[subprocess.Popen[str], str]]:
    setting_names = {name.upper() for name in Settings.model_fields}
    environment = {name: value for name, value in os.environ.items() if name not in setting_names}
    with tempfile.TemporaryDirectory() as data:
        environment |= {"DATA_DIR": data, "WEB_PORT": "0", "WEB": "on"}
        with subprocess.Popen(
            [sys.executable, "-m", "bot"], env=environment, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout
            yield process, process.stdout.readline().split()[-1]
            process.terminate()


def _megabytes(process: int) -> float:
    output = subprocess.run(["ps", "-o", "rss=", "-p", str(process)], capture_output=True, text=True, check=True)
    return int(output.stdout) * 1024 / 1e6


class Desk(Platform):
    """A platform that shows nothing, but paints pictures if painting is measured."""

    name = "desk"

    def __init__(self, paints: bool) -> None:
        self.shown = 0
        self._paints = paints

    async def run(self, core: Core) -> None:
        """Wait forever."""
        await asyncio.Event().wait()

    async def show(self, chat: Chat, message: Message) -> str:
        """Count a message, and paint its picture if painting is measured."""
        if self._paints and message.picture:
            await _PAINT(message.picture.scene)
        self.shown += 1
        return str(self.shown)

    async def edit(self, chat: Chat, shown: str, message: Message) -> bool:
        """Treat an edit as a new message."""
        await self.show(chat, message)
        return True

    async def administers(self, chat: Chat, person: Person) -> bool:
        """Return True for everyone."""
        return True


class Table:
    """Ann and Bob in a game of Dots and Boxes; each move is timed until it is stored or its board is shown."""

    def __init__(self, router: Router, size: str, chance: Random, until_shown: bool) -> None:
        self._router = router
        self._size = size
        self._until_shown = until_shown
        self._chance = chance
        self._position: AnyPosition = GAMES["dots"].start({"size": size}, 0)

    async def sit_down(self) -> None:
        """Start the game."""
        await self._type(_ANN, f"/challenge @bob dots {self._size} pie=0")
        await self._type(_BOB, "/accept")

    async def moves(self, count: int) -> list[float]:
        """Play `count` moves and return the milliseconds of each."""
        return [await self._move() for _ in range(count)]

    async def resign(self) -> None:
        """Resign for Ann."""
        await self._type(_ANN, "/resign yes")

    async def _move(self) -> float:
        person = _ANN if self._position.turn.value == "first" else _BOB
        move = self._chance.choice(list(self._position.moves()))
        self._position, _ = advance(self._position, move)
        return await self._type(person, f"/move {move}")

    async def _type(self, person: Person, text: str) -> float:
        start = time.perf_counter()
        refusals = await self._router.handle(Incoming(_CHAT, person, text, mentions={"@bob": _BOB}))
        stored_time = time.perf_counter()
        await self._router.wait_until_idle()
        shown_time = time.perf_counter()
        assert not refusals, refusals
        return ((shown_time if self._until_shown else stored_time) - start) * 1000


@asynccontextmanager
async def running_bot(url: str, paints: bool) -> AsyncIterator[Router]:
    """Run a bot in this process with the desk as its only platform, and yield its router."""
    store = RedisStore(connect(url))
    thinking = Threads(1, Random(1))
    yield Router(store, thinking, {"desk": Desk(paints)}, features=FEATURES, now=time.time, random=Random())
    thinking.close()
    await store.close()


async def _median_move(url: str, until_shown: bool) -> float:
    async with running_bot(url, until_shown) as router:
        table = Table(router, "5x5", Random(1), until_shown)
        await table.sit_down()
        return statistics.median((await table.moves(MOVES))[1:])


async def _round_trips(url: str) -> float:
    """Return the mean number of store round trips of a move between people, until its board is shown."""
    async with running_bot(url, paints=False) as router:
        table = Table(router, "5x5", Random(1), until_shown=True)
        await table.sit_down()
        with pytest.MonkeyPatch.context() as patch:
            trips = count_round_trips(patch)
            await table.moves(MOVES // 2)
    return len(trips) / (MOVES // 2)


async def _growth(url: str) -> float:
    """Return the ratio of a move's time late in a long game to that at the start."""
    early_times: list[float] = []
    late_times: list[float] = []
    async with running_bot(url, paints=False) as router:
        for seed in range(GAMES_COMPARED):
            table = Table(router, "12x12", Random(seed), until_shown=False)
            await table.sit_down()
            times = await table.moves(LONG_GAME + MOVES_COMPARED)
            early_times += times[1 : MOVES_COMPARED + 1]
            late_times += times[-MOVES_COMPARED:]
            await table.resign()
    return statistics.median(late_times) / statistics.median(early_times)


async def until_all_are_answered(url: str) -> float:
    """Return the seconds until everyone in a crowd that types at once is answered, without refusals."""
    async with running_bot(url, paints=False) as router:
        people = [Person("desk", f"p{n}", f"P{n}") for n in range(CROWD)]
        messages = [Incoming(Chat("desk", f"with {person.id}"), person, "/challenge dots 3x3") for person in people]
        start = time.perf_counter()
        answers = await asyncio.gather(*map(router.handle, messages))
        end = time.perf_counter()
        await router.wait_until_idle()
    assert not any(answers), answers
    return end - start
