"""One person in two rooms at the same moment, with the store near and far: nothing chosen is lost, nothing forgotten
comes back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from itertools import count

import pytest
from redis import Redis

from bot.core.game.people import Chat
from bot.core.ports.store import TIME_ZONE, Store, of_person
from bot.core.queues.user_queue import Ticket
from bot.features.tournaments.log import KIND
from bot.store.connection import Answer, Command, Wire, connect
from bot.store.redis import RedisStore
from tests.bot.scripted import Stage, incoming, person, private_chat
from tests.bot.test_forgetting import holding

CLUB, OTHER, ALONE = Chat("stage", "club"), Chat("stage", "other"), private_chat("zaphodia")
WHO = "zaphodia"


@pytest.fixture(params=[0, 0.005, 0.02, 0.1], ids=lambda seconds: f"{1000 * seconds:.0f}ms")
def move_away(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return what puts the store so many seconds away."""
    ask, seconds = Wire.ask, float(request.param)

    async def asking(wire: Wire, *commands: Command) -> list[Answer]:
        await asyncio.sleep(seconds / 2)
        answers = await ask(wire, *commands)
        await asyncio.sleep(seconds / 2)
        return answers

    return lambda: monkeypatch.setattr(Wire, "ask", asking)


async def open_tournament(stage: Stage, chat: Chat) -> str:
    """Open a tournament and return its code."""
    await stage.type("bob", "/tournament dots 2x2 swiss", chat)
    assert isinstance(stage.store, RedisStore)
    [name] = {name async for name in stage.store.logs.all_logs(KIND)}
    return name.rpartition("-")[2]


async def test_two_choices_at_the_same_moment_are_both_kept(store: Store, move_away: Callable[[], None]):
    stage = Stage(store)
    code = await open_tournament(stage, CLUB)
    move_away()
    await asyncio.gather(
        stage.type(WHO, "/timezone Europe/Kyiv", ALONE, in_private=True),
        stage.type(WHO, f"/tournament join {code}", CLUB),
        stage.type(WHO, "/notify off", OTHER),
    )
    assert "Zaphodia" in (await stage.type("bob", f"/tournament {code}", CLUB))[0].text
    choices = await store.settings.choices(of_person(person(WHO)))
    assert (choices[TIME_ZONE], choices["notify"]) == ("Europe/Kyiv", "off")


EARLIER = ("/timezone Europe/Kyiv", "/puzzle 6", "/daily", "/language uk", "/block @eve", "/away 3d")


async def stage_with_traces(store: Store) -> tuple[Stage, str]:
    """Return a stage on which a person has left a trace wherever one can, and the code of their tournament."""
    stage = Stage(store)
    code = await open_tournament(stage, CLUB)
    for text in (*EARLIER, f"/tournament join {code}"):
        await stage.type(WHO, text, CLUB)
    return stage, code


@pytest.mark.sample(one_in=2)
async def test_a_choice_made_while_its_person_is_forgotten_is_not_stored(
    store: Store, move_away: Callable[[], None], valkey: str
):
    stage, code = await stage_with_traces(store)
    assert await holding(valkey, WHO)
    move_away()
    await asyncio.gather(
        stage.type(WHO, "/timezone Asia/Tokyo", CLUB),
        stage.type(WHO, "/forgetme yes", ALONE, in_private=True),
        stage.type(WHO, f"/tournament join {code}", OTHER),
    )
    assert await holding(valkey, WHO) == []


_ACTOR = ContextVar("actor", default="")


@dataclass
class Meeting:
    """Another text that comes when the handling of one asks the store for the `step`th time."""

    step: int
    comes: Callable[[], Awaitable[None]]
    has_come: bool = False

    def attend(self, monkeypatch: pytest.MonkeyPatch) -> None:
        ask = Wire.ask

        async def asking(wire: Wire, *commands: Command) -> list[Answer]:
            if _ACTOR.get() == "one":
                self.step -= 1
                if not self.step:
                    self.has_come = True
                    await self.comes()
            return await ask(wire, *commands)

        monkeypatch.setattr(Wire, "ask", asking)


async def as_actor(name: str, stage: Stage, text: str, chat: Chat) -> None:
    _ACTOR.set(name)
    await stage.router.handle(incoming(WHO, text, chat))
    _ACTOR.set("")


CHOSEN = "/timezone Asia/Tokyo", "/puzzle 7", "/language ru", "/tournament join {code}", "/challenge bot easy dots 1x1"


async def in_its_own_task(stage: Stage, text: str, chat: Chat) -> None:
    await asyncio.create_task(as_actor("other", stage, text, chat))


@pytest.mark.sample(one_in=3)
@pytest.mark.parametrize("text", CHOSEN)
async def test_a_text_that_comes_at_any_step_of_forgetting_leaves_nothing(
    store: Store, valkey: str, monkeypatch: pytest.MonkeyPatch, text: str
):
    for step in count(1, 3):
        stage, code = await stage_with_traces(store)
        meeting = Meeting(step, partial(in_its_own_task, stage, text.format(code=code), CLUB))
        with monkeypatch.context() as patch:
            meeting.attend(patch)
            await as_actor("one", stage, "/forgetme yes", ALONE)
        await stage.router.wait_until_idle()
        if not meeting.has_come:
            break
        assert await holding(valkey, WHO) == [], step
        empty_store(valkey)


@dataclass
class Forgetting:
    """A request to be forgotten that begins, and goes on until it is over or waits for other texts."""

    stage: Stage
    waits: asyncio.Event = field(default_factory=asyncio.Event)
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    async def begin(self) -> None:
        self.tasks.append(asyncio.create_task(as_actor("other", self.stage, "/forgetme yes", ALONE)))
        waiting = asyncio.create_task(self.wait())
        await asyncio.wait([*self.tasks, waiting], return_when=asyncio.FIRST_COMPLETED)

    async def wait(self) -> None:
        await self.waits.wait()

    def attend(self, monkeypatch: pytest.MonkeyPatch) -> None:
        outlast = Ticket.outlast

        async def outlasting(ticket: Ticket) -> None:
            self.waits.set()
            await outlast(ticket)

        monkeypatch.setattr(Ticket, "outlast", outlasting)


@pytest.mark.sample(one_in=3)
@pytest.mark.parametrize("text", CHOSEN)
async def test_forgetting_that_begins_at_any_step_of_a_text_leaves_nothing(
    store: Store, valkey: str, monkeypatch: pytest.MonkeyPatch, text: str
):
    for step in count(1):
        stage, code = await stage_with_traces(store)
        forgetting = Forgetting(stage)
        meeting = Meeting(step, forgetting.begin)
        with monkeypatch.context() as patch:
            forgetting.attend(patch)
            meeting.attend(patch)
            await as_actor("one", stage, text.format(code=code), CLUB)
            await asyncio.gather(*forgetting.tasks)
        await stage.router.wait_until_idle()
        if not meeting.has_come:
            break
        assert await holding(valkey, WHO) == [], step
        empty_store(valkey)


@pytest.fixture
async def other_store(store: Store, empty_valkey: str) -> AsyncIterator[RedisStore]:
    """Return the store as another process has it; each knows that the other one is there."""
    assert isinstance(store, RedisStore)
    other = RedisStore(connect(empty_valkey))
    for each in (store, other, store):
        await each.leases.renew()
    yield other
    await other.close()


async def test_texts_that_another_process_handles_while_their_sender_is_forgotten_leave_nothing(
    store: Store, other_store: RedisStore, move_away: Callable[[], None], valkey: str
):
    stage, code = await stage_with_traces(store)
    other_stage = Stage(other_store)
    move_away()
    await asyncio.gather(
        other_stage.type(WHO, "/puzzle 7", CLUB),
        other_stage.type(WHO, f"/tournament join {code}", OTHER),
        stage.type(WHO, "/forgetme yes", ALONE, in_private=True),
    )
    assert await holding(valkey, WHO) == []


@pytest.mark.sample(one_in=3)
@pytest.mark.parametrize("text", CHOSEN)
async def test_another_process_that_forgets_at_any_step_after_a_text_is_read_leaves_nothing(
    store: Store, other_store: RedisStore, valkey: str, monkeypatch: pytest.MonkeyPatch, text: str
):
    for step in count(2):
        for each in (store, other_store, store):
            assert isinstance(each, RedisStore)
            await each.leases.renew()
        stage, code = await stage_with_traces(store)
        meeting = Meeting(step, partial(in_its_own_task, Stage(other_store), "/forgetme yes", ALONE))
        with monkeypatch.context() as patch:
            meeting.attend(patch)
            await as_actor("one", stage, text.format(code=code), CLUB)
            await stage.router.wait_until_idle()
        if not meeting.has_come:
            break
        assert await holding(valkey, WHO) == [], step
        empty_store(valkey)


def empty_store(valkey: str) -> None:
    with Redis.from_url(valkey) as redis:
        redis.flushall()


async def test_two_simultaneous_requests_forget_a_person(store: Store, move_away: Callable[[], None], valkey: str):
    stage = Stage(store)
    await stage.type(WHO, "/timezone Europe/Kyiv", CLUB)
    chats = (CLUB, OTHER, ALONE)
    move_away()
    await asyncio.gather(*(stage.type(WHO, "/forgetme yes", chat, cause=f"adapter:{chat.id}") for chat in chats))
    assert await holding(valkey, WHO) == []


async def test_a_tournament_that_was_left_before_it_began_forgets_too(store: Store, valkey: str):
    stage = Stage(store)
    code = await open_tournament(stage, CLUB)
    for text in (f"/tournament join {code}", f"/tournament leave {code}", "/forgetme yes"):
        await stage.type(WHO, text, CLUB)
    assert await holding(valkey, WHO) == []


async def test_logs_that_a_newer_version_wrote_forget_too(store: Store, valkey: str):
    stage = Stage(store)
    code = await open_tournament(stage, CLUB)
    await stage.type(WHO, f"/tournament join {code}", CLUB)
    await stage.type(WHO, "/challenge bot easy dots 2x2", CLUB)
    [game] = [game async for game in store.logs.open_games()]
    for name in (game, f"tournament-{code}"):
        version = (await store.logs.versions([name]))[name]
        newer = '[{"kind": "sung", "at": 1, "by": {"platform": "stage", "id": "zaphodia", "name": "Zaphodia"}}]'
        assert await store.logs.append(name, version + 1, newer)
    await Stage(store).type(WHO, "/forgetme yes", ALONE, in_private=True)
    assert await holding(valkey, WHO) == []
