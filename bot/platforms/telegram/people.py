"""Telegram's users and chats as the core's persons and chats."""

from __future__ import annotations

from telegram import MaybeInaccessibleMessage, Message, User
from telegram.constants import ChatType
from telegram.error import Forbidden

from bot.core.game.people import INLINE, Chat, Person, Sender
from bot.core.language.invisible import display_name, without_links

PLATFORM = "telegram"


def language_of(user: User) -> str:
    """The language a user's Telegram is set to, without its country: `ru-RU` speaks `ru`."""
    return (user.language_code or "").partition("-")[0].casefold()


def person_of(user: User) -> Person:
    """A user, whose name cannot be taken for a command or a link."""
    handle = user.username or ""
    name = without_links(display_name(user.full_name, handle, str(user.id)))
    return Person(PLATFORM, str(user.id), name, handle, language_of(user))


def author_of(message: Message) -> Person | None:
    """Who speaks: a user, or the chat in whose name an anonymous admin speaks; None for a bot."""
    if chat := message.sender_chat:
        handle = chat.username or ""
        name = without_links(display_name(chat.effective_name or "", handle, str(chat.id)))
        return Person(PLATFORM, str(chat.id), name, handle)
    user = message.from_user
    return None if user is None or user.is_bot else person_of(user)


def sender_of(message: Message) -> Sender:
    """Return what stands behind the author: a channel's own or forwarded post comes in a channel's name."""
    if message.sender_chat is None:
        return Sender.PERSON
    is_of_group = message.sender_chat.id == message.chat.id and not message.is_automatic_forward
    return Sender.ADMINISTRATOR if is_of_group else Sender.AUTOMATIC


def person_called(mention: str) -> Person:
    """A person known by `@handle` only."""
    return Person(PLATFORM, "", mention, mention.removeprefix("@"))


def private_chat_of(person: Person) -> Chat:
    """The chat of a person with the bot, which exists once they have started it; raises `Forbidden` for a group."""
    if not person.id.isdecimal():
        raise Forbidden(f"{person.key} is not a person")
    return Chat(PLATFORM, person.id, direct=True)


def chat_of(message: MaybeInaccessibleMessage) -> Chat:
    """Where a message stands: its chat and, in a forum, its topic (General counts as none)."""
    thread = ""
    if isinstance(message, Message) and message.is_topic_message and message.message_thread_id:
        thread = str(message.message_thread_id)
    return Chat(PLATFORM, str(message.chat.id), thread, direct=message.chat.type == ChatType.PRIVATE)


def inline_chat(message: str) -> Chat:
    """An inline message, in a chat that Telegram does not tell the bot of."""
    return Chat(PLATFORM, INLINE, message)


def link_to(chat: Chat, message: str) -> str:
    """The address of a message in a supergroup, for its members; "" elsewhere."""
    _, is_supergroup, group = chat.id.partition("-100")
    return "/".join(filter(None, ("https://t.me/c", group, chat.thread, message))) if is_supergroup else ""


def migration_of(message: Message) -> tuple[Chat, Chat]:
    """The old and the new chat of a group that became a supergroup (each of the two chats is told of the other)."""
    old = message.migrate_from_chat_id or message.chat.id
    new = message.migrate_to_chat_id or message.chat.id
    return Chat(PLATFORM, str(old)), Chat(PLATFORM, str(new))
