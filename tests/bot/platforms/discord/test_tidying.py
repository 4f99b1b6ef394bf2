"""Whatever Discord refuses and whenever the bot is killed, a game leaves two messages and one live keyboard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from random import Random

import pytest
from aiohttp import web

from benchmarks.strain.on_discord import DiscordRoom, UnreliableDiscord
from benchmarks.strain.seen import OVER, Seen
from bot.core.router import Router
from bot.features import FEATURES
from bot.platforms.discord import Discord, adapter, interaction_answers
from bot.store.connection import connect
from bot.store.redis import RedisStore
from tests.bot.answered import ledger
from tests.bot.crash import wire_that_is_cut
from tests.bot.killed_game import MOVES, PATIENCE, SEATS, Kill, KilledGame
from tests.bot.platforms.discord.scripted import paint
from tests.bot.platforms.discord.standin import INTERACTIONS, TOKEN, as_json, listening
from tests.bot.scripted import Quick

REQUESTS = ("answer", "post", "edit", "delete")
PLACES = ("in a server of the bot", "where the bot is not")
CALLS = 28
"""So many calls such a game takes at least; a kill may fall on each."""


class DeadlyDiscord(UnreliableDiscord):
    """It refuses a request of a kind (`REQUESTS`) so many times, and the bot is killed at a call."""

    def __init__(self) -> None:
        super().__init__(Random(7))
        self.kill = Kill()
        self.refuses = ""
        self.times = 0
        self.status = 429

    async def rest(self, request: web.Request) -> web.StreamResponse:
        await self.kill.refuse(request)
        kind = _kind(request)
        if kind and kind == self.refuses and self.times:
            self.times -= 1
            return _refusal(self.status)
        response = await super().rest(request)
        if kind:
            await self.kill.count(request, _withdraw_presses)
        return response


def _withdraw_presses() -> None:
    for kind, number in [*ledger().presses]:
        ledger().withdraw(kind, number)


def _kind(request: web.Request) -> str:
    """Return which of `REQUESTS` a request is; "" for none."""
    if request.path.endswith("/callback"):
        return "answer"
    if request.method == "POST" and not request.path.endswith(("/typing", "/commands")):
        return "post"
    return {"PATCH": "edit", "DELETE": "delete"}.get(request.method, "")


def _refusal(status: int) -> web.Response:
    refusal = as_json({"message": "refused", "code": 0, "retry_after": 0.1, "global": False}, status)
    if status == 429:
        refusal.headers.update({"Retry-After": "0.1", "Via": "1.1 proxy"})
    return refusal


@dataclass
class Play(KilledGame):
    """A game of Ann and Bob, on Discord."""

    discord: DeadlyDiscord = field(kw_only=True)
    room: DiscordRoom = field(kw_only=True)
    ply: int = 0
    seen: list[Seen] = field(default_factory=list)

    @asynccontextmanager
    async def run(self) -> AsyncIterator[tuple[Router, RedisStore]]:
        self.discord.identified = asyncio.get_running_loop().create_future()
        async with wire_that_is_cut(self.valkey, self.kill.killed) as url:
            store = RedisStore(connect(url))
            adapter_of_bot = Discord(TOKEN, paint=paint, now=self.now)
            adapter_of_bot.rest_url, adapter_of_bot.gateway_url = self.discord.rest_url, self.discord.gateway_url
            router = Router(
                store, Quick(), {adapter_of_bot.name: adapter_of_bot}, features=FEATURES, now=self.now, random=Random(7)
            )
            running = asyncio.create_task(adapter_of_bot.run(router))
            try:
                await asyncio.wait_for(self.discord.identified, PATIENCE)
                yield router, store
            finally:
                running.cancel()
                await asyncio.wait([running])
                await router.close()
                await store.close()

    def look(self) -> None:
        self.seen += [self.room.messages.get_nowait() for _ in range(self.room.messages.qsize())]

    def is_shown(self) -> bool:
        plies = [message.board[1] for message in self.seen if message.board]
        return OVER in plies or self.ply in plies

    def is_answered(self) -> bool:
        return not ledger().is_waiting(INTERACTIONS)

    async def begin(self, router: Router) -> None:
        self.room.type_text(0, "/challenge dots 2x2 pie=0")
        await self.until(router, lambda: any(message.offer for message in self.seen))
        [code] = {message.offer for message in self.seen if message.offer}
        self.room.type_text(1, f"/accept {code}")
        await self.until(router, self.is_shown)

    def moves(self) -> Iterator[Callable[[], object]]:
        for self.ply, (seat, move) in enumerate(zip(SEATS, MOVES, strict=True), 1):
            yield partial(self.room.type_text, seat, f"/move {move}")

    def check(self) -> None:
        """Two messages that all see are left at most, and no buttons but those of the last."""
        left = [message for message, flags in self.room.flags.items() if not flags & 1 << 6 and int(message) > 20_000]
        live = [message for message, buttons in self.room.live.items() if buttons]
        assert len(left) <= 2
        assert len(live) == 1
        assert any("/again" in button for button in self.room.live[live[0]])


@pytest.fixture(params=[0, 1], ids=PLACES)
async def play(
    empty_valkey: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Play]:
    monkeypatch.setattr(adapter, "_SOON", 0.02)
    monkeypatch.setattr(adapter, "_LONGEST_GOODBYE", 0.05)
    monkeypatch.setattr(interaction_answers, "_ACKNOWLEDGED_AFTER", 0.3)
    discord = DeadlyDiscord()
    rooms = [discord.room() for _ in PLACES]
    async with listening(discord):
        yield Play(discord.kill, empty_valkey, types_again=True, discord=discord, room=rooms[request.param])


async def _refuse_calls(play: Play, request: str, status: int) -> None:
    def refuse() -> None:
        play.discord.refuses, play.discord.status, play.discord.times = request, status, 1

    await play.play(refuse=refuse)
    play.check()


async def _kill_during_game(play: Play, call: int) -> None:
    await play.play(fatal=call)
    play.check()


@pytest.mark.sample(one_in=3)
@pytest.mark.parametrize(("kind", "status"), [("answer", 502), ("post", 429)])
async def test_a_refusal_leaves_two_messages_and_one_live_keyboard(play: Play, kind: str, status: int):
    await _refuse_calls(play, kind, status)


@pytest.mark.long
@pytest.mark.parametrize("kind", REQUESTS)
@pytest.mark.parametrize("status", [429, 502])
async def test_any_refusal_leaves_two_messages_and_one_live_keyboard(play: Play, kind: str, status: int):
    await _refuse_calls(play, kind, status)


@pytest.mark.sample(one_in=2)
@pytest.mark.parametrize("call", [2])
async def test_a_kill_leaves_two_messages_and_one_live_keyboard(play: Play, call: int):
    await _kill_during_game(play, call)


@pytest.mark.long
@pytest.mark.parametrize("call", range(1, CALLS))
async def test_a_kill_at_any_call_leaves_two_messages_and_one_live_keyboard(play: Play, call: int):
    await _kill_during_game(play, call)
