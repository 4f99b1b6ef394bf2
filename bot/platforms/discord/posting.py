"""Posting and editing of public messages, as an interaction's answer if possible, and creation of threads."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import replace
from functools import partial
from secrets import token_hex
from time import monotonic
from typing import Final

import discord

from bot.core.game.people import Chat, Person
from bot.core.ports.adapters import Paint
from bot.core.ports.platform import DeliveryError, Greeting, Message, OlderBoard
from bot.core.queues.caches import BoundedDict
from bot.platforms.discord.components import has_button
from bot.platforms.discord.incoming import is_outside
from bot.platforms.discord.interaction_answers import Answer, InteractionAnswers
from bot.platforms.discord.library_internals import AWAY
from bot.platforms.discord.message_parts import MessagePart, PartSender

_THREAD_EXISTS = 160004
"""Discord's code for a message that already has a thread."""
_UNKNOWN_CHANNEL = 10003
_UNKNOWN_MESSAGE = 10008
_AFTER = "after"
_LOOKED_AT = 50
_INVALID = (401, 403, 404)
"""Statuses that Discord counts: it bans an address after 10,000 of them in ten minutes."""
_MINUTES_OF_SILENCE: Final = 4320
_MINUTES_WHEN_OVER: Final = 60
_MOST_ANSWERS = 1000
"""Interactions of some 10 kB each, stored because for 15 minutes only they can edit their messages."""
REFUSED_FOR = 600.0
"""Seconds for which a refusal is remembered, unless permissions change earlier."""
_answering: ContextVar[InteractionAnswers | None] = ContextVar("answering", default=None)
"""The interaction in whose context something is shown."""
_Edit = Callable[[MessagePart], Awaitable[object]]
_Delete = Callable[[], Awaitable[object]]


class Poster:
    """A poster and editor of messages; where the bot may not post, it answers the channel's latest command."""

    def __init__(self, client: discord.Client, paint: Paint) -> None:
        self._client = client
        self.sender = PartSender(paint)
        self._latest_answers = BoundedDict[int, Answer](_MOST_ANSWERS)
        self._repliers = BoundedDict[tuple[int, int], None]()
        self._outside_channels = BoundedDict[int, bool]()
        self._refused_until = BoundedDict[int, float]()
        self._missed_channels = BoundedDict[int, bool]()
        self._answers_by_message = BoundedDict[str, Answer](_MOST_ANSWERS)
        self._posted_ids = BoundedDict[str, None]()
        self._collapsed_ids = BoundedDict[str, None]()
        self._last_ids = BoundedDict[int, int]()

    def answer(self, answers: InteractionAnswers) -> None:
        """Make the interaction the cause of every message shown from here on in this context."""
        interaction, channel = answers.interaction, answers.interaction.channel_id or 0
        answers.becomes_board = not self._is_replied_to(channel, None)
        _answering.set(answers)
        self._latest_answers[channel] = answers
        if is_outside(interaction):
            self._outside_channels[channel] = interaction.guild_id is None
        else:
            self._outside_channels.pop(channel, None)

    def is_of_others(self, chat: Chat) -> bool:
        """Return whether a chat is other people's private one, where everyone is an admin and the bot only answers."""
        return self._outside_channels.get(int(chat.id), False)

    def allow(self, channel: int) -> bool:
        """Forget refusals after a permission change; return whether the channel missed anything."""
        self._refused_until.pop(channel, None)
        return self._missed_channels.pop(channel, False)

    def note_reply(self, channel: int, person: int) -> None:
        """Note that a person replies to boards in this channel."""
        self._repliers[channel, person] = None

    def note_message(self, channel: int, message: int) -> None:
        """Note that a message was posted in a channel, by anyone."""
        self._last_ids[channel] = message

    def is_last(self, channel: int, message: str) -> bool:
        """Return whether no message below this one in its channel was received."""
        return message.isdecimal() and self._last_ids.get(channel, 0) <= int(message)

    def link(self, channel_id: int, message: str) -> str:
        """Return the address of a message; "" in an unknown channel."""
        channel = self._client.get_channel(channel_id)
        if isinstance(channel, discord.DMChannel):
            return f"https://discord.com/channels/@me/{channel_id}/{message}"
        if isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return f"https://discord.com/channels/{channel.guild.id}/{channel_id}/{message}"
        return ""

    async def post(
        self, channel: discord.abc.Messageable, message: Message, about: str = "", is_heard: bool = False
    ) -> str:
        """Post a message, once even if it is sent twice; return its ID.

        `about` is the address of another message, to be appended. `is_heard`: the bot receives text typed in reply to
        it.
        """
        if about:
            message = replace(message, text=f"{message.text}\n{about}", layout=replace(message.layout, small=""))
        nonce = message.envelope.nonce or token_hex(8)
        for number, part in enumerate(await self.sender.parts(message, is_heard=is_heard)):
            message_id = await self.sender.send(part, partial(_post_part, channel, f"{nonce}.{number}"))
        return message_id

    async def show(self, chat: Chat, message: Message) -> str:
        """Post to a channel, if necessary as the answer to a pending interaction or the latest command; return the ID.

        The previous board becomes a line now that the next one stands; `fold` deletes it later if it is to go.
        """
        cause = _cause(chat)
        try:
            message_id = await self._answer_cause(cause, message) or await self._post_in(chat, message)
        except (discord.Forbidden, discord.NotFound, DeliveryError) as error:
            message_id = await self._answer_latest(chat, message, error)
        older = message.envelope.follows
        with suppress(*AWAY):
            if older and older.line and not older.is_deletable:
                await self._change(chat, older.message, Message(older.line), cause)
                self._collapsed_ids[older.message] = None
        await _finish(cause)
        return message_id

    async def edit(self, chat: Chat, message_id: str, message: Message) -> bool:
        """Edit a message of the bot; return False if it is gone or cannot be edited."""
        cause = _cause(chat)
        silent_message = replace(message, mention=None).with_delivery(besides=())
        if is_done := await self._change(chat, message_id, silent_message, cause):
            await _finish(cause, self.link(int(chat.id), message_id))
        return is_done

    async def delete(self, chat: Chat, message_id: str) -> bool:
        """Delete a message of the bot, or an interaction's answer by its token; return whether it is gone."""
        for _, delete in self._ways(chat, message_id):
            try:
                with self._noting_refusals(chat):
                    await delete()
            except (discord.Forbidden, discord.NotFound) as error:
                if error.code in (_UNKNOWN_MESSAGE, _UNKNOWN_CHANNEL):
                    return True
            else:
                return True
        return False

    async def fold(self, chat: Chat, older: OlderBoard) -> None:
        """Delete an older board, or collapse it to a line, unless its successor already did."""
        if older.message in self._collapsed_ids:
            return
        if not (older.is_deletable and await self.delete(chat, older.message)) and older.line:
            await self._change(chat, older.message, Message(older.line))
        self._collapsed_ids[older.message] = None

    async def think(self, chat: Chat) -> None:
        """Show a thinking indicator to the author of a pending command, else as typing in the channel."""
        cause = _cause(chat)
        channel = self._client.get_channel(int(chat.id))
        if (cause is None or not await cause.think()) and not self._is_closed(chat) and may_post(channel):
            with self._noting_refusals(chat):
                await self._channel(chat).typing()

    # Locators

    def locator(self, chat: Chat, message: Message, message_id: str) -> str:
        """Return the text by which any process finds a message without an ID: an answer, or the board after another."""
        if message_id:
            answers = self._answers_by_message.get(message_id)
            return f"{answers.locator} {message_id}" if answers else ""
        cause = _answering.get()
        is_here = cause is not None and cause.interaction.channel_id == int(chat.id)
        if cause and is_here and not cause.pressed_message and cause.may_become_board:
            return cause.locator
        if not self._cannot_post(chat, message):
            envelope = message.envelope
            game = envelope.nonce.partition("-")[0]
            return " ".join((_AFTER, envelope.follows.message if envelope.follows else "0", game))
        latest = self._latest_answers.get(int(chat.id))
        return latest.locator if latest and latest.may_become_board and not latest.is_expired else ""

    async def locate(self, chat: Chat, locator: str) -> str:
        """Return the ID of a message by its locator; "" if it was never sent or is gone."""
        interaction, token, *rest = locator.split(" ")
        if interaction == _AFTER:
            return await self._last_after(chat, int(token), rest[0])
        answer = Answer(self._client, self.sender, interaction, token)
        message = "" if answer.is_expired else rest[0] if rest else await answer.find()
        if not message or message in self._collapsed_ids:
            return ""
        if message not in self._answers_by_message:
            self._answers_by_message[message] = answer
        if int(chat.id) not in self._latest_answers:
            self._latest_answers[int(chat.id)] = answer
        return message

    async def _last_after(self, chat: Chat, message: int, game: str) -> str:
        """Return the ID of a game's last board after a message in a channel; "" if there is none."""
        if self._is_closed(chat):
            return ""
        history = self._channel(chat).history(limit=_LOOKED_AT, after=discord.Object(message) if message else None)
        try:
            ids = [each.id async for each in history if each.author == self._client.user and has_button(each, game)]
        except (discord.Forbidden, discord.NotFound):
            return ""
        return next((str(each) for each in sorted(ids, reverse=True) if str(each) not in self._collapsed_ids), "")

    # Threads

    async def open_thread(self, chat: Chat, thread: Chat, name: str, greeting: Greeting) -> bool:
        """Create a message's thread, archived after three days of silence; return False if Discord allows none."""
        channel = self._client.get_channel(int(chat.id))
        if not isinstance(channel, discord.TextChannel):
            return False
        try:
            try:
                message = channel.get_partial_message(int(thread.id))
                await message.create_thread(name=name, auto_archive_duration=_MINUTES_OF_SILENCE)
            except discord.HTTPException as error:
                if error.code != _THREAD_EXISTS:
                    raise
            await self.show(thread, greeting(thread))
        except discord.HTTPException as error:
            if error.status >= 500 or error.status == 429:
                raise
            return False
        return True

    async def close_thread(self, thread: Chat) -> None:
        """Shorten the auto-archive delay to an hour, which the creator of a thread may do."""
        channel = self._client.get_channel(int(thread.id))
        if isinstance(channel, discord.Thread) and not channel.archived:
            await channel.edit(auto_archive_duration=_MINUTES_WHEN_OVER)

    # Ways to post and to edit

    async def _answer_cause(self, cause: InteractionAnswers | None, message: Message) -> str | None:
        """Show the message as the interaction's answer and return its ID; None if replies to it must be readable."""
        if cause is None or cause.pressed_message:
            return None
        if message.typing and self._is_replied_to(cause.interaction.channel_id or 0, message.mention):
            return None
        message_id = await cause.show(await self.sender.parts(message, is_heard=cause.is_heard))
        if message_id:
            self._answers_by_message[message_id] = cause
        return message_id

    async def _post_in(self, chat: Chat, message: Message) -> str:
        """Post to a channel; raise `DeliveryError` if Discord is known to refuse that."""
        if self._cannot_post(chat, message):
            raise DeliveryError(
                "the bot cannot post in this chat, and there is no recent command to answer", None, is_lost=True
            )
        with self._noting_refusals(chat):
            message_id = await self.post(self._channel(chat), message, is_heard=self._hears(chat))
        self._posted_ids[message_id] = None
        return message_id

    async def _answer_latest(self, chat: Chat, message: Message, reason: Exception) -> str:
        """Answer a chat's latest command with a public message; raise `DeliveryError` if that is too late."""
        channel = int(chat.id)
        answers = self._latest_answers.get(channel)
        if answers is None or answers.is_expired:
            self._missed_channels[channel] = True
            raise reason
        try:
            message_id = await answers.show_to_all(message)
        except discord.HTTPException as error:
            if error.status not in _INVALID:
                raise
            if self._latest_answers.get(channel) is answers:
                del self._latest_answers[channel]
            raise DeliveryError(
                "Discord no longer knows the command that could be answered in this chat", None
            ) from error
        self._answers_by_message[message_id] = answers
        return message_id

    def _is_replied_to(self, channel: int, person: Person | None) -> bool:
        """Return whether the person, or anyone if None, replies to boards in the channel."""
        whom = "" if person is None else person.id
        return any(of == channel and whom in ("", str(person)) for of, person in self._repliers)

    async def _change(
        self, chat: Chat, message_id: str, message: Message, cause: InteractionAnswers | None = None
    ) -> bool:
        """Edit a message of the bot, if it was pressed by answering that; where the bot is absent, by a token."""
        if cause and cause.is_under(message_id):
            parts = await self.sender.parts(message, cause.is_under_layout, self._hears_at(chat, message_id))
            if len(parts) == 1 and await cause.update(parts[0]):
                return True
        if not message_id.isdecimal():
            return False
        for edit, _ in self._ways(chat, message_id):
            if await self._change_by(edit, chat, message_id, message):
                return True
        return False

    async def _change_by(self, edit: _Edit, chat: Chat, message_id: str, message: Message) -> bool:
        """Edit a message in one way, which may add a layout but not remove one; its sender knows which it has."""
        for has_layout in dict.fromkeys((self.sender.may_have_layout(message_id), False)):
            parts = await self.sender.parts(message, has_layout, self._hears_at(chat, message_id))
            if len(parts) != 1:
                return False
            try:
                with self._noting_refusals(chat):
                    await edit(parts[0])
            except discord.HTTPException as error:
                if error.status >= 500:
                    raise
                if error.status != 400:
                    return False
            else:
                return True
        return False

    def _ways(self, chat: Chat, message_id: str) -> Iterator[tuple[_Edit, _Delete]]:
        """Yield the ways to edit and delete a message: as the bot, and where the bot is absent, by token."""
        if not self._is_closed(chat):
            message = self._channel(chat).get_partial_message(int(message_id))
            yield partial(self.sender.send, send=partial(_edit_part, message)), message.delete
        answers = self._answers_by_message.get(message_id)
        if answers and not answers.is_expired and self._is_closed(chat):
            yield partial(answers.change, message_id), partial(answers.delete, message_id)

    # Rights

    def _cannot_post(self, chat: Chat, message: Message) -> bool:
        """Return whether Discord is known to refuse a message in the chat that answers nothing."""
        channel = self._client.get_channel(int(chat.id))
        is_lacking = message.picture is not None and not _rights_in(channel).attach_files
        return self._is_closed(chat) or is_lacking or not may_post(channel)

    def _is_closed(self, chat: Chat) -> bool:
        """Return whether Discord is known to refuse the bot's requests there, as in a channel hidden from it."""
        channel = int(chat.id)
        is_refused = channel in self._outside_channels or self._refused_until.get(channel, 0) > monotonic()
        return is_refused or not _rights_in(self._client.get_channel(channel)).view_channel

    @contextmanager
    def _noting_refusals(self, chat: Chat) -> Iterator[None]:
        """Remember that a channel refuses a request or is gone; a missing message does not count."""
        try:
            yield
        except (discord.Forbidden, discord.NotFound) as error:
            if error.code != _UNKNOWN_MESSAGE:
                self._refused_until[int(chat.id)] = monotonic() + REFUSED_FOR
            raise

    def _hears(self, chat: Chat) -> bool:
        """Return whether the bot receives the texts that a board asks people to type.

        It receives replies to its own messages; bare text only in a private chat or its own thread.
        """
        channel = self._client.get_channel(int(chat.id))
        if isinstance(channel, discord.Thread):
            return not chat.direct or channel.owner == channel.guild.me
        return not (chat.direct and isinstance(channel, discord.abc.GuildChannel))

    def _hears_at(self, chat: Chat, message_id: str) -> bool:
        """Return whether the bot receives texts at a posted message; the poster of another process's is unknown."""
        return message_id in self._posted_ids and self._hears(chat)

    def _channel(self, chat: Chat) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(int(chat.id))


def may_post(channel: object, member: discord.Member | None = None) -> bool:
    """Return whether the bot, or else a member, has permission to post in a channel, as far as known."""
    may = _rights_in(channel, member)
    has_right = may.send_messages_in_threads if isinstance(channel, discord.Thread) else may.send_messages
    return may.view_channel and has_right


def _rights_in(channel: object, member: discord.Member | None = None) -> discord.Permissions:
    """Return the permissions of the bot or a member in a server channel; all of them where none are known."""
    if isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return channel.permissions_for(member or channel.guild.me)
    return discord.Permissions.all()


def _cause(chat: Chat) -> InteractionAnswers | None:
    """Return the interaction that caused a message, if it is in this chat; otherwise finish it soon."""
    cause = _answering.get()
    if cause is None or cause.interaction.channel_id == int(chat.id):
        return cause
    cause.finish_in()
    return None


async def _finish(cause: InteractionAnswers | None, link: str = "") -> None:
    if cause:
        with suppress(*AWAY):
            await cause.finish(link)


async def _post_part(channel: discord.abc.Messageable, nonce: str, part: MessagePart) -> str:
    return str((await channel.send(**part.sending(), nonce=nonce)).id)


async def _edit_part(message: discord.PartialMessage, part: MessagePart) -> str:
    await message.edit(**part.editing())
    return str(message.id)
