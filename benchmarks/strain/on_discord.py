"""People who press buttons in channels of a Discord stand-in that fails as Discord does."""

from __future__ import annotations

import asyncio
import re
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
    post_response,
    row,
    text_in,
)

_EPOCH_MS = 1420070400000
_WITHIN = 3.0
"""Seconds until Discord tells the user that the application did not respond."""
_TOO_LONG = 10.0
_REMEMBERED = 20
_SERVER, _ELSEWHERE = "2000", "2001"
"""A server with the bot, and one where only users have installed it for themselves."""
_RESUME, _INVALID_SESSION = 6, 9
_EPHEMERAL, _LOADING = 1 << 6, 1 << 7
_MENU = "tetradka-menu:0"
_NEW, _THINKS, _CHANGES = 4, 5, (6, 7)
"""Response types to a press: a new message, a deferred one, and changes of the message with the button."""
_UNDER_BOARDS = re.compile(r"/more \w")
_FIRST_MESSAGE = 10_000
"""The first message id; ids are unique across all channels."""
Json = dict[str, Any]


@dataclass
class _Press:
    """A press: its room, the message `under` it, its first `answer`, and the connection that received it.

    Once Discord has given up on a press, its answer no longer counts.
    """

    room: DiscordRoom
    under: str
    answer: str = ""
    socket: web.WebSocketResponse | None = None
    acknowledgement: asyncio.Event = field(default_factory=asyncio.Event)
    is_brought_again: bool = False
    is_given_up: bool = False


class DiscordRoom:
    """A channel (`seen.Room`); every second one belongs to a server without the bot."""

    def __init__(self, discord: UnreliableDiscord, number: int) -> None:
        self.id = str(3000 + number)
        self.server = _ELSEWHERE if number % 2 else _SERVER
        self.people = tuple(
            {"id": f"{number}{who}7", "username": name, "discriminator": "0", "global_name": name, "avatar": None}
            for who, name in enumerate(("Ann", "Bob"))
        )
        self.messages: asyncio.Queue[Seen] = asyncio.Queue()
        self.newest = str(_FIRST_MESSAGE + number)
        self.live: dict[str, tuple[str, ...]] = {}
        self.options: dict[str, tuple[str, ...]] = {}
        self.flags: dict[str, int] = {self.newest: 0}
        self._discord = discord

    def type_text(self, who: int, text: str) -> str:
        """Press a button that types a text, and return its cause."""
        return f"discord:{self._discord.press_by(self, self.people[who], text)}"

    async def next_message(self) -> Seen:
        """Wait for the next message or change."""
        return await self.messages.get()

    def message_under(self, text: str) -> str:
        """Return the message under which a text is pressed: the newest board for a move, any message for others."""
        boards = [message for message, texts in self.live.items() if any(map(_UNDER_BOARDS.match, texts))]
        return boards[-1] if boards and text.startswith("/move ") else self.newest

    def button_texts(self) -> list[tuple[str, ...]]:
        """Return the button texts of each live message."""
        return list(self.live.values())


class UnreliableDiscord(StandIn):
    """A Discord server that fails on demand.

    `message_faults` counts the next channel messages to refuse ("fails"), limit ("floods"), delay ("stalls") or accept
    without an answer ("loses"). `limits` counts the first answers to presses ("answers") or changes of older messages
    ("tidying") to limit. Presses can be repeated and reordered. While it `is_away` it answers nothing.
    """

    def __init__(self, chance: Random) -> None:
        super().__init__()
        self.rooms: dict[str, DiscordRoom] = {}
        self.message_faults: Counter[str] = Counter()
        self.limits: Counter[str] = Counter()
        self.is_away = False
        self.shuffles = False
        self._chance = chance
        self._nonces: dict[tuple[str, str], str] = {}
        self._messages = 0
        self._presses: dict[str, _Press] = {}
        self._promises: dict[str, int] = {}
        self._recent_presses: deque[Json] = deque(maxlen=_REMEMBERED)
        self._tasks: set[asyncio.Task[None]] = set()

    def room(self) -> DiscordRoom:
        """Add a channel."""
        room = DiscordRoom(self, len(self.rooms))
        self.rooms[room.id] = room
        self.guilds = [_server([room for room in self.rooms.values() if room.server == _SERVER])]
        return room

    def press_by(self, room: DiscordRoom, user: Json, text: str) -> str:
        """Press a button that types a text, and return the interaction's id."""
        custom_id, under = f"tetradka:0:{text}", room.message_under(text)
        message = {**self._message(room, under), "components": [row(custom_id)]}
        return self.interact(room, user, 3, {"custom_id": custom_id, "component_type": 2}, message)

    def choose_by(self, room: DiscordRoom, user: Json, text: str) -> str:
        """Choose the option of a menu that types a text, and return the interaction's id."""
        message = self._message(room, room.message_under(text))
        return self.interact(room, user, 3, {"custom_id": _MENU, "component_type": 3, "values": [text]}, message)

    def interact(self, room: DiscordRoom, user: Json, kind: int, data: Json, message: Json | None = None) -> str:
        """Use a command, or press a button under a message, and return the interaction's id."""
        self.interactions += 1
        number = str((int(time.time() * 1000) - _EPOCH_MS << 22) + self.interactions % 4096)
        channel = {**_channel(room), "guild_id": room.server}
        member = {"user": user, "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": False, "mute": False}
        event = interaction(kind, data, number) | {
            "token": number,
            "locale": "en-US",
            "guild_id": room.server,
            "member": member | {"flags": 0, "permissions": "0"},
            "channel_id": room.id,
            "channel": channel,
        }
        event |= {"message": message} if message else {}
        self._presses[number] = _Press(room, message["id"] if message else "")
        self._do(self._deliver(event))
        self._do(self._time_out_press(number))
        return number

    async def repeat_presses(self) -> None:
        """Deliver the last few presses again."""
        for event in list(self._recent_presses):
            self._presses[event["id"]].is_brought_again = True
            await self._dispatch_press(event)

    async def rest(self, request: web.Request) -> web.StreamResponse:
        """Answer a REST request."""
        call = Call(request.method, request.path.removeprefix("/api/v10"), *await content_of(request))
        if self.is_away:
            return _bad_gateway()
        match call.path.strip("/").split("/"):
            case ["interactions", number, _, "callback"]:
                return self._refusal("answers", 0.5) or self._acknowledge(number, call)
            case ["channels", channel, *_] if self.rooms[channel].server == _ELSEWHERE:
                return as_json({"message": "Missing Access", "code": 50001}, 403)
            case ["channels", channel] if call.method == "GET":
                return as_json(_channel(self.rooms[channel]) | {"guild_id": _SERVER})
            case ["channels", channel, "messages"] if call.method == "GET":
                return as_json(self._history(self.rooms[channel], int(request.query.get("after", 0))))
            case ["channels", channel, "messages"] if call.method == "POST":
                return await self._post(request, self.rooms[channel], call)
            case ["channels", channel, "messages", message] if call.method in ("PATCH", "DELETE"):
                if refusal := self._refusal("tidying", 1.0):
                    return refusal
                self._change(self.rooms[channel], message, call, is_new=False)
            case ["webhooks", _, token, *rest]:
                return self._handle_webhook(token, rest, call)
        answer = answer_to(call)
        return web.Response(status=204) if answer is None else as_json(answer)

    def _handle_webhook(self, token: str, rest: list[str], call: Call) -> web.Response:
        """Answer a request about a press's response: deferred, follow-up, edit or deletion."""
        press, flags = self._presses[token], self._promises.get(token, 0)
        is_original = rest and rest[-1] == "@original"
        if is_original and press.answer not in press.room.flags:
            return as_json({"message": "Unknown Message", "code": 10008}, 404)
        if call.method == "GET":
            metadata = {} if press.answer == press.under else {"interaction_metadata": {"id": token}}
            return as_json({**self._message(press.room, press.answer), **metadata})
        is_promised = bool(flags & _LOADING)
        self._promises[token] = flags & ~_LOADING
        if not rest:
            self._messages += 1
            message = str(_FIRST_MESSAGE + 1000 + self._messages)
        else:
            message = press.answer if rest[-1] == "@original" else rest[-1]
        is_private = bool(press.room.flags.get(message, 0) & _EPHEMERAL)
        self._change(press.room, message, call, is_new=not rest or is_promised, is_private=is_private)
        return web.Response(status=204) if call.method == "DELETE" else as_json(post_response(message))

    def _acknowledge(self, number: str, call: Call) -> web.Response:
        press, kind, data = self._presses[number], call.body["type"], call.body.get("data") or {}
        if not (press.is_given_up or (press.acknowledgement.is_set() and press.is_brought_again)):
            note_callback(call.path)
        if press.acknowledgement.is_set():
            return as_json({"message": "Interaction has already been acknowledged.", "code": 40060}, 400)
        press.acknowledgement.set()
        if kind == _THINKS:
            self._promises[number] = _LOADING | data.get("flags", 0)
        press.answer = press.under if kind in _CHANGES else _first_answer(number)
        if kind == _THINKS:
            press.room.flags[press.answer] = self._promises[number]
        elif data:
            self._show(press.room, press.answer, data, call, is_new=kind == _NEW)
        return as_json({"interaction": {"id": number, "type": 2, "response_message_id": press.answer}})

    def count_unanswered(self) -> int:
        """Return the number of presses not answered exactly once, plus that of deferred answers never given."""
        presses = (press for (kind, _), press in ledger().presses.items() if kind == INTERACTIONS)
        broken_promises = sum(bool(flags & _LOADING) for flags in self._promises.values())
        return sum(len(press.answers) != 1 for press in presses) + broken_promises

    async def gateway(self, request: web.Request) -> web.StreamResponse:
        """Accept a gateway connection, unless away."""
        if self.is_away:
            return web.Response(status=503)
        if self.identified.done():
            self.identified = asyncio.get_running_loop().create_future()
        return await super().gateway(request)

    async def go_away(self, seconds: float) -> None:
        """Refuse all connections and requests for some seconds."""
        self.is_away = True
        if self.socket is not None:
            await self.socket.close(code=1001)
        await asyncio.sleep(seconds)
        self.is_away = False

    async def _record(self, frame: Json) -> None:
        if frame["op"] == _RESUME and self.socket is not None:
            await self.socket.send_json({"op": _INVALID_SESSION, "d": False})
        else:
            await super()._record(frame)

    def _refusal(self, request_kind: str, seconds: float) -> web.Response | None:
        """Return the refusal of a request if it is limited."""
        if not self.limits[request_kind]:
            return None
        self.limits[request_kind] -= 1
        return _too_many(seconds)

    async def _post(self, request: web.Request, room: DiscordRoom, call: Call) -> web.StreamResponse:
        fault = next(iter(+self.message_faults), "")
        self.message_faults[fault] -= 1
        if fault == "fails":
            return _bad_gateway()
        if fault == "floods":
            return _too_many(1.0)
        if fault == "stalls" and self._chance.random() < 0.5:
            await asyncio.sleep(_TOO_LONG)
            return as_json({"message": "Gateway Timeout", "code": 0}, 504)
        answer = self._store_message(room, call)
        if fault == "stalls":
            await asyncio.sleep(_TOO_LONG)
        if fault in ("loses", "stalls") and request.transport:
            request.transport.abort()
        return as_json(answer)

    def _store_message(self, room: DiscordRoom, call: Call) -> Json:
        """Post a message, or return the earlier one with the same nonce."""
        key = room.id, str(call.body.get("nonce"))
        if not (call.body.get("enforce_nonce") and key in self._nonces):
            self._messages += 1
            self._nonces[key] = str(_FIRST_MESSAGE + 1000 + self._messages)
            self._show(room, self._nonces[key], call.body or {}, call)
        return post_response(self._nonces[key]) | {"channel_id": room.id}

    def _change(self, room: DiscordRoom, message: str, call: Call, is_new: bool, is_private: bool = False) -> None:
        if call.method == "DELETE":
            room.live.pop(message, None)
            room.options.pop(message, None)
            room.flags.pop(message, None)
        else:
            self._show(room, message, call.body or {}, call, is_new, is_private)

    def _show(
        self, room: DiscordRoom, message: str, body: Json, call: Call, is_new: bool = True, is_private: bool = False
    ) -> None:
        """Show a message; ephemeral answers are private to the presser."""
        parts = [*parts_of(body.get("components"))]
        buttons = [part["custom_id"] for part in parts if "custom_id" in part]
        button_texts = tuple(custom_id.partition(":")[2].partition(":")[2] for custom_id in buttons)
        text = text_in(body)
        is_private = is_private or bool(body.get("flags", 0) & _EPHEMERAL)
        before = room.flags.get(message, 0) & ~_LOADING
        room.flags[message] = before | (body.get("flags") or 0) | _EPHEMERAL * is_private
        if is_new and not is_private:
            room.newest = message
        if "components" in body and not is_private:
            room.live[message] = button_texts
            room.options[message] = tuple(option["value"] for part in parts for option in part.get("options", ()))
        if text or call.files:
            room.messages.put_nowait(Seen(text, button_texts, bool(call.files), is_new, is_private))

    async def _deliver(self, event: Json) -> None:
        if self.shuffles:
            await asyncio.sleep(self._chance.uniform(0, 1))
        self._recent_presses.append(event)
        await self._dispatch_press(event)

    async def _dispatch_press(self, event: Json) -> None:
        """Dispatch a press if the bot is connected and identified; Discord drops it otherwise."""
        press = self._presses[event["id"]]
        if self.socket is not None and not self.socket.closed and self.identified.done():
            if not (press.is_given_up or press.is_brought_again):
                press.socket = self.socket
                note_interaction(event)
            await self.dispatch("INTERACTION_CREATE", event)

    async def _time_out_press(self, number: str) -> None:
        press = self._presses[number]
        try:
            await asyncio.wait_for(press.acknowledgement.wait(), _WITHIN)
        except TimeoutError:
            press.acknowledgement.set()
            press.is_given_up = True
            if press.socket is None or press.socket.closed or press.socket is not self.socket:
                ledger().withdraw(INTERACTIONS, number)
            press.room.messages.put_nowait(Seen("The application did not respond"))

    def _history(self, room: DiscordRoom, after: int) -> list[Json]:
        """Return the public messages after a message, the newest first."""
        public_messages = (
            message for message, flags in room.flags.items() if not flags & _EPHEMERAL and int(message) > after
        )
        buttons = {message: [row(f"tetradka:0:{text}") for text in texts] for message, texts in room.live.items()}
        return [
            {**self._message(room, message), "components": buttons.get(message, [])}
            for message in sorted(public_messages, key=int, reverse=True)
        ]

    def _message(self, room: DiscordRoom, message: str) -> Json:
        return {**post_response(message), "channel_id": room.id, "flags": room.flags.get(message, 0)}

    def _do(self, work: Any) -> None:  # noqa: ANN401 - any coroutine
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _channel(room: DiscordRoom) -> Json:
    return {"id": room.id, "type": 0, "name": "friends", "position": 0, "permission_overwrites": []}


def _server(rooms: Iterable[DiscordRoom]) -> Json:
    """Return the data of a server with these channels, where the bot has all permissions."""
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
    refusal = as_json({"message": "You are being rate limited.", "retry_after": seconds, "global": False}, 429)
    refusal.headers.update({"Retry-After": str(seconds), "Via": "1.1 proxy"})
    return refusal


def _first_answer(token: str) -> str:
    """Return the id of the first answer to a press."""
    return str(int(token) + (1 << 21))
