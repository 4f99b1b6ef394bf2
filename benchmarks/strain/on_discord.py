"""People in channels of a server on Discord's stand-in, who press buttons; it fails in Discord's ways."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from aiohttp import web
from discord import Permissions

from benchmarks.strain.seen import Seen
from tests.bot.answered import ledger
from tests.bot.platforms.discord.standin import (
    INTERACTIONS,
    ME,
    Call,
    StandIn,
    answer_to,
    as_json,
    content_of,
    interaction,
    note_callback,
    note_interaction,
    parts_of,
    posted,
    row,
    text_in,
)

_EPOCH_MS = 1420070400000
_WITHIN = 3.0
"""Seconds after which Discord tells a presser that the application did not respond."""
_TOO_LONG = 10.0
_REMEMBERED = 20
_SERVER, _ELSEWHERE = "2000", "2001"
"""The server that the bot is in, and one where people have installed it for themselves alone."""
_RESUME, _INVALID_SESSION = 6, 9
_EPHEMERAL, _LOADING = 1 << 6, 1 << 7
_NEW, _THINKS, _CHANGES = 4, 5, (6, 7)
"""The kinds of answers to a press: a message of its own, the promise of one, and changes of the message pressed."""
_FIRST_MESSAGE = 10_000
"""Messages have numbers of their own in all channels together."""
Json = dict[str, Any]


@dataclass
class _Pressed:
    """A press in a room: the message that it was `under`, the first `answer`, and who was `told` of it.

    Once Discord has given up, its answer counts no more.
    """

    room: DiscordRoom
    under: str
    answer: str = ""
    told: web.WebSocketResponse | None = None
    heard: asyncio.Event = field(default_factory=asyncio.Event)
    is_brought_again: bool = False
    is_given_up: bool = False


class DiscordRoom:
    """A channel of a server (`seen.Room`); every other one is of a server that the bot is not in."""

    def __init__(self, discord: UnreliableDiscord, number: int) -> None:
        self.id = str(3000 + number)
        self.server = _ELSEWHERE if number % 2 else _SERVER
        self.people = tuple(
            {"id": f"{number}{who}7", "username": name, "discriminator": "0", "global_name": name, "avatar": None}
            for who, name in enumerate(("Ann", "Bob"))
        )
        self.shown: asyncio.Queue[Seen] = asyncio.Queue()
        self.newest = str(_FIRST_MESSAGE + number)
        self.live: dict[str, tuple[str, ...]] = {}
        self.flags: dict[str, int] = {self.newest: 0}
        self._discord = discord

    def types(self, who: int, text: str) -> str:
        return f"discord:{self._discord.press_by(self, self.people[who], text)}"

    async def sees(self) -> Seen:
        return await self.shown.get()

    def standing(self) -> list[tuple[str, ...]]:
        return list(self.live.values())


class UnreliableDiscord(StandIn):
    """The next few messages to channels are refused (`fails`), limited (`floods`), taken too late (`stalls`) or taken
    without an answer (`loses`); presses can come again, and in any order. While `limits` names "answers" or "tidying",
    so many first answers to presses, or changes of older messages, are limited. Nobody is heard while it `is_away`."""

    def __init__(self, chance: Random) -> None:
        super().__init__()
        self.rooms: dict[str, DiscordRoom] = {}
        self.troubles: Counter[str] = Counter()
        self.limits: Counter[str] = Counter()
        self.is_away = False
        self.shuffles = False
        self._chance = chance
        self._nonces: dict[tuple[str, str], str] = {}
        self._messages = 0
        self._pressed: dict[str, _Pressed] = {}
        self._promises: dict[str, int] = {}
        self._lately: deque[Json] = deque(maxlen=_REMEMBERED)
        self._telling: set[asyncio.Task[None]] = set()

    def room(self) -> DiscordRoom:
        opened = DiscordRoom(self, len(self.rooms))
        self.rooms[opened.id] = opened
        self.guilds = [_server([room for room in self.rooms.values() if room.server == _SERVER])]
        return opened

    def press_by(self, room: DiscordRoom, user: Json, text: str) -> str:
        """Somebody presses a button that types a text; the interaction's id."""
        self.interactions += 1
        number = str((int(time.time() * 1000) - _EPOCH_MS << 22) + self.interactions % 4096)
        custom_id = f"tetradka:0:{text}"
        channel = {**_channel(room), "guild_id": room.server}
        member = {"user": user, "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": False, "mute": False}
        event = interaction(3, {"custom_id": custom_id, "component_type": 2}, number) | {
            "token": number,
            "locale": "en-US",
            "guild_id": room.server,
            "member": member | {"flags": 0, "permissions": "0"},
            "channel_id": room.id,
            "channel": channel,
            "message": {**self._message(room, room.newest), "components": [row(custom_id)]},
        }
        self._pressed[number] = _Pressed(room, room.newest)
        self._do(self._deliver(event))
        self._do(self._tell_if_unheard(number))
        return number

    async def again(self) -> None:
        """What was pressed lately comes once more."""
        for event in list(self._lately):
            self._pressed[event["id"]].is_brought_again = True
            await self._dispatched(event)

    async def rest(self, request: web.Request) -> web.StreamResponse:
        call = Call(request.method, request.path.removeprefix("/api/v10"), *await content_of(request))
        if self.is_away:
            return _bad_gateway()
        match call.path.strip("/").split("/"):
            case ["interactions", number, _, "callback"]:
                return self._limited("answers", 0.5) or self._acknowledge(number, call)
            case ["channels", channel, *_] if self.rooms[channel].server == _ELSEWHERE:
                return as_json({"message": "Missing Access", "code": 50001}, 403)
            case ["channels", channel, "messages"] if call.method == "GET":
                return as_json(self._history(self.rooms[channel], int(request.query.get("after", 0))))
            case ["channels", channel, "messages"] if call.method == "POST":
                return await self._post(request, self.rooms[channel], call)
            case ["channels", channel, "messages", message] if call.method in ("PATCH", "DELETE"):
                if limited := self._limited("tidying", 1.0):
                    return limited
                self._change(self.rooms[channel], message, call, is_new=False)
            case ["webhooks", _, token, *rest]:
                return self._answered(token, rest, call)
        answer = answer_to(call)
        return web.Response(status=204) if answer is None else as_json(answer)

    def _answered(self, token: str, rest: list[str], call: Call) -> web.Response:
        """An answer to a press: one that was promised, that follows, is changed or goes; each has its own number."""
        pressed, flags = self._pressed[token], self._promises.get(token, 0)
        is_original = rest and rest[-1] == "@original"
        if is_original and pressed.answer not in pressed.room.flags:
            return as_json({"message": "Unknown Message", "code": 10008}, 404)
        if call.method == "GET":
            made_by = {} if pressed.answer == pressed.under else {"interaction_metadata": {"id": token}}
            return as_json({**self._message(pressed.room, pressed.answer), **made_by})
        is_promised = bool(flags & _LOADING)
        self._promises[token] = flags & ~_LOADING
        if not rest:
            self._messages += 1
            message = str(_FIRST_MESSAGE + 1000 + self._messages)
        else:
            message = pressed.answer if rest[-1] == "@original" else rest[-1]
        is_private = bool(pressed.room.flags.get(message, 0) & _EPHEMERAL)
        self._change(pressed.room, message, call, is_new=not rest or is_promised, is_private=is_private)
        return web.Response(status=204) if call.method == "DELETE" else as_json(posted(message))

    def _acknowledge(self, number: str, call: Call) -> web.Response:
        pressed, how, sent = self._pressed[number], call.body["type"], call.body.get("data") or {}
        if not (pressed.is_given_up or (pressed.heard.is_set() and pressed.is_brought_again)):
            note_callback(call.path)
        if pressed.heard.is_set():
            return as_json({"message": "Interaction has already been acknowledged.", "code": 40060}, 400)
        pressed.heard.set()
        if how == _THINKS:
            self._promises[number] = _LOADING | sent.get("flags", 0)
        pressed.answer = pressed.under if how in _CHANGES else _first_answer(number)
        if how == _THINKS:
            pressed.room.flags[pressed.answer] = self._promises[number]
        elif sent:
            self._show(pressed.room, pressed.answer, sent, call, is_new=how == _NEW)
        return as_json({"interaction": {"id": number, "type": 2, "response_message_id": pressed.answer}})

    def unanswered(self) -> int:
        """Return how many presses that the bot heard it did not answer exactly once, and how many promises it broke."""
        heard = (press for (kind, _), press in ledger().presses.items() if kind == INTERACTIONS)
        broken = sum(bool(flags & _LOADING) for flags in self._promises.values())
        return sum(len(press.answers) != 1 for press in heard) + broken

    async def gateway(self, request: web.Request) -> web.StreamResponse:
        if self.is_away:
            return web.Response(status=503)
        if self.identified.done():
            self.identified = asyncio.get_running_loop().create_future()
        return await super().gateway(request)

    async def go_away(self, seconds: float) -> None:
        """Hear and take nothing for a while."""
        self.is_away = True
        if self.socket is not None:
            await self.socket.close(code=1001)
        await asyncio.sleep(seconds)
        self.is_away = False

    async def _heard(self, frame: Json) -> None:
        if frame["op"] == _RESUME and self.socket is not None:
            await self.socket.send_json({"op": _INVALID_SESSION, "d": False})
        else:
            await super()._heard(frame)

    def _limited(self, what: str, seconds: float) -> web.Response | None:
        """Return the refusal of a request, if it is limited."""
        if not self.limits[what]:
            return None
        self.limits[what] -= 1
        return _too_many(seconds)

    async def _post(self, request: web.Request, room: DiscordRoom, call: Call) -> web.StreamResponse:
        trouble = next(iter(+self.troubles), "")
        self.troubles[trouble] -= 1
        if trouble == "fails":
            return _bad_gateway()
        if trouble == "floods":
            return _too_many(1.0)
        if trouble == "stalls" and self._chance.random() < 0.5:
            await asyncio.sleep(_TOO_LONG)
            return as_json({"message": "Gateway Timeout", "code": 0}, 504)
        answer = self._posted(room, call)
        if trouble == "stalls":
            await asyncio.sleep(_TOO_LONG)
        if trouble in ("loses", "stalls") and request.transport:
            request.transport.abort()
        return as_json(answer)

    def _posted(self, room: DiscordRoom, call: Call) -> Json:
        """Of two messages with one nonce there is one."""
        key = room.id, str(call.body.get("nonce"))
        if not (call.body.get("enforce_nonce") and key in self._nonces):
            self._messages += 1
            self._nonces[key] = str(_FIRST_MESSAGE + 1000 + self._messages)
            self._show(room, self._nonces[key], call.body or {}, call)
        return posted(self._nonces[key]) | {"channel_id": room.id}

    def _change(self, room: DiscordRoom, message: str, call: Call, is_new: bool, is_private: bool = False) -> None:
        if call.method == "DELETE":
            room.live.pop(message, None)
            room.flags.pop(message, None)
        else:
            self._show(room, message, call.body or {}, call, is_new, is_private)

    def _show(
        self, room: DiscordRoom, message: str, body: Json, call: Call, is_new: bool = True, is_private: bool = False
    ) -> None:
        """What is promised to a presser is theirs alone, and all else that says so."""
        buttons = [part["custom_id"] for part in parts_of(body.get("components")) if "custom_id" in part]
        typed = tuple(custom_id.partition(":")[2].partition(":")[2] for custom_id in buttons)
        text = text_in(body)
        is_private = is_private or bool(body.get("flags", 0) & _EPHEMERAL)
        before = room.flags.get(message, 0) & ~_LOADING
        room.flags[message] = before | (body.get("flags") or 0) | _EPHEMERAL * is_private
        if is_new and not is_private:
            room.newest = message
        if "components" in body and not is_private:
            room.live[message] = typed
        if text or call.files:
            room.shown.put_nowait(Seen(text, typed, bool(call.files), is_new, is_private))

    async def _deliver(self, event: Json) -> None:
        if self.shuffles:
            await asyncio.sleep(self._chance.uniform(0, 1))
        self._lately.append(event)
        await self._dispatched(event)

    async def _dispatched(self, event: Json) -> None:
        """Discord keeps no presses for a bot that is not there, or has not identified itself yet."""
        pressed = self._pressed[event["id"]]
        if self.socket is not None and not self.socket.closed and self.identified.done():
            if not (pressed.is_given_up or pressed.is_brought_again):
                pressed.told = self.socket
                note_interaction(event)
            await self.dispatch("INTERACTION_CREATE", event)

    async def _tell_if_unheard(self, number: str) -> None:
        pressed = self._pressed[number]
        try:
            await asyncio.wait_for(pressed.heard.wait(), _WITHIN)
        except TimeoutError:
            pressed.heard.set()
            pressed.is_given_up = True
            if pressed.told is None or pressed.told.closed or pressed.told is not self.socket:
                ledger().withdraw(INTERACTIONS, number)
            pressed.room.shown.put_nowait(Seen("The application did not respond"))

    def _history(self, room: DiscordRoom, after: int) -> list[Json]:
        """Return what everybody sees after a message, the newest first."""
        seen = (message for message, flags in room.flags.items() if not flags & _EPHEMERAL and int(message) > after)
        buttons = {message: [row(f"tetradka:0:{text}") for text in texts] for message, texts in room.live.items()}
        return [
            {**self._message(room, message), "components": buttons.get(message, [])}
            for message in sorted(seen, key=int, reverse=True)
        ]

    def _message(self, room: DiscordRoom, message: str) -> Json:
        return {**posted(message), "channel_id": room.id, "flags": room.flags.get(message, 0)}

    def _do(self, work: Any) -> None:  # noqa: ANN401 - any coroutine
        task = asyncio.create_task(work)
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)


def _channel(room: DiscordRoom) -> Json:
    return {"id": room.id, "type": 0, "name": "friends", "position": 0, "permission_overwrites": []}


def _server(rooms: Iterable[DiscordRoom]) -> Json:
    """Return what Discord tells of a server with these channels, in which the bot may do everything."""
    everybody = {"id": _SERVER, "name": "@everyone", "color": 0, "hoist": False, "position": 0, "mentionable": False}
    me = {"user": ME, "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": False, "mute": False, "flags": 0}
    return {
        "id": _SERVER,
        "name": "Friends",
        "owner_id": "1",
        "roles": [everybody | {"permissions": str(Permissions.all().value), "managed": False, "flags": 0}],
        "members": [me],
        "channels": [_channel(room) for room in rooms],
    }


def _bad_gateway() -> web.Response:
    return as_json({"message": "Bad Gateway", "code": 0}, 502)


def _too_many(seconds: float) -> web.Response:
    limited = as_json({"message": "You are being rate limited.", "retry_after": seconds, "global": False}, 429)
    limited.headers.update({"Retry-After": str(seconds), "Via": "1.1 proxy"})
    return limited


def _first_answer(token: str) -> str:
    """The number of the message that is the first answer to a press."""
    return str(int(token) + (1 << 21))
