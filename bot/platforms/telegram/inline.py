"""Inline mode and guest mode: games in chats where the bot is no member."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass, replace
from uuid import uuid4

from telegram import (
    Bot,
    ChosenInlineResult,
    InlineQuery,
    InlineQueryResultArticle,
    InputTextMessageContent,
    Message,
    User,
)
from telegram.error import TelegramError

from bot.core.commands.parsing import command_word, looks_like_a_move
from bot.core.game.people import Person
from bot.core.ports.platform import Core, Incoming, Invitation
from bot.platforms.telegram.incoming import read_message
from bot.platforms.telegram.message_parts import keyboard_of
from bot.platforms.telegram.people import inline_chat, person_of, private_chat_of
from bot.platforms.telegram.posting import NO_PREVIEW

_SECONDS_KEPT = 10
_SIZE = re.compile(r"\dx\d")
_LONGEST_TITLE = 60
_REPLY = "reply"
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class InlineMode:
    """Between people who name the bot elsewhere, and the core; Telegram waits for no answer that comes too late."""

    core: Core
    bot: Bot
    me: User

    async def answer_query(self, query: InlineQuery) -> None:
        """Lists what may be sent, in the language of the person who types."""
        offers = await self.core.elsewhere.offers(person_of(query.from_user), query.query)
        try:
            await query.answer(list(map(_article, offers)), cache_time=_SECONDS_KEPT, is_personal=True)
        except TelegramError as failed:
            _log.info("nothing is listed: %s", failed)

    async def note_chosen(self, result: ChosenInlineResult) -> None:
        """Opens an invitation that was sent as a challenge; told only if the bot's owner has asked for it."""
        if result.inline_message_id:
            chat = inline_chat(result.inline_message_id)
            await self.core.elsewhere.invited(chat, person_of(result.from_user), result.result_id)

    async def answer_guest(self, message: Message, cause: str) -> None:
        """Answers once, with a message that is changed in place from then on."""
        incoming = read_message(message, self.me)
        if incoming is None or not (message.guest_query_id and incoming.person.id.isdecimal()):
            return
        offer = await self._offer(replace(incoming, cause=cause))
        if offer is None:
            return
        try:
            sent = await self.bot.answer_guest_query(message.guest_query_id, _article(offer))
        except TelegramError as failed:
            _log.info("no answer as a guest: %s", failed)
            return
        if offer.id:
            await self.core.elsewhere.invited(inline_chat(sent.inline_message_id), incoming.person, offer.id)

    async def _offer(self, incoming: Incoming) -> Invitation | None:
        if looks_like_a_move(incoming.text) and not _SIZE.search(incoming.text):
            return await self._played(incoming)
        return await self.core.elsewhere.offer(incoming.person, _challenge_in(incoming.text), _spoken_to(incoming))

    async def _played(self, incoming: Incoming) -> Invitation | None:
        """A move is read as in the private chat, where it may be for any game; its board answers by itself."""
        alone = replace(incoming, chat=private_chat_of(incoming.person), replies_to="", alone=True, overheard=True)
        refused = next(iter(await self.core.handle(alone)), None)
        return Invitation("", refused.text[:_LONGEST_TITLE], "", refused) if refused else None


def _spoken_to(incoming: Incoming) -> Person | None:
    """Who is named without a handle, or else whose message is answered."""
    named = (person for word, person in incoming.mentions.items() if not word.startswith("@") and word != _REPLY)
    return next(named, incoming.mentions.get(_REPLY))


def _article(offer: Invitation) -> InlineQueryResultArticle:
    content = InputTextMessageContent(offer.message.text, link_preview_options=NO_PREVIEW)
    keyboard = keyboard_of(offer.message.buttons)
    name = offer.id or uuid4().hex
    return InlineQueryResultArticle(name, offer.title, content, keyboard, description=offer.description or None)


def _challenge_in(text: str) -> str:
    """What is asked for by a text to the bot: the words of a challenge, with or without its command."""
    return command_word(text)[1] if text.startswith("/") else text
