"""The bot in a group: its rights to write and to send photos, its greeting, and who administers the group."""

from __future__ import annotations

from telegram import Bot, ChatMember, ChatMemberAdministrator, ChatMemberRestricted, ChatMemberUpdated
from telegram.constants import ChatMemberStatus, ChatType
from telegram.error import TelegramError

from bot.core.game.people import Chat, Person
from bot.core.language.speech import LANGUAGES
from bot.core.ports.platform import Button, Message
from bot.core.queues.bounded_dict import BoundedDict
from bot.platforms.telegram.bot_profile import Words

_GROUPS = (ChatType.GROUP, ChatType.SUPERGROUP)
_OUTSIDE = (ChatMemberStatus.LEFT, ChatMemberStatus.BANNED)
_ADMINISTRATORS = (ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.OWNER)


async def administers(bot: Bot, chat: Chat, person: Person) -> bool:
    """Whether a person administers a group, also in its name; in a private chat all do, and who is unknown does not."""
    if chat.direct or person.id == chat.id:
        return True
    try:
        member = await bot.get_chat_member(int(chat.id), int(person.id))
    except (TelegramError, ValueError):
        return False
    return member.status in _ADMINISTRATORS


async def is_member(bot: Bot, chat: Chat, person: Person) -> bool:
    """Whether a person is in a group; where Telegram does not say, they are not."""
    try:
        member = await bot.get_chat_member(int(chat.id), int(person.id))
    except (TelegramError, ValueError):
        return False
    return member.is_member if isinstance(member, ChatMemberRestricted) else is_inside(member)


async def has_left(bot: Bot, chat: Chat, person: Person) -> bool:
    """Return whether a person is no longer in a group; where Telegram does not say, they may be."""
    if chat.direct or chat.inline:
        return False
    try:
        member = await bot.get_chat_member(int(chat.id), int(person.id))
    except (TelegramError, ValueError):
        return False
    return not (member.is_member if isinstance(member, ChatMemberRestricted) else is_inside(member))


async def manages_topics(bot: Bot, chat: Chat) -> bool:
    """Return whether the bot may write in closed topics of a group; where Telegram does not say, it may not."""
    try:
        member = await bot.get_chat_member(int(chat.id), bot.id)
    except TelegramError:
        return False
    return isinstance(member, ChatMemberAdministrator) and bool(member.can_manage_topics)


def is_of_a_group(change: ChatMemberUpdated) -> bool:
    """Whether a change is one in a group, and not in a private chat or a channel."""
    return change.chat.type in _GROUPS


def is_inside(member: ChatMember) -> bool:
    """Whether a member is in the chat."""
    return member.status not in _OUTSIDE


def is_to_greet(change: ChatMemberUpdated) -> bool:
    """Whether the bot has come into a group with this change, and may write there."""
    is_new = is_inside(change.new_chat_member) and not is_inside(change.old_chat_member)
    return is_new and may_write(change.new_chat_member)


def may_write(member: ChatMember) -> bool:
    """Whether a member may send messages, by its own rights."""
    return member.can_send_messages if isinstance(member, ChatMemberRestricted) else True


def greeting(words: Words, language: str, photos: bool) -> Message:
    """Three lines and two buttons, and that photos are missing where the bot may not send any."""
    known = language if language in LANGUAGES else LANGUAGES[0]
    lines = (words(known, "greeting"), *(() if photos else (words(known, "photos-forbidden"),)))
    bot = Button(words(known, "button-play-bot"), "/challenge bot easy dots 3x3")
    person = Button(words(known, "button-challenge-somebody"), "/setup")
    return Message("\n".join(lines), buttons=((bot, person),))


class PhotoRights:
    """Which chats take photos, as it was learned last: from the bot's rights there, or by sending one."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._granted = BoundedDict[int, bool]()

    def note(self, chat: int, granted: bool) -> None:
        """Whether a chat takes photos now."""
        self._granted[chat] = granted

    async def are_granted(self, chat: int) -> bool:
        """Whether a chat takes photos: one that is not known to is asked, and does if it does not say."""
        if chat > 0 or self._granted.get(chat):
            return True
        try:
            self.note(chat, await self._are_granted_to(await self._bot.get_chat_member(chat, self._bot.id), chat))
        except TelegramError:
            return True
        return self._granted[chat]

    async def learn(self, chat: int, member: ChatMember) -> bool:
        """Notes whether a chat takes photos, by what the bot is there now; it does if it does not say."""
        try:
            granted = await self._are_granted_to(member, chat)
        except TelegramError:
            granted = True
        self.note(chat, granted)
        return granted

    async def _are_granted_to(self, member: ChatMember, chat: int) -> bool:
        """By a member's own rights, which for a plain one are the group's."""
        if isinstance(member, ChatMemberAdministrator):
            return True
        if isinstance(member, ChatMemberRestricted):
            return member.can_send_photos
        rights = (await self._bot.get_chat(chat)).permissions
        return rights is None or rights.can_send_photos is not False
