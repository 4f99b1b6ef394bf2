"""Telegram's users and chats converted to the core's persons and chats."""

from __future__ import annotations

from telegram import MaybeInaccessibleMessage, Message, User
from telegram.constants import ChatType
from telegram.error import Forbidden

from bot.core.game.people import INLINE, Chat, Person, Sender
from bot.core.language.invisible import display_name, without_links

PLATFORM = "telegram"


def language_of(user: User) -> str:
    """Return the language of a user's Telegram without its country: `ru` for `ru-RU`."""
    return (user.language_code or "").partition("-")[0].casefold()


def person_of(user: User) -> Person:
    """Return a user as a person, with a name that cannot be mistaken for a command or a link."""
    handle = user.username or ""
    name = without_links(display_name(user.full_name, handle, str(user.id)))
    return Person(PLATFORM, str(user.id), name, handle, language_of(user))


def author_of(message: Message) -> Person | None:
    """Return the author: a user, or the chat in whose name an anonymous admin writes; None for a bot."""
    if chat := message.sender_chat:
        handle = chat.username or ""
        name = without_links(display_name(chat.effective_name or "", handle, str(chat.id)))
        return Person(PLATFORM, str(chat.id), name, handle)
    user = message.from_user
    return None if user is None or user.is_bot else person_of(user)


def sender_of(message: Message) -> Sender:
    """Return the kind of author; a channel's own or forwarded post is written in a channel's name."""
    if message.sender_chat is None:
        return Sender.PERSON
    is_of_group = message.sender_chat.id == message.chat.id and not message.is_automatic_forward
    return Sender.ADMINISTRATOR if is_of_group else Sender.AUTOMATIC


def person_called(mention: str) -> Person:
    """Return a person known by `@handle` only."""
    return Person(PLATFORM, "", mention, mention.removeprefix("@"))


def private_chat_of(person: Person) -> Chat:
    """Return the person's private chat, which exists once they start the bot; raise `Forbidden` for a group."""
    if not person.id.isdecimal():
        raise Forbidden(f"{person.key} is not a person")
    return Chat(PLATFORM, person.id, direct=True)


def chat_of(message: MaybeInaccessibleMessage) -> Chat:
    """Return the chat of a message, with its topic in a forum (General counts as none)."""
    thread = ""
    if isinstance(message, Message) and message.is_topic_message and message.message_thread_id:
        thread = str(message.message_thread_id)
    return Chat(PLATFORM, str(message.chat.id), thread, direct=message.chat.type == ChatType.PRIVATE)


def inline_chat(message: str) -> Chat:
    """Return the chat of an inline message, whose real chat Telegram does not reveal."""
    return Chat(PLATFORM, INLINE, message)


def link_to(chat: Chat, message: str) -> str:
    """Return the address of a message in a supergroup, for its members; "" elsewhere."""
    _, is_supergroup, group = chat.id.partition("-100")
    return "/".join(filter(None, ("https://t.me/c", group, chat.thread, message))) if is_supergroup else ""


def migration_of(message: Message) -> tuple[Chat, Chat]:
    """Return the old and the new chat of a group that became a supergroup; each of them announces the other."""
    former_id = message.migrate_from_chat_id or message.chat.id
    new_id = message.migrate_to_chat_id or message.chat.id
    return Chat(PLATFORM, str(former_id)), Chat(PLATFORM, str(new_id))
