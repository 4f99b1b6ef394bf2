"""A server on loopback that speaks as much of Discord's REST and gateway as one conversation needs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Container, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, WSMsgType, web

from tests.bot.answered import ledger

INTERACTIONS = "interactions on Discord"
_DEFERRED = 5
_LAUNCHED = 12
"""The type of a response that shows "thinking" until the answer comes."""
TOKEN = "right"
SECRET = "of-the-application"
ME = {"id": "1", "username": "tetradka", "discriminator": "0", "global_name": "Tetradka", "avatar": None, "bot": True}
ANN = {"id": "17", "username": "ann", "discriminator": "0", "global_name": "Ann", "avatar": None}
CHANNEL = "300"
FOREIGN_GUILD = 13
TEXT_DISPLAY, LAID_OUT = 10, 1 << 15
HELLO, HEARTBEAT, IDENTIFY, ACKNOWLEDGED, DISPATCH = 10, 1, 2, 11, 0
REQUEST_GUILD_MEMBERS = 8
_MOST_IDS = 100


@dataclass
class Call:
    """One REST request: its body, and the files that came with it by name."""

    method: str
    path: str
    body: Any = None
    files: dict[str, bytes] = field(default_factory=dict)


@dataclass
class StandIn:
    """What was asked of it; `dispatch` sends an event to the bot that is connected.

    The interaction whose id is `slow` is acknowledged late. Interactions count from 700, answers to them from 800. The
    gateway closes with the code `closes_with`, if there is one. What a process that is gone was to answer it
    `has_acknowledged`, with the flags of its `promise`, or not; it `forgets` interactions that are to be followed up.
    Of the `application` it says so much more; it lists `commands`, the `instances` of an Activity, and `channels`.
    It tells of the `guilds` that the bot is in. All messages have one id, or count on from that of the `newest`. A
    status with which it `bars` an address is told in no JSON. All people are members of its guilds, except those
    `outside`.
    """

    calls: asyncio.Queue[Call] = field(default_factory=asyncio.Queue)
    identified: asyncio.Future[dict[str, Any]] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )
    polite: bool = True
    url: str = ""
    socket: web.WebSocketResponse | None = None
    sequence: int = 0
    interactions: int = 0
    answers: int = 0
    slow: str = ""
    refuses_commands: bool = False
    refuses_layouts: bool = False
    refuses_channels: bool = False
    refuses_activities: bool = False
    has_acknowledged: bool = True
    promise: int = 0
    forgets: bool = False
    bars: int = 0
    closes_with: int = 0
    passed: list[Call] = field(default_factory=list)
    application: dict[str, Any] = field(default_factory=dict)
    commands: list[dict[str, Any]] = field(default_factory=list)
    instances: dict[str, Any] = field(default_factory=dict)
    channels: dict[str, Any] = field(default_factory=dict)
    guilds: list[dict[str, Any]] = field(default_factory=list)
    codes: dict[str, str] = field(default_factory=dict)
    newest: int = 0
    outside: set[str] = field(default_factory=set)
    member_requests: list[dict[str, Any]] = field(default_factory=list)
    answers_member_requests: bool = True

    @property
    def rest_url(self) -> str:
        return f"{self.url}/api/v10/"

    @property
    def gateway_url(self) -> str:
        return self.url.replace("http", "ws") + "/gateway"

    async def call(self, method: str, end: str) -> Call:
        """The next request with this method whose path ends so; those before it are passed over."""
        async with asyncio.timeout(60):
            while True:
                call = await self.calls.get()
                self.passed.append(call)
                if call.method == method and call.path.endswith(end):
                    return call

    async def dispatch(self, event: str, payload: dict[str, Any]) -> None:
        assert self.socket is not None
        self.sequence += 1
        await self.socket.send_json({"op": DISPATCH, "t": event, "s": self.sequence, "d": payload})

    async def command(self, name: str, **options: str) -> None:
        given = [{"name": option, "type": 3, "value": value} for option, value in options.items()]
        data = {"id": "900", "name": name, "type": 1, "options": given}
        await self.dispatch("INTERACTION_CREATE", self._interaction(2, data))

    async def press(self, custom_id: str, *beside: str) -> None:
        """Press a button of a message with some others `beside` it."""
        message = {**post_response("500"), "components": [*map(row, (custom_id, *beside))]}
        data = {"custom_id": custom_id, "component_type": 2}
        await self.dispatch("INTERACTION_CREATE", {**self._interaction(3, data), "message": message})

    def _interaction(self, kind: int, data: dict[str, Any]) -> dict[str, Any]:
        self.interactions += 1
        return interaction(kind, data, str(699 + self.interactions))

    async def rest(self, request: web.Request) -> web.StreamResponse:
        path = request.path.removeprefix("/api/v10")
        if self.bars:
            return web.Response(status=self.bars, text="<html>error 1015</html>", content_type="text/html")
        if path in ("/oauth2/token", "/users/@me") and (reply := await self._oauth_response(request)):
            return reply
        if request.headers.get("Authorization") not in (f"Bot {TOKEN}", None):
            return as_json({"message": "401: Unauthorized", "code": 0}, 401)
        if f"/guilds/{FOREIGN_GUILD}/" in path:
            return as_json({"message": "Missing Access", "code": 50001}, 403)
        call = Call(request.method, path, *await content_of(request))
        self.calls.put_nowait(call)
        if refusal := self._refusal_for(call):
            return refusal
        if result := self._list_objects(call):
            return result
        if path.startswith(f"/interactions/{self.slow}/"):
            await asyncio.sleep(0.2)
        note_callback(path)
        answer = self._number_message(call, answer_to(call))
        return web.Response(status=204) if answer is None else as_json(answer)

    def _refusal_for(self, call: Call) -> web.Response | None:
        """Return the response to a request that should be refused."""
        if call.method == "PUT" and call.path.endswith("/commands") and self.refuses_commands:
            return as_json({"message": "Max number of daily application command creates", "code": 30034}, 400)
        if self.forgets and call.method == "POST" and call.path.startswith("/webhooks/"):
            return as_json({"message": "Unknown Webhook", "code": 10015}, 404)
        if call.path.startswith("/channels/") and self.refuses_channels:
            return as_json({"message": "Missing Access", "code": 50001}, 403)
        if self.refuses_activities and isinstance(call.body, dict) and call.body.get("type") == _LAUNCHED:
            return as_json({"message": "Cannot launch an activity here", "code": 50035}, 400)
        if self.refuses_layouts and is_laid_out(call.body):
            text = {"code": "UNION_TYPE_CHOICES", "message": 'Value of field "type" must be one of (1,).'}
            wrong = {"components": {"0": {"_errors": [text]}}}
            return as_json({"message": "Invalid Form Body", "code": 50035, "errors": wrong}, 400)
        return None

    def _list_objects(self, call: Call) -> web.Response | None:
        """Return the stored objects that a request asks for."""
        if call.path.endswith("/messages/@original"):
            return self._first_answer(call)
        if call.method == "GET" and call.path.endswith("/commands"):
            return as_json(self.commands)
        if call.path == "/oauth2/applications/@me":
            return as_json(answer_to(call) | self.application)
        if call.method == "GET" and call.path.startswith(("/applications/1/activity-instances/", "/channels/")):
            result = (self.instances | self.channels).get(call.path.rpartition("/")[2])
            return as_json(result) if result else as_json({"message": "404: Not Found", "code": 0}, 404)
        if call.method == "GET" and call.path.startswith("/guilds/") and "/members/" in call.path:
            number = call.path.rpartition("/")[2]
            unknown = as_json({"message": "Unknown Member", "code": 10007}, 404)
            return unknown if number in self.outside else as_json(member(number))
        return None

    def _first_answer(self, call: Call) -> web.Response | None:
        """The first answer to an interaction, or the promise of one, where that is asked for."""
        if not self.has_acknowledged:
            return as_json({"message": "Unknown Message", "code": 10008}, 404)
        return as_json({**post_response("800"), "flags": self.promise}) if call.method == "GET" else None

    def _number_message(self, call: Call, answer: Any) -> Any:
        """Gives a message that is posted, or an answer to an interaction, a number of its own."""
        if call.path.endswith("/callback"):
            self.answers += 1
            answer["interaction"]["response_message_id"] = str(799 + self.answers)
        if self.newest and call.method == "POST" and call.path.endswith("/messages"):
            self.newest += 1
            answer |= {"id": str(self.newest)}
        return answer

    async def _oauth_response(self, request: web.Request) -> web.Response | None:
        """Return the OAuth2 response; each of the `codes` belongs to a user and is valid once."""
        bearer = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if request.path.endswith("/users/@me"):
            return as_json({**ANN, "id": bearer}) if bearer.isdecimal() else None
        given = await request.post()
        user = self.codes.pop(str(given.get("code")), None) if given.get("client_secret") == SECRET else None
        return as_json({"access_token": user}) if user else as_json({"error": "invalid_grant"}, 400)

    async def gateway(self, request: web.Request) -> web.StreamResponse:
        self.socket = web.WebSocketResponse(autoclose=self.polite)
        await self.socket.prepare(request)
        await self.socket.send_json({"op": HELLO, "d": {"heartbeat_interval": 40_000}})
        async for frame in self.socket:
            if frame.type is WSMsgType.TEXT:
                await self._record(json.loads(frame.data))
        if not self.polite:
            await asyncio.sleep(60)
        return self.socket

    async def _record(self, frame: dict[str, Any]) -> None:
        assert self.socket is not None
        if frame["op"] == HEARTBEAT:
            await self.socket.send_json({"op": ACKNOWLEDGED})
        if frame["op"] == REQUEST_GUILD_MEMBERS:
            self.member_requests.append(frame["d"])
            if self.answers_member_requests:
                await self.dispatch("GUILD_MEMBERS_CHUNK", members_chunk(frame["d"], self.outside))
        if frame["op"] == IDENTIFY and self.closes_with:
            await self.socket.close(code=self.closes_with)
        elif frame["op"] == IDENTIFY:
            ready = {
                "v": 10,
                "user": ME,
                "guilds": [{"id": guild["id"], "unavailable": True} for guild in self.guilds],
                "session_id": "s",
                "shard": frame["d"].get("shard", [0, 1]),
                "application": {"id": "1", "flags": 0},
            }
            await self.dispatch("READY", {**ready, "resume_gateway_url": self.gateway_url})
            for guild in self.guilds:
                await self.dispatch("GUILD_CREATE", guild)
            self.identified.set_result(frame["d"])


@asynccontextmanager
async def standing_in(polite: bool = True) -> AsyncIterator[StandIn]:
    """A stand-in that listens on a free port; an impolite one never says goodbye."""
    stand_in = StandIn(polite=polite)
    async with listening(stand_in):
        yield stand_in


@asynccontextmanager
async def listening(stand_in: StandIn) -> AsyncIterator[None]:
    """Lets one answer on a free port."""
    app = web.Application(client_max_size=2**24)
    app.router.add_get("/gateway", stand_in.gateway)
    app.router.add_route("*", "/api/v10/{path:.*}", stand_in.rest)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    stand_in.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield
    finally:
        await runner.cleanup()


def interaction(kind: int, data: dict[str, Any], number: str) -> dict[str, Any]:
    return {
        "id": number,
        "application_id": "1",
        "type": kind,
        "token": "interaction-token",
        "version": 1,
        "data": data,
        "user": ANN,
        "channel_id": CHANNEL,
        "channel": {"id": CHANNEL, "type": 1, "recipients": [ANN]},
        "locale": "uk",
        "app_permissions": "0",
        "entitlements": [],
        "attachment_size_limit": 1_000_000,
    }


def members_chunk(request: Mapping[str, Any], outside: Container[str] = ()) -> dict[str, Any]:
    """Return the answer to a request for members by their IDs, of whom those `outside` are not found."""
    ids = list(map(str, request["user_ids"]))[:_MOST_IDS]
    return {
        "guild_id": str(request["guild_id"]),
        "members": [member(number) for number in ids if number not in outside],
        "chunk_index": 0,
        "chunk_count": 1,
        "not_found": [number for number in ids if number in outside],
        "nonce": request["nonce"],
    }


def member(number: str) -> dict[str, Any]:
    """Return a member of a server."""
    user = ME if number == ME["id"] else {**ANN, "id": number, "username": f"user{number}"}
    return {
        "user": user,
        "roles": [],
        "joined_at": "2026-01-01T00:00:00+00:00",
        "deaf": False,
        "mute": False,
        "flags": 0,
    }


def post_response(message_id: str) -> dict[str, Any]:
    return {
        "id": message_id,
        "channel_id": CHANNEL,
        "author": ME,
        "content": "",
        "timestamp": "2026-01-01T00:00:00+00:00",
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
        "type": 0,
        "components": [],
        "flags": 0,
    }


def parts_of(components: Iterable[Any] | None) -> Iterator[dict[str, Any]]:
    """All components, what they hold after what holds it."""
    for component in components or ():
        yield component
        yield from parts_of(component.get("components"))


def is_laid_out(body: Any) -> bool:
    """Return whether a sent message or interaction response has a layout."""
    sent = body.get("data", body) if isinstance(body, dict) else {}
    return bool(sent.get("flags", 0) & LAID_OUT)


def text_in(body: dict[str, Any]) -> str:
    """The whole text of a message that is sent."""
    displays = (part["content"] for part in parts_of(body.get("components")) if part["type"] == TEXT_DISPLAY)
    return "\n".join((body.get("content") or "", *displays)).strip("\n")


def row(custom_id: str) -> dict[str, Any]:
    return {"type": 1, "components": [{"type": 2, "style": 2, "label": "Accept", "custom_id": custom_id}]}


def as_json(content: Any, status: int = 200) -> web.Response:
    """JSON as Discord sends it: discord.py reads no other content type, not even one with a charset."""
    return web.Response(body=json.dumps(content).encode(), status=status, headers={"Content-Type": "application/json"})


async def content_of(request: web.Request) -> tuple[Any, dict[str, bytes]]:
    if not request.content_type.startswith("multipart/"):
        return (await request.json() if request.can_read_body else None), {}
    body, files = None, dict[str, bytes]()
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        content = bytes(await part.read())
        if part.name == "payload_json":
            body = json.loads(content)
        else:
            files[part.filename or ""] = content
    return body, files


def answer_to(call: Call) -> Any:
    """Return Discord's response, as far as discord.py reads it."""
    application = {"id": "1", "name": "Tetradka", "description": "", "icon": None, "owner": ANN, "team": None}
    fixed = {
        "/gateway/bot": {"shards": 1, "url": "wss://elsewhere", "session_start_limit": {"max_concurrency": 1}},
        "/users/@me": ME,
        "/users/@me/channels": {"id": CHANNEL, "type": 1, "last_message_id": None, "recipients": [ANN]},
        "/oauth2/applications/@me": {
            **application,
            "verify_key": "",
            "flags": 0,
            "bot_public": True,
            "bot_require_code_grant": False,
        },
    }
    if call.path in fixed:
        return fixed[call.path]
    if call.path.endswith("/commands"):
        given = {"id": "900", "application_id": "1", "version": "1"}
        return [{"description": "", **command, **given} for command in call.body or ()]
    if call.path.endswith("/callback"):
        return {"interaction": {"id": "700", "type": 2, "response_message_id": "600"}}
    return post_response("601") if call.method in ("POST", "PATCH") else None


# What the ledger of a test is told


def note_interaction(payload: Mapping[str, Any], at: float | None = None) -> None:
    """Note a command, press or form that the bot is told of."""
    request = payload.get("data", {})
    ledger().press(
        INTERACTIONS,
        str(payload["id"]),
        f"{payload['type']} {request.get('name', request.get('custom_id'))}",
        at,
        str(payload.get("token", "")),
    )


def note_callback(path: str, at: float | None = None) -> None:
    """Note the answer to an interaction, if a request's path leads to that."""
    match path.strip("/").split("/"):
        case ["interactions", number, _, "callback"]:
            ledger().answer(INTERACTIONS, number, at)


def note_thinking(path: str, body: object) -> None:
    """Note that the answer to an interaction was deferred for its user, or that it came."""
    match path.strip("/").split("/"):
        case ["interactions", _, token, "callback"]:
            is_deferred = isinstance(body, dict) and body.get("type") == _DEFERRED
            ledger().think(token, is_thinking=is_deferred)
        case ["webhooks", _, token, *rest] if not rest or rest[-1] == "@original":
            ledger().think(token, is_thinking=False)


def note_message(channel: str, message: str, payload: Mapping[str, Any]) -> None:
    """Note what everybody in a channel sees of a message of the bot now, and what its buttons type."""
    ids = (str(part.get("custom_id", "")) for part in parts_of(payload.get("components")))
    ledger().show("discord", channel, message, text_in(dict(payload)), ids)
