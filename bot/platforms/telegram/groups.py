"""What the bot may do in a group."""

from __future__ import annotations

from telegram import Bot, ChatMember, ChatMemberAdministrator, ChatMemberRestricted
from telegram.error import TelegramError

_MOST_CHATS = 10_000


class PhotoRights:
    """What was learned last of each chat."""

    def __init__(self) -> None:
        self._taken: dict[int, bool] = {}

    def note(self, chat: int, taken: bool) -> None:
        """Whether a chat takes photos now."""
        if len(self._taken) >= _MOST_CHATS:
            self._taken.clear()
        self._taken[chat] = taken

    async def are_taken(self, bot: Bot, chat: int) -> bool:
        """Whether a chat takes photos: one that is not known to is asked, and does if it does not say."""
        if chat > 0 or self._taken.get(chat):
            return True
        try:
            self.note(chat, await may_send_photos(bot, chat, await bot.get_chat_member(chat, bot.id)))
        except TelegramError:
            return True
        return self._taken[chat]


async def may_send_photos(bot: Bot, chat: int, member: ChatMember) -> bool:
    """By the bot's own rights as a `member`, which for a plain one are the group's."""
    if isinstance(member, ChatMemberAdministrator):
        return True
    if isinstance(member, ChatMemberRestricted):
        return member.can_send_photos
    rights = (await bot.get_chat(chat)).permissions
    return rights is None or rights.can_send_photos is not False
