"""An outage is what no process has heard; it is known before anything is decided, and takes nobody's time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import pytest

from bot.core.game.pauses import Outage
from bot.core.ports.outages import GAP
from bot.core.upkeep.outage_monitor import GRACE, OutageMonitor
from bot.store import keys
from bot.store.connection import connect
from bot.store.redis import RedisStore
from tests.bot.scripted import ScriptedPlatform, Stage

BEGAN = 1_800_000_000.0
DAYS = 3 * 24 * 3600.0


@dataclass
class Line(ScriptedPlatform):
    """An adapter to a platform that may be out of reach since a monotonic instant."""

    clock: Clock | None = None
    down_since: float | None = None

    def silence(self) -> float | None:
        assert self.clock is not None
        return None if self.down_since is None else self.clock.steady - self.down_since


@dataclass
class Clock:
    """A system clock and one that never jumps, of a machine with several processes."""

    store: RedisStore
    time: float = BEGAN
    steady: float = 0.0
    processes: list[Process] = field(default_factory=list)

    def process(self, *names: str) -> Process:
        adapters = {name: Line(name, clock=self) for name in names or ("stage",)}
        hearing = OutageMonitor(self.store.heartbeats, adapters, lambda: self.time, lambda: self.steady)
        self.processes.append(process := Process(hearing, adapters))
        return process

    async def wait(self, seconds: float) -> None:
        """Time goes on, and the processes that run look every second."""
        for _ in range(round(seconds)):
            self.time, self.steady = self.time + 1, self.steady + 1
            for process in self.processes:
                if process.runs:
                    await process.hearing.beat()


@dataclass
class Process:
    hearing: OutageMonitor
    adapters: dict[str, Line]
    runs: bool = True

    def outages(self) -> list[tuple[str, float, float]]:
        """The platform, and since and until when, from the beginning."""
        return [(each.platform, each.since - BEGAN, each.until - BEGAN) for each in self.hearing.known_outages()]


@pytest.fixture
async def clock(store: RedisStore) -> Clock:
    return Clock(store)


async def test_a_platform_in_constant_contact_has_no_outage(clock: Clock):
    process = clock.process()
    await clock.wait(60)
    assert process.outages() == []
    assert process.hearing.is_heard("stage")


async def test_a_process_whose_store_is_silent_knows_outages_until_its_last_heartbeat(clock: Clock):
    process = clock.process()
    await clock.wait(10)
    process.runs = False
    await clock.wait(GAP)
    assert process.hearing.known_until(clock.time) == clock.time
    await clock.wait(1)
    assert process.hearing.known_until(clock.time) == BEGAN + 10
    await process.hearing.refresh()
    assert process.hearing.known_until(clock.time) == clock.time


async def test_a_restart_makes_an_outage_that_ends_when_what_has_waited_came_in(clock: Clock):
    clock.process()
    await clock.wait(10)
    clock.processes.clear()
    await clock.wait(600)
    second = clock.process()
    await second.hearing.refresh()
    assert second.outages() == [("stage", 10, 610)]
    assert not second.hearing.is_heard("stage")
    await clock.wait(GRACE)
    assert second.outages() == [("stage", 10, 610 + GRACE)]
    assert second.hearing.is_heard("stage")
    await clock.wait(60)
    assert len(second.outages()) == 1


async def test_no_clock_is_paused_while_another_process_runs(clock: Clock):
    living, killed = clock.process(), clock.process()
    await clock.wait(10)
    clock.processes.remove(killed)
    await clock.wait(60)
    third = clock.process()
    await clock.wait(10)
    assert [process.outages() for process in (living, third)] == [[], []]


async def test_a_platform_out_of_reach_has_an_outage_while_others_have_none(clock: Clock):
    process = clock.process("stage", "other")
    await clock.wait(10)
    process.adapters["stage"].down_since = clock.steady
    await clock.wait(90)
    assert process.outages() == [("stage", 10, 100)]
    assert [process.hearing.is_heard(name) for name in ("stage", "other")] == [False, True]
    process.adapters["stage"].down_since = None
    await clock.wait(60)
    [(platform, since, until)] = process.outages()
    assert (platform, since) == ("stage", 10)
    assert 100 + GRACE <= until <= 100 + GRACE + 2


async def test_a_connection_that_is_found_dead_late_was_dead_before(clock: Clock):
    process = clock.process()
    await clock.wait(60)
    process.adapters["stage"].down_since = clock.steady - 45
    await clock.wait(30)
    assert process.outages() == [("stage", 15, 90)]


async def test_the_outage_of_a_platform_never_reached_counts_from_its_first_start(clock: Clock):
    clock.process().adapters["stage"].down_since = 0
    await clock.wait(10)
    clock.processes.clear()
    await clock.wait(90)
    process = clock.process()
    await clock.wait(10)
    assert process.outages() == [("stage", 1, 101 + GRACE)]


async def test_a_platform_that_does_not_come_back_holds_up_the_others_for_a_week(clock: Clock):
    clock.process("stage", "gone")
    await clock.wait(10)
    clock.processes.clear()
    process = clock.process("stage")
    clock.time, clock.steady = clock.time + 8 * 86400, clock.steady + 8 * 86400
    await clock.wait(10)
    assert ("gone", 10, 10 + 7 * 86400) in process.outages()
    assert process.hearing.is_heard("gone")


async def test_a_moment_of_silence_is_no_outage(clock: Clock):
    process = clock.process()
    await clock.wait(10)
    process.adapters["stage"].down_since = clock.steady
    await clock.wait(GAP - 1)
    process.adapters["stage"].down_since = None
    await clock.wait(20)
    assert process.outages() == []


async def test_a_process_that_was_stopped_finds_out_before_it_goes_on(clock: Clock):
    process = clock.process()
    await clock.wait(10)
    process.runs = False
    await clock.wait(500)
    await process.hearing.refresh()
    assert process.outages() == [("stage", 10, 510)]


@pytest.mark.parametrize("jump", [DAYS, -DAYS], ids=["ahead", "back"])
async def test_a_clock_that_jumps_is_known_at_once_and_as_what_it_is(clock: Clock, jump: float):
    process, other_process = clock.process(), clock.process()
    await clock.wait(10)
    clock.time += jump
    await process.hearing.refresh()
    await clock.wait(20)
    assert (
        process.hearing.known_outages()
        == other_process.hearing.known_outages()
        == (Outage(1, "stage", BEGAN + 10, BEGAN + 10 + jump, True),)
    )
    assert process.hearing.is_heard("stage")


async def test_a_clock_that_was_set_back_between_two_runs_is_known_too(clock: Clock):
    clock.process()
    await clock.wait(10)
    clock.processes.clear()
    clock.time -= DAYS
    await clock.wait(60)
    second = clock.process()
    await clock.wait(10)
    assert [until - since for _, since, until in second.outages()] == [60 + GRACE + 1 - DAYS]


async def test_a_store_out_of_reach_is_an_outage_of_all_platforms(clock: Clock, empty_valkey: str):
    process = clock.process("stage", "other")
    await clock.wait(10)
    process.runs = False  # as when no heartbeat arrives
    await clock.wait(300)
    process.runs = True
    await clock.wait(10)
    assert {platform for platform, since, _ in process.outages() if since == 10} == {"stage", "other"}


@pytest.mark.parametrize(
    "command",
    [
        ("HSET", keys.HEARD, "stage", "soon", "#", "many"),
        ("HSET", keys.OUTAGES, "nothing", "", "1", "2"),
        ("SET", keys.HEARD, "?"),
        ("RPUSH", keys.OUTAGES, "?"),
    ],
)
async def test_entries_written_by_others_do_no_harm(clock: Clock, empty_valkey: str, command: tuple[str, ...]):
    redis = connect(empty_valkey)
    write: Callable[..., Awaitable[object]] = redis.execute_command
    await write(*command)
    await redis.aclose()
    process = clock.process()
    await clock.wait(10)
    assert process.outages() == []
    process.runs = False
    await clock.wait(100)
    process.runs = True
    await clock.wait(10)
    assert len(process.outages()) == 1


class Outside(Stage):
    """A stage whose processes hear it; time passes for both."""

    clock: Clock

    @classmethod
    def over(cls, clock: Clock) -> Outside:
        stage = cls(clock.store)
        stage.clock = clock
        stage.begin_process()
        return stage

    def begin_process(self) -> None:
        """A new process, which knows nothing yet."""
        self.clock.processes.clear()
        self.outages = self.clock.process().hearing
        self.restart()

    async def wait(self, seconds: float) -> None:
        await self.clock.wait(seconds)
        self.time = self.clock.time

    async def down(self, seconds: float) -> None:
        """Killed, and started again after so long."""
        self.clock.processes.clear()
        await self.wait(seconds)
        self.begin_process()

    async def sweep(self) -> None:
        await self.router.sweep()
        await self.router.wait_until_idle()


@pytest.fixture
async def stage(clock: Clock) -> Outside:
    return Outside.over(clock)


async def begin_game(stage: Outside, pace: str) -> None:
    await stage.wait(10)
    await stage.type("ann", f"/challenge @bob dots 3x3 time={pace}")
    await stage.press("bob", "Accept")


async def test_the_first_word_after_a_restart_cannot_claim_time_that_nobody_had(stage: Outside):
    await begin_game(stage, "1m")
    await stage.wait(15)
    await stage.down(70)
    [refusal] = await stage.type("bob", "/claim")
    assert "still has" in refusal.text


async def test_the_chat_reads_once_that_clocks_were_paused(stage: Outside):
    await begin_game(stage, "1m")
    await stage.wait(15)
    await stage.down(70)
    await stage.sweep()
    count = len(stage.adapter.shown)
    await stage.wait(5)
    for _ in range(2):
        await stage.sweep()
    answer = [message.text for _, _, message in stage.adapter.shown[count:]]
    assert len(answer) == 1
    assert "Paused for 1\u00a0min while I was offline" in answer[0]
    await stage.type("ann", "/move a1-a2")
    assert "Paused" not in stage.board.text


async def test_the_next_board_mentions_a_pause_that_hardly_matters(stage: Outside):
    """Fourteen minutes of three days, and of one hour."""
    for pace, telling in (("3d", 0), ("1h", 1)):
        await begin_game(stage, pace)
        count = len(stage.adapter.shown)
        await stage.down(840)
        await stage.wait(5)
        await stage.sweep()
        assert len(stage.adapter.shown) == count + telling
        code = stage.button("More").types.split()[1]
        await stage.type("ann", f"/move {code} a1-a2")
        assert ("Paused for 14\u00a0min" in stage.board.text) is not bool(telling)
        await stage.type("bob", f"/resign {code} yes")


async def test_a_move_that_has_waited_comes_before_any_word_about_time(stage: Outside):
    await begin_game(stage, "1m")
    await stage.wait(55)
    count = len(stage.adapter.shown)
    await stage.down(600)
    await stage.sweep()
    await stage.type("ann", "/move a1-a2")
    for _ in range(30):
        await stage.wait(1)
        await stage.sweep()
    texts = [message.text for _, _, message in stage.adapter.shown[count:]]
    assert not any("time is up" in text or "time is up" in text for text in texts)
    assert sum("Paused for 10\u00a0min" in text for text in texts) == 1


async def test_the_clock_ends_when_it_would_have_ended_but_for_the_outage(stage: Outside):
    await begin_game(stage, "2m")
    await stage.wait(60)
    await stage.down(600)
    await stage.wait(10)
    await stage.sweep()
    await stage.wait(40)
    [refusal] = await stage.type("bob", "/claim")
    assert "still has" in refusal.text
    await stage.wait(20)
    await stage.type("bob", "/claim")
    assert "Bob wins" in stage.board.text


@pytest.mark.parametrize("days", [3, -3])
async def test_days_by_which_a_clock_is_set_are_nobodys(stage: Outside, days: int):
    await begin_game(stage, "1d")
    await stage.wait(30)
    stage.clock.time += days * 86400.0
    stage.time = stage.clock.time
    count = len(stage.adapter.shown)
    [refusal] = await stage.type("bob", "/claim")
    assert "still has 1\u00a0day" in refusal.text
    await stage.wait(10)
    await stage.sweep()
    assert len(stage.adapter.shown) == count
    assert "1\u00a0day" in (await stage.type("ann", "/games"))[0].text


async def test_a_challenge_does_not_expire_while_nobody_can_answer_it(stage: Outside):
    await stage.wait(10)
    await stage.type("ann", "/challenge @bob dots 3x3")
    await stage.wait(300)
    await stage.down(600)
    await stage.sweep()
    await stage.wait(10)
    await stage.sweep()
    assert "Paused for 10\u00a0min" in stage.board.text
    await stage.press("bob", "Accept")
    assert stage.board.picture is not None
    assert "Paused" not in stage.board.text


async def test_a_platform_that_is_down_stops_no_clock_of_who_plays_elsewhere(clock: Clock):
    stage = Outside.over(clock)
    other_process = clock.process("other")
    await begin_game(stage, "1m")
    other_process.adapters["other"].down_since = clock.steady
    await stage.wait(61)
    assert not clock.processes[0].hearing.is_heard("other")
    await stage.type("bob", "/claim")
    assert "Bob wins" in stage.board.text
