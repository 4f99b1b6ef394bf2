"""Discord's users, channels, messages and interactions as the core's persons, chats and `Incoming`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

import discord

from bot.core.game.people import Chat, Person
from bot.core.language.invisible import called, trimmed
from bot.core.language.speech import ENGLISH, LANGUAGES
from bot.core.ports.platform import Incoming

PLATFORM = "discord"
_LARGEST_FILE = 64 * 1024
_MENTION = re.compile(r"<@!?(\d{1,20})>")

User = discord.User | discord.Member
Interaction = discord.Interaction[Any]


def incoming_of_message(message: discord.Message, me: discord.ClientUser, language: str = "") -> Incoming | None:
    """What a message says to the bot, but for the file attached; None if it says nothing to it (Discord hides texts
    that do not mention it).

    `language` is its author's, if known; otherwise that of the server may tell.
    """
    if message.author.bot or not (message.content or message.attachments):
        return None
    text, addressed = _without_mentions(message.content, me.id)
    in_private = isinstance(message.channel, discord.DMChannel)
    return Incoming(
        _chat_of(message.channel.id, message.channel, me.id, addressed),
        person_of(message.author, language or language_in(message)),
        text,
        replies_to=_replies_to(message),
        mentions=mentions_of(user for user in message.mentions if user.id != me.id),
        cause=f"{PLATFORM}:{message.id}",
        alone=addressed or in_private,
        in_private=in_private,
        overheard=not in_private,
    )


def incoming_of_interaction(interaction: Interaction, text: str, me: int, language: str, hears_all: bool) -> Incoming:
    """What a command or press means, as the `text` that it types; `hears_all`: texts that do not mention the bot are
    heard too."""
    return Incoming(
        _chat_of(interaction.channel_id or 0, interaction.channel, me, hears_all=hears_all),
        person_of(interaction.user, language),
        text,
        cause=f"{PLATFORM}:{interaction.id}",
        in_private=isinstance(interaction.channel, discord.DMChannel),
    )


def person_of(user: User | discord.ClientUser, language: str = "") -> Person:
    """A user as a person, by the name that is seen in the server, or else by the handle."""
    name = called(user.display_name, user.name, str(user.id))
    return Person(PLATFORM, str(user.id), name, user.name, language)


def mentions_of(users: Iterable[User]) -> Mapping[str, Person]:
    """Every spelling of a mention that can stand in a text, with the person meant."""
    return {mention: person_of(user) for user in users for mention in _spellings(user.id)}


async def mentioned_in(client: discord.Client, incoming: Incoming) -> Mapping[str, Person]:
    """Discord says who is meant in a command, but not in a button's text."""
    if not incoming.pressed:
        return incoming.mentions
    ids = [int(found) for found in _MENTION.findall(incoming.text)]
    with suppress(discord.NotFound):
        return mentions_of([client.get_user(each) or await client.fetch_user(each) for each in ids])
    return {}


async def read_first(attachments: Iterable[discord.Attachment]) -> str:
    """The text of the first attached file that is a small text; empty if there is none."""
    small = (attachment for attachment in attachments if attachment.size <= _LARGEST_FILE)
    for attachment in small:
        with suppress(discord.HTTPException, UnicodeDecodeError):
            return (await attachment.read()).decode("utf-8-sig")
    return ""


def language_of(locale: discord.Locale) -> str:
    """The language to speak to a person whose Discord is set to `locale`."""
    language = locale.value.partition("-")[0]
    return language if language in LANGUAGES else ENGLISH


def language_in(message: discord.Message) -> str:
    """The language of the server a message stands in; empty where Discord does not say, and for its default."""
    language = language_of(message.guild.preferred_locale) if message.guild else ENGLISH
    return "" if language == ENGLISH else language


def _chat_of(channel_id: int, channel: object, me: int, addressed: bool = False, hears_all: bool = True) -> Chat:
    """A channel as a chat; threads are channels of their own.

    Bare text may be a move in private chats, where the text is `addressed` to the bot and, if that is heard at all, in
    the bot's own and private threads.
    """
    return Chat(PLATFORM, str(channel_id), direct=addressed or _is_direct(channel, me, hears_all))


def _is_direct(channel: object, me: int, hears_all: bool) -> bool:
    if isinstance(channel, discord.Thread):
        return hears_all and (channel.owner_id == me or channel.is_private())
    return isinstance(channel, discord.DMChannel)


def _without_mentions(text: str, me: int) -> tuple[str, bool]:
    """The text without its mentions of the bot, and whether it begins with one: then the bot is spoken to.

    In a command the bot's own mention names it as the opponent.
    """
    text = trimmed(text)
    spellings = _spellings(me)
    addressed = text.startswith(spellings)
    if addressed:
        text = trimmed(text.partition(">")[2])
    for spelling in spellings:
        text = text.replace(spelling, "bot" if text.startswith("/") else "")
    return text.strip(), addressed


def _spellings(user_id: int) -> tuple[str, str]:
    return f"<@{user_id}>", f"<@!{user_id}>"


def _replies_to(message: discord.Message) -> str:
    if message.type is not discord.MessageType.reply or message.reference is None:
        return ""
    return str(message.reference.message_id or "")
