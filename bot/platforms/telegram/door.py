"""Telegram as a platform: serves updates until cancelled, and shows the core's messages."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any

from telegram import Update
from telegram.constants import ChatMemberStatus
from telegram.error import BadRequest, Forbidden, InvalidToken, RetryAfter, TelegramError
from telegram.ext import Application, ApplicationBuilder, CallbackContext, ExtBot

from bot.core.game.people import Chat, Person
from bot.core.language.speech import LANGUAGES
from bot.core.ports.message_rate import MessageRate
from bot.core.ports.platform import PHOTOS, Core, Message, Paint, Platform, Unshown
from bot.core.upkeep.leases import Lease
from bot.platforms.telegram.answers import Answers
from bot.platforms.telegram.bot_api import AiohttpRequest, may_have_arrived
from bot.platforms.telegram.bot_profile import Words, modes_of, publish_profile
from bot.platforms.telegram.dispatcher import Dispatcher
from bot.platforms.telegram.flood_control import FloodControl, seconds_to_wait
from bot.platforms.telegram.inbox import Inbox, Json
from bot.platforms.telegram.incoming import fast_parse
from bot.platforms.telegram.old_boards import OldBoards
from bot.platforms.telegram.people import PLATFORM, link_to, private_chat_of
from bot.platforms.telegram.posting import Poster, edit_inline
from bot.platforms.telegram.updates import Webhook, receive_updates, until_reached

Nothing = dict[Any, Any]
Context = CallbackContext[ExtBot[None], Nothing, Nothing, Nothing]
App = Application[Any, Context, Nothing, Nothing, Nothing, None]
_TELEGRAM = "https://api.telegram.org/bot"
_SOON = 5.0
_GOODBYE = 0.7
_log = logging.getLogger(__name__)


def application(token: str, flood: FloodControl, base_url: str | None, base_file_url: str | None) -> App:
    """The library's bot, which obeys flood limits; updates come in by the ways of this door."""
    requests = AiohttpRequest(base_url or _TELEGRAM)
    builder = ApplicationBuilder().token(token).job_queue(None).rate_limiter(flood).updater(None)
    builder = builder.request(requests).get_updates_request(requests)
    if base_url:
        builder = builder.base_url(base_url)
    if base_file_url:
        builder = builder.base_file_url(base_file_url)
    return builder.build()


class Telegram(Platform):
    """The door to Telegram; `base_url` and `base_file_url` lead to a Bot API server of one's own.

    `words` says the few texts that the door itself needs. After `patience` seconds of thinking a press is answered
    without words. Of several processes without a webhook only that which holds the `lease` asks for updates; all share
    the `slots` for messages.
    """

    name = PLATFORM
    repeats = True

    def __init__(
        self,
        token: str,
        *,
        paint: Paint,
        words: Words,
        base_url: str | None = None,
        base_file_url: str | None = None,
        webhook: Webhook | None = None,
        lease: Lease | None = None,
        slots: MessageRate | None = None,
        patience: float = 0.5,
    ) -> None:
        self._flood = FloodControl(slots)
        self._app = application(token, self._flood, base_url, base_file_url)
        self._poster = Poster(self._app.bot, paint, self._migrate)
        self._old_boards = OldBoards(self._poster.editor, self._flood)
        self._words = words
        self._webhook = webhook
        self._lease = lease
        self._patience = patience
        self._core: Core | None = None
        self._is_named = False

    async def run(self, core: Core) -> None:
        """Serves until cancelled, and then handles what is nearly done. Raises `ValueError` naming a wrong setting."""
        self._core = core
        self._flood.open()
        try:
            await until_reached(self._app.initialize)
            self._is_named = True
            await self._serve(core)
        except InvalidToken:
            raise ValueError("TELEGRAM_TOKEN: Telegram does not know it") from None
        finally:
            self._old_boards.close()
            await self._flood.finish(_GOODBYE)
            await _close(self._app)

    async def slot(self, chat: Chat) -> bool:
        """Waits for a place in the line of all messages; raises `Unshown` at once where the chat is flooded."""
        if chat.inline:
            return False
        try:
            return await self._flood.reserve(int(chat.id))
        except TelegramError as failed:
            raise _unshown(failed) from failed

    async def show(self, chat: Chat, message: Message) -> str:
        """Posts to everybody in the chat and topic; raises `Unshown` at once where the chat is flooded."""
        if chat.inline:
            return await self._show_inline(chat, message)
        try:
            posted = await self._poster.post(chat, message)
        except TelegramError as failed:
            raise _unshown(failed) from failed
        if message.envelope.follows:
            self._old_boards.shrink(chat, message.envelope.follows)
        return posted

    async def tell(self, person: Person, message: Message) -> bool:
        """Posts to the person's chat with the bot, which exists once they have started it."""
        try:
            await self._poster.post(private_chat_of(person), message)
        except TelegramError as failed:
            raise _unshown(failed) from failed
        return True

    async def edit(self, chat: Chat, shown: str, message: Message) -> bool:
        """Changes a message of the chat; raises `Unshown` at once where the chat is flooded."""
        try:
            if chat.inline:
                return await edit_inline(self._app.bot, shown, message)
            return await self._poster.editor.change(int(chat.id), int(shown), message)
        except TelegramError as failed:
            raise _unshown(failed) from failed

    async def _show_inline(self, chat: Chat, message: Message) -> str:
        """The message stands there already."""
        if await self.edit(chat, chat.thread, message):
            return chat.thread
        raise Unshown("an inline message is gone", None)

    def invitation(self, code: str) -> str:
        """The address that opens a game in the private chat of whoever presses it."""
        return self._poster.link(code) if self._is_named else ""

    def called(self) -> str:
        """The bot's name, if its owner has switched inline or guest mode on."""
        bot = self._app.bot
        return f"@{bot.username}" if self._is_named and modes_of(bot.bot).elsewhere else ""

    async def lacks(self, chat: Chat, threads: bool) -> tuple[str, ...]:
        """Whether a group takes no photos; it is asked for its rights once."""
        poster = self._poster
        return () if chat.inline or await poster.photos.are_taken(poster.bot, int(chat.id)) else (PHOTOS,)

    async def think(self, chat: Chat) -> None:
        """Shows for five seconds that the bot writes, where it is."""
        if chat.inline:
            return
        with suppress(TelegramError):
            await self._poster.think(chat)

    def link(self, chat: Chat, message: str) -> str:
        """Messages of supergroups have addresses for their members."""
        return link_to(chat, message)

    async def administers(self, chat: Chat, person: Person) -> bool:
        """Administrators of a group do, also in its name, and everybody in a private chat; who is not known is none."""
        if chat.direct or person.id == chat.id:
            return True
        try:
            member = await self._app.bot.get_chat_member(int(chat.id), int(person.id))
        except (TelegramError, ValueError):
            return False
        return member.status in (ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.OWNER)

    async def _serve(self, core: Core) -> None:
        bot = self._app.bot
        talk = Dispatcher(core, Answers(self._poster, self._words), bot.bot, self._words, self._patience)

        async def receive(update: Json) -> None:
            if read := _read(update, self._app):
                await talk.receive(read)

        def ignores(update: Json) -> bool:
            typed = fast_parse(update)
            return typed is not None and core.ignores(*typed)

        inbox = Inbox(receive, core.updates, ignores)
        await inbox.take_kept()
        offering = asyncio.create_task(publish_profile(bot, self._words, LANGUAGES))
        taking = asyncio.create_task(inbox.keep_taking())
        try:
            await receive_updates(bot, self._webhook, inbox, self._lease)
        finally:
            offering.cancel()
            taking.cancel()

    async def _migrate(self, old: Chat, new: Chat) -> None:
        if self._core:
            await self._core.migrate(old, new)


def _unshown(failed: TelegramError) -> Unshown:
    """What Telegram forbids or does not understand now, it will not take later either."""
    match failed:
        case RetryAfter():
            return Unshown(str(failed), seconds_to_wait(failed))
        case Forbidden() | BadRequest():
            return Unshown(str(failed), None)
        case _:
            return Unshown(str(failed), _SOON, is_certain=not may_have_arrived(failed))


def _read(update: Json, app: App) -> Update | None:
    """One that the library cannot read is told to the operator and skipped, for it will not become clearer."""
    try:
        return Update.de_json(update, app.bot)
    except Exception:
        _log.exception("update %s cannot be read", update.get("update_id"))
        return None


async def _close(app: App) -> None:
    """Hangs up."""
    await app.shutdown()
    await app.bot.shutdown()
