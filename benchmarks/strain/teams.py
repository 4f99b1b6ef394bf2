"""`make teams`: 200 voters on Discord against 200 on Telegram, while processes of the bot are killed.

Prints whether each vote was counted once, how long answers took, and what a vote costs in calls to the platforms.
`python -m benchmarks.strain.teams [VOTERS [TURNS [KILLS]]]`.
"""

from __future__ import annotations

import asyncio
import math
import statistics
import sys
import tempfile
from asyncio.subprocess import Process
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

from benchmarks.figure import Figure
from benchmarks.printing import machine, print_figures
from benchmarks.strain.balancer import balancing
from benchmarks.strain.outcome import is_settled
from benchmarks.strain.process import start_process, telegram
from benchmarks.strain.voters import Answer, Place, Plan, Reply, Votes, errors_in, plans
from benchmarks.strain.voting_on_discord import DiscordVoters, ShardedDiscord
from benchmarks.strain.voting_on_telegram import CountingTelegram, TelegramVoters
from bot.core.game.events import Moved, read_log_entry
from bot.store.connection import connect
from bot.store.embedded import serve
from bot.store.redis import RedisStore
from engines import GAMES
from engines.game import AnyPosition, Seat, advance
from tests.bot.answered import start_ledger
from tests.bot.platforms.discord.standin import TOKEN, listening
from tests.bot.platforms.telegram.town import Town
from tests.bot.store.servers import free_port

VOTERS, TURNS, KILLS = 200, 20, 4
_PROCESSES = 2
_SIZE = "5x5"
_VOTERS_PER_SECOND = 20
_QUORUM = 0.95
"""The share of the voters whose votes can end a turn; the others may be too late."""
_TRIES = 10
_PATIENCE = 120.0
_TICK = 0.05
_SECRET = "right"


class Service:
    """Processes of the bot on one store, each restarted whenever it is killed."""

    def __init__(self, store: str, api: CountingTelegram, discord: ShardedDiscord, folder: Path) -> None:
        self._store = store
        self._api = api
        self._discord = discord
        self._folder = folder
        self._front = free_port()
        self._ports = [free_port() for _ in range(_PROCESSES)]
        self._processes: dict[int, Process] = {}

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        """Keep the processes running behind a balancer."""
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(balancing(self._front, self._ports))
            tasks = [asyncio.create_task(self._keep_running(number)) for number in range(_PROCESSES)]
            try:
                await _until(self._are_up)
                yield
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    async def _are_up(self) -> bool:
        return len(self._processes) == _PROCESSES

    def kill(self, number: int) -> None:
        """Kill a process, which is then restarted."""
        if process := self._processes.pop(number, None):
            process.kill()

    async def _keep_running(self, number: int) -> None:
        while True:
            webhooks = self._api.asked.count("setWebhook")

            def is_up(before: int = webhooks) -> bool:
                return self._api.asked.count("setWebhook") > before and number in self._discord.connected

            async with start_process(
                "bot", self._settings(number), self._folder / f"bot{number}.log", is_up
            ) as process:
                self._processes[number] = process
                await process.wait()

    def _settings(self, number: int) -> Mapping[str, str]:
        return {
            **telegram(self._api),
            "TELEGRAM_WEBHOOK_URL": f"http://127.0.0.1:{self._front}/",
            "TELEGRAM_WEBHOOK_LISTEN": f"127.0.0.1:{self._ports[number]}",
            "TELEGRAM_WEBHOOK_SECRET": _SECRET,
            "DISCORD_TOKEN": TOKEN,
            "DISCORD_REST_URL": self._discord.rest_url,
            "DISCORD_GATEWAY_URL": self._discord.gateway_url,
            "DISCORD_SHARDS": f"{number}-{number}/{_PROCESSES}",
            "WEB": "off",
            "REDIS_URL": self._store,
        }


@dataclass
class Match:
    """A game of two teams as its voters see it, and the turns that were voted on."""

    service: Service
    places: Mapping[Seat, Place]
    store: RedisStore
    voters: int
    chance: Random
    code: str = ""
    turns: list[tuple[Place, Votes]] = field(default_factory=list)
    kills: int = 0

    async def begin(self) -> None:
        """Let one chat challenge any other, and the other one accept."""
        quorum = max(1, math.ceil(_QUORUM * self.voters))
        challenge = f"/challenge chat dots {_SIZE} team=2h quorum={quorum}"
        await self.places[Seat.FIRST].type_command(0, challenge)
        self.code = await self._await_game()
        for place in self.places.values():
            place.calls.clear()
        await self.places[Seat.SECOND].type_command(0, f"/accept {self.code}")
        await _until(self._is_begun)

    async def play(self, turns: int, kills: int) -> None:
        """Vote for `turns` moves; kill a process in the middle of `kills` of the turns."""
        position: AnyPosition = GAMES["dots"].start({"size": _SIZE, "pie": "0"}, 0)
        killing = {turns * (2 * kill + 1) // (2 * kills): (kill + 1) % _PROCESSES for kill in range(kills)}
        for number in range(turns):
            seconds = self.voters / _VOTERS_PER_SECOND
            place, moves = self.places[position.turn], list(map(str, position.moves()))
            votes = Votes()
            self.turns.append((place, votes))
            voting = [self._vote(place, plan, votes) for plan in plans(self.voters, moves, seconds, self.chance)]
            await asyncio.gather(*voting, *([self._kill(killing[number], seconds / 2)] if number in killing else []))
            move = (await self._await_move(number)).text
            position, _ = advance(position, position.read(move))

    async def tallies(self) -> list[Counter[str]]:
        """Return the tally of each turn in the game's log."""
        return [Counter(dict(event.tally)) for event in await self._moves()]

    async def _vote(self, place: Place, plan: Plan, votes: Votes) -> None:
        await asyncio.sleep(plan.start)
        for step in plan.steps:
            for _ in range(_TRIES):
                reply = await place.cast(plan.voter, step)
                votes.note(plan.voter, step.move, reply)
                if reply.answer not in (Answer.NONE, Answer.UNDELIVERED):
                    break

    async def _kill(self, process: int, after: float) -> None:
        await asyncio.sleep(after)
        self.service.kill(process)
        self.kills += 1

    async def _await_game(self) -> str:
        await _until(self._games)
        return (await self._games())[0]

    async def _games(self) -> list[str]:
        return [code async for code in self.store.logs.all_games()]

    async def _is_begun(self) -> bool:
        return len(await self._entries()) > 1 and all(place.buttons for place in self.places.values())

    async def _await_move(self, number: int) -> Moved:
        """Wait until a turn is over and the boards after it are shown, as people vote on what they see."""

        async def is_shown() -> bool:
            return len(await self._moves()) > number and not await self.store.boards.pending(math.inf)

        await _until(is_shown)
        return (await self._moves())[number]

    async def _moves(self) -> list[Moved]:
        return [event for entry in await self._entries() for event in entry if isinstance(event, Moved)]

    async def _entries(self) -> list[tuple[object, ...]]:
        log = (await self.store.logs.load_all({self.code: 0}))[self.code]
        return [read_log_entry(text).events for text in log] if isinstance(log, list) else []


async def _until(condition: Callable[[], Awaitable[object]]) -> None:
    """Wait until a condition holds; raise `TimeoutError` if that takes too long."""
    async with asyncio.timeout(_PATIENCE):
        while not await condition():  # noqa: ASYNC110 (neither a store nor a process sends an event)
            await asyncio.sleep(_TICK)


async def trial(voters: int, turns: int, kills: int) -> list[Figure]:
    """Play a game of two teams and return its figures."""
    start_ledger()
    chance = Random(voters)
    api, discord = CountingTelegram(Town()), ShardedDiscord(chance)
    on_telegram = TelegramVoters(api, voters)
    places: dict[Seat, Place] = {Seat.FIRST: on_telegram, Seat.SECOND: DiscordVoters(discord, voters)}
    with tempfile.TemporaryDirectory() as folder, serve(Path(folder) / "store") as server:
        async with api.serving(), listening(discord):
            service = Service(server.url, api, discord, Path(folder))
            store = RedisStore(connect(server.url))
            async with service.serving():
                reading = asyncio.create_task(on_telegram.read())
                match = Match(service, places, store, voters, chance)
                await match.begin()
                with suppress(TimeoutError):  # the figures then tell of fewer turns
                    await match.play(turns, kills)
                with suppress(TimeoutError):
                    await _until(partial(is_settled, server.url))
                reading.cancel()
                tallies = await match.tallies()
            await store.close()
    return [*_vote_figures(match, tallies), *_time_figures(match), *_cost_figures(match)]


def _vote_figures(match: Match, tallies: Sequence[Counter[str]]) -> Iterator[Figure]:
    replies = [reply for _, votes in match.turns for reply in votes.replies()]
    pairs = [(tally, votes) for tally, (_, votes) in zip(tallies, match.turns, strict=False)]
    by_answer = Counter(reply.answer for reply in replies)
    other_texts = Counter(reply.text for reply in replies if reply.answer is Answer.OTHER)
    details = tuple(f"{count} x {text!r}" for text, count in other_texts.most_common(5))
    doubled_count = sum(place.count_doubled() for place in match.places.values())
    yield Figure("teams: turns played", len(tallies), len(match.turns), "", at_least=True)
    yield _count("processes", _PROCESSES)
    yield _count("kills", match.kills)
    yield _count("votes cast", sum(map(_is_delivered, replies)))
    yield _count("votes counted", sum(tally.total() for tally in tallies))
    yield _count("votes answered as too late", by_answer[Answer.LATE])
    yield _count("votes answered later than a press can wait", by_answer[Answer.SLOW])
    yield _count("votes whose process died before it answered", by_answer[Answer.NONE])
    yield _count("presses while Discord had no process to give them to", by_answer[Answer.UNDELIVERED])
    yield Figure("teams: votes missing from a tally, or counted too late", _errors(pairs), 0, "")
    unanswered_count = sum(place.count_unanswered() for place in match.places.values())
    yield Figure("teams: votes without an answer", unanswered_count, 0, "")
    yield Figure("teams: votes with another answer", by_answer[Answer.OTHER], 0, "", details=details)
    yield Figure("teams: votes answered twice", doubled_count, 0, "")


def _count(what: str, number: float) -> Figure:
    return Figure(f"teams: {what}", number, math.inf, "")


def _errors(pairs: Sequence[tuple[Counter[str], Votes]]) -> int:
    return sum(errors_in(tally, votes) for tally, votes in pairs)


def _time_figures(match: Match) -> Iterator[Figure]:
    for place in match.places.values():
        replies = [reply for each, votes in match.turns if each is place for reply in votes.replies()]
        seconds = [reply.seconds for reply in replies if _is_delivered(reply) and reply.answer is not Answer.NONE]
        yield Figure(f"teams: answer to a vote on {place.name}, median", statistics.median(seconds), 1, "s")
        yield Figure(f"teams: answer to a vote on {place.name}, 99th percentile", _percentile(seconds), 1, "s")


def _percentile(seconds: Sequence[float]) -> float:
    return statistics.quantiles(seconds, n=100)[98]


def _cost_figures(match: Match) -> Iterator[Figure]:
    total, votes = Counter[str](), 0
    for place in match.places.values():
        own = sum(_is_delivered(reply) for each, cast in match.turns if each is place for reply in cast.replies())
        kinds = tuple(f"{count} {kind}" for kind, count in place.calls.most_common())
        calls = place.calls.total() / max(1, own)
        yield Figure(f"teams: calls a vote on {place.name} ({', '.join(kinds)})", calls, 1.2, "")
        total, votes = total + place.calls, votes + own
    yield Figure("teams: calls a vote", total.total() / max(1, votes), 1.2, "")
    yield Figure("teams: edits per vote", total["edits"] / max(1, votes), 0.2, "")


def _is_delivered(reply: Reply) -> bool:
    return reply.answer is not Answer.UNDELIVERED


def main() -> None:
    """Print the figures of one game."""
    sizes = [int(word) for word in sys.argv[1:]]
    voters, turns, kills = (*sizes, *(VOTERS, TURNS, KILLS)[len(sizes) :])
    print(machine(), flush=True)
    print_figures(asyncio.run(trial(voters, turns, kills)), with_details=True)


if __name__ == "__main__":
    main()
