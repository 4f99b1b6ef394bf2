"""One interaction's answers: acknowledged at once, then said to the asker alone or, if need be, to everybody."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import discord

from bot.core.ports import Message, Paint
from bot.platforms.discord.outgoing import Letter, letters_of

# So long a board may take that follows a command, until the bot no longer seems to think.
_PATIENCE = 10.0


class Answers:
    """What is said in answer to one slash command or one press."""

    def __init__(self, asked: discord.Interaction[Any], paint: Paint) -> None:
        self.asked = asked
        self.paint = paint
        self._thinking = False
        self._empty = False

    @property
    def expired(self) -> bool:
        return self.asked.is_expired()

    async def acknowledge(self) -> bool:
        """Tells Discord that an answer will come, which it must hear within 3 s; False if it was too late."""
        pressed = self.asked.type is discord.InteractionType.component
        try:
            if pressed:
                await self.asked.response.defer()
            else:
                await self.asked.response.defer(ephemeral=True, thinking=True)
        except discord.HTTPException:
            return False
        self._thinking = self._empty = not pressed
        return True

    async def give(self, messages: Sequence[Message]) -> None:
        """Says all messages; without any the bot goes on thinking until a board is shown, but not for ever."""
        for message in messages:
            await self._give(message)
        if not self._thinking:
            await self.settle()
        elif self._empty:
            loop = asyncio.get_running_loop()
            loop.call_later(_PATIENCE, lambda: loop.create_task(self.settle()))

    async def settle(self) -> None:
        """Takes away what only showed that the bot was thinking: all is shown that there was to show."""
        if self._empty:
            self._thinking = self._empty = False
            with suppress(discord.HTTPException):
                await self.asked.delete_original_response()

    async def tell_all(self, message: Message) -> str:
        """Says a message to everybody in the channel, even where the bot may not post; the message's id."""
        return await self._say(await letters_of(message, self.paint), private=False)

    async def _give(self, message: Message) -> None:
        letters = await letters_of(message, self.paint)
        if message.update and self._may_replace(message) and len(letters) == 1:
            await self._replace(letters[0])
        else:
            await self._say(letters, message.private)

    def _may_replace(self, message: Message) -> bool:
        """What is private replaces nothing that others see."""
        pressed = self.asked.message
        if pressed is None:
            return False
        return not message.private or pressed.flags.ephemeral or self.asked.guild_id is None

    async def _replace(self, letter: Letter) -> None:
        await self.asked.edit_original_response(
            content=letter["content"],
            attachments=letter.get("files", []),
            view=letter.get("view"),
            allowed_mentions=letter["allowed_mentions"],
        )

    async def _say(self, letters: Sequence[Letter], private: bool) -> str:
        """The first private letter takes the place of the thinking one, which is private too."""
        if private:
            self._empty = self._empty and not self._thinking
            self._thinking = False
        await self._stop_thinking()
        for letter in letters:
            said = await self.asked.followup.send(**letter, ephemeral=private, wait=True)
        return str(said.id)

    async def _stop_thinking(self) -> None:
        """Ends the thinking: as long as it goes on, it swallows the next follow-up, and deleted it refuses it."""
        if self._thinking:
            self._thinking = False
            await self.asked.edit_original_response(content="…")
