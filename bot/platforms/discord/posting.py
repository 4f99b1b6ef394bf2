"""Posts and edits what everybody in a channel sees, as an interaction's answer where there is one; opens threads."""

from __future__ import annotations

from contextlib import suppress
from contextvars import ContextVar
from dataclasses import replace
from functools import partial
from itertools import takewhile
from secrets import token_hex
from typing import Final

import discord

from bot.core.game.people import Chat, Person
from bot.core.ports.platform import Greeting, Message, Paint, Unshown
from bot.core.queues.bounded_dict import BoundedDict
from bot.platforms.discord.components import awaits_move
from bot.platforms.discord.interaction_answers import InteractionAnswers
from bot.platforms.discord.message_parts import MessagePart, PartSender, as_edit

_THREAD_EXISTS = 160004
"""Discord's code for a message that has its thread already."""
_MINUTES_OF_SILENCE: Final = 4320
_MINUTES_WHEN_OVER: Final = 60

_answering: ContextVar[InteractionAnswers | None] = ContextVar("answering", default=None)
"""What is shown because of a command or press is shown in its context."""


class _Outside(Unshown):
    """The bot is no member of a group chat, where it can but answer."""


class Poster:
    """Posts and changes messages; where the bot may not, it answers the latest command of the channel."""

    def __init__(self, client: discord.Client, paint: Paint) -> None:
        self._client = client
        self.sender = PartSender(paint)
        self._latest: dict[int, InteractionAnswers] = {}
        self._repliers = BoundedDict[tuple[int, int], None]()
        self._groups = BoundedDict[int, None]()

    def answer(self, answers: InteractionAnswers) -> None:
        """What is shown from here on is shown because of a command or press."""
        interaction = answers.interaction
        answers.becomes_board = not self._is_replied_to(interaction.channel_id or 0, None)
        _answering.set(answers)
        self._remember(answers)
        if isinstance(interaction.channel, discord.GroupChannel):
            self._groups[interaction.channel.id] = None

    def is_group(self, chat: Chat) -> bool:
        """Whether a chat is one of several people without a server, where all rule and the bot can but answer."""
        return int(chat.id) in self._groups

    def note_reply(self, channel: int, person: int) -> None:
        """A person answers boards in this channel."""
        self._repliers[channel, person] = None

    def link(self, channel_id: int, message: str) -> str:
        """The address of a message; "" in a channel that is not known."""
        channel = self._client.get_channel(channel_id)
        if isinstance(channel, discord.DMChannel):
            return f"https://discord.com/channels/@me/{channel_id}/{message}"
        if isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return f"https://discord.com/channels/{channel.guild.id}/{channel_id}/{message}"
        return ""

    async def post(self, channel: discord.abc.Messageable, message: Message, about: str = "") -> str:
        """Posts a message of its own, once even if it is sent twice; its id. `about` is the address of another."""
        message = replace(message, text=f"{message.text}\n{about}") if about else message
        nonce = message.envelope.nonce or token_hex(8)
        for number, part in enumerate(await self.sender.parts(message)):
            posted = await self.sender.send(part, partial(_post_part, channel, f"{nonce}.{number}"))
        return posted

    async def show(self, chat: Chat, message: Message) -> str:
        """Posts to a channel, as the answer to what was asked there if that is not answered yet; the message's id.

        Where the bot may not post, it answers the latest command there.
        """
        cause = _cause(chat)
        try:
            shown = await self._answered(cause, message) or await self.post(self._open_channel(chat), message)
        except (discord.Forbidden, discord.NotFound, _Outside):
            answers = self._latest.get(int(chat.id))
            if answers is None or answers.expired:
                raise
            await self._shrink_pressed(answers, message)
            return await answers.show_to_all(message)
        with suppress(discord.HTTPException):
            if not await self._shrink_pressed(cause, message) and (older := message.envelope.follows) and older.left:
                await self._change(chat, older.message, Message(older.left))
        await _finish(cause)
        return shown

    async def edit(self, chat: Chat, shown: str, message: Message) -> bool:
        """Changes a message of the bot's own; False where it is gone, or may not be changed."""
        cause, unpinged = _cause(chat), replace(message, mention=None, besides=())
        is_done = await self._update_pressed(cause, shown, unpinged) or await self._change(chat, shown, unpinged)
        if is_done:
            await _finish(cause, self.link(int(chat.id), shown))
        return is_done

    async def think(self, chat: Chat) -> None:
        """Who asks for advice alone is told alone that it is thought about."""
        cause = _cause(chat)
        if (cause is None or not await cause.think()) and not self.is_group(chat):
            await self._channel(chat).typing()

    async def open_thread(self, chat: Chat, thread: Chat, name: str, greeting: Greeting) -> bool:
        """Begins the thread of a message, which has that message's id; False where Discord allows none."""
        channel = self._client.get_channel(int(chat.id))
        if not isinstance(channel, discord.TextChannel):
            return False
        try:
            await _begin_thread(channel.get_partial_message(int(thread.id)), name)
            await self.show(thread, greeting(thread))
        except discord.HTTPException as refused:
            if refused.status >= 500 or refused.status == 429:
                raise
            return False
        return True

    async def close_thread(self, thread: Chat) -> None:
        """Discord hides it after an hour; who has begun a thread may ask for that."""
        channel = self._client.get_channel(int(thread.id))
        if isinstance(channel, discord.Thread) and not channel.archived:
            await channel.edit(auto_archive_duration=_MINUTES_WHEN_OVER)

    def _remember(self, answers: InteractionAnswers) -> None:
        """Keeps the latest command of each channel for as long as it can be answered."""
        channel = answers.interaction.channel_id or 0
        self._latest.pop(channel, None)
        self._latest[channel] = answers
        for expired in list(takewhile(lambda old: self._latest[old].expired, self._latest)):
            del self._latest[expired]

    async def _answered(self, cause: InteractionAnswers | None, message: Message) -> str | None:
        """A reply to an answer cannot be read, so for who moves by replies boards are messages of their own."""
        if cause is None or cause.pressed:
            return None
        channel = cause.interaction.channel_id or 0
        if awaits_move(message.buttons) and self._is_replied_to(channel, message.mention):
            return None
        return await cause.show(await self.sender.parts(message))

    def _is_replied_to(self, channel: int, asked: Person | None) -> bool:
        """Whether a person in a channel moves by replies, and may be who is asked."""
        whom = "" if asked is None else asked.id
        return any(of == channel and whom in ("", str(person)) for of, person in self._repliers)

    async def _shrink_pressed(self, cause: InteractionAnswers | None, message: Message) -> bool:
        """What stays of the board before, as the answer to a press under it; whether it is that."""
        older = message.envelope.follows
        if older is None or not older.left:
            return False
        return await self._update_pressed(cause, older.message, Message(older.left))

    async def _update_pressed(self, cause: InteractionAnswers | None, shown: str, message: Message) -> bool:
        """Whether the message under the pressed button is changed by answering the press."""
        if cause is None or not cause.is_under(shown):
            return False
        parts = await self.sender.parts(message, cause.is_under_layout)
        return len(parts) == 1 and await cause.update(shown, parts[0])

    async def _change(self, chat: Chat, shown: str, message: Message) -> bool:
        """Changes a message that is known to have a layout, or else found out to have one, within that."""
        if self.is_group(chat):
            return False
        for keeps in dict.fromkeys((self.sender.has_layout(shown), True)):
            parts = await self.sender.parts(message, keeps)
            if len(parts) != 1 or not shown.isdecimal():
                return False
            try:
                await self.sender.send(parts[0], partial(self._edit_part, chat, shown))
            except discord.HTTPException as refused:
                if refused.status >= 500:
                    raise
                if refused.status != 400:
                    return False
            else:
                return True
        return False

    async def _edit_part(self, chat: Chat, shown: str, part: MessagePart) -> str:
        await self._channel(chat).get_partial_message(int(shown)).edit(**as_edit(part))
        return shown

    def _open_channel(self, chat: Chat) -> discord.PartialMessageable:
        """Where to post, unless it is known that it cannot be done; raises `_Outside`."""
        if self.is_group(chat):
            raise _Outside("the bot is not in this chat, and no command was used there lately", None)
        return self._channel(chat)

    def _channel(self, chat: Chat) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(int(chat.id))


def _cause(chat: Chat) -> InteractionAnswers | None:
    """The command or press because of which something is shown; one from elsewhere is told that it is done."""
    cause = _answering.get()
    if cause is None or cause.interaction.channel_id == int(chat.id):
        return cause
    cause.finish_soon()
    return None


async def _finish(cause: InteractionAnswers | None, link: str = "") -> None:
    if cause:
        with suppress(discord.HTTPException):
            await cause.finish(link)


async def _post_part(channel: discord.abc.Messageable, nonce: str, part: MessagePart) -> str:
    return str((await channel.send(**part, nonce=nonce)).id)


async def _begin_thread(message: discord.PartialMessage, name: str) -> None:
    """Discord hides it after three days without a word."""
    try:
        await message.create_thread(name=name, auto_archive_duration=_MINUTES_OF_SILENCE)
    except discord.HTTPException as refused:
        if refused.code != _THREAD_EXISTS:
            raise
