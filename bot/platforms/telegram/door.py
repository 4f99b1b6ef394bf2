"""Telegram as a platform: serves updates until cancelled, and shows the core's messages."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace

from telegram import Update
from telegram.constants import FloodLimit
from telegram.error import BadRequest, Forbidden, InvalidToken, RetryAfter, TelegramError

from bot.core.game.people import Chat, Person
from bot.core.language.speech import LANGUAGES
from bot.core.ports.deadline import AFTER_ADAPTERS, Deadline
from bot.core.ports.message_rate import MessageRate
from bot.core.ports.painting import Paint
from bot.core.ports.platform import PHOTOS, Core, Message, Mirror, OlderBoard, Platform, Unshown, mirror_nothing
from bot.core.upkeep.leases import Lease
from bot.platforms.telegram.answers import Answers
from bot.platforms.telegram.bot_api import App, Json, application, may_have_arrived, seconds_to_wait, takes_nothing
from bot.platforms.telegram.bot_profile import Words, modes_of, publish_profile
from bot.platforms.telegram.dispatcher import Dispatcher
from bot.platforms.telegram.flood_control import FloodControl
from bot.platforms.telegram.groups import administers, has_left
from bot.platforms.telegram.inbox import Inbox
from bot.platforms.telegram.incoming import fast_parse
from bot.platforms.telegram.mini_app import MiniApp
from bot.platforms.telegram.old_boards import OldBoards, Shrinker
from bot.platforms.telegram.people import PLATFORM, link_to, private_chat_of
from bot.platforms.telegram.posting import Poster
from bot.platforms.telegram.reception import Reception
from bot.platforms.telegram.updates import Webhook, receive_updates, until_reached

_SOON = 5.0
_GOODBYE = 0.7
_log = logging.getLogger(__name__)


class Telegram(Platform):
    """The door to Telegram; `base_url` and `base_file_url` lead to a Bot API server of one's own.

    `words` says the few texts that the door itself needs. After `patience` seconds of thinking a press is answered
    without words. Of several processes without a webhook only that which holds the `lease` asks for updates; all share
    the `slots` for messages: `rate` a second at first, which adapts. At a public `app_url` the page is open inside the
    chats, and `mirror` is told what they are shown.
    """

    name = PLATFORM
    tidies = True
    gathers = 4
    deletes = True
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
        rate: float = FloodLimit.MESSAGES_PER_SECOND,
        patience: float = 0.4,
        app_url: str | None = None,
        mirror: Mirror = mirror_nothing,
        now: Callable[[], float] = time.time,
        deadline: Deadline | None = None,
    ) -> None:
        self._flood = FloodControl(slots, rate)
        self._app = application(token, self._flood, base_url, base_file_url)
        self.mini_app = MiniApp(self._app.bot, token, app_url, now) if app_url else None
        self.opens_page = self.mini_app is not None
        self._mirror = mirror
        self._poster = Poster(self._app.bot, paint, self._migrate)
        self._old_boards = OldBoards(Shrinker(self._poster.editor), self._flood)
        self._words = words
        self._webhook = webhook
        self._lease = lease
        self._patience = patience
        self._core: Core | None = None
        self._reception = Reception()
        self._is_named = False
        self._deadline = deadline or Deadline()

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
            await self._flood.finish(self._deadline.remaining(_GOODBYE, AFTER_ADAPTERS))
            await _close(self._app)

    def silence(self) -> float | None:
        """Return for how many seconds updates may not have arrived."""
        return self._reception.silence()

    async def slot(self, chat: Chat) -> bool:
        """Waits for a place in the queue of all messages; raises `Unshown` at once where the chat is flooded."""
        if chat.inline:
            return False
        with _failing_as_unshown():
            return await self._flood.reserve(int(chat.id))

    async def show(self, chat: Chat, message: Message) -> str:
        """Posts to all in the chat and topic; raises `Unshown` at once where the chat is flooded."""
        if chat.inline:
            return await self._show_inline(chat, message)
        with _failing_as_unshown():
            posted = await self._poster.post(chat, message)
        await self._mirror(chat, posted, message)
        return posted

    async def tell(self, person: Person, message: Message) -> bool:
        """Posts to the person's chat with the bot, which exists once they have started it."""
        with _failing_as_unshown():
            await self._poster.post(private_chat_of(person), message)
        return True

    async def edit(self, chat: Chat, shown: str, message: Message) -> bool:
        """Changes a message of the chat; raises `Unshown` at once where the chat is flooded."""
        editor = self._poster.editor
        with _failing_as_unshown():
            changed = await (
                editor.edit_inline(shown, message) if chat.inline else editor.edit(int(chat.id), int(shown), message)
            )
        if changed:
            await self._mirror(chat, shown, message)
        return changed

    async def tidy(self, chat: Chat, older: Sequence[OlderBoard]) -> None:
        """Deletes boards by one request; each that it does not delete any more becomes a line."""
        if not chat.inline:
            with _failing_as_unshown():
                await self._old_boards.put_away(int(chat.id), older)

    async def _show_inline(self, chat: Chat, message: Message) -> str:
        """The message stands there already."""
        if await self.edit(chat, chat.thread, message):
            return chat.thread
        raise Unshown("an inline message is gone", None)

    def invitation(self, code: str) -> str:
        """The address that opens a game in the private chat of the person who presses it."""
        return self._poster.start_link(code) if self._is_named else ""

    def page(self, chat: Chat) -> str:
        """A link in groups, in private chats the page's own address, for which there are buttons of their own there."""
        if self.mini_app is None or chat.inline:
            return ""
        if chat.direct:
            return self.mini_app.url
        return self.mini_app.link(chat, self._app.bot.username) if self._is_named else ""

    def mention_name(self) -> str:
        """The bot's name, if its owner has switched inline or guest mode on."""
        bot = self._app.bot
        return f"@{bot.username}" if self._is_named and modes_of(bot.bot).elsewhere else ""

    async def lacks(self, chat: Chat, threads: bool) -> tuple[str, ...]:
        """Whether a group takes no photos; it is asked for its rights once."""
        return () if chat.inline or await self._poster.photos.are_granted(int(chat.id)) else (PHOTOS,)

    async def think(self, chat: Chat) -> None:
        """Shows for five seconds that the bot writes, where it is."""
        if chat.inline:
            return
        with suppress(TelegramError):
            await self._poster.think(chat)

    def parent(self, chat: Chat) -> Chat | None:
        """Return the General topic of the forum that a topic is in."""
        return replace(chat, thread="") if chat.thread and not chat.inline else None

    def link(self, chat: Chat, message: str) -> str:
        """Messages of supergroups have addresses for their members."""
        return link_to(chat, message)

    async def has_left(self, chat: Chat, person: Person) -> bool:
        """Return whether a person is no longer in a group."""
        return await has_left(self._app.bot, chat, person)

    async def administers(self, chat: Chat, person: Person) -> bool:
        """Administrators of a group do, also in its name, and all in a private chat."""
        return await administers(self._app.bot, chat, person)

    async def _serve(self, core: Core) -> None:
        bot = self._app.bot
        dispatcher = Dispatcher(core, Answers(self._poster, self._words), bot.bot, self._words, self._patience)

        async def receive(update: Json) -> None:
            if read := _read(update, self._app):
                await dispatcher.dispatch(read)

        def ignores(update: Json) -> bool:
            typed = fast_parse(update)
            return typed is not None and core.ignores(*typed)

        inbox = Inbox(receive, core.updates, ignores, deadline=self._deadline)
        await inbox.accept_kept()
        offering = asyncio.create_task(publish_profile(bot, self._words, LANGUAGES))
        taking = asyncio.create_task(inbox.watch_kept())
        try:
            await receive_updates(bot, self._webhook, inbox, self._reception, self._lease)
        finally:
            offering.cancel()
            taking.cancel()

    async def _migrate(self, old: Chat, new: Chat) -> None:
        if self._core:
            await self._core.migrate(old, new)


@contextmanager
def _failing_as_unshown() -> Iterator[None]:
    try:
        yield
    except TelegramError as failed:
        raise _unshown(failed) from failed


def _unshown(failed: TelegramError) -> Unshown:
    """What Telegram forbids or does not understand now, it will not take later either."""
    match failed:
        case RetryAfter():
            return Unshown(str(failed), seconds_to_wait(failed))
        case Forbidden() | BadRequest():
            return Unshown(str(failed), None, is_lost=takes_nothing(failed))
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
