"""The bot in a group: its rights to write and to send photos, its greeting, and the group's administrators."""

from __future__ import annotations

from telegram import Bot, ChatMember, ChatMemberAdministrator, ChatMemberRestricted, ChatMemberUpdated
from telegram.constants import ChatMemberStatus, ChatType
from telegram.error import TelegramError

from bot.core.game.people import Chat, Person
from bot.core.language.speech import LANGUAGES
from bot.core.ports.platform import Button, Message
from bot.core.ports.translator import Translator
from bot.core.queues.bounded_dict import BoundedDict

_GROUPS = (ChatType.GROUP, ChatType.SUPERGROUP)
_OUTSIDE = (ChatMemberStatus.LEFT, ChatMemberStatus.BANNED)
_ADMINISTRATORS = (ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.OWNER)


async def administers(bot: Bot, chat: Chat, person: Person) -> bool:
    """Return whether a person administers a group, or is anonymous in its name; in private chats everyone does.

    Unknown people never do.
    """
    if chat.direct or person.id == chat.id:
        return True
    try:
        member = await bot.get_chat_member(int(chat.id), int(person.id))
    except (TelegramError, ValueError):
        return False
    return member.status in _ADMINISTRATORS


async def is_member(bot: Bot, chat: Chat, person: Person) -> bool:
    """Return whether a person is in a group; False if Telegram does not say."""
    try:
        member = await bot.get_chat_member(int(chat.id), int(person.id))
    except (TelegramError, ValueError):
        return False
    return member.is_member if isinstance(member, ChatMemberRestricted) else is_inside(member)


async def has_left(bot: Bot, chat: Chat, person: Person) -> bool:
    """Return whether a person is no longer in a group; False if Telegram does not say."""
    if chat.direct or chat.inline:
        return False
    try:
        member = await bot.get_chat_member(int(chat.id), int(person.id))
    except (TelegramError, ValueError):
        return False
    return not (member.is_member if isinstance(member, ChatMemberRestricted) else is_inside(member))


async def manages_topics(bot: Bot, chat: Chat) -> bool:
    """Return whether the bot may write in closed topics of a group; False if Telegram does not say."""
    try:
        member = await bot.get_chat_member(int(chat.id), bot.id)
    except TelegramError:
        return False
    return isinstance(member, ChatMemberAdministrator) and bool(member.can_manage_topics)


def is_of_a_group(change: ChatMemberUpdated) -> bool:
    """Return whether a change concerns a group, not a private chat or a channel."""
    return change.chat.type in _GROUPS


def is_inside(member: ChatMember) -> bool:
    """Return whether a member is in the chat."""
    return member.status not in _OUTSIDE


def is_to_greet(change: ChatMemberUpdated) -> bool:
    """Return whether the bot was just added to a group where it may write."""
    is_new = is_inside(change.new_chat_member) and not is_inside(change.old_chat_member)
    return is_new and may_write(change.new_chat_member)


def may_write(member: ChatMember) -> bool:
    """Return whether a member may send messages, by its own rights."""
    return member.can_send_messages if isinstance(member, ChatMemberRestricted) else True


def greeting(words: Translator, language: str, photos: bool) -> Message:
    """Return the greeting with two buttons, and a note where the bot may not send photos."""
    supported_language = language if language in LANGUAGES else LANGUAGES[0]
    lines = (
        words(supported_language, "greeting"),
        *(() if photos else (words(supported_language, "photos-forbidden"),)),
    )
    bot = Button(words(supported_language, "button-play-bot"), "/challenge bot easy dots 3x3")
    person = Button(words(supported_language, "button-challenge-somebody"), "/setup")
    return Message("\n".join(lines), buttons=((bot, person),))


class PhotoRights:
    """Which chats accept photos, learned from the bot's rights there or by sending one."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._rights = BoundedDict[int, bool]()

    def note(self, chat: int, is_granted: bool) -> None:
        """Remember whether a chat accepts photos."""
        self._rights[chat] = is_granted

    async def are_granted(self, chat: int) -> bool:
        """Return whether a chat accepts photos, asking Telegram if it is not known; True if it does not say."""
        if chat > 0 or self._rights.get(chat):
            return True
        try:
            self.note(chat, await self._are_granted_to(await self._bot.get_chat_member(chat, self._bot.id), chat))
        except TelegramError:
            return True
        return self._rights[chat]

    async def learn(self, chat: int, member: ChatMember) -> bool:
        """Remember and return whether a chat accepts photos, by the bot's rights; True if Telegram does not say."""
        try:
            is_granted = await self._are_granted_to(member, chat)
        except TelegramError:
            is_granted = True
        self.note(chat, is_granted)
        return is_granted

    async def _are_granted_to(self, member: ChatMember, chat: int) -> bool:
        """Return a member's right to send photos, for a plain member that of the group."""
        if isinstance(member, ChatMemberAdministrator):
            return True
        if isinstance(member, ChatMemberRestricted):
            return member.can_send_photos
        rights = (await self._bot.get_chat(chat)).permissions
        return rights is None or rights.can_send_photos is not False
