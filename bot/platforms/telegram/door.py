"""Telegram as a platform: serves updates until cancelled, and shows the core's messages."""

from __future__ import annotations

import asyncio

from telegram import Update
from telegram.constants import ChatMemberStatus
from telegram.error import BadRequest, Forbidden, InvalidToken, RetryAfter, TelegramError
from telegram.ext import TypeHandler

from bot.core.ports import Chat, Core, Message, Paint, Person, Unshown
from bot.core.speech import LANGUAGES
from bot.platforms.telegram.answers import Answers
from bot.platforms.telegram.application import App, Context, application
from bot.platforms.telegram.connection import Webhook, connect, insist
from bot.platforms.telegram.conversation import Conversation
from bot.platforms.telegram.flood import seconds
from bot.platforms.telegram.menu import Words, offer
from bot.platforms.telegram.outgoing import Poster
from bot.platforms.telegram.people import PLATFORM

_SOON = 5.0


class Telegram:
    """The door to Telegram; `base_url` and `base_file_url` lead to a Bot API server of one's own.

    `words` says the few texts that the door itself needs. After `patience` seconds of thinking a press is answered
    without words.
    """

    name = PLATFORM

    def __init__(
        self,
        token: str,
        *,
        paint: Paint,
        words: Words,
        base_url: str | None = None,
        base_file_url: str | None = None,
        webhook: Webhook | None = None,
        patience: float = 1.0,
    ) -> None:
        self._app = application(token, base_url, base_file_url)
        self._poster = Poster(self._app.bot, paint, self._migrate)
        self._words = words
        self._webhook = webhook
        self._patience = patience
        self._core: Core | None = None

    async def run(self, core: Core) -> None:
        """Serves until cancelled, and then handles what has come in. Raises `ValueError` naming a wrong setting."""
        self._core = core
        try:
            await self._open(core)
            await asyncio.Event().wait()
        except InvalidToken:
            raise ValueError("TELEGRAM_TOKEN: Telegram does not know it") from None
        finally:
            await _close(self._app)

    async def show(self, chat: Chat, message: Message) -> str:
        """Posts to everybody in the chat and topic; raises `Unshown` at once where the chat is flooded."""
        try:
            return await self._poster.post(chat, message)
        except TelegramError as failed:
            raise _unshown(failed) from failed

    async def administers(self, chat: Chat, person: Person) -> bool:
        """Administrators of a group do, also in its name, and everybody in a private chat; who is not known is none."""
        if chat.direct or person.id == chat.id:
            return True
        try:
            member = await self._app.bot.get_chat_member(int(chat.id), int(person.id))
        except (TelegramError, ValueError):
            return False
        return member.status in (ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.OWNER)

    async def _open(self, core: Core) -> None:
        app = self._app
        await insist(app.initialize)
        talk = Conversation(core, Answers(self._poster), app.bot.bot, self._words, self._patience)

        async def receive(update: Update, context: Context) -> None:
            await talk.receive(update)

        assert app.updater is not None
        app.add_handler(TypeHandler(Update, receive))
        await app.start()
        await connect(app.updater, self._webhook)
        await offer(app.bot, self._words, LANGUAGES)

    async def _migrate(self, old: Chat, new: Chat) -> None:
        if self._core:
            await self._core.migrate(old, new)


def _unshown(failed: TelegramError) -> Unshown:
    """What Telegram forbids or does not understand now, it will not take later either."""
    match failed:
        case RetryAfter():
            return Unshown(str(failed), seconds(failed))
        case Forbidden() | BadRequest():
            return Unshown(str(failed), None)
        case _:
            return Unshown(str(failed), _SOON)


async def _close(app: App) -> None:
    """Takes no more updates, handles those taken, and hangs up; what is not taken waits at Telegram."""
    if app.updater and app.updater.running:
        await app.updater.stop()
    if app.running:
        await app.update_queue.join()
        await app.stop()
    await app.shutdown()
    await app.bot.shutdown()
