"""Tells Discord the list of commands: once it has changed, and again until it is taken."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot.core.ports.platform import Updates
from bot.core.ports.store import Unreachable

_log = logging.getLogger(__name__)

_KEPT = "discord-commands"
_EVERYWHERE = "all"
_FIRST_PAUSE = 60.0
_LONGEST_PAUSE = 3600.0
_STORE_PAUSE = 5.0
_REFUSALS = (discord.DiscordException, aiohttp.ClientError, OSError)

Tree = app_commands.CommandTree[Any]


async def keep_synced(tree: Tree, updates: Updates, guild: discord.Object | None, part: str = "") -> None:
    """Returns when Discord has the commands; raises `ValueError` for a server that the bot is not in.

    Of several processes each notes what it has told, by its `part` of the servers. If the commands are for one server
    only, everybody else's list is emptied, so that nothing stands there twice.
    """
    scopes = (guild, None) if guild else (None,)
    pause = _FIRST_PAUSE
    while True:
        try:
            for scope in scopes:
                await _sync(tree, updates, scope, part)
            return
        except discord.RateLimited as limited:
            wait = limited.retry_after
            _log.warning("Discord takes the list of commands in %g s", wait)
        except Unreachable:
            wait = _STORE_PAUSE
            _log.warning("the store does not say which list of commands Discord has; it is asked again in %g s", wait)
        except _REFUSALS as refused:
            if guild and isinstance(refused, discord.Forbidden | discord.NotFound):
                raise ValueError(f"DISCORD_GUILD: no commands for this server, {refused.text}") from None
            wait, pause = pause, min(2 * pause, _LONGEST_PAUSE)
            _log.error("Discord does not take the list of commands, so it has an older one: %s", refused)
        await asyncio.sleep(wait)


async def _sync(tree: Tree, updates: Updates, scope: discord.Object | None, part: str) -> None:
    """Sends the list unless it is the one that was taken last."""
    number, mark = (str(scope.id) if scope else _EVERYWHERE) + part, await _fingerprint(tree, scope)
    if (await updates.kept_updates(_KEPT)).get(number) != mark:
        await tree.sync(guild=scope)
        await updates.keep_update(_KEPT, number, mark)


async def _fingerprint(tree: Tree, scope: discord.Object | None) -> str:
    """What two lists have in common only if Discord would see no difference, for one application."""
    assert tree.translator is not None
    payload = [
        await command.get_translated_payload(tree, tree.translator) for command in tree.get_commands(guild=scope)
    ]
    told = json.dumps([tree.client.application_id, payload], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()
