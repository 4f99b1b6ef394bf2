"""The bot is added to a group, or its rights there change: it says what it is, and what it may not do."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from telegram import ChatMember, ChatMemberRestricted, ChatMemberUpdated
from telegram.constants import ChatType
from telegram.error import TelegramError

from bot.core.game.people import Chat
from bot.core.language.speech import LANGUAGES
from bot.core.ports.platform import Button, Message
from bot.platforms.telegram.bot_profile import Words
from bot.platforms.telegram.groups import may_send_photos
from bot.platforms.telegram.people import PLATFORM, language_of
from bot.platforms.telegram.posting import Poster

OUTSIDE = (ChatMember.LEFT, ChatMember.BANNED)
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Greeting:
    """Speaks the language of who has added the bot."""

    poster: Poster
    words: Words

    async def receive(self, change: ChatMemberUpdated) -> None:
        """Greets a group that the bot is new in; elsewhere only remembers that its rights have changed."""
        if change.chat.type not in (ChatType.GROUP, ChatType.SUPERGROUP):
            return
        self.poster.ephemeral.reconsider(change.chat.id)
        if change.new_chat_member.status in OUTSIDE:
            return
        photos = await self._may_send_photos(change)
        self.poster.photos.note(change.chat.id, photos)
        if not (_is_new(change) and await self._may_write(change)):
            return
        said = greeting(self.words, language_of(change.from_user), photos)
        try:
            await self.poster.post(Chat(PLATFORM, str(change.chat.id)), said)
        except TelegramError as failed:
            _log.info("a group is not greeted: %s", failed)

    async def _may_write(self, change: ChatMemberUpdated) -> bool:
        member = change.new_chat_member
        return member.can_send_messages if isinstance(member, ChatMemberRestricted) else True

    async def _may_send_photos(self, change: ChatMemberUpdated) -> bool:
        """Whether its rights allow it; it is not told that they do not before that is known."""
        try:
            return await may_send_photos(self.poster.bot, change.chat.id, change.new_chat_member)
        except TelegramError:
            return True


def greeting(words: Words, language: str, photos: bool) -> Message:
    """Three lines and two buttons; and what is missing."""
    known = language if language in LANGUAGES else LANGUAGES[0]
    lines = [words(known, "greeting")]
    if not photos:
        lines.append(words(known, "photos-forbidden"))
    bot = Button(words(known, "button-play-bot"), "/challenge bot easy dots 3x3")
    somebody = Button(words(known, "button-challenge-somebody"), "/setup")
    return Message("\n".join(lines), buttons=((bot, somebody),))


def _is_new(change: ChatMemberUpdated) -> bool:
    was, now = change.old_chat_member.status, change.new_chat_member.status
    return was in OUTSIDE and now not in OUTSIDE
