"""Discord's users, channels, messages and interactions converted to the core's persons, chats and `Incoming`."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import discord

from bot.core.game.people import Chat, Person, Sender
from bot.core.language.invisible import display_name, trim
from bot.core.language.speech import ENGLISH, LANGUAGES
from bot.core.ports.adapters import LARGEST_FILE, text_in
from bot.core.ports.platform import Incoming
from bot.platforms.discord.library_internals import AWAY

PLATFORM = "discord"
_WRITTEN = (discord.MessageType.default, discord.MessageType.reply)
"""All other types are system messages, such as a thread's new name."""
_MENTION = re.compile(r"<@!?(\d{1,20})>")

User = discord.User | discord.Member
Interaction = discord.Interaction[Any]


def incoming_of_message(message: discord.Message, me: discord.ClientUser, language: str = "") -> Incoming | None:
    """Convert a message to `Incoming` without its file; return None if it is not for the bot.

    Discord hides texts that do not mention the bot. Bare text may be a move in private chats, where the bot is
    mentioned, and in the bot's own threads; a mention alone, or a file or sticker in private, asks for help. `language`
    is the author's, if known, else that of the server. A bot, webhook or app is read only if it mentions the bot.
    """
    is_written = message.type in _WRITTEN and (message.content or message.attachments or message.stickers)
    if message.author.id == me.id or not is_written:
        return None
    text, is_addressed = _without_mentions(message.content, me.id)
    # Discord does not always mark webhook messages as automatic.
    is_automatic = message.author.bot or message.author.system or message.webhook_id is not None
    sender = Sender.AUTOMATIC if is_automatic else Sender.PERSON
    target = message.reference if message.type is discord.MessageType.reply else None
    if sender is Sender.AUTOMATIC and not is_addressed:
        return None
    is_private = isinstance(message.channel, discord.DMChannel)
    is_direct = is_private or is_addressed or _is_own_thread(message.channel, me.id)
    return Incoming(
        Chat(PLATFORM, str(message.channel.id), direct=is_direct),
        person_of(message.author, language or language_in(message)),
        text or ("/help" if is_addressed or is_private else ""),
        replies_to=str(target.message_id or "") if target else "",
        mentions=mentions_of(user for user in message.mentions if user.id != me.id),
        cause=f"{PLATFORM}:{message.id}",
        alone=is_addressed or is_private,
        in_private=is_private,
        overheard=not is_private,
        sender=sender,
        member_since=_member_since(message.author),
    )


def incoming_of_interaction(interaction: Interaction, text: str, me: int, language: str, hears_all: bool) -> Incoming:
    """Convert a command or press that types `text`; `hears_all` means that the bot receives every text."""
    is_private = is_bots_own_chat(interaction)
    is_direct = is_private or (hears_all and _is_own_thread(interaction.channel, me))
    return Incoming(
        Chat(PLATFORM, str(interaction.channel_id or 0), direct=is_direct),
        person_of(interaction.user, language),
        text,
        cause=f"{PLATFORM}:{interaction.id}",
        in_private=is_private,
        member_since=_member_since(interaction.user),
    )


def _member_since(user: User) -> float:
    """Return when a user joined the server; 0 outside servers."""
    joined_at = user.joined_at if isinstance(user, discord.Member) else None
    return joined_at.timestamp() if joined_at else 0.0


def is_bots_own_chat(interaction: Interaction) -> bool:
    """Return whether an interaction comes from direct messages with the bot, by channel type without a context."""
    context = interaction.context
    if context.guild or context.dm_channel or context.private_channel:
        return context.dm_channel
    return isinstance(interaction.channel, discord.DMChannel)


def is_outside(interaction: Interaction) -> bool:
    """Return whether an interaction comes from other people's private channel or a server without the bot."""
    if interaction.guild_id is not None:
        return interaction.client.get_guild(interaction.guild_id) is None
    return isinstance(interaction.channel, discord.GroupChannel) or not is_bots_own_chat(interaction)


def person_of(user: User | discord.ClientUser, language: str = "") -> Person:
    """Return a user as a person, by the display name in the server or else by the handle."""
    name = display_name(user.display_name, user.name, str(user.id))
    return Person(PLATFORM, str(user.id), name, user.name, language)


def mentions_of(users: Iterable[User]) -> Mapping[str, Person]:
    """Return every spelling of a mention of the users, with the person it means."""
    return {mention: person_of(user) for user in users for mention in _spellings(user.id)}


async def mentions_in(client: discord.Client, incoming: Incoming) -> Mapping[str, Person]:
    """Return the people mentioned in an incoming text; for a pressed button they are fetched from Discord."""
    if not incoming.pressed:
        return incoming.mentions
    ids = [int(user_id) for user_id in _MENTION.findall(incoming.text)]
    with suppress(*AWAY):
        return mentions_of([client.get_user(each) or await client.fetch_user(each) for each in ids])
    return {}


async def read_first(attachments: Sequence[discord.Attachment]) -> tuple[str, str] | None:
    """Return the name and text of the first readable attachment; None if none is readable, "" if there are none."""
    for attachment in attachments:
        if attachment.size <= LARGEST_FILE:
            with suppress(*AWAY):
                if (text := text_in(await attachment.read())) is not None:
                    return attachment.filename, text
    return None if attachments else ("", "")


def language_of(locale: discord.Locale) -> str:
    """Return the supported language of a Discord locale, or English."""
    language = locale.value.partition("-")[0]
    return language if language in LANGUAGES else ENGLISH


def language_in(message: discord.Message) -> str:
    """Return the language of the message's server; "" if it is unknown or the default."""
    language = language_of(message.guild.preferred_locale) if message.guild else ENGLISH
    return "" if language == ENGLISH else language


def _is_own_thread(channel: object, me: int) -> bool:
    """Return whether a bare text in a channel may be a move: in threads of the bot and private ones."""
    return isinstance(channel, discord.Thread) and (channel.owner_id == me or channel.is_private())


def _without_mentions(text: str, me: int) -> tuple[str, bool]:
    """Return the text without mentions of the bot (`bot` in a command), and whether it begins with one."""
    text = trim(text)
    spellings = _spellings(me)
    is_addressed = text.startswith(spellings)
    if is_addressed:
        text = trim(text.partition(">")[2])
    for spelling in spellings:
        text = text.replace(spelling, "bot" if text.startswith("/") else "")
    return text.strip(), is_addressed


def _spellings(user_id: int) -> tuple[str, str]:
    return f"<@{user_id}>", f"<@!{user_id}>"
