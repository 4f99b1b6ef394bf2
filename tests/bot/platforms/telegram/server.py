"""A Bot API server on the loopback: real HTTP, long polling, webhooks, uploads and downloads."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from aiohttp import web

from tests.bot.platforms.telegram import elsewhere, posting
from tests.bot.platforms.telegram.parameters import Parameters
from tests.bot.platforms.telegram.pressed import Toast
from tests.bot.platforms.telegram.refused import Refused, bad_request, too_many
from tests.bot.platforms.telegram.town import PATIENCE, Json, Town
from tests.bot.platforms.telegram.webhook import Webhook

TOKEN = "7000:right"
MOST = 100
"""Updates that one question is answered with."""
_PLAIN: dict[str, Callable[[Town, Parameters], Json | list[Json] | bool]] = {
    "getMe": lambda town, asked: _begin(town),
    "getWebhookInfo": lambda town, asked: {
        "url": "https://example.org",
        "has_custom_certificate": False,
        "pending_update_count": len(town.updates),
    },
    "getFile": lambda town, asked: {"file_id": "1", "file_unique_id": "1", "file_path": asked.text("file_id")},
    "getChat": lambda town, asked: town.chat(asked.number("chat_id")),
    "getChatMember": lambda town, asked: town.member(asked.number("chat_id"), asked.number("user_id")),
    "sendMessage": posting.send_message,
    "sendPhoto": posting.send_photo,
    "sendAnimation": posting.send_animation,
    "sendDocument": posting.send_document,
    "answerInlineQuery": elsewhere.answer_inline_query,
    "answerGuestQuery": elsewhere.answer_guest_query,
    "editMessageText": elsewhere.edit_message_text,
    "editMessageCaption": posting.edit_message_caption,
    "editMessageMedia": posting.edit_message_media,
    "editMessageReplyMarkup": posting.edit_message_reply_markup,
    "deleteMessage": posting.delete_message,
    "deleteMessages": posting.delete_messages,
    "sendChatAction": posting.send_chat_action,
    "setMessageReaction": posting.set_message_reaction,
    "deleteEphemeralMessage": posting.delete_ephemeral_message,
    "editEphemeralMessageText": posting.edit_ephemeral_message_text,
    "editEphemeralMessageCaption": posting.edit_ephemeral_message_caption,
}


def _begin(town: Town) -> Json:
    """A bot asks who it is when it starts."""
    town.presses.runs += 1
    return town.me


class BotApi:
    """Serves a town to one bot; each method fails as often as `hiccups` says, and its answer is lost as often as
    `losses` says; where `floods` says so it is refused once, for so many seconds."""

    def __init__(self, town: Town) -> None:
        self.town = town
        self.hiccups: Counter[str] = Counter()
        self.losses: Counter[str] = Counter()
        self.floods: dict[str, float] = {}
        self.asked: list[str] = []
        self._noted = asyncio.Condition()
        self.address = ""
        self.webhook: Webhook | None = None
        self._pushing: asyncio.Task[None] | None = None
        self._waiting: dict[str, Callable[[Parameters], Awaitable[object]]] = {
            "getUpdates": self._updates,
            "setMyCommands": self._set_menu,
            "setMyDescription": self._describe,
            "setMyShortDescription": self._describe,
            "answerCallbackQuery": self._toast,
            "deleteWebhook": self._set_webhook,
            "setWebhook": self._set_webhook,
        }

    async def until_asked(self, method: str, times: int = 1) -> None:
        """Waits until a method has been asked for and answered so often."""
        async with asyncio.timeout(PATIENCE), self._noted:
            await self._noted.wait_for(lambda: self.asked.count(method) >= times)

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        """Answers at `address`."""
        app = web.Application(client_max_size=2**24)
        app.router.add_post("/bot{token}/{method}", self._answer)
        app.router.add_get("/file/bot{token}/{path:.+}", self._download)
        runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        self.address = f"http://127.0.0.1:{runner.addresses[0][1]}"
        ticking = asyncio.create_task(self.town.presses.clock.run())
        try:
            yield
        finally:
            await self._stop_pushing()
            await runner.cleanup()
            ticking.cancel()
            self.town.presses.withdraw(self.town.updates)

    async def _answer(self, request: web.Request) -> web.Response:
        method = request.match_info["method"]
        try:
            response = web.json_response({"ok": True, "result": await self._call(method, request)})
        except Refused as refused:
            response = web.json_response(refused.as_json(), status=refused.code)
        await self._note(method)
        if self.losses[method] and request.transport:
            self.losses[method] -= 1
            request.transport.abort()
        return response

    async def _call(self, method: str, request: web.Request) -> object:
        if request.match_info["token"] != TOKEN:
            raise Refused(401, "Unauthorized")
        if self.hiccups[method]:
            self.hiccups[method] -= 1
            raise Refused(502, "Bad Gateway")
        if wait := self.floods.pop(method, 0.0):
            raise too_many(wait)
        parameters = await Parameters.of(request)
        if method in self._waiting:
            return await self._waiting[method](parameters)
        if method not in _PLAIN or (method in posting.EPHEMERAL and not self.town.has_ephemeral):
            raise Refused(404, "Not Found")
        return _PLAIN[method](self.town, parameters)

    async def _note(self, method: str) -> None:
        self.asked.append(method)
        async with self._noted:
            self._noted.notify_all()

    async def _download(self, request: web.Request) -> web.Response:
        return web.Response(body=self.town.files[request.match_info["path"]])

    async def _updates(self, parameters: Parameters) -> list[Json]:
        self.town.confirm(parameters.number("offset"))
        with suppress(TimeoutError):
            async with asyncio.timeout(parameters.number("timeout")):
                await self.town.until_news()
        wanted = parameters.json("allowed_updates")
        findings = [update for update in self.town.updates if set(wanted) & set(update)][
            : parameters.number("limit") or MOST
        ]
        self.town.presses.deliver(findings)
        return findings

    async def _set_menu(self, parameters: Parameters) -> bool:
        scope = parameters.json("scope")
        menus = self.town.group_menus if scope and scope["type"] == "all_group_chats" else self.town.menus
        menus[parameters.text("language_code")] = parameters.json("commands")
        return True

    async def _describe(self, parameters: Parameters) -> bool:
        """A description has 512 characters at most, a short one 120."""
        text, short = parameters.text("description"), parameters.text("short_description")
        if len(text) > 512 or len(short) > 120:
            raise bad_request("description is too long")
        self.town.descriptions[parameters.text("language_code")].append(text or short)
        return True

    async def _toast(self, parameters: Parameters) -> bool:
        """Each press can be answered once, and not for long."""
        toast = Toast(parameters.text("text"), parameters.text("show_alert") == "true")
        is_lost = self.losses["answerCallbackQuery"] > 0
        self.town.presses.answer(parameters.text("callback_query_id"), toast, is_lost)
        return True

    async def _set_webhook(self, parameters: Parameters) -> bool:
        await self._stop_pushing()
        if url := parameters.text("url"):
            self.webhook = Webhook(self.town, url, parameters.text("secret_token"))
            self._pushing = asyncio.create_task(self.webhook.push_all())
        return True

    async def _stop_pushing(self) -> None:
        if self._pushing:
            self._pushing.cancel()
            await asyncio.gather(self._pushing, return_exceptions=True)
            self._pushing = None
