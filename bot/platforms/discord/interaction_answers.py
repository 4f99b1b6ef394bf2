"""Answers to one interaction: acknowledged within 3 s, deferred if necessary, then edited or followed up.

Its token lets any process answer for 15 minutes, even where the bot is absent.
"""

import asyncio
import logging
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from datetime import timedelta
from enum import Enum, auto
from functools import partial
from typing import Any

import discord

from bot.core.ports.platform import Message
from bot.platforms.discord.incoming import Interaction, is_bots_own_chat
from bot.platforms.discord.library_internals import AWAY, fetch_first_answer
from bot.platforms.discord.message_parts import MessagePart, PartSender

# Discord requires a response within 3 s of a command or press.
_ACKNOWLEDGED_AFTER = 2.0
_STILL_FRESH = 1.5
_LONGEST_PROMISE = 30.0
# This long after a board was shown in another channel none is expected here either.
_ELSEWHERE = 0.3
_ANSWERED_OR_EXPIRED = frozenset({40060, 10062})
"""Discord's codes for an interaction that accepts no first answer any more."""
_LIVES_FOR = timedelta(minutes=15)
_NOT_FOR_ALL = discord.MessageFlags(ephemeral=True).value | discord.MessageFlags(loading=True).value
_log = logging.getLogger(__name__)


class Answer:
    """The answers to an interaction, by its `token`, possibly from another process.

    `is_heard`: the bot receives replies to them.
    """

    is_heard = False

    def __init__(self, client: discord.Client, sender: PartSender, interaction: str, token: str) -> None:
        self._client = client
        self._sender = sender
        self._interaction_id = interaction
        self._token = token

    @property
    def is_expired(self) -> bool:
        """Return whether Discord no longer accepts answers to the interaction."""
        return discord.utils.snowflake_time(int(self._interaction_id)) + _LIVES_FOR < discord.utils.utcnow()

    @property
    def locator(self) -> str:
        """Return the text by which any process can find the first answer."""
        return f"{self._interaction_id} {self._token}"

    @property
    def may_become_board(self) -> bool:
        """Return whether the first answer is still pending and may be public."""
        return False

    async def find(self) -> str:
        """Return the ID of the first answer; "" if it is private or is the message that was pressed."""
        answer = await fetch_first_answer(self._client, self._token) or {}
        interaction_id = (answer.get("interaction_metadata") or {}).get("id")
        is_for_all = not int(answer.get("flags", 0)) & _NOT_FOR_ALL
        return str(answer["id"]) if interaction_id == self._interaction_id and is_for_all else ""

    async def show_to_all(self, message: Message) -> str:
        """Send a public message, even where the bot may not post; return its ID."""
        return await self._say(await self._sender.parts(message, is_heard=self.is_heard), is_private=False)

    async def give(self, messages: Sequence[Message]) -> tuple[Message, ...]:
        """Send all messages and return those that Discord refused."""
        lost_messages = []
        for message in messages:
            try:
                await self._give(message)
            except AWAY as error:
                _log.warning("Discord refused an answer to %s: %s", self._interaction_id, error)
                lost_messages.append(message)
        return tuple(lost_messages)

    async def change(self, message_id: str, part: MessagePart) -> None:
        """Edit one of the interaction's answers."""
        await self._sender.send(part, partial(self._edit, message_id))

    async def delete(self, message_id: str) -> None:
        """Delete one of the interaction's answers."""
        await self._webhook.delete_message(int(message_id))

    async def _give(self, message: Message) -> None:
        await self._say(await self._sender.parts(message), message.envelope.private)

    async def _say(self, parts: Sequence[MessagePart], is_private: bool) -> str:
        message_id = ""
        for part in parts:
            message_id = await self._say_part(part, is_private)
        return message_id

    async def _say_part(self, part: MessagePart, is_private: bool) -> str:
        return await self._sender.send(part, partial(self._follow_up, is_private=is_private))

    @property
    def _webhook(self) -> discord.Webhook:
        webhook = discord.Webhook.partial(self._client.application_id or 0, self._token, client=self._client)
        webhook.type = discord.WebhookType.application
        return webhook

    async def _follow_up(self, part: MessagePart, is_private: bool) -> str:
        return str((await self._webhook.send(**part.sending(), ephemeral=is_private, wait=True)).id)

    async def _edit(self, message_id: str, part: MessagePart) -> str:
        await self._webhook.edit_message(int(message_id), **part.editing())
        return message_id


class _Stage(Enum):
    """The state of the first answer: pending (`OPEN`), deferred for the user or for everyone, or given."""

    OPEN = auto()
    THINKING = auto()
    PROMISED = auto()
    GIVEN = auto()


class InteractionAnswers(Answer):
    """The answers to one slash command or press; `done_text` is sent if there is no other answer.

    The first is the interaction's response, all others are follow-ups. `becomes_board`: a board that is still to come
    may be the first answer.
    """

    def __init__(self, interaction: Interaction, sender: PartSender, done_text: str, is_heard: bool = False) -> None:
        super().__init__(interaction.client, sender, str(interaction.id), interaction.token)
        self.interaction = interaction
        self.pressed_message = interaction.message
        self.done_text = done_text
        self.is_heard = is_heard
        self.becomes_board = True
        self._stage = _Stage.OPEN
        self._first = asyncio.Lock()
        self._alarm: asyncio.TimerHandle | None = None
        self._is_handled = False
        self._is_silent = False
        self._is_board_thought_about = False
        self._is_all_shown = False
        self._first_id = ""

    @property
    def may_become_board(self) -> bool:
        """Return whether the first answer is still pending and may be public."""
        return self._stage in (_Stage.OPEN, _Stage.PROMISED)

    def is_under(self, message_id: str) -> bool:
        """Return whether the pressed button belongs to that message."""
        return self.pressed_message is not None and str(self.pressed_message.id) == message_id

    @property
    def is_under_layout(self) -> bool:
        """Return whether the pressed message has a layout, which an edit must keep."""
        return self.pressed_message is not None and self.pressed_message.flags.components_v2

    # Acknowledging

    async def acknowledge(self) -> bool:
        """Schedule a response in time, or defer at once if time is short; return False if it is too late."""
        if not -_STILL_FRESH < self._age < _STILL_FRESH:
            return await self._defer(_Stage.GIVEN if self.pressed_message else _Stage.THINKING)
        self._set_alarm()
        return True

    async def think(self) -> bool:
        """Show the user that an answer is being computed; return False if it will be a public board."""
        self._is_board_thought_about = self._is_silent
        return not self._is_handled and await self._defer(_Stage.THINKING)

    async def finish(self, link: str = "") -> None:
        """Note that the board is shown, at the address `link`; answer the interaction if that is pending."""
        self._is_all_shown = True
        if link:
            self.done_text = f"{self.done_text} {link}"
        if not self._is_handled:
            return
        async with self._first:
            before = self._enter(_Stage.GIVEN)
            if before is not _Stage.OPEN:
                await self._withdraw(before)
                return
            with self._opening():
                if self.pressed_message:
                    await self.interaction.response.defer()
                else:
                    await self.interaction.response.send_message(self.done_text, ephemeral=True)

    def finish_in(self, seconds: float = _ELSEWHERE) -> asyncio.TimerHandle:
        """Finish after a delay."""
        return asyncio.get_running_loop().call_later(seconds, lambda: _start(self.finish()))

    # Answering

    async def give(self, messages: Sequence[Message]) -> tuple[Message, ...]:
        """Send all messages and return those that Discord refused; if none remains, the public board is the answer."""
        self._is_handled, self._is_silent = True, all(message.envelope.fleeting for message in messages)
        lost_messages = await super().give(messages)
        if self._is_all_shown or lost_messages:
            with suppress(*AWAY):
                await self.finish()
        elif self._is_silent and self._stage is _Stage.THINKING:
            self._alarm = self.finish_in(_ACKNOWLEDGED_AFTER)  # its board may have been shown by another press
        return lost_messages

    async def show(self, parts: Sequence[MessagePart]) -> str | None:
        """Answer a command with a public message; return its ID, or None if the answer was already given."""
        async with self._first:
            if not self.may_become_board or self.pressed_message or len(parts) != 1:
                return None
            is_open = self._enter(_Stage.GIVEN) is _Stage.OPEN
            send = partial(self._respond, is_private=False) if is_open else self._edit_first
            try:
                with self._opening() if is_open else nullcontext():
                    return await self._sender.send(parts[0], send)
            except AWAY as error:
                _log.warning("Discord refused an answer: %s", error)
                return None

    async def update(self, part: MessagePart) -> bool:
        """Answer a press by editing the pressed message; return whether it was edited."""
        async with self._first:
            if self._stage is not _Stage.OPEN or self.pressed_message is None:
                return False
            self._enter(_Stage.GIVEN)
            try:
                with self._opening():
                    await self._sender.send(part, self._edit_pressed)
            except AWAY as error:
                _log.warning("Discord refused an answer: %s", error)
                return False
            return True

    async def _give(self, message: Message) -> None:
        """Send a message, or edit the pressed one; a private message never replaces a public one."""
        how, pressed = message.envelope, self.pressed_message
        replaces = how.update and pressed is not None
        if pressed and how.private and not (pressed.flags.ephemeral or is_bots_own_chat(self.interaction)):
            replaces = False
        parts = await self._sender.parts(message, replaces and self.is_under_layout, self.is_heard)
        if replaces and len(parts) == 1:
            await self._replace(parts[0], how.private)
        elif not how.fleeting:
            await self._say(parts, how.private)

    async def _replace(self, part: MessagePart, is_private: bool) -> None:
        """Edit the pressed message, or send the part as a new one if that message is gone."""
        if await self.update(part):
            return
        if self._stage is _Stage.OPEN:
            await self._say([part], is_private)
            return
        try:
            await self._sender.send(part, self._edit_first)
        except discord.NotFound:
            await super()._say_part(part, is_private)
        self._enter(_Stage.GIVEN)

    async def _say_part(self, part: MessagePart, is_private: bool) -> str:
        async with self._first:
            before = self._enter(_Stage.GIVEN)
            if before is _Stage.OPEN:
                with self._opening():
                    return await self._sender.send(part, partial(self._respond, is_private=is_private))
            if before is (_Stage.THINKING if is_private else _Stage.PROMISED):
                return await self._sender.send(part, self._edit_first)
            await self._withdraw(before)
        return await super()._say_part(part, is_private)

    async def _withdraw(self, stage: _Stage) -> None:
        """Remove a deferred answer that is not needed, or tell the only user who sees it that all is done."""
        if stage is _Stage.THINKING:
            await self.interaction.edit_original_response(content=self.done_text)
        elif stage is _Stage.PROMISED:
            await self.interaction.delete_original_response()

    async def _respond(self, part: MessagePart, is_private: bool) -> str:
        response = await self.interaction.response.send_message(**part.sending(), ephemeral=is_private)
        self._first_id = str(response.message_id)
        return self._first_id

    async def _edit(self, message_id: str, part: MessagePart) -> str:
        return await (self._edit_first(part) if message_id == self._first_id else super()._edit(message_id, part))

    async def _edit_pressed(self, part: MessagePart) -> str:
        await self.interaction.response.edit_message(**part.editing())
        return str(self.pressed_message.id) if self.pressed_message else ""

    async def _edit_first(self, part: MessagePart) -> str:
        self._first_id = str((await self.interaction.edit_original_response(**part.editing())).id)
        return self._first_id

    # Stages

    def _enter(self, stage: _Stage) -> _Stage:
        """Set the stage, cancel the alarm and return the previous stage."""
        before, self._stage = self._stage, stage
        if self._alarm:
            self._alarm.cancel()
        return before

    @contextmanager
    def _opening(self) -> Iterator[None]:
        """Wrap the first answer; if Discord refuses it, another one is still due."""
        try:
            yield
        except AWAY as error:
            if getattr(error, "code", 0) not in _ANSWERED_OR_EXPIRED:
                self._stage = _Stage.OPEN
                self._set_alarm()
            raise

    @property
    def _age(self) -> float:
        return (discord.utils.utcnow() - self.interaction.created_at).total_seconds()

    def _set_alarm(self) -> None:
        delay = max(0.0, _ACKNOWLEDGED_AFTER - max(0.0, self._age))
        self._alarm = asyncio.get_running_loop().call_later(delay, self._hurry)

    async def _defer(self, stage: _Stage) -> bool:
        """Defer the response if none was sent; return False if Discord refuses."""
        async with self._first:
            if self._stage is not _Stage.OPEN:
                return True
            self._enter(stage)
            is_private, is_awaited = stage is _Stage.THINKING, stage is not _Stage.GIVEN
            with suppress(*AWAY):
                await self.interaction.response.defer(ephemeral=is_private, thinking=is_awaited)
                return True
        return False

    def _hurry(self) -> None:
        """Respond before Discord's deadline: defer a slow answer, or finish an interaction whose board is elsewhere."""
        if not self._is_silent:
            _start(self._defer(_Stage.THINKING))
        elif self._is_board_thought_about and self.becomes_board and not (self.pressed_message or self._is_all_shown):
            _start(self._promise_board())
        else:
            _start(self.finish())

    async def _promise_board(self) -> None:
        """Defer publicly, and finish later in case the board cannot be shown."""
        await self._defer(_Stage.PROMISED)
        self._alarm = self.finish_in(_LONGEST_PROMISE)


def _start(work: Coroutine[Any, Any, object]) -> None:
    def log_failure(task: asyncio.Future[object]) -> None:
        if not task.cancelled() and (error := task.exception()):
            _log.warning("Discord refused an answer: %s", error)

    asyncio.ensure_future(work).add_done_callback(log_failure)
