"""Answers to one interaction: acknowledged within 3 s, deferred if need be, edited or followed up."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from enum import Enum, auto
from functools import partial
from typing import Any

import discord

from bot.core.ports.platform import Message
from bot.platforms.discord.message_parts import MessagePart, PartSender, as_edit

# Discord wants to hear something within 3 s of a command or press.
_ACKNOWLEDGED_AFTER = 2.0


_STILL_FRESH = 1.5
_LONGEST_PROMISE = 30.0


# So long after a board was shown elsewhere nothing is shown here either.
_ELSEWHERE = 0.3


_log = logging.getLogger(__name__)


class _Stage(Enum):
    """Whether the first answer is still to come (`OPEN`), is promised to the asker or to all, or has been given."""

    OPEN = auto()
    THINKING = auto()
    PROMISED = auto()
    GIVEN = auto()


class InteractionAnswers:
    """What is said in answer to one slash command or one press; `done` is said where there is nothing else to say.

    `becomes_board`: a board that is still to come may take its place.
    """

    def __init__(self, asked: discord.Interaction[Any], sending: PartSender, done: str) -> None:
        self.asked = asked
        self._sending = sending
        self.done = done
        self._stage = _Stage.OPEN
        self._alarm: asyncio.TimerHandle | None = None
        self._first = asyncio.Lock()
        self.becomes_board = True
        self._is_handled = False
        self._is_silent = False
        self._is_board_thought_about = False
        self._is_all_shown = False

    @property
    def expired(self) -> bool:
        return self.asked.is_expired()

    @property
    def pressed(self) -> discord.Message | None:
        """The message under whose button somebody pressed."""
        return self.asked.message

    def is_under(self, message_id: str) -> bool:
        """Whether a button of that message was pressed."""
        return self.pressed is not None and str(self.pressed.id) == message_id

    @property
    def is_under_layout(self) -> bool:
        """Whether the message under whose button somebody pressed has a layout, which it keeps."""
        return self.pressed is not None and self.pressed.flags.components_v2

    async def begin(self) -> bool:
        """Sees to it that Discord hears something in time; False if it is too late for that already."""
        age = (discord.utils.utcnow() - self.asked.created_at).total_seconds()
        if not -_STILL_FRESH < age < _STILL_FRESH:
            return await self._promise(_Stage.GIVEN if self.pressed else _Stage.THINKING)
        self._alarm = asyncio.get_running_loop().call_later(_ACKNOWLEDGED_AFTER - max(0.0, age), self._hurry)
        return True

    async def give(self, messages: Sequence[Message]) -> None:
        """Says all messages; without any, what is shown to everybody is the answer."""
        self._is_handled, self._is_silent = True, not messages
        for message in messages:
            await self._give(message)
        if self._is_all_shown:
            await self.settle()

    async def show(self, letters: Sequence[MessagePart]) -> str | None:
        """Answers a command with what is shown to everybody; its id, or None if the answer has been given."""
        async with self._first:
            if self._stage not in (_Stage.OPEN, _Stage.PROMISED) or self.pressed or len(letters) != 1:
                return None
            is_open = self._go_on(_Stage.GIVEN) is _Stage.OPEN
            try:
                way = partial(self._respond, private=False) if is_open else self._fulfil
                return await self._sending.send(letters[0], way)
            except discord.HTTPException as refused:
                _log.warning("an answer was not taken: %s", refused)
                return None

    async def update(self, message_id: str, letter: MessagePart) -> bool:
        """Answers a press by changing the message under the button, if it is that one; whether it did."""
        async with self._first:
            if self._stage is not _Stage.OPEN or not self.is_under(message_id):
                return False
            self._go_on(_Stage.GIVEN)
            try:
                await self._sending.send(letter, partial(self._edit, message_id))
            except discord.HTTPException as refused:
                _log.warning("an answer was not taken: %s", refused)
                return False
            return True

    async def think(self) -> bool:
        """Shows who asked that an answer is thought about; False if that is a board, which is for all to see."""
        self._is_board_thought_about = self._is_silent
        return not self._is_handled and await self._promise(_Stage.THINKING)

    async def settle(self, where: str = "") -> None:
        """All is shown that there was to show, at the address `where`: whoever still waits for an answer is told so."""
        self._is_all_shown = True
        if where:
            self.done = f"{self.done} {where}"
        if not self._is_handled:
            return
        async with self._first:
            before = self._go_on(_Stage.GIVEN)
            if before is _Stage.OPEN and self.pressed:
                await self.asked.response.defer()
            elif before is _Stage.OPEN:
                await self.asked.response.send_message(self.done, ephemeral=True)
            elif before is _Stage.THINKING:
                await self.asked.edit_original_response(content=self.done)
            elif before is _Stage.PROMISED:
                await self.asked.delete_original_response()

    def settle_soon(self) -> None:
        """As `settle`, unless something is shown here at once."""
        asyncio.get_running_loop().call_later(_ELSEWHERE, lambda: _start(self.settle()))

    async def tell_all(self, message: Message) -> str:
        """Says a message to everybody in the channel, even where the bot may not post; the message's id."""
        return await self._say(await self._sending.letters(message), private=False)

    async def _give(self, message: Message) -> None:
        replaces = message.envelope.update and self._may_replace(message)
        letters = await self._sending.letters(message, replaces and self.is_under_layout)
        if replaces and len(letters) == 1:
            await self._replace(letters[0])
        elif not message.envelope.fleeting:
            await self._say(letters, message.envelope.private)

    def _may_replace(self, message: Message) -> bool:
        """What is private replaces nothing that others see."""
        if self.pressed is None:
            return False
        is_alone = isinstance(self.asked.channel, discord.DMChannel)
        return not message.envelope.private or self.pressed.flags.ephemeral or is_alone

    async def _replace(self, letter: MessagePart) -> None:
        if self.pressed and not await self.update(str(self.pressed.id), letter):
            await self._sending.send(letter, self._fulfil)
            self._go_on(_Stage.GIVEN)

    async def _say(self, letters: Sequence[MessagePart], private: bool) -> str:
        said = ""
        for letter in letters:
            said = await self._say_one(letter, private)
        return said

    async def _say_one(self, letter: MessagePart, private: bool) -> str:
        async with self._first:
            before = self._go_on(_Stage.GIVEN)
            if before is _Stage.OPEN:
                return await self._sending.send(letter, partial(self._respond, private=private))
            if (before is _Stage.THINKING and private) or (before is _Stage.PROMISED and not private):
                return await self._sending.send(letter, self._fulfil)
            if before is _Stage.THINKING:
                await self.asked.edit_original_response(content=self.done)
            elif before is _Stage.PROMISED:
                await self.asked.delete_original_response()
        return await self._sending.send(letter, partial(self._follow, private=private))

    async def _respond(self, letter: MessagePart, private: bool) -> str:
        given = await self.asked.response.send_message(**letter, ephemeral=private)
        return str(given.message_id)

    async def _edit(self, message_id: str, letter: MessagePart) -> str:
        await self.asked.response.edit_message(**as_edit(letter))
        return message_id

    async def _fulfil(self, letter: MessagePart) -> str:
        return str((await self.asked.edit_original_response(**as_edit(letter))).id)

    async def _follow(self, letter: MessagePart, private: bool) -> str:
        return str((await self.asked.followup.send(**letter, ephemeral=private, wait=True)).id)

    def _go_on(self, stage: _Stage) -> _Stage:
        """Discord hears something now; the stage until then."""
        before, self._stage = self._stage, stage
        if self._alarm:
            self._alarm.cancel()
        return before

    async def _promise(self, stage: _Stage) -> bool:
        """Tells Discord that an answer will come, if it is not given without one; False if it does not wait for it."""
        async with self._first:
            if self._stage is not _Stage.OPEN:
                return True
            self._go_on(stage)
            try:
                await self.asked.response.defer(ephemeral=stage is _Stage.THINKING, thinking=stage is not _Stage.GIVEN)
            except discord.HTTPException:
                return False
        return True

    def _hurry(self) -> None:
        """What takes long is thought about, for who asked or for all; of what is done the answer is seen elsewhere."""
        if not self._is_silent:
            _start(self._promise(_Stage.THINKING))
        elif self._is_board_thought_about and self.becomes_board and not (self.pressed or self._is_all_shown):
            _start(self._promise_board())
        else:
            _start(self.settle())

    async def _promise_board(self) -> None:
        """It may be that it cannot be shown now."""
        await self._promise(_Stage.PROMISED)
        self._alarm = asyncio.get_running_loop().call_later(_LONGEST_PROMISE, lambda: _start(self.settle()))


def _start(work: Coroutine[Any, Any, object]) -> None:
    asyncio.ensure_future(work).add_done_callback(_note)


def _note(task: asyncio.Future[object]) -> None:
    if not task.cancelled() and (failed := task.exception()):
        _log.warning("an answer was not taken: %s", failed)
