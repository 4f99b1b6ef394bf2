"""Whatever Discord refuses and whenever the bot is killed, a game leaves two messages and one live keyboard."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import chain
from random import Random

import pytest
from aiohttp import web

from benchmarks.strain.on_discord import DiscordRoom, UnreliableDiscord
from benchmarks.strain.seen import OVER, Seen
from bot import platform_adapters
from bot.core.ports.cleanups import HEAD_START
from bot.core.ports.store import StoreUnavailableError
from bot.core.router import Router
from bot.features import FEATURES
from bot.platforms.discord import Discord, adapter, interaction_answers
from bot.store.connection import connect
from bot.store.redis import RedisStore
from tests.bot.answered import ledger
from tests.bot.crash import wire_that_is_cut
from tests.bot.platforms.discord.scripted import paint
from tests.bot.platforms.discord.standin import INTERACTIONS, TOKEN, as_json, listening
from tests.bot.scripted import Quick

MOVES = ("a1-a2", "b1-b2", "c1-c2", "a1-b1", "a2-b2", "b1-c1", "b2-c2", "a2-a3", "b2-b3", "c2-c3", "a3-b3", "b3-c3")
SEATS = (0, 1, 0, 1, 0, 0, 1, 1, 0, 1, 0, 0)
REQUESTS = ("answer", "post", "edit", "delete")
PLACES = ("in a server of the bot", "where the bot is not")
CALLS = 28
"""So many calls such a game takes at least; a kill may fall on each."""
PATIENCE = 30.0


class DeadlyDiscord(UnreliableDiscord):
    """It refuses a request of a kind so many times, and the bot is killed while it waits for a `fatal` call's answer.

    The kinds are those of `REQUESTS`; before the call that is fatal it takes others in peace.
    """

    def __init__(self) -> None:
        super().__init__(Random(7))
        self.fatal = math.inf
        self.said = 0
        self.killed = asyncio.Event()
        self.refuses = ""
        self.times = 0
        self.status = 429

    async def rest(self, request: web.Request) -> web.StreamResponse:
        if self.killed.is_set():
            await self._hang_up(request)
        kind = _kind(request)
        if kind and kind == self.refuses and self.times:
            self.times -= 1
            return _refusal(self.status)
        response = await super().rest(request)
        self.said += bool(kind)
        if self.said == self.fatal and not self.killed.is_set():
            self.killed.set()
            for kind, number in [*ledger().presses]:
                ledger().withdraw(kind, number)
            await self._hang_up(request)
        return response

    async def _hang_up(self, request: web.Request) -> None:
        if request.transport:
            request.transport.abort()
        await asyncio.Event().wait()


def _kind(request: web.Request) -> str:
    """Return which of `REQUESTS` a request is; "" for none."""
    if request.path.endswith("/callback"):
        return "answer"
    if request.method == "POST" and not request.path.endswith(("/typing", "/commands")):
        return "post"
    return {"PATCH": "edit", "DELETE": "delete"}.get(request.method, "")


def _refusal(status: int) -> web.Response:
    refused = as_json({"message": "refused", "code": 0, "retry_after": 0.1, "global": False}, status)
    if status == 429:
        refused.headers.update({"Retry-After": "0.1", "Via": "1.1 proxy"})
    return refused


@dataclass
class Play:
    """A game of Ann and Bob on 2x2, by a bot that may be killed and is started again."""

    discord: DeadlyDiscord
    valkey: str
    room: DiscordRoom
    later: float = 0.0
    ply: int = 0
    press: Callable[[], None] | None = None
    seen: list[Seen] = field(default_factory=list)

    def now(self) -> float:
        return time.time() + self.later

    @asynccontextmanager
    async def run(self) -> AsyncIterator[tuple[Router, RedisStore]]:
        """A process: what it has not done when it is killed is not done."""
        self.discord.identified = asyncio.get_running_loop().create_future()
        async with wire_that_is_cut(self.valkey, self.discord.killed) as url:
            store = RedisStore(connect(url))
            opened = Discord(TOKEN, paint=paint, words=platform_adapters.translate, now=self.now)
            opened.rest_url, opened.gateway_url = self.discord.rest_url, self.discord.gateway_url
            router = Router(store, Quick(), {opened.name: opened}, features=FEATURES, now=self.now, random=Random(7))
            running = asyncio.create_task(opened.run(router))
            try:
                await asyncio.wait_for(self.discord.identified, PATIENCE)
                yield router, store
            finally:
                running.cancel()
                await asyncio.wait([running])
                await router.close()
                await store.close()

    async def whole(self, refused: str = "", status: int = 429, fatal: float = math.inf) -> None:
        """From the challenge to the last board, and until nothing is to be done any more.

        Once the game has begun, a request of a kind is `refused`, or a call is `fatal`.
        """
        moves = self._moves()
        async with self.run() as (router, store):
            await self._begin(router)
            self.discord.refuses, self.discord.status, self.discord.times = refused, status, 1
            self.discord.said, self.discord.fatal = 0, fatal
            await self._go_on(moves, router, store)
        if fatal < math.inf:
            assert self.discord.killed.is_set()
            self.discord.killed, self.discord.fatal = asyncio.Event(), math.inf
            async with self.run() as (router, store):
                await self._go_on(moves, router, store)

    async def _go_on(self, moves: Iterator[Callable[[], None]], router: Router, store: RedisStore) -> None:
        """Play until the end, or until the bot is killed; the press that this one has not answered is made again."""
        for press in chain([self.press] if self.press else [], moves):
            self.press = press
            if not self._is_shown():
                press()
            if await self._until(router, self._is_shown):
                return
        with suppress(StoreUnavailableError):
            while await store.cleanups.due_cleanups(math.inf) or await store.boards.pending(math.inf):
                self.later += HEAD_START
                await self._until(router, lambda: True)
        await self._until(router, lambda: not ledger().is_waiting(INTERACTIONS))

    def _is_shown(self) -> bool:
        plies = [seen.board[1] for seen in self.seen if seen.board]
        return OVER in plies or self.ply in plies

    async def _until(self, router: Router, is_so: Callable[[], bool]) -> bool:
        """Wait until it is so; return whether the bot was killed."""
        async with asyncio.timeout(PATIENCE):
            while not self.discord.killed.is_set():
                with suppress(StoreUnavailableError):
                    await router.sweep()
                    await router.wait_until_idle()
                self.seen += [self.room.messages.get_nowait() for _ in range(self.room.messages.qsize())]
                if is_so():
                    return False
                await asyncio.sleep(0.01)
        return True

    async def _begin(self, router: Router) -> None:
        self.room.type_text(0, "/challenge dots 2x2 pie=0")
        await self._until(router, lambda: any(seen.offer for seen in self.seen))
        [code] = {seen.offer for seen in self.seen if seen.offer}
        self.room.type_text(1, f"/accept {code}")
        await self._until(router, self._is_shown)

    def _moves(self) -> Iterator[Callable[[], None]]:
        """Yield how each move is pressed; the ply that is to be seen then, however late, goes with it."""
        for self.ply, (seat, move) in enumerate(zip(SEATS, MOVES, strict=True), 1):

            def press(seat: int = seat, move: str = move) -> None:
                self.room.type_text(seat, f"/move {move}")

            yield press

    def check(self) -> None:
        """Two messages that all see are left at most, and no buttons but those of the last."""
        left = [message for message, flags in self.room.flags.items() if not flags & 1 << 6 and int(message) > 20_000]
        live = [message for message, buttons in self.room.live.items() if buttons]
        assert len(left) <= 2
        assert len(live) == 1
        assert any("/again" in button for button in self.room.live[live[0]])


@pytest.fixture(params=[0, 1], ids=PLACES)
async def play(emptied: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Play]:
    monkeypatch.setattr(adapter, "_SOON", 0.02)
    monkeypatch.setattr(adapter, "_LONGEST_GOODBYE", 0.05)
    monkeypatch.setattr(interaction_answers, "_ACKNOWLEDGED_AFTER", 0.3)
    discord = DeadlyDiscord()
    rooms = [discord.room() for _ in PLACES]
    async with listening(discord):
        yield Play(discord, emptied, rooms[request.param])


async def _refused(play: Play, request: str, status: int) -> None:
    await play.whole(refused=request, status=status)
    play.check()


async def _killed(play: Play, call: int) -> None:
    await play.whole(fatal=call)
    play.check()


@pytest.mark.parametrize(("kind", "status"), [("answer", 502), ("post", 429), ("edit", 502), ("delete", 429)])
async def test_a_refusal_leaves_two_messages_and_one_live_keyboard(play: Play, kind: str, status: int):
    await _refused(play, kind, status)


@pytest.mark.long
@pytest.mark.parametrize("kind", REQUESTS)
@pytest.mark.parametrize("status", [429, 502])
async def test_any_refusal_leaves_two_messages_and_one_live_keyboard(play: Play, kind: str, status: int):
    await _refused(play, kind, status)


@pytest.mark.parametrize("call", [1, 2, 6])
async def test_a_kill_leaves_two_messages_and_one_live_keyboard(play: Play, call: int):
    await _killed(play, call)


@pytest.mark.long
@pytest.mark.parametrize("call", range(1, CALLS))
async def test_a_kill_at_any_call_leaves_two_messages_and_one_live_keyboard(play: Play, call: int):
    await _killed(play, call)
