"""Posts and edits what everybody in a channel sees, as an interaction's answer where there is one; opens threads."""

from __future__ import annotations

from contextlib import suppress
from contextvars import ContextVar
from dataclasses import replace
from functools import partial
from itertools import takewhile
from secrets import token_hex

import discord

from bot.core.game.people import Chat, Person
from bot.core.ports.platform import Greeting, Message, Paint, Unshown
from bot.platforms.discord.components import awaits_move
from bot.platforms.discord.interaction_answers import InteractionAnswers
from bot.platforms.discord.message_parts import MessagePart, PartSender, as_edit

# What is shown because of a command or press is shown in its context.
_answering: ContextVar[InteractionAnswers | None] = ContextVar("answering", default=None)


_MOST_REPLIERS = 10_000
_MOST_GROUPS = 10_000


class _Outside(Unshown):
    """The bot is no member of a group chat, where it can but answer."""


class Poster:
    """Posts and changes messages; where the bot may not, it answers the latest command of the channel."""

    def __init__(self, client: discord.Client, paint: Paint) -> None:
        self._client = client
        self.sending = PartSender(paint)
        self._latest: dict[int, InteractionAnswers] = {}
        self._repliers: set[tuple[int, int]] = set()
        self._groups: set[int] = set()

    def answer(self, answers: InteractionAnswers) -> None:
        """What is shown from here on is shown because of a command or press."""
        answers.becomes_board = not self._is_replied_to(answers.asked.channel_id or 0, None)
        _answering.set(answers)
        self._remember(answers)
        if isinstance(answers.asked.channel, discord.GroupChannel):
            self._groups = {answers.asked.channel.id, *(self._groups if len(self._groups) < _MOST_GROUPS else ())}

    def is_group(self, chat: Chat) -> bool:
        """Whether a chat is one of several people without a server, where nobody rules and the bot can but answer."""
        return int(chat.id) in self._groups

    def note_reply(self, channel: int, person: int) -> None:
        """Somebody answers boards in this channel."""
        if len(self._repliers) >= _MOST_REPLIERS:
            self._repliers.clear()
        self._repliers.add((channel, person))

    async def show(self, chat: Chat, message: Message) -> str:
        """Posts to a channel, as the answer to what was asked there if that is not answered yet; the message's id.

        Where the bot may not post, it answers the latest command there.
        """
        cause = _cause(chat)
        try:
            shown = await self._answered(cause, message) or await self.post(self._open(chat), message)
        except (discord.Forbidden, discord.NotFound, _Outside):
            answers = self._latest.get(int(chat.id))
            if answers is None or answers.expired:
                raise
            await self._shrink(answers, message)
            return await answers.tell_all(message)
        with suppress(discord.HTTPException):
            if not await self._shrink(cause, message) and (older := message.envelope.follows) and older.left:
                await self._change(chat, older.message, Message(older.left))
        await _settled(cause)
        return shown

    async def think(self, chat: Chat) -> None:
        """Who asks for advice alone is told alone that it is thought about."""
        cause = _cause(chat)
        if (cause is None or not await cause.think()) and not self.is_group(chat):
            await self._channel(chat).typing()

    async def edit(self, chat: Chat, shown: str, message: Message) -> bool:
        """Changes a message of the bot's own; False where it is gone, or may not be changed."""
        cause, calm = _cause(chat), replace(message, mention=None, besides=())
        is_done = await self._updated(cause, shown, calm) or await self._change(chat, shown, calm)
        if is_done:
            await _settled(cause, message_link(self._client, int(chat.id), shown))
        return is_done

    async def _answered(self, cause: InteractionAnswers | None, message: Message) -> str | None:
        """A reply to an answer cannot be read, so for who moves by replies boards are messages of their own."""
        if cause is None or cause.pressed:
            return None
        if awaits_move(message.buttons) and self._is_replied_to(cause.asked.channel_id or 0, message.mention):
            return None
        return await cause.show(await self.sending.letters(message))

    def _is_replied_to(self, channel: int, asked: Person | None) -> bool:
        """Whether somebody in a channel moves by replies, and may be who is asked."""
        whom = "" if asked is None else asked.id
        return any(of == channel and whom in ("", str(person)) for of, person in self._repliers)

    async def _shrink(self, cause: InteractionAnswers | None, message: Message) -> bool:
        """What stays of the board before, as the answer to a press under it; whether it is that."""
        older = message.envelope.follows
        if older is None or not older.left:
            return False
        return await self._updated(cause, older.message, Message(older.left))

    async def _change(self, chat: Chat, shown: str, message: Message) -> bool:
        """Changes a message that is known to have a layout, or else found out to have one, within that."""
        if self.is_group(chat):
            return False
        for keeps in dict.fromkeys((self.sending.has_layout(shown), True)):
            letters = await self.sending.letters(message, keeps)
            if len(letters) != 1 or not shown.isdecimal():
                return False
            try:
                await self.sending.send(letters[0], partial(self._put, chat, shown))
            except discord.HTTPException as refused:
                if refused.status >= 500:
                    raise
                if refused.status != 400:
                    return False
            else:
                return True
        return False

    async def _put(self, chat: Chat, shown: str, letter: MessagePart) -> str:
        await self._channel(chat).get_partial_message(int(shown)).edit(**as_edit(letter))
        return shown

    async def _updated(self, cause: InteractionAnswers | None, shown: str, message: Message) -> bool:
        """Whether the message under the pressed button is changed by answering the press."""
        if cause is None or not cause.is_under(shown):
            return False
        letters = await self.sending.letters(message, cause.is_under_layout)
        return len(letters) == 1 and await cause.update(shown, letters[0])

    def _open(self, chat: Chat) -> discord.PartialMessageable:
        """Where to post, unless it is known that it cannot be done; raises `_Outside`."""
        if self.is_group(chat):
            raise _Outside("the bot is not in this chat, and nobody has asked it lately", None)
        return self._channel(chat)

    def _channel(self, chat: Chat) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(int(chat.id))

    async def post(self, channel: discord.abc.Messageable, message: Message, about: str = "") -> str:
        """Posts a message of its own, once even if it is sent twice; its id. `about` is the address of another."""
        message = replace(message, text=f"{message.text}\n{about}") if about else message
        nonce = message.envelope.nonce or token_hex(8)
        for number, letter in enumerate(await self.sending.letters(message)):
            posted = await self.sending.send(letter, partial(_posted, channel, f"{nonce}.{number}"))
        return posted

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

    async def close_thread(self, thread: int) -> None:
        """Discord hides it after an hour; who has begun a thread may ask for that."""
        channel = self._client.get_channel(thread)
        if isinstance(channel, discord.Thread) and not channel.archived:
            await channel.edit(auto_archive_duration=60)

    def _remember(self, answers: InteractionAnswers) -> None:
        """Keeps the latest command of each channel for as long as it can be answered."""
        channel = answers.asked.channel_id or 0
        self._latest.pop(channel, None)
        self._latest[channel] = answers
        for expired in list(takewhile(lambda old: self._latest[old].expired, self._latest)):
            del self._latest[expired]


def message_link(client: discord.Client, channel_id: int, message: str) -> str:
    """The address of a message; "" in a channel that is not known."""
    channel = client.get_channel(channel_id)
    if isinstance(channel, discord.DMChannel):
        return f"https://discord.com/channels/@me/{channel_id}/{message}"
    return (
        f"https://discord.com/channels/{channel.guild.id}/{channel_id}/{message}"
        if isinstance(channel, discord.abc.GuildChannel | discord.Thread)
        else ""
    )


def _cause(chat: Chat) -> InteractionAnswers | None:
    """The command or press because of which something is shown; one from elsewhere is told that it is done."""
    cause = _answering.get()
    if cause is None or cause.asked.channel_id == int(chat.id):
        return cause
    cause.settle_soon()
    return None


async def _settled(cause: InteractionAnswers | None, where: str = "") -> None:
    if cause:
        with suppress(discord.HTTPException):
            await cause.settle(where)


async def _posted(channel: discord.abc.Messageable, nonce: str, letter: MessagePart) -> str:
    return str((await channel.send(**letter, nonce=nonce)).id)


_THREAD_EXISTS = 160004


async def _begin_thread(message: discord.PartialMessage, name: str) -> None:
    """Discord hides it after three days without a word."""
    try:
        await message.create_thread(name=name, auto_archive_duration=4320)
    except discord.HTTPException as refused:
        if refused.code != _THREAD_EXISTS:
            raise
