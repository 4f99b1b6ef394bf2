"""Dispatches one update at a time to the core, and its answers to where they belong."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field, replace

from telegram import CallbackQuery, ChatMemberUpdated, Message, Update, User

from bot.core.game.people import Chat
from bot.core.ports.platform import PRIVATE, Button, Core, Envelope, Incoming
from bot.core.ports.platform import Message as Answer
from bot.platforms.telegram.answers import Answers, Press, split_toast
from bot.platforms.telegram.bot_profile import Words
from bot.platforms.telegram.greeting import OUTSIDE, Greeting
from bot.platforms.telegram.incoming import read_attachment, read_message, read_press
from bot.platforms.telegram.inline import InlineMode
from bot.platforms.telegram.people import PLATFORM, chat_of, migration_of

_PATIENCE_WITHOUT_A_CHAT = 8.0
"""Seconds that a press waits where its toast may be the only way to answer it; Telegram takes one for some more."""
_REMEMBERED = 1024
_LONGEST_TYPED = 64


@dataclass(frozen=True)
class Dispatcher:
    """Between Telegram's users and the core; `patience` is how many seconds a press waits for its toast."""

    core: Core
    answers: Answers
    me: User
    words: Words
    patience: float
    mending: Corrections = field(init=False)
    _inline: InlineMode = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "mending", Corrections(self.words))
        object.__setattr__(self, "_inline", InlineMode(self.core, self.answers.poster.bot, self.me))

    async def receive(self, update: Update) -> None:
        """Handles an update, and answers it."""
        cause = f"{PLATFORM}:{update.update_id}"
        if update.callback_query:
            await self._press(update.callback_query, cause)
        elif update.message:
            await self._message(update.message, cause)
        elif update.inline_query:
            await self._inline.list(update.inline_query)
        elif update.chosen_inline_result:
            await self._inline.chosen(update.chosen_inline_result)
        elif update.guest_message:
            await self._inline.guest(update.guest_message, cause)
        elif update.edited_message:
            await self._edited(update.edited_message)
        elif update.my_chat_member:
            await self._rights(update.my_chat_member)

    async def _message(self, message: Message, cause: str) -> None:
        if message.migrate_to_chat_id or message.migrate_from_chat_id:
            await self.core.migrate(*migration_of(message))
        elif message.forum_topic_reopened or message.general_forum_topic_unhidden:
            await self.core.retry(chat_of(message))
        elif incoming := read_message(message, self.me):
            answers = await self._answers(replace(incoming, cause=cause), message)
            if answers:
                self.mending.remember(message, incoming.text)
            await self.answers.to_typed(incoming, message, answers)

    async def _rights(self, change: ChatMemberUpdated) -> None:
        """Where the bot is, and perhaps may write again, boards that were missed come.

        That is first, for it may have to be done again if the store does not answer, and nobody is greeted twice.
        """
        if change.new_chat_member.status not in OUTSIDE:
            await self.core.retry(Chat(PLATFORM, str(change.chat.id)))
        await Greeting(self.answers.poster, self.words).receive(change)

    async def _edited(self, message: Message) -> None:
        """What was played stays; what was answered is offered anew."""
        if (incoming := read_message(message, self.me)) and (
            offered := self.mending.offer(message, incoming.text, incoming.person.language)
        ):
            await self.answers.to_typed(incoming, message, (offered,))

    async def _answers(self, incoming: Incoming, message: Message) -> tuple[Answer, ...]:
        """What the core says, or that the file attached to a command cannot be read."""
        if message.document is None or not incoming.text.startswith("/"):
            return await self.core.handle(incoming)
        with self.core.ticket(incoming.chat, incoming.person) as ticket:
            text = await read_attachment(message.document)
            if text is None:
                return (Answer(self.words(incoming.person.language, "attachment-unreadable"), envelope=PRIVATE),)
            return await self.core.handle(replace(incoming, attachment=text), ticket)

    async def _press(self, query: CallbackQuery, cause: str) -> None:
        """The toast comes in time even if the answers take longer, and says where those for one alone have gone."""
        incoming, press = read_press(query), Press(query)
        if incoming is None:
            await press.toast()
            return
        handling = asyncio.ensure_future(self.core.handle(replace(incoming, cause=cause)))
        patience = max(self.patience, _PATIENCE_WITHOUT_A_CHAT) if incoming.chat.inline else self.patience
        await asyncio.wait([handling], timeout=patience)
        if not handling.done():
            await press.toast(self.words(incoming.person.language, "thinking"), fleeting=True)
        answers = await handling
        text, rest = ("", answers) if press.is_answered else split_toast(answers)
        has_place = not incoming.chat.inline
        if (
            text
            or incoming.chat.direct
            or all((answer.envelope.update and has_place) or not answer.envelope.private for answer in rest)
        ):
            await press.toast(text, fleeting=any(answer.envelope.fleeting for answer in answers))
        await self.answers.to_press(incoming, press, rest)
        await press.toast()


class Corrections:
    """Remembers the newest texts that were answered: what is played gets a board, and no answer."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._answered: OrderedDict[tuple[int, int], str] = OrderedDict()

    def remember(self, message: Message, text: str) -> None:
        """A message was answered when it said this."""
        self._answered[message.chat.id, message.message_id] = text
        if len(self._answered) > _REMEMBERED:
            self._answered.popitem(last=False)

    def offer(self, message: Message, text: str, language: str) -> Answer | None:
        """A button that types what an answered message says now; None if that is nothing new, or too long."""
        before = self._answered.get((message.chat.id, message.message_id))
        if before in (None, text) or len(text.encode()) > _LONGEST_TYPED:
            return None
        self.remember(message, text)
        label = text.removeprefix("/move ")
        return Answer(
            self._words(language, "did-you-mean"),
            buttons=((Button(label, text),),),
            envelope=Envelope(private=True, stays=True),
        )
