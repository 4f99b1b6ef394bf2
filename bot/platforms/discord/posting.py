"""Posts and edits what everybody in a channel sees, as an interaction's answer where there is one; opens threads."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import replace
from functools import partial
from itertools import takewhile
from secrets import token_hex
from time import monotonic
from typing import Final

import discord

from bot.core.game.people import Chat, Person
from bot.core.ports.painting import Paint
from bot.core.ports.platform import Greeting, Message, OlderBoard, Unshown
from bot.core.queues.bounded_dict import BoundedDict
from bot.platforms.discord.incoming import is_outside
from bot.platforms.discord.interaction_answers import InteractionAnswers
from bot.platforms.discord.library_internals import AWAY, messages_with
from bot.platforms.discord.located_answers import Answer, LocatedAnswer
from bot.platforms.discord.message_parts import MessagePart, PartSender, as_edit

_THREAD_EXISTS = 160004
"""Discord's code for a message that has its thread already."""
_UNKNOWN_CHANNEL = 10003
_UNKNOWN_MESSAGE = 10008
_AFTER = "after"
_INVALID = (401, 403, 404)
"""Requests that Discord counts: it bars an address after 10,000 of them in ten minutes."""
_MINUTES_OF_SILENCE: Final = 4320
_MINUTES_WHEN_OVER: Final = 60
_MOST_ANSWERS = 1000
"""Interactions, of some 10 kB each, that are kept for messages which only they can change, for 15 minutes."""
REFUSED_FOR = 600.0
"""Seconds for which a refusal is remembered, unless permissions change before."""

_answering: ContextVar[InteractionAnswers | None] = ContextVar("answering", default=None)
"""What is shown because of a command or press is shown in its context."""


_Edit = Callable[[MessagePart], Awaitable[object]]


class _Closed(Unshown):
    """It is known that the bot cannot post in a channel, where it can but answer."""


class Poster:
    """Posts and changes messages; where the bot may not, it answers the latest command of the channel."""

    def __init__(self, client: discord.Client, paint: Paint) -> None:
        self._client = client
        self.sender = PartSender(paint)
        self._latest = BoundedDict[int, Answer](_MOST_ANSWERS)
        self._repliers = BoundedDict[tuple[int, int], None]()
        self._outside = BoundedDict[int, bool]()
        self._refused = BoundedDict[int, float]()
        self._lacking = BoundedDict[int, bool]()
        self._answered_by = BoundedDict[str, Answer](_MOST_ANSWERS)
        self._posted = BoundedDict[str, None]()
        self._folded = BoundedDict[str, None]()

    def answer(self, answers: InteractionAnswers) -> None:
        """What is shown from here on is shown because of a command or press."""
        interaction = answers.interaction
        answers.becomes_board = not self._is_replied_to(interaction.channel_id or 0, None)
        _answering.set(answers)
        self._remember(answers)
        if is_outside(interaction):
            self._outside[interaction.channel_id or 0] = interaction.guild_id is None
        else:
            self._outside.pop(interaction.channel_id or 0, None)

    def is_of_others(self, chat: Chat) -> bool:
        """Whether a chat is a private one of several people, where all rule and the bot can but answer."""
        return self._outside.get(int(chat.id), False)

    def allow(self, channel: int) -> bool:
        """Return whether changed permissions let a channel take something that it has missed."""
        self._refused.pop(channel, None)
        return self._lacking.pop(channel, False)

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

    async def post(
        self, channel: discord.abc.Messageable, message: Message, about: str = "", is_heard: bool = False
    ) -> str:
        """Posts a message of its own, once even if it is sent twice; its id. `about` is the address of another.

        `is_heard`: what is typed to it as it says reaches the bot.
        """
        message = replace(message, text=f"{message.text}\n{about}", small="") if about else message
        nonce = message.envelope.nonce or token_hex(8)
        for number, part in enumerate(await self.sender.parts(message, is_heard=is_heard)):
            posted = await self.sender.send(part, partial(_post_part, channel, f"{nonce}.{number}"))
        return posted

    async def show(self, chat: Chat, message: Message) -> str:
        """Posts to a channel, as the answer to what was asked there if that is not answered yet; the message's id.

        Where the bot may not post, it answers the latest command there.
        """
        cause = _cause(chat)
        try:
            shown = await self._answered(cause, message) or await self._post_in(chat, message)
        except (discord.Forbidden, discord.NotFound, _Closed) as refused:
            shown = await self._answer_latest(chat, message, refused)
        await self._put_older_away(chat, cause, message)
        return shown

    async def edit(self, chat: Chat, shown: str, message: Message) -> bool:
        """Changes a message of the bot's own; False where it is gone, or may not be changed."""
        cause = _cause(chat)
        unpinged = replace(message, mention=None, envelope=replace(message.envelope, besides=()))
        is_done = await self._update_pressed(chat, cause, shown, unpinged) or await self._change(chat, shown, unpinged)
        if is_done:
            await _finish(cause, self.link(int(chat.id), shown))
        return is_done

    def locator(self, chat: Chat, message: Message, shown: str) -> str:
        """Return by what any process finds a message: as the answer to an interaction, or after that which it follows.

        A message that has gone out for itself is known by its id.
        """
        if shown:
            answers = self._answered_by.get(shown)
            return f"{answers.locator} {shown}" if answers else ""
        cause = _answering.get()
        is_here = cause is not None and cause.interaction.channel_id == int(chat.id)
        if cause and is_here and not cause.pressed and cause.may_become_board:
            return cause.locator
        if not self._cannot_post(chat, message):
            envelope = message.envelope
            game = envelope.nonce.partition("-")[0]
            return " ".join((_AFTER, envelope.follows.message if envelope.follows else "0", game))
        latest = self._latest.get(int(chat.id))
        return latest.locator if latest and latest.may_become_board and not latest.expired else ""

    async def locate(self, chat: Chat, locator: str) -> str:
        """Return the id of a message; "" if it was never sent, or is gone."""
        interaction, token, *shown = locator.split(" ")
        if interaction == _AFTER:
            return await self._last_after(chat, int(token), shown[0])
        answer = LocatedAnswer(self._client, self.sender, interaction, token)
        message = "" if answer.expired else shown[0] if shown else await answer.find()
        if not message or message in self._folded:
            return ""
        if message not in self._answered_by:
            self._answered_by[message] = answer
            self._latest.setdefault(int(chat.id), answer)
        return message

    async def _last_after(self, chat: Chat, message: int, game: str) -> str:
        """Return the id of a game's last board after a message in a channel; "" if none is to be seen."""
        if self._is_closed(chat):
            return ""
        try:
            found = await messages_with(self._client, int(chat.id), game, message)
        except (discord.Forbidden, discord.NotFound):
            return ""
        return next((each for each in reversed(found) if each not in self._folded), "")

    async def think(self, chat: Chat) -> None:
        """Who asks for advice alone is told alone that it is thought about."""
        cause = _cause(chat)
        channel = self._client.get_channel(int(chat.id))
        if (cause is None or not await cause.think()) and not self._is_closed(chat) and may_post(channel):
            with self._noting_refusals(chat):
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

    def _forget(self, channel: int, answers: Answer) -> None:
        """Answers a command no more that Discord does not know any more."""
        if self._latest.get(channel) is answers:
            del self._latest[channel]

    async def _answered(self, cause: InteractionAnswers | None, message: Message) -> str | None:
        """A reply to an answer cannot be read, so for who moves by replies boards are messages of their own."""
        if cause is None or cause.pressed:
            return None
        channel = cause.interaction.channel_id or 0
        if message.typing and self._is_replied_to(channel, message.mention):
            return None
        shown = await cause.show(await self.sender.parts(message, is_heard=cause.is_heard))
        return self._answered_with(cause, shown) if shown else None

    def _answered_with(self, answers: Answer, shown: str) -> str:
        self._answered_by[shown] = answers
        return shown

    async def _post_in(self, chat: Chat, message: Message) -> str:
        """Posts to a channel, if it is not known that this is refused; raises `_Closed`."""
        if self._cannot_post(chat, message):
            raise _Closed("the bot may not post in this chat, and no command was used there lately", None, is_lost=True)
        with self._noting_refusals(chat):
            posted = await self.post(self._channel(chat), message, is_heard=self._hears(chat))
        self._posted[posted] = None
        return posted

    def _cannot_post(self, chat: Chat, message: Message) -> bool:
        """Whether it is known that Discord refuses a message there that answers nothing."""
        channel = self._client.get_channel(int(chat.id))
        is_lacking = message.picture is not None and not _rights_in(channel).attach_files
        return self._is_closed(chat) or is_lacking or not may_post(channel)

    @contextmanager
    def _noting_refusals(self, chat: Chat) -> Iterator[None]:
        """Remembers that a channel refuses what is asked for, or is gone; not that one of its messages is."""
        try:
            yield
        except (discord.Forbidden, discord.NotFound) as refused:
            if refused.code != _UNKNOWN_MESSAGE:
                self._refused[int(chat.id)] = monotonic() + REFUSED_FOR
            raise

    def _hears(self, chat: Chat) -> bool:
        """Whether the bot hears what a board tells people to type: a reply to its own message; bare text only in a
        private chat or its own thread, not wherever a person has spoken to it."""
        channel = self._client.get_channel(int(chat.id))
        if isinstance(channel, discord.Thread):
            return not chat.direct or channel.owner == channel.guild.me
        return not (chat.direct and isinstance(channel, discord.abc.GuildChannel))

    def _hears_at(self, chat: Chat, shown: str) -> bool:
        """The same for a message that stands there: of one from another process it is not known who posted it."""
        return shown in self._posted and self._hears(chat)

    def _is_closed(self, chat: Chat) -> bool:
        """Whether Discord is known to refuse what the bot would do there by itself, as in a channel hidden from it."""
        channel = int(chat.id)
        is_refused = channel in self._outside or self._refused.get(channel, 0) > monotonic()
        return is_refused or not _rights_in(self._client.get_channel(channel)).view_channel

    async def _answer_latest(self, chat: Chat, message: Message, refused: Exception) -> str:
        """Answers the latest command of a chat with a message for all; raises `_Closed` where that is taken no more."""
        answers = self._latest.get(int(chat.id))
        if answers is None or answers.expired:
            self._lacking[int(chat.id)] = True
            raise refused
        try:
            return self._answered_with(answers, await answers.show_to_all(message))
        except discord.HTTPException as unknown:
            if unknown.status not in _INVALID:
                raise
            self._forget(int(chat.id), answers)
            raise _Closed("the command that could be answered in this chat is not known any more", None) from unknown

    async def _put_older_away(self, chat: Chat, cause: InteractionAnswers | None, message: Message) -> None:
        """What stays of the board before, now that the next one stands; one that goes is deleted later, by `fold`."""
        older = message.envelope.follows
        with suppress(*AWAY):
            if older and older.left and not older.goes:
                await self._leave_line(chat, cause, older.message, older.left)
                self._folded[older.message] = None
        await _finish(cause)

    async def _leave_line(self, chat: Chat, cause: InteractionAnswers | None, shown: str, left: str) -> None:
        if not await self._update_pressed(chat, cause, shown, Message(left)):
            await self._change(chat, shown, Message(left))

    async def fold(self, chat: Chat, older: OlderBoard) -> None:
        """Delete a message of the bot's, or leave a line of it, unless the board that follows it has done so."""
        if older.message in self._folded:
            return
        if not (older.goes and await self.delete(chat, older.message)) and older.left:
            await self._change(chat, older.message, Message(older.left))
        self._folded[older.message] = None

    def _is_replied_to(self, channel: int, asked: Person | None) -> bool:
        """Whether a person in a channel moves by replies, and may be who is asked."""
        whom = "" if asked is None else asked.id
        return any(of == channel and whom in ("", str(person)) for of, person in self._repliers)

    async def _update_pressed(self, chat: Chat, cause: InteractionAnswers | None, shown: str, message: Message) -> bool:
        """Whether the message under the pressed button is changed by answering the press."""
        if cause is None or not cause.is_under(shown):
            return False
        parts = await self.sender.parts(message, cause.is_under_layout, self._hears_at(chat, shown))
        return len(parts) == 1 and await cause.update(shown, parts[0])

    async def _change(self, chat: Chat, shown: str, message: Message) -> bool:
        """Changes a message of the bot's; where the bot is not, one that is an answer, by the token of that answer.

        Of one from another process it is not known whether it has a layout, which all messages may take on, and none
        may lose.
        """
        if not shown.isdecimal():
            return False
        for edit in self._editors(chat, shown):
            if await self._change_by(edit, chat, shown, message):
                return True
        return False

    async def _change_by(self, edit: _Edit, chat: Chat, shown: str, message: Message) -> bool:
        for laid_out in dict.fromkeys((self.sender.may_have_layout(shown), False)):
            parts = await self.sender.parts(message, laid_out, self._hears_at(chat, shown))
            if len(parts) != 1:
                return False
            try:
                await edit(parts[0])
            except discord.HTTPException as refused:
                if refused.status >= 500:
                    raise
                if refused.status != 400:
                    return False
            else:
                return True
        return False

    async def delete(self, chat: Chat, shown: str) -> bool:
        """Whether a message of the bot's is gone; where the bot is not, an answer by its own token."""
        for delete in self._deleters(chat, shown):
            try:
                await delete()
            except (discord.Forbidden, discord.NotFound) as refused:
                if refused.code in (_UNKNOWN_MESSAGE, _UNKNOWN_CHANNEL):
                    return True
            else:
                return True
        return False

    def _deleters(self, chat: Chat, shown: str) -> Iterator[Callable[[], Awaitable[object]]]:
        """Yield what may delete a message there, by its token once it is known that the bot is not there."""
        if not self._is_closed(chat):
            yield partial(self._delete_in, chat, shown)
        if answers := self._token_of(chat, shown):
            yield partial(answers.delete, shown)

    def _editors(self, chat: Chat, shown: str) -> Iterator[_Edit]:
        """Yield what may change a message there, as `_deleters` does."""
        if not self._is_closed(chat):
            yield lambda part: self.sender.send(part, partial(self._edit_part, chat, shown))
        if answers := self._token_of(chat, shown):
            yield partial(answers.change, shown)

    def _token_of(self, chat: Chat, shown: str) -> Answer | None:
        """Return the answered interaction whose token a message is changed by, where the bot is not."""
        answers = self._answered_by.get(shown) if self._is_closed(chat) else None
        return answers if answers and not answers.expired else None

    async def _delete_in(self, chat: Chat, shown: str) -> None:
        with self._noting_refusals(chat):
            await self._channel(chat).get_partial_message(int(shown)).delete()

    async def _edit_part(self, chat: Chat, shown: str, part: MessagePart) -> str:
        with self._noting_refusals(chat):
            await self._channel(chat).get_partial_message(int(shown)).edit(**as_edit(part))
        return shown

    def _channel(self, chat: Chat) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(int(chat.id))


def may_post(channel: object) -> bool:
    """Whether the bot has the permissions to write in a channel, as far as Discord has told them."""
    may = _rights_in(channel)
    return may.view_channel and (
        may.send_messages_in_threads if isinstance(channel, discord.Thread) else may.send_messages
    )


def _rights_in(channel: object) -> discord.Permissions:
    """The bot's permissions in a channel of a server; all where Discord tells of none."""
    if isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return channel.permissions_for(channel.guild.me)
    return discord.Permissions.all()


def _cause(chat: Chat) -> InteractionAnswers | None:
    """The command or press because of which something is shown; one from elsewhere is told that it is done."""
    cause = _answering.get()
    if cause is None or cause.interaction.channel_id == int(chat.id):
        return cause
    cause.finish_soon()
    return None


async def _finish(cause: InteractionAnswers | None, link: str = "") -> None:
    if cause:
        with suppress(*AWAY):
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
