"""Answers to one interaction: acknowledged within 3 s, deferred if need be, then edited or followed up."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from enum import Enum, auto
from functools import partial
from typing import Any

import discord

from bot.core.ports.platform import Message
from bot.platforms.discord.incoming import Interaction, is_bots_own_chat
from bot.platforms.discord.library_internals import AWAY
from bot.platforms.discord.located_answers import locator_of
from bot.platforms.discord.message_parts import MessagePart, PartSender, as_edit

# Discord wants to hear something within 3 s of a command or press.
_ACKNOWLEDGED_AFTER = 2.0
_STILL_FRESH = 1.5
_LONGEST_PROMISE = 30.0
# So long after a board was shown elsewhere nothing is shown here either.
_ELSEWHERE = 0.3
_ANSWERED_OR_EXPIRED = frozenset({40060, 10062})
"""Discord's codes for an interaction to which it takes no first answer any more."""
_log = logging.getLogger(__name__)


class _Stage(Enum):
    """Whether the first answer is still to come (`OPEN`), is promised to the asker or to all, or has been given."""

    OPEN = auto()
    THINKING = auto()
    PROMISED = auto()
    GIVEN = auto()


class InteractionAnswers:
    """What is said in answer to one slash command or one press; `done` is said where there is nothing else to say.

    `is_heard`: the bot hears what is typed to its answers.

    The first is Discord's own answer to the interaction, all others follow up. `becomes_board`: a board that is still
    to come may take its place.
    """

    def __init__(self, interaction: Interaction, sender: PartSender, done: str, is_heard: bool = False) -> None:
        self.interaction = interaction
        self.done = done
        self.is_heard = is_heard
        self.becomes_board = True
        self._sender = sender
        self._stage = _Stage.OPEN
        self._first = asyncio.Lock()
        self._alarm: asyncio.TimerHandle | None = None
        self._is_handled = False
        self._is_silent = False
        self._is_board_thought_about = False
        self._is_all_shown = False
        self._first_id = ""

    @property
    def expired(self) -> bool:
        """Whether Discord takes no more answers to it."""
        return self.interaction.is_expired()

    @property
    def locator(self) -> str:
        """By what any process finds its first answer."""
        return locator_of(str(self.interaction.id), self.interaction.token)

    @property
    def may_become_board(self) -> bool:
        """Whether its first answer is still to come, and may be for all to see."""
        return self._stage in (_Stage.OPEN, _Stage.PROMISED)

    @property
    def pressed(self) -> discord.Message | None:
        """The message whose button was pressed."""
        return self.interaction.message

    def is_under(self, message_id: str) -> bool:
        """Whether a button of that message was pressed."""
        return self.pressed is not None and str(self.pressed.id) == message_id

    @property
    def is_under_layout(self) -> bool:
        """Whether the message whose button was pressed has a layout, which it keeps."""
        return self.pressed is not None and self.pressed.flags.components_v2

    # When Discord hears of it

    async def acknowledge(self) -> bool:
        """Sees to it that Discord hears something in time; False if it is too late for that already."""
        age = (discord.utils.utcnow() - self.interaction.created_at).total_seconds()
        if not -_STILL_FRESH < age < _STILL_FRESH:
            return await self._defer(_Stage.GIVEN if self.pressed else _Stage.THINKING)
        self._set_alarm()
        return True

    async def think(self) -> bool:
        """Shows who asked that an answer is thought about; False if that is a board, which is for all to see."""
        self._is_board_thought_about = self._is_silent
        return not self._is_handled and await self._defer(_Stage.THINKING)

    async def finish(self, link: str = "") -> None:
        """All is shown that there was to show, at the address `link`: who still waits for an answer is told so."""
        self._is_all_shown = True
        if link:
            self.done = f"{self.done} {link}"
        if not self._is_handled:
            return
        async with self._first:
            before = self._enter(_Stage.GIVEN)
            if before is not _Stage.OPEN:
                await self._withdraw(before)
                return
            with self._opening():
                if self.pressed:
                    await self.interaction.response.defer()
                else:
                    await self.interaction.response.send_message(self.done, ephemeral=True)

    def finish_soon(self) -> None:
        """As `finish`, unless something is shown here at once."""
        asyncio.get_running_loop().call_later(_ELSEWHERE, lambda: _start(self.finish()))

    def _finish_in(self, seconds: float) -> None:
        """Finish then, unless Discord hears something before."""
        self._alarm = asyncio.get_running_loop().call_later(seconds, lambda: _start(self.finish()))

    # What is answered

    async def give(self, messages: Sequence[Message]) -> tuple[Message, ...]:
        """Says all messages, and returns those that were not taken; without any, what is shown to everybody is the
        answer."""
        self._is_handled, self._is_silent = True, not messages
        lost = []
        for message in messages:
            try:
                await self._give(message)
            except AWAY as refused:
                _log.warning("an answer to %s was not taken: %s", self.interaction.id, refused)
                lost.append(message)
        if self._is_all_shown or lost:
            with suppress(*AWAY):
                await self.finish()
        elif self._is_silent and self._stage is _Stage.THINKING:
            self._finish_in(_ACKNOWLEDGED_AFTER)  # its board may have been shown with that of another press
        return tuple(lost)

    async def show(self, parts: Sequence[MessagePart]) -> str | None:
        """Answers a command with what is shown to everybody; its id, or None if the answer has been given."""
        async with self._first:
            if self._stage not in (_Stage.OPEN, _Stage.PROMISED) or self.pressed or len(parts) != 1:
                return None
            is_open = self._enter(_Stage.GIVEN) is _Stage.OPEN
            send = partial(self._respond, private=False) if is_open else self._edit_answer
            try:
                with self._opening() if is_open else nullcontext():
                    return await self._sender.send(parts[0], send)
            except AWAY as refused:
                _log.warning("an answer was not taken: %s", refused)
                return None

    async def show_to_all(self, message: Message) -> str:
        """Says a message to everybody in the channel, even where the bot may not post; the message's id."""
        return await self._say(await self._sender.parts(message, is_heard=self.is_heard), private=False)

    async def update(self, message_id: str, part: MessagePart) -> bool:
        """Answers a press by changing the message under the button, if it is that one; whether it did."""
        async with self._first:
            if self._stage is not _Stage.OPEN or not self.is_under(message_id):
                return False
            self._enter(_Stage.GIVEN)
            try:
                with self._opening():
                    await self._sender.send(part, partial(self._edit_pressed, message_id))
            except AWAY as refused:
                _log.warning("an answer was not taken: %s", refused)
                return False
            return True

    async def delete(self, shown: str) -> None:
        """Takes one of its answers away."""
        await self.interaction.followup.delete_message(int(shown))

    async def change(self, message_id: str, part: MessagePart) -> None:
        """Changes a message that it was answered with, by its own token: even where the bot is not."""
        if message_id == self._first_id:
            await self._sender.send(part, self._edit_answer)
        else:
            await self._sender.send(part, partial(self._edit_follow_up, message_id))

    async def _give(self, message: Message) -> None:
        replaces = message.envelope.update and self._may_replace(message)
        parts = await self._sender.parts(message, replaces and self.is_under_layout, self.is_heard)
        if replaces and len(parts) == 1:
            await self._replace(parts[0], message.envelope.private)
        elif not message.envelope.fleeting:
            await self._say(parts, message.envelope.private)

    def _may_replace(self, message: Message) -> bool:
        """What is private replaces nothing that others see."""
        if self.pressed is None:
            return False
        return not message.envelope.private or self.pressed.flags.ephemeral or is_bots_own_chat(self.interaction)

    async def _replace(self, part: MessagePart, private: bool) -> None:
        """Says it by itself where the pressed message is gone."""
        if self.pressed and await self.update(str(self.pressed.id), part):
            return
        if self._stage is _Stage.OPEN:
            await self._say([part], private)
            return
        try:
            await self._sender.send(part, self._edit_answer)
        except discord.NotFound:
            await self._sender.send(part, partial(self._follow_up, private=private))
        self._enter(_Stage.GIVEN)

    async def _say(self, parts: Sequence[MessagePart], private: bool) -> str:
        said = ""
        for part in parts:
            said = await self._say_part(part, private)
        return said

    async def _say_part(self, part: MessagePart, private: bool) -> str:
        async with self._first:
            before = self._enter(_Stage.GIVEN)
            if before is _Stage.OPEN:
                with self._opening():
                    return await self._sender.send(part, partial(self._respond, private=private))
            if before is (_Stage.THINKING if private else _Stage.PROMISED):
                return await self._sender.send(part, self._edit_answer)
            await self._withdraw(before)
        return await self._sender.send(part, partial(self._follow_up, private=private))

    async def _withdraw(self, promised: _Stage) -> None:
        """What was promised is not given: the asker, who alone sees that, is told that all is done."""
        if promised is _Stage.THINKING:
            await self.interaction.edit_original_response(content=self.done)
        elif promised is _Stage.PROMISED:
            await self.interaction.delete_original_response()

    # The five requests

    async def _respond(self, part: MessagePart, private: bool) -> str:
        given = await self.interaction.response.send_message(**part, ephemeral=private)
        self._first_id = str(given.message_id)
        return self._first_id

    async def _edit_pressed(self, message_id: str, part: MessagePart) -> str:
        await self.interaction.response.edit_message(**as_edit(part))
        return message_id

    async def _edit_answer(self, part: MessagePart) -> str:
        self._first_id = str((await self.interaction.edit_original_response(**as_edit(part))).id)
        return self._first_id

    async def _edit_follow_up(self, message_id: str, part: MessagePart) -> str:
        await self.interaction.followup.edit_message(int(message_id), **as_edit(part))  # type: ignore[arg-type]
        return message_id

    async def _follow_up(self, part: MessagePart, private: bool) -> str:
        return str((await self.interaction.followup.send(**part, ephemeral=private, wait=True)).id)

    # Stages

    def _enter(self, stage: _Stage) -> _Stage:
        """Discord hears something now; the stage until then."""
        before, self._stage = self._stage, stage
        if self._alarm:
            self._alarm.cancel()
        return before

    @contextmanager
    def _opening(self) -> Iterator[None]:
        """Gives the first answer: where Discord refuses that one, another is owed still."""
        try:
            yield
        except AWAY as refused:
            if getattr(refused, "code", 0) not in _ANSWERED_OR_EXPIRED:
                self._stage = _Stage.OPEN
                self._set_alarm()
            raise

    def _set_alarm(self) -> None:
        age = (discord.utils.utcnow() - self.interaction.created_at).total_seconds()
        left = max(0.0, _ACKNOWLEDGED_AFTER - max(0.0, age))
        self._alarm = asyncio.get_running_loop().call_later(left, self._hurry)

    async def _defer(self, stage: _Stage) -> bool:
        """Tells Discord that an answer will come, if it is not given without one; False if it does not wait for it."""
        async with self._first:
            if self._stage is not _Stage.OPEN:
                return True
            self._enter(stage)
            is_private, is_awaited = stage is _Stage.THINKING, stage is not _Stage.GIVEN
            try:
                await self.interaction.response.defer(ephemeral=is_private, thinking=is_awaited)
            except AWAY:
                return False
        return True

    def _hurry(self) -> None:
        """What takes long is thought about, for who asked or for all; of what is done the answer is seen elsewhere."""
        if not self._is_silent:
            _start(self._defer(_Stage.THINKING))
        elif self._is_board_thought_about and self.becomes_board and not (self.pressed or self._is_all_shown):
            _start(self._promise_board())
        else:
            _start(self.finish())

    async def _promise_board(self) -> None:
        """It may be that it cannot be shown now."""
        await self._defer(_Stage.PROMISED)
        self._finish_in(_LONGEST_PROMISE)


def _start(work: Coroutine[Any, Any, object]) -> None:
    asyncio.ensure_future(work).add_done_callback(_log_failure)


def _log_failure(task: asyncio.Future[object]) -> None:
    if not task.cancelled() and (failed := task.exception()):
        _log.warning("an answer was not taken: %s", failed)
