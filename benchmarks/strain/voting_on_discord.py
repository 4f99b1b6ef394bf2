"""A Discord channel full of voters, behind a stand-in with a gateway connection for each of two processes."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Sequence
from random import Random

from aiohttp import WSMsgType, web

from benchmarks.strain.on_discord import DiscordRoom, Json, UnreliableDiscord
from benchmarks.strain.voters import Answer, Reply, Step, button_for, meaning_of
from tests.bot.platforms.discord.standin import (
    HEARTBEAT,
    HELLO,
    IDENTIFY,
    ME,
    REQUEST_GUILD_MEMBERS,
    as_json,
    member,
    members_chunk,
    post_response,
    text_in,
)

_GIVEN_UP_AFTER = 3.5
"""Seconds after which a person reads that the application did not respond."""
_RESUME, _INVALID_SESSION, _ACKNOWLEDGED = 6, 9, 11
_STARTING = ("gateway", "users", "oauth2", "applications")
"""The first parts of the paths of requests that a process makes when it starts."""


class ShardedDiscord(UnreliableDiscord):
    """A Discord server to which each of two processes connects with its own shard; the channel is in shard 0."""

    def __init__(self, chance: Random) -> None:
        super().__init__(chance)
        self.call_counts = Counter[str]()
        self.answers_to: dict[str, list[str]] = {}
        self.waiting: dict[str, asyncio.Future[str]] = {}
        self.connected: set[int] = set()

    @property
    def is_reachable(self) -> bool:
        """Return whether the process with the channel's shard is connected."""
        return 0 in self.connected

    async def gateway(self, request: web.Request) -> web.StreamResponse:
        """Accept a connection, and greet its process once it has said which shard it serves."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": 40_000}})
        shard = -1
        async for frame in socket:
            if frame.type is WSMsgType.TEXT:
                shard = await self._take(socket, json.loads(frame.data), shard)
        self.connected.discard(shard)
        return socket

    async def _take(self, socket: web.WebSocketResponse, frame: Json, shard: int) -> int:
        """Handle a frame of a process and return its shard, -1 before it has said so."""
        match frame["op"]:
            case op if op == HEARTBEAT:
                await socket.send_json({"op": _ACKNOWLEDGED})
            case op if op == REQUEST_GUILD_MEMBERS:
                await self.dispatch("GUILD_MEMBERS_CHUNK", members_chunk(frame["d"]))
            case op if op == _RESUME:
                await socket.send_json({"op": _INVALID_SESSION, "d": False})
            case op if op == IDENTIFY:
                shard = frame["d"]["shard"][0]
                await self._greet(socket, shard)
        return shard

    async def _greet(self, socket: web.WebSocketResponse, shard: int) -> None:
        guilds = self.guilds if shard == 0 else []
        ready = {
            "v": 10,
            "user": ME,
            "guilds": [{"id": guild["id"], "unavailable": True} for guild in guilds],
            "session_id": "s",
            "shard": [shard, 2],
            "application": {"id": "1", "flags": 0},
            "resume_gateway_url": self.gateway_url,
        }
        events = [("READY", ready), *(("GUILD_CREATE", guild) for guild in guilds)]
        for number, (event, payload) in enumerate(events, 1):
            await socket.send_json({"op": 0, "t": event, "s": number, "d": payload})
        if shard == 0:
            self.socket, self.sequence = socket, len(events)
            if not self.identified.done():
                self.identified.set_result({})
        self.connected.add(shard)

    async def rest(self, request: web.Request) -> web.StreamResponse:
        """Answer a REST request, count it, and show the voter its text."""
        parts = request.path.removeprefix("/api/v10").strip("/").split("/")
        if parts[0] not in _STARTING:
            self.call_counts[_kind_of(request.method, parts)] += 1
        if parts[0] == "guilds" and parts[2:3] == ["members"]:
            return as_json(member(parts[3]))
        if parts[0] == "channels" and parts[1] not in self.rooms:
            return as_json(post_response("1"))  # a private channel
        response = await super().rest(request)
        if parts[0] == "interactions" and request.content_type == "application/json":
            self._show_answer(parts[1], (await request.json()).get("data") or {})
        elif parts[0] == "webhooks" and request.method != "DELETE" and request.content_type == "application/json":
            self._show_answer(parts[2], await request.json() if request.can_read_body else {})
        return response

    def _show_answer(self, token: str, body: Json) -> None:
        if text := text_in(body):
            self.answers_to.setdefault(token, []).append(text)
            if (waiting := self.waiting.get(token)) and not waiting.done():
                waiting.set_result(text)

    def type_slash(self, room: DiscordRoom, user: Json, name: str, **options: str) -> str:
        """Type a slash command and return the interaction's id."""
        given = [{"name": option, "type": 3, "value": value} for option, value in options.items()]
        return self.interact(room, user, 2, {"id": "900", "name": name, "type": 1, "options": given})


def _kind_of(method: str, parts: Sequence[str]) -> str:
    """Return the kind of a request: an answer to an interaction, a post, an edit, a deletion or a question."""
    if parts[0] == "interactions":
        return "answers"
    return {"POST": "posts", "PATCH": "edits", "DELETE": "deletions"}.get(method, "questions")


class DiscordVoters:
    """The voters in one channel (`voters.Place`), where nothing is delivered twice, as Discord never does that."""

    name = "Discord"

    def __init__(self, discord: ShardedDiscord, count: int) -> None:
        self.calls = discord.call_counts
        self._discord = discord
        self._room = discord.room()
        self._people = [_person(number) for number in range(count)]
        self._causes: list[str] = []

    @property
    def buttons(self) -> Sequence[str]:
        """Return the texts that the buttons of the newest board type."""
        newest = self._room.newest
        return (*self._room.live.get(newest, ()), *self._room.options.get(newest, ()))

    async def type_command(self, voter: int, text: str) -> None:
        """Type a slash command with an option `code`, whose answer is not awaited."""
        name, _, code = text.removeprefix("/").partition(" ")
        self._discord.type_slash(self._room, self._people[voter], name, code=code)

    async def cast(self, voter: int, step: Step) -> Reply:
        """Cast a vote, by a press if the board has a button or an option of a menu for it, and return the answer."""
        start = time.perf_counter()
        if not self._discord.is_reachable:
            await asyncio.sleep(_GIVEN_UP_AFTER)
            return Reply(Answer.UNDELIVERED, 0.0)
        number = self._send(voter, step)
        waiting = self._discord.waiting[number] = asyncio.get_running_loop().create_future()
        try:
            text = await asyncio.wait_for(waiting, _GIVEN_UP_AFTER)
        except TimeoutError:
            return Reply(Answer.NONE, _GIVEN_UP_AFTER)
        return Reply(meaning_of(text), time.perf_counter() - start, text)

    def count_unanswered(self) -> int:
        """Return the number of votes that reached a process that lived, and that it did not answer."""
        return self._discord.count_unanswered()

    def count_doubled(self) -> int:
        """Return the number of votes with more than one answer."""
        return sum(len(self._discord.answers_to.get(number, ())) > 1 for number in self._causes)

    def _send(self, voter: int, step: Step) -> str:
        person = self._people[voter]
        if text := button_for(self, step):
            is_option = text in self._room.options.get(self._room.newest, ())
            number = (self._discord.choose_by if is_option else self._discord.press_by)(self._room, person, text)
        else:
            number = self._discord.type_slash(self._room, person, "move", move=step.move)
        self._causes.append(number)
        return number


def _person(number: int) -> Json:
    name = f"Voter {number}"
    return {"id": f"5{number:05}", "username": name, "discriminator": "0", "global_name": name, "avatar": None}
