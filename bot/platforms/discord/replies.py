"""Messages besides boards: answers to texts, late and private ones, notices, greetings; and a server's members."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from itertools import chain
from time import monotonic

import discord
from discord.utils import as_chunks

from bot.core.game.people import Person
from bot.core.language.speech import say, speech
from bot.core.ports.platform import PRIVATE, Incoming, Message
from bot.core.queues.caches import BoundedDict
from bot.core.view.answers import answer_line, greeting, rights_in_words
from bot.platforms.discord.components import form_button
from bot.platforms.discord.incoming import language_of
from bot.platforms.discord.library_internals import AWAY
from bot.platforms.discord.posting import REFUSED_FOR, Poster, may_post

_IN_CHANNEL: tuple[str, ...] = ("view_channel", "send_messages", "attach_files")
_BESIDE_VOICE = (*_IN_CHANNEL, "connect")
_IN_THREAD = ("view_channel", "send_messages_in_threads", "attach_files")
_TO_BEGIN_THREADS = ("create_public_threads", "send_messages_in_threads")
_Notices = BoundedDict[tuple[int, int], None]
"""Notices already given, by channel and person."""
_log = logging.getLogger(__name__)

ServerChannel = discord.abc.GuildChannel | discord.Thread


class Replies:
    """A sender of answers that remembers who accepts no direct messages and who was notified of a problem."""

    def __init__(self, client: discord.Client, poster: Poster) -> None:
        self._client = client
        self._poster = poster
        self._closed_until = BoundedDict[int, float]()
        self._unread_notices, self._permission_notices = _Notices(), _Notices()

    async def give(self, message: discord.Message, incoming: Incoming, answer: Message) -> None:
        """Post an answer beside the message, or privately to its author, unless its buttons belong in the channel."""
        with suppress(discord.Forbidden):
            if answer.envelope.private and not answer.envelope.stays and message.guild is not None:
                await self._send_privately(incoming, answer, message.jump_url)
            elif may_post(message.channel):
                await self._poster.post(message.channel, answer, is_heard=message.guild is None)

    async def give_late(self, incoming: Incoming, answers: Sequence[Message]) -> None:
        """Send the answers that an interaction no longer accepts.

        A private answer whose buttons belong in the chat is sent there if the request was typed before others.
        """
        for answer in answers:
            how = answer.envelope
            if how.private and how.stays and not (incoming.overheard or incoming.in_private):
                await self._offer_private_answer(incoming, answer)
            elif how.private and not how.stays:
                await self._send_privately(incoming, answer)
            elif not how.fleeting:
                await self._poster.show(incoming.chat, answer)

    async def _send_privately(self, incoming: Incoming, answer: Message, about: str = "") -> None:
        """Send an answer to the asker's direct messages, with the address it is `about`, or explain how to get it."""
        person = int(incoming.person.id)
        if self._closed_until.get(person, 0.0) <= monotonic():
            try:
                await self._poster.post(await self._client.create_dm(discord.Object(person)), answer, about)
            except discord.Forbidden:
                self._closed_until[person] = monotonic() + REFUSED_FOR
            else:
                return
        await self._offer_private_answer(incoming, answer)

    async def _offer_private_answer(self, incoming: Incoming, answer: Message) -> None:
        """Post a button that repeats the request for the asker alone; a refused one may succeed then."""
        line = None if answer.envelope.refuses else answer_line(incoming.person, incoming.text)
        line = line or Message(say(incoming.person.language, "ask-with-slash"))
        if may_post(self._client.get_channel(int(incoming.chat.id))):
            await self._poster.post(self._client.get_partial_messageable(int(incoming.chat.id)), line)

    def permission_warning(
        self, message: discord.Message, language: str, answers: Sequence[Message]
    ) -> tuple[Message, ...]:
        """Return a warning about missing permissions, once per person and unless `answers` contain it already."""
        permissions = missing_permissions(message.channel, threads=False)
        if not permissions or not _record_notice(message, self._permission_notices):
            return ()
        warning = rights_in_words(permissions, speech(language))
        return () if any(warning in answer.text for answer in answers) else (Message(warning, envelope=PRIVATE),)

    async def explain_unreadable_reply(self, message: discord.Message, me: discord.ClientUser, language: str) -> None:
        """Explain once, to the author of a reply that did not ping the bot, how to make it readable.

        From then on boards in this channel are messages of their own, whose replies the bot can read if they ping it.
        """
        target = message.reference.resolved if message.reference else None
        says_something = message.content or message.attachments or message.embeds or message.stickers
        is_reply = message.type is discord.MessageType.reply and not message.author.bot and not says_something
        if not (is_reply and isinstance(target, discord.Message) and target.author.id == me.id):
            return
        self._poster.note_reply(message.channel.id, message.author.id)
        if may_post(message.channel) and _record_notice(message, self._unread_notices):
            text = say(language, "unreadable-reply")
            if target.interaction_metadata is not None:
                text = say(language, "unheard-reply")
            [part] = await self._poster.sender.parts(Message(text, buttons=form_button(target)))
            with suppress(discord.HTTPException):
                await message.reply(**part.sending(), mention_author=False)

    async def greet(self, server: discord.Guild) -> None:
        """Greet a server once in its system channel, or else in the first channel where the bot may write."""
        channels = (server.system_channel, *server.text_channels)
        channel = next((channel for channel in channels if channel and may_post(channel)), None)
        if channel is None:
            return
        missing = missing_permissions(channel, threads=False)
        message = greeting("greeting-discord", missing, speech(language_of(server.preferred_locale)))
        try:
            await self._poster.post(channel, message.with_delivery(nonce=f"g{server.id}"))
        except discord.HTTPException as error:
            _log.info("a server could not be greeted: %s", error)


def _record_notice(message: discord.Message, notices: _Notices) -> bool:
    """Record a notice to the author of a message in its channel; return whether it is the first."""
    key = message.channel.id, message.author.id
    is_news = key not in notices
    notices[key] = None
    return is_news


def missing_permissions(channel: object, threads: bool) -> tuple[str, ...]:
    """Return the codes of the permissions that the bot lacks in a channel, or also to create `threads` there."""
    if not isinstance(channel, ServerChannel):
        return ()
    has = channel.permissions_for(channel.guild.me)
    to_play = _IN_THREAD if isinstance(channel, discord.Thread) else _IN_CHANNEL
    if isinstance(channel, discord.VoiceChannel | discord.StageChannel):
        to_play = _BESIDE_VOICE
    permissions = dict.fromkeys((*to_play, *(_TO_BEGIN_THREADS if threads else ())))
    return tuple(permission.replace("_", "-") for permission in permissions if not getattr(has, permission))


async def name_for_member(channel: ServerChannel, person: Person) -> str:
    """Return `#channel · server` if a member of the server and the bot may write there, else ""."""
    try:
        member = await channel.guild.fetch_member(int(person.id))
        if isinstance(channel, discord.Thread) and channel.is_private():
            await channel.fetch_member(member.id)
    except (*AWAY, ValueError):
        return ""
    return f"#{channel.name} · {channel.guild.name}" if may_post(channel) and may_post(channel, member) else ""


_MOST_IDS = 100
"""The user IDs that Discord accepts in one request."""
_LONGEST_WAIT = 3.0
_MOST_CHECKED = 20
"""The people whom a process without the server's gateway connection checks, with a request for each."""
_NO_MEMBER = (10007, 10013)
"""Discord's codes for a user who is not a member or no longer exists."""


async def former_members(guild: discord.Guild, me: int, people: Sequence[Person]) -> Sequence[Person]:
    """Return the people who are not in a server; none of a request that Discord leaves unanswered for 3 seconds.

    Each request also contains the bot's own user, `me`: discord.py returns an empty answer when it reconnects.
    """
    people = [person for person in people if person.id.isdecimal()]
    batches = as_chunks(people, _MOST_IDS - 1)
    return [*chain.from_iterable(await asyncio.gather(*(_missing_among(batch, guild, me) for batch in batches)))]


async def former_members_elsewhere(client: discord.Client, channel: int, people: Sequence[Person]) -> Sequence[Person]:
    """Return those of the first twenty people who are not in the server of a channel on another process's shard."""
    people = people[:_MOST_CHECKED]
    try:
        async with asyncio.timeout(_LONGEST_WAIT):
            place = await client.fetch_channel(channel)
            if not isinstance(place, ServerChannel):
                return ()
            answers = await asyncio.gather(*(_has_left(place.guild, person) for person in people))
    except AWAY:
        return ()
    return [person for person, has_left in zip(people, answers, strict=True) if has_left]


async def _has_left(guild: discord.Guild, person: Person) -> bool:
    """Return whether Discord answers that a person is not in a server."""
    try:
        await guild.fetch_member(int(person.id))
    except discord.NotFound as error:
        return error.code in _NO_MEMBER
    except (*AWAY, ValueError):
        pass
    return False


async def _missing_among(people: Sequence[Person], guild: discord.Guild, me: int) -> Sequence[Person]:
    ids = [me, *(int(person.id) for person in people)]
    try:
        async with asyncio.timeout(_LONGEST_WAIT):
            members = await guild.query_members(user_ids=ids, limit=_MOST_IDS, cache=False)
    except AWAY:
        return ()
    known_ids = {member.id for member in members}
    return [person for person in people if int(person.id) not in known_ids] if me in known_ids else ()
