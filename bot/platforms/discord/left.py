"""Does what a process that died had acknowledged and not done."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

import discord
from discord.http import Route

from bot.core.ports.platform import Incoming, Message
from bot.core.ports.store import Unreachable
from bot.platforms.discord.kept import Kept
from bot.platforms.discord.outgoing import letters_of

if TYPE_CHECKING:
    from bot.platforms.discord.client import Client

_LOOKED_FOR = 0.5
_LOOKS_A_BEAT = 10
_ORIGINAL = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
_log = logging.getLogger(__name__)


async def keep_taking(client: Client) -> None:
    """Looks for such again and again while the client is connected, until cancelled."""
    for looks in count():
        await asyncio.sleep(_LOOKED_FOR)
        if client.is_ready():
            with suppress(Unreachable):
                await _take_all(client)
        if looks % _LOOKS_A_BEAT == 0:
            await client.away.live()


async def _take_all(client: Client) -> None:
    for kept in await client.unhandled.left():
        try:
            await _take(client, kept)
        except (discord.HTTPException, OSError) as failed:
            _log.warning("what a process left is not answered: %s", failed)
        await client.unhandled.forget(kept)


async def _take(client: Client, kept: Kept) -> None:
    """What Discord was not told of in time is not played: its sender knows, and has asked again."""
    if kept.token and not await _was_acknowledged(client, kept):
        return
    incoming = kept.incoming
    with client.core.ticket(incoming.chat, incoming.person) as ticket:
        told = replace(incoming, mentions=await client.mentioned(incoming))
        messages = await client.core.handle(told, ticket)
    await (_follow_up(client, kept, messages) if kept.token else _post(client, incoming, messages))


async def _was_acknowledged(client: Client, kept: Kept) -> bool:
    try:
        await client.http.request(_original("GET", client, kept))
    except discord.NotFound:
        return False
    return True


async def _follow_up(client: Client, kept: Kept, messages: Sequence[Message]) -> None:
    """Answers as Discord lets an interaction be answered; without an answer nothing seems to be thought about."""
    webhook = discord.Webhook.partial(client.application_id or 0, kept.token, client=client)
    webhook.type = discord.WebhookType.application
    for message in messages:
        for letter in await letters_of(message, client.paint):
            await webhook.send(**letter, ephemeral=message.private)
    if not messages and not kept.incoming.pressed:
        await client.http.request(_original("DELETE", client, kept))


async def _post(client: Client, incoming: Incoming, messages: Sequence[Message]) -> None:
    """What is private goes to the asker's own channel with the bot."""
    for message in messages:
        place: discord.abc.Messageable = client.get_partial_messageable(int(incoming.chat.id))
        if message.private and not incoming.alone:
            place = await client.create_dm(discord.Object(int(incoming.person.id)))
        for letter in await letters_of(message, client.paint):
            await place.send(**letter)


def _original(method: str, client: Client, kept: Kept) -> Route:
    return Route(method, _ORIGINAL, webhook_id=client.application_id, webhook_token=kept.token)
