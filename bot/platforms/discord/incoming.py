"""Discord's users, channels, messages and interactions as the core's persons, chats and `Incoming`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import discord

from bot.core.game.people import Chat, Person, Sender
from bot.core.language.invisible import display_name, trim
from bot.core.language.speech import ENGLISH, LANGUAGES
from bot.core.ports.platform import LARGEST_FILE, Incoming, text_in
from bot.platforms.discord.library_internals import AWAY

PLATFORM = "discord"
_WRITTEN = (discord.MessageType.default, discord.MessageType.reply)
"""All other messages tell of something that happened, such as a thread's new name."""
_MENTION = re.compile(r"<@!?(\d{1,20})>")

User = discord.User | discord.Member
Interaction = discord.Interaction[Any]


def incoming_of_message(message: discord.Message, me: discord.ClientUser, language: str = "") -> Incoming | None:
    """What a message says to the bot, but for the file attached; None if it says nothing to it (Discord hides texts
    that do not mention it). Bare text may be a move in private chats, where the text is addressed to the bot, and in
    its own threads.

    `language` is its author's, if known; otherwise that of the server may tell. A bot, webhook or app is read only if
    it speaks to the bot.
    """
    is_written = message.type in _WRITTEN and (message.content or message.attachments)
    if message.author.id == me.id or not is_written:
        return None
    text, addressed = _without_mentions(message.content, me.id)
    sender = sender_of(message)
    if sender is Sender.AUTOMATIC and not addressed:
        return None
    in_private = isinstance(message.channel, discord.DMChannel)
    is_direct = in_private or addressed or _is_own_thread(message.channel, me.id)
    return Incoming(
        Chat(PLATFORM, str(message.channel.id), direct=is_direct),
        person_of(message.author, language or language_in(message)),
        text,
        replies_to=_replies_to(message),
        mentions=mentions_of(user for user in message.mentions if user.id != me.id),
        cause=f"{PLATFORM}:{message.id}",
        alone=addressed or in_private,
        in_private=in_private,
        overheard=not in_private,
        sender=sender,
    )


def sender_of(message: discord.Message) -> Sender:
    """Return whether a person wrote a message: Discord does not always mark what comes by a webhook as a bot's."""
    is_automatic = message.author.bot or message.author.system or message.webhook_id is not None
    return Sender.AUTOMATIC if is_automatic else Sender.PERSON


def incoming_of_interaction(interaction: Interaction, text: str, me: int, language: str, hears_all: bool) -> Incoming:
    """What a command or press means, as the `text` that it types; `hears_all`: texts that do not mention the bot are
    heard too."""
    in_private = is_bots_own_chat(interaction)
    is_direct = in_private or (hears_all and _is_own_thread(interaction.channel, me))
    return Incoming(
        Chat(PLATFORM, str(interaction.channel_id or 0), direct=is_direct),
        person_of(interaction.user, language),
        text,
        cause=f"{PLATFORM}:{interaction.id}",
        in_private=in_private,
    )


def is_bots_own_chat(interaction: Interaction) -> bool:
    """Whether an interaction comes from a person's own chat with the bot: the chat of two friends is a direct one too.

    Only where Discord says no context, the kind of the channel tells.
    """
    context = interaction.context
    if context.guild or context.dm_channel or context.private_channel:
        return context.dm_channel
    return isinstance(interaction.channel, discord.DMChannel)


def is_outside(interaction: Interaction) -> bool:
    """Whether the bot is not where an interaction comes from, and can but answer: in a private channel of others, or in
    a server that has not installed it."""
    if interaction.guild_id is not None:
        return interaction.client.get_guild(interaction.guild_id) is None
    return isinstance(interaction.channel, discord.GroupChannel) or not is_bots_own_chat(interaction)


def person_of(user: User | discord.ClientUser, language: str = "") -> Person:
    """A user as a person, by the name that is seen in the server, or else by the handle."""
    name = display_name(user.display_name, user.name, str(user.id))
    return Person(PLATFORM, str(user.id), name, user.name, language)


def mentions_of(users: Iterable[User]) -> Mapping[str, Person]:
    """Every spelling of a mention that can stand in a text, with the person meant."""
    return {mention: person_of(user) for user in users for mention in _spellings(user.id)}


async def mentioned_in(client: discord.Client, incoming: Incoming) -> Mapping[str, Person]:
    """Discord says who is meant in a command, but not in a button's text."""
    if not incoming.pressed:
        return incoming.mentions
    ids = [int(found) for found in _MENTION.findall(incoming.text)]
    with suppress(*AWAY):
        return mentions_of([client.get_user(each) or await client.fetch_user(each) for each in ids])
    return {}


async def read_first(attachments: Sequence[discord.Attachment]) -> str | None:
    """Return the text of the first attached file that is a text and no larger than it may be, or "" without files.

    None if there are files, and each is too large, no text, or cannot be had.
    """
    for attachment in attachments:
        if attachment.size <= LARGEST_FILE:
            with suppress(*AWAY):
                if (text := text_in(await attachment.read())) is not None:
                    return text
    return None if attachments else ""


def language_of(locale: discord.Locale) -> str:
    """The language to speak to a person whose Discord is set to `locale`."""
    language = locale.value.partition("-")[0]
    return language if language in LANGUAGES else ENGLISH


def language_in(message: discord.Message) -> str:
    """The language of the server a message stands in; empty where Discord does not say, and for its default."""
    language = language_of(message.guild.preferred_locale) if message.guild else ENGLISH
    return "" if language == ENGLISH else language


def _is_own_thread(channel: object, me: int) -> bool:
    """Whether bare text may be a move in a channel, if it is heard at all: the bot's own and private threads."""
    return isinstance(channel, discord.Thread) and (channel.owner_id == me or channel.is_private())


def _without_mentions(text: str, me: int) -> tuple[str, bool]:
    """The text without its mentions of the bot, and whether it begins with one: then the bot is spoken to.

    In a command the bot's own mention names it as the opponent.
    """
    text = trim(text)
    spellings = _spellings(me)
    addressed = text.startswith(spellings)
    if addressed:
        text = trim(text.partition(">")[2])
    for spelling in spellings:
        text = text.replace(spelling, "bot" if text.startswith("/") else "")
    return text.strip(), addressed


def _spellings(user_id: int) -> tuple[str, str]:
    return f"<@{user_id}>", f"<@!{user_id}>"


def _replies_to(message: discord.Message) -> str:
    if message.type is not discord.MessageType.reply or message.reference is None:
        return ""
    return str(message.reference.message_id or "")
