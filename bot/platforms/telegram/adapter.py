"""The Telegram platform: serves updates until cancelled and shows the core's messages."""

import asyncio
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace

from telegram import Update
from telegram.constants import ChatMemberStatus, FloodLimit
from telegram.error import BadRequest, Forbidden, InvalidToken, RetryAfter, TelegramError

from bot.core.game.people import Chat, Person
from bot.core.ports.adapters import AFTER_ADAPTERS, MessageRate, Messenger
from bot.core.ports.platform import PHOTOS, Core, DeliveryError, Message, OlderBoard, Platform
from bot.core.upkeep.tasks import Lease
from bot.platforms.telegram import bot_api
from bot.platforms.telegram.answers import Answers
from bot.platforms.telegram.dispatcher import Dispatcher
from bot.platforms.telegram.flood_control import FloodControl
from bot.platforms.telegram.groups import Leavers, fetch_member
from bot.platforms.telegram.incoming import PLATFORM, fast_parse, private_chat_of
from bot.platforms.telegram.mini_app import MiniApp
from bot.platforms.telegram.posting import OldBoards, Poster
from bot.platforms.telegram.updates import Inbox, Reception, Webhook, receive_updates, retry_until_reached

_SOON = 5.0
_GOODBYE = 0.7
_log = logging.getLogger(__name__)


@dataclass(eq=False, kw_only=True)
class Telegram(Messenger, Platform):
    """The Telegram platform adapter.

    `base_url` and `base_file_url` are the addresses of a self-hosted Bot API server. After `patience` seconds of
    thinking a press is answered with a toast. Of several processes without a webhook only the one that holds the
    `lease` polls for updates; all share the `slots` for messages: `rate` per second at first, adaptive. With a public
    `app_url` the page can be opened inside the chats. Pictures that may be shared are kept as `temporary` texts.
    """

    name = PLATFORM
    tidies = True
    gathers = 4
    deletes = True
    repeats = True

    base_url: str | None = None
    base_file_url: str | None = None
    webhook: Webhook | None = None
    lease: Lease | None = None
    slots: MessageRate | None = None
    rate: float = FloodLimit.MESSAGES_PER_SECOND
    patience: float = 0.4
    app_url: str | None = None

    def __post_init__(self) -> None:
        self._flood = FloodControl(self.slots, self.rate)
        self._bot = bot_api.build_bot(self.token, self.base_url, self.base_file_url, self._flood)
        self._mini_app = MiniApp(self._bot, self.token, self.app_url, self.now) if self.app_url else None
        self.embedding, self.opens_page = self._mini_app, self._mini_app is not None
        self._poster = Poster(self._bot, self.paint, self._migrate, self.temporary)
        self._old_boards = OldBoards(self._poster, self._flood)
        self._leavers = Leavers(self._bot, self._poster.rights)
        self._reception = Reception()
        self._core: Core | None = None
        self._has_username = False

    async def run(self, core: Core) -> None:
        """Serve until cancelled, then finish what is nearly done; raise `ValueError` naming a wrong setting."""
        self._core = core
        try:
            await retry_until_reached(self._bot.initialize)
            self._has_username = True
            self._poster.is_inline = bool(self._bot.bot.supports_inline_queries)
            await self._serve(core)
        except InvalidToken:
            raise ValueError("TELEGRAM_TOKEN: Telegram does not know this token") from None
        finally:
            await self._flood.finish(self.deadline.remaining(_GOODBYE, AFTER_ADAPTERS))
            await self._bot.shutdown()

    def silence(self) -> float | None:
        """Return for how many seconds updates may have failed to arrive; None while they arrive."""
        return self._reception.silence()

    async def slot(self, chat: Chat, is_spare: bool = False) -> bool:
        """Wait for a place in the send queue; raise `DeliveryError` at once if the chat is flooded."""
        if chat.inline:
            return False
        with _raise_delivery_errors():
            reserve = self._flood.reserve_spare if is_spare else self._flood.reserve
            return await reserve(int(chat.id))

    async def show(self, chat: Chat, message: Message) -> str:
        """Post to the chat or topic and return the message's ID; raise `DeliveryError` at once if it is flooded."""
        if chat.inline:  # the message already exists
            if await self.edit(chat, chat.thread, message):
                return chat.thread
            raise DeliveryError("an inline message is gone", None)
        with _raise_delivery_errors():
            message_id = await self._poster.post(chat, message)
        await self.mirror(chat, message_id, message)
        return message_id

    async def tell(self, person: Person, message: Message) -> bool:
        """Post to the person's private chat with the bot, which exists once they have started it."""
        with _raise_delivery_errors():
            await self._poster.post(private_chat_of(person), message)
        return True

    async def edit(self, chat: Chat, message_id: str, message: Message) -> bool:
        """Edit a message and return whether that worked; raise `DeliveryError` at once if the chat is flooded."""
        with _raise_delivery_errors():
            is_changed = await (
                self._poster.edit_inline(message_id, message)
                if chat.inline
                else self._poster.edit(int(chat.id), int(message_id), message)
            )
        if is_changed:
            await self.mirror(chat, message_id, message)
        return is_changed

    async def tidy(self, chat: Chat, older: Sequence[OlderBoard]) -> None:
        """Delete older boards in one request; collapse those that are too old to delete."""
        if not chat.inline:
            with _raise_delivery_errors():
                await self._old_boards.delete_or_collapse(int(chat.id), older)

    def invitation(self, code: str, to_group: bool = False) -> str:
        """Return the link that opens a game in the private chat of the person who follows it, or in a group."""
        return self._poster.start_link(code, to_group) if self._has_username else ""

    def page(self, chat: Chat) -> str:
        """Return the page's address in a chat: a link in groups, the plain address in private chats."""
        if self._mini_app is None or chat.inline:
            return ""
        if chat.direct:
            return self._mini_app.url
        return self._mini_app.link(chat, self._bot.username) if self._has_username else ""

    def mention_name(self) -> str:
        """Return the bot's handle, if inline or guest mode is on."""
        if not self._has_username:
            return ""
        me = self._bot.bot
        return f"@{me.username}" if me.supports_inline_queries or me.supports_guest_queries else ""

    async def lacks(self, chat: Chat, threads: bool) -> tuple[str, ...]:
        """Return `PHOTOS` if the group is known to forbid photos; its rights are fetched once."""
        return () if chat.inline or await self._poster.rights.may_send_photos(int(chat.id)) else (PHOTOS,)

    async def think(self, chat: Chat) -> None:
        """Show for five seconds that the bot is typing, where it is a member."""
        if not chat.inline:
            with suppress(TelegramError):
                await self._poster.think(chat)

    def is_last(self, chat: Chat, message: str) -> bool:
        """Return whether no message below this one in its chat or topic is known."""
        return self._poster.is_last(chat, message)

    def parent(self, chat: Chat) -> Chat | None:
        """Return the General topic of a topic's forum."""
        return replace(chat, thread="") if chat.thread and not chat.inline else None

    def link(self, chat: Chat, message: str) -> str:
        """Return the address of a message in a supergroup, for its members."""
        _, is_supergroup, group = chat.id.partition("-100")
        return "/".join(filter(None, ("https://t.me/c", group, chat.thread, message))) if is_supergroup else ""

    async def former_members(self, chat: Chat, people: Sequence[Person]) -> Sequence[Person]:
        """Return those of the first people who are no longer in a group."""
        return () if chat.direct or chat.inline else await self._leavers.among(chat, people)

    async def administers(self, chat: Chat, person: Person) -> bool:
        """Return whether the person administers the group, also in its name; in private chats everyone does."""
        if chat.direct or person.id == chat.id:
            return True
        member = await fetch_member(self._bot, chat.id, person.id)
        return member is not None and member.status in (ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.OWNER)

    async def _serve(self, core: Core) -> None:
        bot = self._bot
        answers = Answers(self._poster, core.note_unseen)
        dispatcher = Dispatcher(core, answers, bot.bot, self.patience)

        async def receive(update: bot_api.Json) -> None:
            try:
                parsed_update = Update.de_json(update, bot)
            except Exception:
                _log.exception("update %s cannot be parsed", update.get("update_id"))
            else:
                await dispatcher.dispatch(parsed_update)

        def ignores(update: bot_api.Json) -> bool:
            chat_and_author = fast_parse(update)
            return chat_and_author is not None and core.ignores(*chat_and_author)

        inbox = Inbox(receive, core.updates, ignores, deadline=self.deadline)
        await inbox.accept_stored()
        offering = asyncio.create_task(bot_api.publish_profile(bot, self.hidden_commands))
        taking = asyncio.create_task(inbox.watch_stored())
        try:
            await receive_updates(bot, self.webhook, inbox, self._reception, self.lease)
        finally:
            offering.cancel()
            taking.cancel()
            await answers.gathering.close()

    async def _migrate(self, former_chat: Chat, new_chat: Chat) -> None:
        if self._core:
            await self._core.migrate(former_chat, new_chat)


@contextmanager
def _raise_delivery_errors() -> Iterator[None]:
    """Convert errors to `DeliveryError`; requests that Telegram forbids or does not understand are not retried."""
    try:
        yield
    except RetryAfter as error:
        raise DeliveryError(str(error), bot_api.seconds_to_wait(error)) from error
    except (Forbidden, BadRequest) as error:
        raise DeliveryError(str(error), None, is_lost=bot_api.is_chat_closed(error)) from error
    except TelegramError as error:
        raise DeliveryError(str(error), _SOON, is_certain=not bot_api.may_have_arrived(error)) from error
