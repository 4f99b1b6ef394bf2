"""Whatever is typed in whatever order, at two processes, repeated and raced: the books say what the rules say."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from bot.core.game.events import LogEntry, Moved, read_log_entry
from bot.core.game.requests import code_of
from bot.core.handlers.services import Limits
from bot.core.ports.platform import Message
from bot.core.ports.store import DEADLINES
from bot.core.repository import Games
from bot.core.upkeep.reindexing import rebuild
from bot.features import REBUILDERS
from bot.store.connection import connect
from bot.store.redis import RedisStore
from engines.game import Seat
from tests.bot.core.expected import MINUTES, Action, Expected
from tests.bot.processes import all_live
from tests.bot.scripted import CHAT, Stage, person

PEOPLE = ("ann", "bob", "carl")
VERBS = tuple("accept accept move move move move hint draw resign abort decline cancel claim claim wake wake".split())
people, verbs = st.sampled_from(PEOPLE), st.sampled_from(VERBS)
processes, numbers = st.integers(0, 1), st.integers(0, 99)


class Books(RuleBasedStateMachine):
    """Two processes over one store, three people, and what must be in the logs and on the lists."""

    url = ""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.time = 1_800_000_000.0
        self.games: dict[str, Expected] = {}
        self.typed: list[tuple[str, Action]] = []
        self.causes = map("stage:{}".format, itertools.count())
        self.runner.run(self.open())

    async def open(self) -> None:
        self.redis = connect(self.url)
        await self.redis.flushall()
        self.stores = [RedisStore(connect(self.url)) for _ in range(2)]
        self.stages = [Stage(store) for store in self.stores]
        await all_live(*self.stores)

    def teardown(self) -> None:
        self.runner.run(self.close())
        self.runner.close()

    async def close(self) -> None:
        for stage, store in zip(self.stages, self.stores, strict=True):
            await stage.router.close()
            await store.close()
        await self.redis.aclose()

    # What people do

    @initialize(who=people, opponent=people, process=processes)
    def begin(self, who: str, opponent: str, process: int) -> None:
        """There is a game to begin with."""
        self.challenge(who, opponent, process)

    @rule(who=people, opponent=st.sampled_from(("", *PEOPLE)), process=processes)
    def challenge(self, who: str, opponent: str, process: int) -> None:
        offers = sum(game.challenger == who and game.stage == "offered" for game in self.games.values())
        if offers >= Limits().challenges:
            return
        action = Action(who, "challenge", next(self.causes), opponent)
        self.say(code_of(action.cause, 0), action, process)

    @precondition(lambda self: self.games)
    @rule(who=people, verb=verbs, game=numbers, move=numbers, process=processes)
    def act(self, who: str, verb: str, game: int, move: int, process: int) -> None:
        code = self.game(game)
        self.say(code, self.action(code, who, verb, move), process)

    @precondition(lambda self: any(game.stage == "running" for game in self.games.values()))
    @rule(game=numbers, move=numbers, process=processes)
    def play(self, game: int, move: int, process: int) -> None:
        """Somebody whose turn it is plays, so that games get on."""
        running = [code for code, game in self.games.items() if game.stage == "running"]
        code = running[game % len(running)]
        self.say(code, self.action(code, self.games[code].on_turn, "move", move), process)

    @precondition(lambda self: self.typed)
    @rule(which=numbers, process=processes)
    def repeat(self, which: int, process: int) -> None:
        """The platform delivers something once more, perhaps to the other process."""
        code, action = self.typed[-1 - which % len(self.typed)]
        self.say(code, action, process)

    @precondition(lambda self: self.games)
    @rule(whos=st.tuples(people, people), both=st.tuples(verbs, verbs), game=numbers, moves=st.tuples(numbers, numbers))
    def race(self, whos: tuple[str, str], both: tuple[str, str], game: int, moves: tuple[int, int]) -> None:
        """Two people do something in one game at once, each at a process of their own."""
        code = self.game(game)
        first, second = (self.action(code, *each) for each in zip(whos, both, moves, strict=True))
        self.at_once(code, first, second)

    @precondition(lambda self: self.games)
    @rule(who=people, verb=verbs, game=numbers, move=numbers)
    def come_twice(self, who: str, verb: str, game: int, move: int) -> None:
        """One text reaches both processes at once."""
        code = self.game(game)
        action = self.action(code, who, verb, move)
        self.at_once(code, action, action)

    # What happens to the processes

    @rule(process=processes)
    def restart(self, process: int) -> None:
        self.runner.run(self.stages[process].router.close())
        self.stages[process].restart()

    @rule(minutes=st.sampled_from((1, MINUTES // 2, MINUTES, 3 * MINUTES)))
    def wait(self, minutes: int) -> None:
        self.time += 60 * minutes
        for stage in self.stages:
            stage.time = self.time

    @rule()
    def look_after(self) -> None:
        """Each process looks after its slots of the outbox."""
        self.runner.run(self.swept())
        self.games = {code: game.after_deadline(self.time) for code, game in self.games.items()}

    @rule(process=processes)
    def lose_the_lists(self, process: int) -> None:
        """Delete all lists and rebuild them from the logs."""
        self.runner.run(self.rebuild_lists(self.stores[process]))

    # What must be true at any time

    @invariant()
    def the_logs_say_what_happened(self) -> None:
        logs = self.runner.run(self.logs())
        assert set(logs) == set(self.games)
        for code, game in self.games.items():
            assert [entry.cause for entry in logs[code]] == list(game.causes)
            assert _moves(game, logs[code]) == game.moves

    @invariant()
    def the_lists_say_what_the_logs_say(self) -> None:
        open_ = {code: game for code, game in self.games.items() if game.is_open}
        offered = {code for code, game in open_.items() if game.stage == "offered"}
        of_people = {who: sorted(code for code, game in open_.items() if who in game.players) for who in PEOPLE}
        assert self.runner.run(self.lists()) == (sorted(open_), offered, of_people)

    @invariant()
    def no_board_waits_to_be_shown(self) -> None:
        for store in self.stores:
            assert self.runner.run(store.boards.pending(self.time + 1e6)) == []

    # How it is done

    def game(self, number: int) -> str:
        return list(self.games)[number % len(self.games)]

    def action(self, code: str, who: str, verb: str, move: int) -> Action:
        """A move is one that is legal, or, one time in five, `a1-c1`, which never is."""
        legal = [*self.games[code].legal(), "a1-c1"] if verb == "move" else [""]
        return Action(who, verb, next(self.causes), legal[move % len(legal)])

    def say(self, code: str, action: Action, process: int) -> None:
        """Somebody types something; the answer is silence, a hint or a refusal."""
        self.typed.append((code, action))
        after, known = self.after(code, action, self.games), action.cause in self.causes_of(code)
        reply = self.runner.run(self.say_at(process, code, action))
        if action.verb != "hint":
            assert (reply == ()) == (after is not None)
        elif not known:
            assert (reply[0].picture is not None) == (after is not None)
        self.games = self.games if after is None else after

    def at_once(self, code: str, first: Action, second: Action) -> None:
        """Two processes are told something at the same time: it is as if one of them had been first.

        The mark of who came too late is the sweeper's.
        """
        self.typed += [(code, first), (code, second)]
        self.runner.run(self.both(code, first, second))
        orders = [self.one_by_one(code, first, second), self.one_by_one(code, second, first)]
        written = [entry.cause for entry in self.runner.run(self.logs())[code]]
        outcomes = [games for games in orders if list(games[code].causes) == written]
        assert outcomes, (written, [games[code] for games in orders])
        self.games = outcomes[0]
        self.look_after()

    def one_by_one(self, code: str, *actions: Action) -> dict[str, Expected]:
        games = self.games
        for action in actions:
            games = self.after(code, action, games) or games
        return games

    def after(self, code: str, action: Action, games: dict[str, Expected]) -> dict[str, Expected] | None:
        """All games after a action; None if it is refused."""
        if action.verb == "challenge" and code not in games:
            began = Expected(action.who, action.rest, self.time + 60 * MINUTES, (action.cause,))
            return None if action.who == action.rest else games | {code: began}
        game = games[code].after(action, self.time)
        return None if game is None else games | {code: game}

    def causes_of(self, code: str) -> tuple[str, ...]:
        return self.games[code].causes if code in self.games else ()

    async def say_at(self, process: int, code: str, action: Action) -> tuple[Message, ...]:
        return await self.stages[process].type(action.who, _text(code, action), cause=action.cause)

    async def both(self, code: str, first: Action, second: Action) -> None:
        await asyncio.gather(self.say_at(0, code, first), self.say_at(1, code, second))

    async def swept(self) -> None:
        for stage in self.stages:
            await stage.router.sweep()
            await stage.router.wait_until_idle()

    async def rebuild_lists(self, store: RedisStore) -> None:
        await store.logs.delete_lists()
        await rebuild(store, Games(store), REBUILDERS, time.time())

    async def logs(self) -> Mapping[str, list[LogEntry]]:
        codes = [code async for code in self.stores[0].logs.all_games()]
        result = await self.stores[0].logs.load_all(dict.fromkeys(codes, 0))
        return {code: [read_log_entry(text) for text in log] for code, log in result.items() if isinstance(log, list)}

    async def lists(self) -> tuple[list[str], set[str], dict[str, list[str]]]:
        store = self.stores[1]
        of_people = {who: await store.people.games_of(person(who).key) for who in PEOPLE}
        return (
            [*(await store.settings.facts_for(CHAT.key, "")).games],
            {game for store in self.stores for game in await store.boards.due_games(DEADLINES, self.time + 1e6)},
            of_people,
        )


def _text(code: str, action: Action) -> str:
    if action.verb == "challenge":
        return f"/challenge {action.rest and '@' + action.rest} dots 2x1 pie=0 time=10m"
    answer = "yes" if action.verb == "resign" else action.rest
    return f"/{action.verb} {code} {answer}".strip()


def _moves(game: Expected, log: list[LogEntry]) -> tuple[tuple[str, str], ...]:
    """Who played what, as a log has it."""
    moved = [event for entry in log for event in entry.events if isinstance(event, Moved)]
    return tuple((game.challenger if move.seat is Seat.FIRST else game.opponent, move.text) for move in moved)


# A story that goes wrong is shown as it is: making it shorter takes minutes.
_QUICK = settings(
    max_examples=6,
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
    database=None,
    phases=(Phase.generate,),
    suppress_health_check=list(HealthCheck),
)


def _run_machine(url: str, how: settings) -> None:
    machine: Any = type("BooksHere", (Books,), {"url": url})
    run_state_machine_as_test(machine, settings=how)


def test_a_few_long_stories(valkey: str):
    _run_machine(valkey, _QUICK)


@pytest.mark.long
def test_many_long_stories(valkey: str):
    _run_machine(valkey, settings(_QUICK, max_examples=100, stateful_step_count=50, derandomize=False))
