"""Eight processes before a cluster of three nodes, some of them killed and others added while many play.

Prints how evenly the nodes are asked, how the slots of the outbox are shared, and what is lost or shown twice.
`python -m benchmarks.strain.cluster [SECONDS]`.
"""

from __future__ import annotations

import asyncio
import json
import math
import os
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random, SystemRandom

from benchmarks.figure import Figure
from benchmarks.printing import machine, printed
from bot.core.game.people import Chat, Person
from bot.core.ports.platform import Core, Incoming, Message, Platform
from bot.core.router import Router
from bot.features import FEATURES
from bot.store.connection import connect
from bot.store.outbox_slots import SLOTS
from bot.store.redis import RedisStore
from engines import GAMES
from tests.bot.scripted import Quick
from tests.bot.store.servers import cluster

PROCESSES = 8
GAMES_AT_ONCE = 60
_REPLACED_EVERY = 6.0
"""Seconds after which one process is killed and another added."""
_PAUSE = 0.02
_SETTLED = 25.0
"""Seconds within which all that was left behind is shown."""


class Desk(Platform):
    """A door that says on standard output what it shows; the platform shows what bears the same nonce once."""

    name = "desk"

    async def run(self, core: Core) -> None:
        await asyncio.Event().wait()

    async def show(self, chat: Chat, message: Message) -> str:
        _tell({"chat": chat.id, "nonce": message.envelope.nonce, "text": message.text})
        return message.envelope.nonce or str(time.monotonic_ns())

    async def edit(self, chat: Chat, shown: str, message: Message) -> bool:
        _tell({"chat": chat.id, "edits": shown, "text": message.text})
        return True

    async def administers(self, chat: Chat, person: Person) -> bool:
        return True


async def work(url: str) -> None:
    """One process: answers the texts on standard input until it is killed."""
    store = RedisStore(connect(url))
    await store.check_ready()
    router = Router(store, Quick(), {"desk": Desk()}, features=FEATURES, now=time.time, random=SystemRandom())
    looking = [asyncio.create_task(store.leases.keep_alive()), asyncio.create_task(router.run())]
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    _tell({"up": store.leases.owner})
    while line := await reader.readline():
        looking.append(asyncio.create_task(_answer(router, store, json.loads(line))))


async def _answer(router: Router, store: RedisStore, asked: dict[str, str]) -> None:
    if "slots" in asked:
        _tell({"slots": await store.slots.owned_slots()})
        return
    chat, person = Chat("desk", asked["chat"], direct=True), Person("desk", asked["who"], asked["who"], asked["who"])
    mentions = {"@bob": Person("desk", "bob" + asked["chat"], "bob" + asked["chat"], "bob" + asked["chat"])}
    told = await router.handle(Incoming(chat, person, asked["text"], mentions=mentions, cause=asked["cause"]))
    refused = any(message.envelope.refuses for message in told)
    _tell({"done": asked["cause"], "refused": refused, "said": [message.text for message in told]})


def _tell(what: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


@dataclass
class Seen:
    """What all processes have said: which texts were answered, and what each chat was shown."""

    done: dict[str, dict[str, object]] = field(default_factory=dict)
    shown: defaultdict[str, list[dict[str, object]]] = field(default_factory=lambda: defaultdict(list))


class Process:
    """One of the processes, as its stand-in for a platform sees it."""

    def __init__(self, running: asyncio.subprocess.Process, seen: Seen) -> None:
        self.running = running
        self.slots: list[int] | None = None
        self._seen = seen
        self._reading = asyncio.create_task(self._read())
        self.is_up = asyncio.Event()

    def ask(self, what: dict[str, str]) -> None:
        """Types a text, or asks for the slots."""
        if self.running.stdin and self.running.returncode is None:
            self.running.stdin.write((json.dumps(what) + "\n").encode())

    def kill(self) -> None:
        """Kills it as the kernel does."""
        self.running.send_signal(signal.SIGKILL)

    async def _read(self) -> None:
        assert self.running.stdout is not None
        while line := await self.running.stdout.readline():
            told = json.loads(line)
            if "up" in told:
                self.is_up.set()
            elif "slots" in told:
                self.slots = told["slots"]
            elif "done" in told:
                self._seen.done[told["done"]] = told
            else:
                self._seen.shown[told["chat"]].append(told)


async def started(url: str, seen: Seen) -> Process:
    """One more process, once it answers."""
    running = await asyncio.create_subprocess_exec(
        sys.executable, "-m", __spec__.name, "--work", url,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, env={**os.environ, "PYTHONPATH": "."},
        limit=2**20,
    )  # fmt: skip
    process = Process(running, seen)
    async with asyncio.timeout(120):
        await process.is_up.wait()
    return process


class Table:
    """A game of two people in a chat; each text goes to some process, and again to another until one has answered."""

    def __init__(self, number: int, seen: Seen, processes: list[Process], chance: Random) -> None:
        self.chat = f"{number}"
        self.confirmed: list[str] = []
        self._seen = seen
        self._processes = processes
        self._chance = chance
        self._texts = 0

    async def play(self, until: float) -> None:
        """Games one after another until then."""
        while time.monotonic() < until:
            await self._type("ann" + self.chat, "/challenge @bob dots 3x3 undo=no")
            await self._type("bob" + self.chat, "/accept")
            position = GAMES["dots"].start({"size": "3x3"}, 0)
            while position.outcome is None and time.monotonic() < until:
                move = self._chance.choice(list(position.moves()))
                who = ("ann" if str(position.turn) == "first" else "bob") + self.chat
                if not await self._type(who, f"/move {move}"):
                    break
                self.confirmed.append(str(move))
                position = position.play(move)
            await self._type("ann" + self.chat, "/resign yes")

    async def _type(self, who: str, text: str) -> bool:
        """Whether it was done; a text that nobody answers is delivered again, as platforms do."""
        self._texts += 1
        cause = f"{self.chat}-{self._texts}"
        while cause not in self._seen.done:
            self._chance.choice(self._processes).ask({"chat": self.chat, "who": who, "text": text, "cause": cause})
            for _ in range(100):
                await asyncio.sleep(_PAUSE)
                if cause in self._seen.done:
                    break
        return not self._seen.done[cause]["refused"]


async def trial(seconds: float) -> list[Figure]:
    """Plays for so long, and looks what became of it."""
    with tempfile.TemporaryDirectory() as folder:
        async with AsyncExitStack() as open_servers:
            url = await open_servers.enter_async_context(cluster(Path(folder)))
            seen, chance = Seen(), Random(7)
            processes = list(await asyncio.gather(*(started(url, seen) for _ in range(PROCESSES))))
            before = await _commands(url)
            until = time.monotonic() + seconds
            tables = [Table(number, seen, processes, Random(number)) for number in range(GAMES_AT_ONCE)]
            replacing = asyncio.create_task(_replace(url, seen, processes, chance, until))
            await asyncio.gather(*(table.play(until) for table in tables))
            await replacing
            asked = [after - was for after, was in zip(await _commands(url), before, strict=True)]
            await asyncio.sleep(_SETTLED)
            shared = await _shared(processes)
            figures = [*_evenly(asked), *shared, *await _became(url, tables, seen)]
            for process in processes:
                process.kill()
            return figures


async def _replace(url: str, seen: Seen, processes: list[Process], chance: Random, until: float) -> None:
    """Kills one process after another, and adds one each time."""
    while time.monotonic() + _REPLACED_EVERY < until:
        await asyncio.sleep(_REPLACED_EVERY)
        number = chance.randrange(len(processes))
        processes[number].kill()
        processes[number] = await started(url, seen)


async def _commands(url: str) -> list[int]:
    """How many commands each primary has carried out."""
    client = connect(url)
    told = await client.info("stats", target_nodes="primaries")
    await client.aclose()
    return [int(node["total_commands_processed"]) for _, node in sorted(told.items())]


def _evenly(asked: Sequence[int]) -> list[Figure]:
    mean = sum(asked) / len(asked)
    spread = 100 * max(abs(each - mean) for each in asked) / mean
    return [
        Figure("cluster: commands of the busiest and idlest node from the mean", spread, 20, "%"),
        Figure("cluster: commands in all", float(sum(asked)), math.inf, ""),
    ]


async def _shared(processes: Sequence[Process]) -> list[Figure]:
    for process in processes:
        process.slots = None
        process.ask({"slots": "?"})
    async with asyncio.timeout(60):
        while any(process.slots is None for process in processes):  # noqa: ASYNC110 (they answer on pipes)
            await asyncio.sleep(_PAUSE)
    owners = Counter(slot for process in processes for slot in process.slots or ())
    return [
        Figure("cluster: slots that two processes read", float(sum(1 for n in owners.values() if n > 1)), 0, ""),
        Figure("cluster: slots that no process reads", float(SLOTS - len(owners)), 0, ""),
        Figure("cluster: most slots of one process", float(max(len(p.slots or ()) for p in processes)), 8, ""),
    ]


async def _became(url: str, tables: Sequence[Table], seen: Seen) -> list[Figure]:
    """What was confirmed and is in no log, what is there twice, and which newest boards no chat was shown."""
    store = RedisStore(connect(url))
    written: defaultdict[str, list[str]] = defaultdict(list)
    unshown = 0
    for table in tables:
        known = await store.settings.facts_for(Chat("desk", table.chat).key, "")
        for game in [*known.games, *([known.over] if known.over else [])]:
            place = await store.boards.place(Chat("desk", table.chat).key, game)
            versions = await store.logs.versions([game])
            unshown += place.shown is None or place.shown.version < versions[game]
    games = [game async for game in store.logs.all_games()]
    for game, log in (await store.logs.load_all(dict.fromkeys(games, 0))).items():
        assert isinstance(log, list), game
        entries = [json.loads(entry) for entry in log]
        chat = entries[0]["events"][0]["chat"]["id"]
        written[chat] += [event["text"] for each in entries for event in each["events"] if event["kind"] == "moved"]
    lost = sum((Counter(table.confirmed) - Counter(written[table.chat])).total() for table in tables)
    causes = Counter(
        each["cause"] for log in (await store.logs.load_all(dict.fromkeys(games, 0))).values()
        if isinstance(log, list) for each in map(json.loads, log) if each["cause"]
    )  # fmt: skip
    waits = len(await store.boards.pending(math.inf))
    await store.close()
    posted = Counter((chat, each["nonce"]) for chat, all_ in seen.shown.items() for each in all_ if each.get("nonce"))
    again = sum(1 for count in posted.values() if count > 1)
    moves = float(sum(len(table.confirmed) for table in tables))
    return [
        Figure("cluster: moves confirmed", moves, math.inf, ""),
        Figure("cluster: moves lost", float(lost), 0, ""),
        Figure("cluster: texts done twice", float(sum(1 for n in causes.values() if n > 1)), 0, ""),
        Figure("cluster: newest boards that no chat was shown", float(unshown), 0, ""),
        Figure("cluster: boards sent again with their nonce, which a platform shows once", float(again), math.inf, ""),
        Figure("cluster: entries left in the outbox", float(waits), 0, ""),
    ]


def main() -> None:
    if "--work" in sys.argv:
        asyncio.run(work(sys.argv[-1]))
        return
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    print(machine(), flush=True)
    printed(asyncio.run(trial(seconds)))


if __name__ == "__main__":
    main()
