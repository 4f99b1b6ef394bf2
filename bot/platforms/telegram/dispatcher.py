"""Dispatch of updates to the core and of its answers, including inline and guest mode."""

import asyncio
import logging
import re
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar
from uuid import uuid4

from telegram import (
    CallbackQuery,
    ChatMemberUpdated,
    ChosenInlineResult,
    InlineQuery,
    InlineQueryResult,
    InlineQueryResultArticle,
    InlineQueryResultCachedPhoto,
    InputTextMessageContent,
    Message,
    Update,
    User,
)
from telegram.constants import ChatType
from telegram.error import TelegramError

from bot.core.commands.playing import looks_like_a_move
from bot.core.game.people import Chat
from bot.core.language.invisible import without_links
from bot.core.language.speech import say, speech
from bot.core.ports.platform import PHOTOS, PRIVATE, Button, Core, Envelope, Incoming, Invitation
from bot.core.ports.platform import Message as Answer
from bot.core.queues.caches import BoundedDict
from bot.core.view.answers import greeting
from bot.features import COMMANDS
from bot.platforms.telegram.answers import Answers, Press, split_toast
from bot.platforms.telegram.groups import is_inside, manages_topics, may_write
from bot.platforms.telegram.incoming import (
    PLATFORM,
    chat_of,
    inline_chat,
    language_of,
    person_of,
    private_chat_of,
    read_attachment,
    read_message,
    read_press,
    read_wordless,
)
from bot.platforms.telegram.message_parts import entities_of, keyboard_of
from bot.platforms.telegram.posting import NO_PREVIEW, Poster

_PATIENCE_WITHOUT_A_CHAT = 8.0
"""Seconds before a toast is shown where it may be the only way to answer; Telegram waits a bit longer."""
_LONGEST_TYPED = 64
_ALBUM_SECONDS = 0.5
"""Seconds within which the messages of an album arrive."""
_MOST_ALBUMS = 200
T = TypeVar("T")
_SECONDS_KEPT = 10
_SIZE = re.compile(r"\dx\d")
_LONGEST_TITLE = 60
_REPLY = "reply"
_log = logging.getLogger(__name__)


@dataclass(eq=False)
class Dispatcher:
    """A dispatcher of Telegram's updates to the core; a press waits `patience` seconds for its toast."""

    core: Core
    answers: Answers
    me: User
    patience: float

    def __post_init__(self) -> None:
        self._texts = BoundedDict[tuple[int, int], str]()
        self._albums = BoundedDict[str, list[Message]](_MOST_ALBUMS)
        self._inline = InlineMode(self.core, self.answers.poster, self.me)

    async def dispatch(self, update: Update) -> None:
        """Handle an update and send the answers."""
        cause = f"{PLATFORM}:{update.update_id}"
        if update.callback_query:
            await self._handle_press(update.callback_query, cause)
        elif update.message:
            await self._handle_message(update.message, cause)
        elif update.inline_query:
            await self._inline.answer_query(update.inline_query)
        elif update.chosen_inline_result:
            await self._inline.note_chosen(update.chosen_inline_result)
        elif update.guest_message:
            await self._inline.answer_guest(update.guest_message, cause)
        elif update.edited_message:
            await self._handle_edit(update.edited_message)
        elif update.my_chat_member:
            await self._handle_membership(update.my_chat_member)
        elif update.chat_member:
            await self._note_member(update.chat_member)

    async def _handle_message(self, message: Message, cause: str) -> None:
        """Handle a text, or a service message: the chat migrated, or accepts messages again."""
        self.answers.poster.note_message(chat_of(message), message.message_id)
        if message.migrate_to_chat_id or message.migrate_from_chat_id:
            former_id = message.migrate_from_chat_id or message.chat.id
            new_id = message.migrate_to_chat_id or message.chat.id
            await self.core.migrate(Chat(PLATFORM, str(former_id)), Chat(PLATFORM, str(new_id)))
        elif message.forum_topic_reopened or message.general_forum_topic_unhidden:
            await self.core.retry(chat_of(message))
        elif message.forum_topic_closed or message.general_forum_topic_hidden:
            topic = chat_of(message)
            if not await manages_topics(self.answers.poster.bot, topic):
                await self.core.lose(topic)
        elif message.left_chat_member or message.new_chat_members:
            await self._note_members(message)
        elif incoming := read_message(message, self.me):
            answers = await self._handle(replace(incoming, cause=cause), message)
            if answers:
                self._texts[message.chat.id, message.message_id] = incoming.text
            await self.answers.answer_message(incoming, message, answers)
        elif incoming := read_wordless(message):
            await self.answers.answer_message(incoming, message, await self._ask_for_caption(incoming, message))

    async def _note_members(self, message: Message) -> None:
        """Record the people who left a group, in all of its topics, or came back."""
        group = Chat(PLATFORM, str(message.chat.id))
        for user in message.new_chat_members:
            if not user.is_bot:
                await self.core.retry(group, person_of(user))
        if (former_member := message.left_chat_member) and not former_member.is_bot:
            await self.core.lose(group, person_of(former_member))

    async def _ask_for_caption(self, incoming: Incoming, message: Message) -> tuple[Answer, ...]:
        """Return the hint that a file or picture needs a caption, once per album without any caption."""
        album = await self._gather_album(message)
        if album[0] is not message or any(part.caption for part in album):
            return ()
        if message.document:
            return (Answer(say(incoming.person.language, "file-without-caption")),)
        return (Answer(say(incoming.person.language, "only-texts")),)

    async def _note_member(self, change: ChatMemberUpdated) -> None:
        """Record a person who left a group or joined it, which Telegram tells administrators even of large groups."""
        group, user = Chat(PLATFORM, str(change.chat.id)), change.new_chat_member.user
        was_inside, is_in = is_inside(change.old_chat_member), is_inside(change.new_chat_member)
        if user.is_bot or was_inside == is_in:
            return
        await (self.core.retry if is_in else self.core.lose)(group, person_of(user))

    async def _gather_album(self, message: Message) -> Sequence[Message]:
        """Return all messages of an album, each of which arrives as a separate update, in order of arrival."""
        name = message.media_group_id
        if name is None:
            return (message,)
        album = self._albums[name] = [*self._albums.get(name, ()), message]
        await asyncio.sleep(_ALBUM_SECONDS)
        return self._albums.get(name, album)

    async def _handle_edit(self, message: Message) -> None:
        """Offer the edited text of an answered message as a button; a move that was played stays."""
        incoming, key = read_message(message, self.me), (message.chat.id, message.message_id)
        before = self._texts.get(key)
        if incoming is None or before in (None, incoming.text) or len(incoming.text.encode()) > _LONGEST_TYPED:
            return
        self._texts[key] = incoming.text
        button = Button(incoming.text.removeprefix("/move "), incoming.text)
        text, in_place = say(incoming.person.language, "did-you-mean"), Envelope(private=True, stays=True)
        offer = Answer(text, buttons=((button,),), envelope=in_place)
        await self.answers.answer_message(incoming, message, (offer,))

    async def _handle(self, incoming: Incoming, message: Message) -> tuple[Answer, ...]:
        """Return the core's answers, or the notice that the file attached to a command is unreadable."""
        if message.document is None or not COMMANDS.takes_file(incoming.text):
            return await self.core.handle(incoming)
        with self.core.ticket(incoming.chat, incoming.person) as ticket:
            text, album = await asyncio.gather(read_attachment(message.document), self._gather_album(message))
            if text is None:
                return (Answer(say(incoming.person.language, "attachment-unreadable"), envelope=PRIVATE),)
            answers = await self.core.handle(replace(incoming, attachment=text), ticket)
            if len(album) == 1:
                return answers
            name = without_links(message.document.file_name or "")
            return (*answers, Answer(say(incoming.person.language, "one-file-read", file=name)))

    async def _handle_press(self, query: CallbackQuery, cause: str) -> None:
        """Handle a press: show its toast in time, even if answers take longer, and say where private ones went."""
        incoming, press = read_press(query), Press(query)
        if incoming is None:
            await press.toast()
            return
        answers = await self._in_time(self.core.handle(replace(incoming, cause=cause)), incoming, press)
        text, rest = ("", answers) if press.is_answered else split_toast(answers)
        chat = incoming.chat  # in others the toast may have to say that an answer is in the private chat
        is_private = any(each.envelope.private and (chat.inline or not each.envelope.update) for each in rest)
        if text or chat.direct or not is_private:
            is_said = await press.toast(text, fleeting=any(answer.envelope.fleeting for answer in answers))
            rest = rest if is_said else answers
        await self._in_time(self.answers.answer_press(incoming, press, rest), incoming, press)
        await press.toast()

    async def _in_time(self, doing: Coroutine[None, None, T], incoming: Incoming, press: Press) -> T:
        """Return the result of `doing`; show a toast that the bot is thinking if the press cannot wait for it."""
        task = asyncio.create_task(doing)
        patience = max(self.patience, _PATIENCE_WITHOUT_A_CHAT) if incoming.chat.inline else self.patience
        await asyncio.wait([task], timeout=press.remaining_seconds(patience))
        if not task.done():
            await press.toast(say(incoming.person.language, "thinking"), fleeting=True)
        return await task

    async def _handle_membership(self, change: ChatMemberUpdated) -> None:
        """Handle a change of the bot's membership: show missed boards where it may write again.

        That comes before the greeting, as it is repeated if the store does not answer, and no group is greeted twice.
        """
        chat = Chat(PLATFORM, str(change.chat.id))
        if is_inside(change.new_chat_member) and may_write(change.new_chat_member):
            await self.core.retry(chat)
        else:
            await self.core.lose(replace(chat, direct=change.chat.type == ChatType.PRIVATE))
        if change.chat.type in (ChatType.GROUP, ChatType.SUPERGROUP):
            await self._learn_rights(chat, change)

    async def _learn_rights(self, chat: Chat, change: ChatMemberUpdated) -> None:
        """Record the bot's rights in a group; greet a new group in the language of the person who added the bot."""
        poster, group, me = self.answers.poster, change.chat.id, change.new_chat_member
        if not is_inside(me):
            return
        await poster.rights.learn(group, me)
        if may_write(me) and not is_inside(change.old_chat_member):
            missing = () if poster.rights.photos[group] else (PHOTOS,)
            try:
                await poster.post(chat, greeting("greeting", missing, speech(language_of(change.from_user))))
            except TelegramError as error:
                _log.info("a group could not be greeted: %s", error)


@dataclass(frozen=True)
class InlineMode:
    """Inline and guest mode, in chats the bot has not joined; Telegram accepts no late answers there."""

    core: Core
    poster: Poster
    me: User

    async def answer_query(self, query: InlineQuery) -> None:
        """List what the text shares, or else the invitations that can be sent, in the typing person's language."""
        person = person_of(query.from_user)
        shared = await self.core.elsewhere.find_shared(person, query.query) if query.query else None
        offers = () if shared else await self.core.elsewhere.offers(person, query.query)
        results = [await self._shared_result(shared)] if shared else list(map(_article, offers))
        try:
            await query.answer(results, cache_time=_SECONDS_KEPT, is_personal=True)
        except TelegramError as error:
            _log.info("an inline query could not be answered: %s", error)

    async def _shared_result(self, shared: Answer) -> InlineQueryResult:
        """Return the picture that was uploaded to show this board, or else the text."""
        line = shared.share.line if shared.share else shared.text
        if file_id := await self.poster.uploads.find(shared):
            name, keyboard = uuid4().hex, keyboard_of(shared.buttons)
            return InlineQueryResultCachedPhoto(name, file_id, title=line, caption=line, reply_markup=keyboard)
        return _article(Invitation("", line, "", shared))

    async def note_chosen(self, result: ChosenInlineResult) -> None:
        """Open an invitation that was sent; requires inline feedback to be enabled at @BotFather."""
        if result.inline_message_id:
            chat = inline_chat(result.inline_message_id)
            await self.core.elsewhere.open_invitation(chat, person_of(result.from_user), result.result_id)

    async def answer_guest(self, message: Message, cause: str) -> None:
        """Answer a guest message once, with a message that is edited in place from then on."""
        incoming = read_message(message, self.me)
        if incoming is None or not (message.guest_query_id and incoming.person.id.isdecimal()):
            return
        offer = await self._offer(replace(incoming, cause=cause))
        if offer is None:
            return
        try:
            result = await self.poster.bot.answer_guest_query(message.guest_query_id, _article(offer))
        except TelegramError as error:
            _log.info("a guest message could not be answered: %s", error)
            return
        if offer.id:
            await self.core.elsewhere.open_invitation(inline_chat(result.inline_message_id), incoming.person, offer.id)

    async def _offer(self, incoming: Incoming) -> Invitation | None:
        if looks_like_a_move(incoming.text) and not _SIZE.search(incoming.text):
            return await self._play_move(incoming)
        text = COMMANDS.split(incoming.text)[1] if incoming.text.startswith("/") else incoming.text
        without_handle = (who for word, who in incoming.mentions.items() if not word.startswith("@") and word != _REPLY)
        opponent = next(without_handle, incoming.mentions.get(_REPLY))
        return await self.core.elsewhere.offer(incoming.person, text, opponent)

    async def _play_move(self, incoming: Incoming) -> Invitation | None:
        """Play a move like one in the private chat, in any game; return the refusal if there is one."""
        here = private_chat_of(incoming.person)
        private_incoming = replace(incoming, chat=here, replies_to="", alone=True, overheard=True)
        refusal = next(iter(await self.core.handle(private_incoming)), None)
        return Invitation("", refusal.text[:_LONGEST_TITLE], "", refusal) if refusal else None


def _article(offer: Invitation) -> InlineQueryResultArticle:
    text, entities = offer.message.text, entities_of(offer.message.text, offer.message)
    content = InputTextMessageContent(text, entities=entities, link_preview_options=NO_PREVIEW)
    keyboard = keyboard_of(offer.message.buttons)
    name = offer.id or uuid4().hex
    return InlineQueryResultArticle(name, offer.title, content, keyboard, description=offer.description or None)
