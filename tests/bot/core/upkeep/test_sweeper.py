"""Reminders: once, to who is asked, in the way and at the hours that they want, whatever processes there are."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field

import pytest

from bot.core.game.people import Chat, Person
from bot.core.ports.platform import DeliveryError, Message
from bot.core.ports.store import CLOCKS, Listing
from bot.core.repository import Games
from bot.core.upkeep.reindexing import rebuild
from bot.features import REBUILDERS
from bot.store.boards import RedisBoards
from bot.store.connection import connect
from bot.store.redis import RedisStore
from tests.bot.processes import all_live
from tests.bot.scripted import ScriptedPlatform, Stage

GROUP = Chat("stage", "9")
HOUR = 3600.0


@dataclass
class Telling(ScriptedPlatform):
    """An adapter that can speak to one person alone."""

    told: list[tuple[str, Message]] = field(default_factory=list)
    closed: frozenset[str] = frozenset()

    async def tell(self, person: Person, message: Message) -> bool:
        if person.id in self.closed:
            raise DeliveryError("never started", None)
        self.told.append((person.id, message))
        return True


async def begin_game(stage: Stage, more: str = "") -> None:
    await stage.type("ann", f"/challenge @bob dots 3x3 {more}", GROUP)
    await stage.press("bob", "Accept", GROUP)


async def later(hours: float, *stages: Stage) -> None:
    for stage in stages:
        stage.time += hours * HOUR
    await asyncio.gather(*(stage.router.sweep() for stage in stages))
    await asyncio.gather(*(stage.router.wait_until_idle() for stage in stages))


def reminders(adapter: ScriptedPlatform) -> list[str]:
    return [
        message.mention.id for _, _, message in adapter.shown if message.mention and "it’s your move" in message.text
    ]


async def test_two_processes_remind_once_at_each_threshold_even_after_the_lists_are_lost(valkey: str):
    store, other_store = (RedisStore(connect(valkey)) for _ in range(2))
    await all_live(store, other_store)
    first, second = Stage(store), Stage(other_store)
    await begin_game(first, "time=10h")
    for hours, count in ((4, 0), (2, 1), (1, 1), (2.5, 2), (0.2, 2)):
        await later(hours, first, second)
        await store.logs.delete_lists()
        await rebuild(store, Games(store), REBUILDERS, time.time())
        await later(0, first, second)
        assert [*reminders(first.adapter), *reminders(second.adapter)] == ["ann"] * count
    await store.close()
    await other_store.close()


async def test_in_private_only_the_player_is_notified(store: RedisStore):
    stage = Stage(store, adapter=Telling())
    await begin_game(stage, "time=10h")
    await stage.type("ann", "/notify private", GROUP)
    await later(6, stage)
    assert reminders(stage.adapter) == []
    assert [person for person, _ in stage.adapter.told] == ["ann"]  # type: ignore[attr-defined]


async def test_a_reminder_speaks_the_language_of_the_chat(store: RedisStore):
    stage = Stage(store)
    await begin_game(stage, "time=10h")
    await stage.type("ann", "/settings language=ru", GROUP)
    await later(6, stage)
    assert "ваш ход" in stage.adapter.shown[-1][2].text


async def test_a_private_reminder_speaks_the_language_of_its_reader(store: RedisStore):
    stage = Stage(store, adapter=Telling())
    await begin_game(stage, "time=10h")
    await stage.type("ann", "/notify private", GROUP)
    await stage.type("ann", "/language uk", GROUP)
    await later(6, stage)
    [(_, message)] = stage.adapter.told  # type: ignore[attr-defined]
    assert "ваш хід" in message.text


async def test_a_player_without_a_private_chat_is_reminded_once_where_the_game_is(store: RedisStore):
    stage = Stage(store, adapter=Telling(closed=frozenset({"ann"})))
    await begin_game(stage, "time=10h")
    await stage.type("ann", "/notify private", GROUP)
    await later(6, stage)
    assert reminders(stage.adapter) == ["ann"]
    assert not await store.boards.due_games(CLOCKS, stage.time)


@pytest.mark.parametrize("hours", [1, 6], ids=["too-early", "reminded"])
async def test_an_instant_that_another_process_sets_while_a_clock_is_looked_at_stays(
    store: RedisStore, monkeypatch: pytest.MonkeyPatch, hours: float
):
    stage, schedule = Stage(store), RedisBoards.schedule
    await begin_game(stage, "time=10h")
    [code] = [game async for game in store.logs.open_games()]
    soon = stage.time + (hours + 0.5) * HOUR
    meanwhile = [soon]

    async def scheduling(
        boards: RedisBoards, when: str, game: str, at: float | None, instead: float | None = None
    ) -> None:
        if when == CLOCKS and meanwhile:
            await schedule(boards, CLOCKS, code, meanwhile.pop())
        await schedule(boards, when, game, at, instead)

    await schedule(store.boards, CLOCKS, code, stage.time + hours * HOUR)
    monkeypatch.setattr(RedisBoards, "schedule", scheduling)
    await later(hours, stage)
    assert meanwhile == []
    assert await store.boards.due_games(CLOCKS, soon) == {code: soon}


async def test_a_digest_comes_once_in_the_morning_with_all_games(store: RedisStore):
    stage = Stage(store, adapter=Telling())  # eight in the morning, UTC
    await stage.type("ann", "/notify digest", GROUP)
    await begin_game(stage, "time=10h")
    await begin_game(stage, "time=12h")
    await store.logs.append("BCDFGH", 1, "{{{")
    await store.logs.list_game(Listing("BCDFGH", (GROUP.key,), ("stage:ann",)))
    await later(7, stage)
    assert stage.adapter.told == []  # type: ignore[attr-defined]
    await later(18.5, stage)
    [(person, message)] = stage.adapter.told  # type: ignore[attr-defined]
    assert (person, len(message.text.splitlines())) == ("ann", 4)
    assert message.text.endswith("1 game couldn’t be read, so it isn’t here.")
    await later(24, stage)
    assert len(stage.adapter.told) == 1  # type: ignore[attr-defined]


async def test_a_digest_that_the_platform_postpones_comes_later(store: RedisStore):
    @dataclass
    class Flooded(Telling):
        async def tell(self, person: Person, message: Message) -> bool:
            if stage.time < opens:
                raise DeliveryError("flooded", retry_after=90)
            return await super().tell(person, message)

    adapter = Flooded()
    stage = Stage(store, adapter=adapter)
    opens = stage.time + 25.55 * HOUR
    await stage.type("ann", "/notify digest", GROUP)
    await begin_game(stage, "time=10h")
    for hours in (7, 18.5, 0.1):
        await later(hours, stage)
    assert [person for person, _ in adapter.told] == ["ann"]


async def test_a_player_who_waits_for_an_answer_is_not_reminded(store: RedisStore):
    stage = Stage(store)
    await begin_game(stage, "time=10h")
    await stage.type("ann", "/draw", GROUP)
    await later(6, stage)
    assert reminders(stage.adapter) == []


@pytest.mark.parametrize(("pace", "zone", "count"), [("1d", "tokyo", 0), ("1d", "london", 1), ("20h", "tokyo", 1)])
async def test_nobody_is_woken_at_night_by_a_game_of_a_day_a_move(store: RedisStore, pace: str, zone: str, count: int):
    stage = Stage(store)
    await begin_game(stage, f"time={pace}")
    await stage.type("ann", f"/timezone {zone}", GROUP)
    await later(12.1, stage)
    assert len(reminders(stage.adapter)) == count


async def test_three_days_are_usual_in_a_group_and_no_time_elsewhere(store: RedisStore):
    stage = Stage(store)
    await begin_game(stage)
    assert "3\u00a0days left" in stage.board.text
    await stage.type("ann", "/challenge @bob dots 3x3")
    await stage.press("bob", "Accept")
    assert "left" not in stage.board.text


async def test_only_administrators_settle_what_holds_in_a_chat(store: RedisStore):
    stage = Stage(store)
    [answer] = await stage.type("bob", "/settings mentions=no", GROUP)
    assert "administrators" in answer.text
    [answer] = await stage.type("bob", "/settings", GROUP)
    assert (answer.buttons, "mentions: yes" in answer.text) == ((), True)
    await stage.type("ann", "/settings mentions=no", GROUP)
    await begin_game(stage, "time=10h")
    assert stage.board.mention is None
    await later(6, stage)
    assert reminders(stage.adapter) == []
