"""Answers to interactions that any process finds again, for as long as Discord knows the interactions' tokens."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Protocol

import discord

from bot.core.ports.platform import Message
from bot.platforms.discord.library_internals import first_answer
from bot.platforms.discord.message_parts import MessagePart, PartSender, as_edit

_LIVES_FOR = timedelta(minutes=15)
_NOT_FOR_ALL = discord.MessageFlags(ephemeral=True).value | discord.MessageFlags(loading=True).value


class Answer(Protocol):
    """An answered interaction through whose token a channel is spoken to, even where the bot is not."""

    @property
    def expired(self) -> bool:
        """Whether Discord takes no more answers to it."""

    @property
    def locator(self) -> str:
        """By what any process finds its first answer."""

    @property
    def may_become_board(self) -> bool:
        """Whether its first answer is still to come, and may be for all to see."""

    def show_to_all(self, message: Message) -> Awaitable[str]:
        """Say a message to everybody in the channel; return the message's id."""

    def change(self, message_id: str, part: MessagePart) -> Awaitable[None]:
        """Change a message that it was answered with."""

    def delete(self, shown: str) -> Awaitable[None]:
        """Delete a message that it was answered with."""


def locator_of(interaction: str, token: str) -> str:
    """Return by what any process finds an interaction's first answer."""
    return f"{interaction} {token}"


@dataclass(frozen=True)
class LocatedAnswer:
    """An interaction that another process has answered (`Answer`)."""

    client: discord.Client
    sender: PartSender
    interaction: str
    token: str
    may_become_board = False

    @property
    def locator(self) -> str:
        """By what any process finds its first answer."""
        return locator_of(self.interaction, self.token)

    @property
    def expired(self) -> bool:
        """Whether Discord takes no more answers to it."""
        return discord.utils.snowflake_time(int(self.interaction)) + _LIVES_FOR < discord.utils.utcnow()

    async def find(self) -> str:
        """Return the id of the first answer; "" if it is none that everybody sees, or the message that was pressed."""
        found = await first_answer(self.client, self.token) or {}
        answers = (found.get("interaction_metadata") or {}).get("id")
        is_for_all = not int(found.get("flags", 0)) & _NOT_FOR_ALL
        return str(found["id"]) if answers == self.interaction and is_for_all else ""

    async def show_to_all(self, message: Message) -> str:
        """Say a message to everybody in the channel; return the message's id."""
        said = ""
        for part in await self.sender.parts(message):
            said = await self.sender.send(part, self._follow_up)
        return said

    async def change(self, message_id: str, part: MessagePart) -> None:
        """Change a message that it was answered with."""
        await self.sender.send(part, partial(self._edit, message_id))

    async def delete(self, shown: str) -> None:
        """Delete a message that it was answered with."""
        await self._webhook.delete_message(int(shown))

    @property
    def _webhook(self) -> discord.Webhook:
        webhook = discord.Webhook.partial(self.client.application_id or 0, self.token, client=self.client)
        webhook.type = discord.WebhookType.application
        return webhook

    async def _follow_up(self, part: MessagePart) -> str:
        return str((await self._webhook.send(**part, wait=True)).id)

    async def _edit(self, message_id: str, part: MessagePart) -> str:
        await self._webhook.edit_message(int(message_id), **as_edit(part))  # type: ignore[arg-type]
        return message_id
