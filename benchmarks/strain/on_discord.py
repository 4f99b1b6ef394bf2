"""People in channels of a server on Discord's stand-in, who press buttons; it fails in Discord's ways."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from random import Random
from typing import Any

from aiohttp import web

from benchmarks.strain.seen import Seen
from tests.bot.platforms.discord.standin import (
    Call,
    StandIn,
    answer_to,
    as_json,
    content_of,
    interaction,
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
_SERVER = "2000"
_EPHEMERAL, _LOADING = 1 << 6, 1 << 7
_NEW, _THINKS, _CHANGES = 4, 5, (6, 7)
"""The kinds of answers to a press: a message of its own, the promise of one, and changes of the message pressed."""
_FIRST_MESSAGE = 10_000
"""Messages have numbers of their own in all channels together."""
Json = dict[str, Any]


class DiscordRoom:
    """A channel of a server (`seen.Room`)."""

    def __init__(self, discord: UnreliableDiscord, number: int) -> None:
        self.id = str(3000 + number)
        self.people = tuple(
            {"id": f"{number}{who}7", "username": name, "discriminator": "0", "global_name": name, "avatar": None}
            for who, name in enumerate(("Ann", "Bob"))
        )
        self.shown: asyncio.Queue[Seen] = asyncio.Queue()
        self.newest = str(_FIRST_MESSAGE + number)
        self._discord = discord

    def types(self, who: int, text: str) -> str:
        return f"discord:{self._discord.press_by(self, self.people[who], text)}"

    async def sees(self) -> Seen:
        return await self.shown.get()


class UnreliableDiscord(StandIn):
    """The next few messages to channels are refused (`fails`), limited (`floods`), taken too late (`stalls`) or taken
    without an answer (`loses`); presses can come again, and in any order."""

    def __init__(self, chance: Random) -> None:
        super().__init__()
        self.rooms: dict[str, DiscordRoom] = {}
        self.troubles: Counter[str] = Counter()
        self.shuffles = False
        self._chance = chance
        self._nonces: dict[tuple[str, str], str] = {}
        self._messages = 0
        self._pressed: dict[str, tuple[DiscordRoom, asyncio.Event]] = {}
        self._promises: dict[str, int] = {}
        self._lately: deque[Json] = deque(maxlen=_REMEMBERED)
        self._telling: set[asyncio.Task[None]] = set()

    def room(self) -> DiscordRoom:
        opened = DiscordRoom(self, len(self.rooms))
        self.rooms[opened.id] = opened
        return opened

    def press_by(self, room: DiscordRoom, user: Json, text: str) -> str:
        """Somebody presses a button that types a text; the interaction's id."""
        self.interactions += 1
        number = str((int(time.time() * 1000) - _EPOCH_MS << 22) + self.interactions % 4096)
        custom_id = f"tetradka:0:{text}"
        channel = {"id": room.id, "type": 0, "name": "friends", "guild_id": _SERVER, "position": 0}
        member = {"user": user, "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": False, "mute": False}
        event = interaction(3, {"custom_id": custom_id, "component_type": 2}, number) | {
            "token": number,
            "guild_id": _SERVER,
            "member": member | {"flags": 0, "permissions": "0"},
            "channel_id": room.id,
            "channel": channel,
            "message": {**posted(room.newest), "channel_id": room.id, "components": [row(custom_id)]},
        }
        self._pressed[number] = room, asyncio.Event()
        self._do(self._deliver(event))
        self._do(self._tell_if_unheard(number))
        return number

    async def again(self) -> None:
        """What was pressed lately comes once more."""
        for event in list(self._lately):
            await self._dispatched(event)

    async def rest(self, request: web.Request) -> web.StreamResponse:
        call = Call(request.method, request.path.removeprefix("/api/v10"), *await content_of(request))
        match call.path.strip("/").split("/"):
            case ["interactions", number, _, "callback"]:
                return self._acknowledge(number, call)
            case ["channels", channel, "messages"] if call.method == "POST":
                return await self._post(request, self.rooms[channel], call)
            case ["channels", channel, "messages", _] if call.method == "PATCH":
                self._show(self.rooms[channel], call.body or {}, call, is_new=False)
            case ["webhooks", _, token, *rest]:
                return self._answered(token, rest, call)
        answer = answer_to(call)
        return web.Response(status=204) if answer is None else as_json(answer)

    def _answered(self, token: str, rest: list[str], call: Call) -> web.Response:
        """An answer to a press: one that was promised, that follows, is changed or goes; each has its own number."""
        room, heard = self._pressed[token]
        if call.method == "GET" and not heard.is_set():
            return as_json({"message": "Unknown Message", "code": 10008}, 404)
        if call.method == "GET":
            return as_json({**posted(_first_answer(token)), "flags": self._promises.get(token, 0)})
        is_promised = bool(rest) and token in self._promises
        is_new = not rest or is_promised
        if call.method != "DELETE":
            self._show(room, call.body or {}, call, is_new=is_new, is_private=is_promised)
        if call.method not in ("POST", "PATCH"):
            return web.Response(status=204)
        if not rest:
            self._messages += 1
            room.newest = str(_FIRST_MESSAGE + 1000 + self._messages)
            return as_json(posted(room.newest))
        return as_json(posted(_first_answer(token) if rest[-1] == "@original" else rest[-1]))

    def _acknowledge(self, number: str, call: Call) -> web.Response:
        room, heard = self._pressed[number]
        if heard.is_set():
            return as_json({"message": "Interaction has already been acknowledged.", "code": 40060}, 400)
        heard.set()
        if call.body["type"] == _THINKS:
            self._promises[number] = _LOADING | call.body.get("data", {}).get("flags", 0)
        else:
            self._show(room, call.body.get("data") or {}, call, is_new=call.body["type"] == _NEW)
        is_update = call.body["type"] in _CHANGES
        answer = room.newest if is_update else _first_answer(number)
        if call.body["type"] == _NEW:
            room.newest = answer
        return as_json({"interaction": {"id": number, "type": 2, "response_message_id": answer}})

    async def _post(self, request: web.Request, room: DiscordRoom, call: Call) -> web.StreamResponse:
        trouble = next(iter(+self.troubles), "")
        self.troubles[trouble] -= 1
        if trouble == "fails":
            return as_json({"message": "Bad Gateway", "code": 0}, 502)
        if trouble == "floods":
            limited = as_json({"message": "You are being rate limited.", "retry_after": 1.0, "global": False}, 429)
            limited.headers.update({"Retry-After": "1", "Via": "1.1 proxy"})
            return limited
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
            self._nonces[key] = room.newest = str(_FIRST_MESSAGE + 1000 + self._messages)
            self._show(room, call.body or {}, call)
        return posted(self._nonces[key]) | {"channel_id": room.id}

    def _show(self, room: DiscordRoom, body: Json, call: Call, is_new: bool = True, is_private: bool = False) -> None:
        """What is promised to a presser is theirs alone, and all else that says so."""
        buttons = [part["custom_id"] for part in parts_of(body.get("components")) if "custom_id" in part]
        typed = tuple(custom_id.partition(":")[2].partition(":")[2] for custom_id in buttons)
        text = text_in(body)
        if text or call.files:
            is_private = is_private or bool(body.get("flags", 0) & _EPHEMERAL)
            room.shown.put_nowait(Seen(text, typed, bool(call.files), is_new, is_private))

    async def _deliver(self, event: Json) -> None:
        if self.shuffles:
            await asyncio.sleep(self._chance.uniform(0, 1))
        self._lately.append(event)
        await self._dispatched(event)

    async def _dispatched(self, event: Json) -> None:
        """Discord keeps no presses for a bot that is not there."""
        if self.socket is not None and not self.socket.closed:
            await self.dispatch("INTERACTION_CREATE", event)

    async def _tell_if_unheard(self, number: str) -> None:
        room, heard = self._pressed[number]
        try:
            await asyncio.wait_for(heard.wait(), _WITHIN)
        except TimeoutError:
            heard.set()
            room.shown.put_nowait(Seen("The application did not respond"))

    def _do(self, work: Any) -> None:  # noqa: ANN401 - any coroutine
        task = asyncio.create_task(work)
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)


def _first_answer(token: str) -> str:
    """The number of the message that is the first answer to a press."""
    return str(int(token) + (1 << 21))
