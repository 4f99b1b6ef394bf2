"""Eight processes on a cluster of three nodes, some killed and replaced while many games are played.

Prints how evenly the nodes are loaded, how the outbox slots are shared, and what is lost or shown twice.
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
from benchmarks.printing import machine, print_figures
from bot.core.game.people import Chat, Person
from bot.core.ports.platform import Core, Incoming, Message, Platform
from bot.core.router import Router
from bot.features import FEATURES
from bot.store.connection import connect
from bot.store.leases import SLOTS
from bot.store.redis import RedisStore
from engines import GAMES
from tests.bot.scripted import Quick
from tests.bot.store.servers import cluster

PROCESSES = 8
GAMES_AT_ONCE = 60
_REPLACED_EVERY = 6.0
"""Seconds between two replacements of a process."""
_PAUSE = 0.02
_SETTLED = 25.0
"""Seconds within which the remaining boards must be shown."""


class Desk(Platform):
    """A platform that writes its messages to standard output; a repeated nonce counts as the same message."""

    name = "desk"

    async def run(self, core: Core) -> None:
        """Wait forever."""
        await asyncio.Event().wait()

    async def show(self, chat: Chat, message: Message) -> str:
        """Write a message to standard output and return its nonce."""
        _write_line({"chat": chat.id, "nonce": message.envelope.nonce, "text": message.text})
        return message.envelope.nonce or str(time.monotonic_ns())

    async def edit(self, chat: Chat, message_id: str, message: Message) -> bool:
        """Write an edit to standard output."""
        _write_line({"chat": chat.id, "edits": message_id, "text": message.text})
        return True

    async def administers(self, chat: Chat, person: Person) -> bool:
        """Return True for everyone."""
        return True


async def work(url: str) -> None:
    """Run a worker process that answers the texts on standard input until it is killed."""
    store = RedisStore(connect(url))
    await store.check_ready()
    router = Router(store, Quick(), {"desk": Desk()}, features=FEATURES, now=time.time, random=SystemRandom())
    looking = [asyncio.create_task(store.leases.keep_alive()), asyncio.create_task(router.run())]
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    _write_line({"up": store.leases.owner})
    while line := await reader.readline():
        looking.append(asyncio.create_task(_answer(router, store, json.loads(line))))


async def _answer(router: Router, store: RedisStore, request: dict[str, str]) -> None:
    if "slots" in request:
        _write_line({"slots": await store.slots.owned_slots()})
        return
    chat, person = (
        Chat("desk", request["chat"], direct=True),
        Person("desk", request["who"], request["who"], request["who"]),
    )
    mentions = {"@bob": Person("desk", "bob" + request["chat"], "bob" + request["chat"], "bob" + request["chat"])}
    answers = await router.handle(Incoming(chat, person, request["text"], mentions=mentions, cause=request["cause"]))
    is_refused = any(message.envelope.refuses for message in answers)
    _write_line({"done": request["cause"], "refused": is_refused, "said": [message.text for message in answers]})


def _write_line(what: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


@dataclass
class Observations:
    """The output of all processes: texts that were answered, and messages shown in each chat."""

    done: dict[str, dict[str, object]] = field(default_factory=dict)
    shown: defaultdict[str, list[dict[str, object]]] = field(default_factory=lambda: defaultdict(list))


class Process:
    """A bot process as seen by a stand-in for its platform."""

    def __init__(self, running: asyncio.subprocess.Process, observations: Observations) -> None:
        self.running = running
        self.slots: list[int] | None = None
        self._observations = observations
        self._reading = asyncio.create_task(self._read())
        self.is_up = asyncio.Event()

    def ask(self, what: dict[str, str]) -> None:
        """Send a text, or a request for the slots."""
        if self.running.stdin and self.running.returncode is None:
            self.running.stdin.write((json.dumps(what) + "\n").encode())

    def kill(self) -> None:
        """Kill the process with SIGKILL."""
        self.running.send_signal(signal.SIGKILL)

    async def _read(self) -> None:
        assert self.running.stdout is not None
        while line := await self.running.stdout.readline():
            output = json.loads(line)
            if "up" in output:
                self.is_up.set()
            elif "slots" in output:
                self.slots = output["slots"]
            elif "done" in output:
                self._observations.done[output["done"]] = output
            else:
                self._observations.shown[output["chat"]].append(output)


async def start_process(url: str, observations: Observations) -> Process:
    """Start another process and return it once it answers."""
    running = await asyncio.create_subprocess_exec(
        sys.executable, "-m", __spec__.name, "--work", url,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, env={**os.environ, "PYTHONPATH": "."},
        limit=2**20,
    )  # fmt: skip
    process = Process(running, observations)
    async with asyncio.timeout(120):
        await process.is_up.wait()
    return process


class Table:
    """A game of two people in a chat; each text goes to random processes until one answers."""

    def __init__(self, number: int, observations: Observations, processes: list[Process], chance: Random) -> None:
        self.chat = f"{number}"
        self.confirmed: list[str] = []
        self._observations = observations
        self._processes = processes
        self._chance = chance
        self._texts = 0

    async def play(self, until: float) -> None:
        """Play games one after another until an instant."""
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
        """Type a text and return whether it succeeded; deliver it again while unanswered, as platforms do."""
        self._texts += 1
        cause = f"{self.chat}-{self._texts}"
        while cause not in self._observations.done:
            self._chance.choice(self._processes).ask({"chat": self.chat, "who": who, "text": text, "cause": cause})
            for _ in range(100):
                await asyncio.sleep(_PAUSE)
                if cause in self._observations.done:
                    break
        return not self._observations.done[cause]["refused"]


async def trial(seconds: float) -> list[Figure]:
    """Play for some seconds and return the figures of the trial."""
    with tempfile.TemporaryDirectory() as folder:
        async with AsyncExitStack() as open_servers:
            url = await open_servers.enter_async_context(cluster(Path(folder)))
            observations, chance = Observations(), Random(7)
            processes = list(await asyncio.gather(*(start_process(url, observations) for _ in range(PROCESSES))))
            before = await _commands(url)
            until = time.monotonic() + seconds
            tables = [Table(number, observations, processes, Random(number)) for number in range(GAMES_AT_ONCE)]
            replacing = asyncio.create_task(_replace(url, observations, processes, chance, until))
            await asyncio.gather(*(table.play(until) for table in tables))
            await replacing
            commands = [after - was for after, was in zip(await _commands(url), before, strict=True)]
            await asyncio.sleep(_SETTLED)
            slot_figures = await _slot_figures(processes)
            figures = [*_load_figures(commands), *slot_figures, *await _result_figures(url, tables, observations)]
            for process in processes:
                process.kill()
            return figures


async def _replace(
    url: str, observations: Observations, processes: list[Process], chance: Random, until: float
) -> None:
    """Kill a process and start another, repeatedly until an instant."""
    while time.monotonic() + _REPLACED_EVERY < until:
        await asyncio.sleep(_REPLACED_EVERY)
        number = chance.randrange(len(processes))
        processes[number].kill()
        processes[number] = await start_process(url, observations)


async def _commands(url: str) -> list[int]:
    """Return the number of commands that each primary has executed."""
    client = connect(url)
    stats = await client.info("stats", target_nodes="primaries")
    await client.aclose()
    return [int(node["total_commands_processed"]) for _, node in sorted(stats.items())]


def _load_figures(commands: Sequence[int]) -> list[Figure]:
    mean = sum(commands) / len(commands)
    spread = 100 * max(abs(each - mean) for each in commands) / mean
    return [
        Figure("cluster: largest difference of a node's commands from the mean", spread, 20, "%"),
        Figure("cluster: commands in all", float(sum(commands)), math.inf, ""),
    ]


async def _slot_figures(processes: Sequence[Process]) -> list[Figure]:
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


async def _result_figures(url: str, tables: Sequence[Table], observations: Observations) -> list[Figure]:
    """Return the figures for moves lost or logged twice, and for boards that were never shown."""
    store = RedisStore(connect(url))
    logged_moves: defaultdict[str, list[str]] = defaultdict(list)
    hidden_boards = 0
    for table in tables:
        chat_settings = await store.settings.facts_for(Chat("desk", table.chat).key, "")
        for game in [*chat_settings.games, *([chat_settings.finished_game] if chat_settings.finished_game else [])]:
            place = await store.boards.place(Chat("desk", table.chat).key, game)
            versions = await store.logs.versions([game])
            hidden_boards += place.shown is None or place.shown.version < versions[game]
    games = [game async for game in store.logs.all_games()]
    for game, log in (await store.logs.load_all(dict.fromkeys(games, 0))).items():
        assert isinstance(log, list), game
        entries = [json.loads(entry) for entry in log]
        chat = entries[0]["events"][0]["chat"]["id"]
        logged_moves[chat] += [
            event["text"] for each in entries for event in each["events"] if event["kind"] == "moved"
        ]
    lost_moves = sum((Counter(table.confirmed) - Counter(logged_moves[table.chat])).total() for table in tables)
    causes = Counter(
        each["cause"] for log in (await store.logs.load_all(dict.fromkeys(games, 0))).values()
        if isinstance(log, list) for each in map(json.loads, log) if each["cause"]
    )  # fmt: skip
    pending = len(await store.boards.pending(math.inf))
    await store.close()
    posts = Counter(
        (chat, each["nonce"]) for chat, all_ in observations.shown.items() for each in all_ if each.get("nonce")
    )
    repeats = sum(1 for count in posts.values() if count > 1)
    moves = float(sum(len(table.confirmed) for table in tables))
    return [
        Figure("cluster: moves confirmed", moves, math.inf, ""),
        Figure("cluster: moves lost", float(lost_moves), 0, ""),
        Figure("cluster: texts applied twice", float(sum(1 for n in causes.values() if n > 1)), 0, ""),
        Figure("cluster: newest boards shown in no chat", float(hidden_boards), 0, ""),
        Figure(
            "cluster: boards sent again with their nonce, which a platform shows once", float(repeats), math.inf, ""
        ),
        Figure("cluster: entries left in the outbox", float(pending), 0, ""),
    ]


def main() -> None:
    """Run a worker process, or the whole trial."""
    if "--work" in sys.argv:
        asyncio.run(work(sys.argv[-1]))
        return
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    print(machine(), flush=True)
    print_figures(asyncio.run(trial(seconds)))


if __name__ == "__main__":
    main()
