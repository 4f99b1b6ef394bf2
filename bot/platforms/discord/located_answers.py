"""Interaction answers that any process can find again while Discord knows the interactions' tokens."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Protocol

import discord

from bot.core.ports.platform import Message
from bot.platforms.discord.library_internals import fetch_first_answer
from bot.platforms.discord.message_parts import MessagePart, PartSender, as_edit

_LIVES_FOR = timedelta(minutes=15)
_NOT_FOR_ALL = discord.MessageFlags(ephemeral=True).value | discord.MessageFlags(loading=True).value


class Answer(Protocol):
    """An answered interaction whose token lets the bot send to its channel, even where the bot is absent."""

    @property
    def is_expired(self) -> bool:
        """Return whether Discord accepts no more answers to the interaction."""

    @property
    def locator(self) -> str:
        """Return the text by which any process can find the first answer."""

    @property
    def may_become_board(self) -> bool:
        """Return whether the first answer is still pending and may be public."""

    def show_to_all(self, message: Message) -> Awaitable[str]:
        """Send a public message to the channel; return its id."""

    def change(self, message_id: str, part: MessagePart) -> Awaitable[None]:
        """Edit one of the interaction's answers."""

    def delete(self, message_id: str) -> Awaitable[None]:
        """Delete one of the interaction's answers."""


def locator_of(interaction: str, token: str) -> str:
    """Return the text by which any process can find an interaction's first answer."""
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
        """Return the text by which any process can find the first answer."""
        return locator_of(self.interaction, self.token)

    @property
    def is_expired(self) -> bool:
        """Return whether Discord accepts no more answers to the interaction."""
        return discord.utils.snowflake_time(int(self.interaction)) + _LIVES_FOR < discord.utils.utcnow()

    async def find(self) -> str:
        """Return the id of the first answer; "" if it is private, or is the message that was pressed."""
        answer = await fetch_first_answer(self.client, self.token) or {}
        interaction_id = (answer.get("interaction_metadata") or {}).get("id")
        is_for_all = not int(answer.get("flags", 0)) & _NOT_FOR_ALL
        return str(answer["id"]) if interaction_id == self.interaction and is_for_all else ""

    async def show_to_all(self, message: Message) -> str:
        """Send a public message to the channel; return its id."""
        message_id = ""
        for part in await self.sender.parts(message):
            message_id = await self.sender.send(part, self._follow_up)
        return message_id

    async def change(self, message_id: str, part: MessagePart) -> None:
        """Edit one of the interaction's answers."""
        await self.sender.send(part, partial(self._edit, message_id))

    async def delete(self, message_id: str) -> None:
        """Delete one of the interaction's answers."""
        await self._webhook.delete_message(int(message_id))

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
