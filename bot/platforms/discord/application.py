"""The bot's Discord application: installation settings, intents and command list, synced when the list changes."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import discord

from bot.core.ports.store import StoreUnavailableError, Updates
from bot.platforms.discord.library_internals import (
    AWAY,
    Tree,
    command_payloads,
    fetch_commands,
    put_commands,
    set_addresses,
)

_REQUEST_TIMEOUT = 10.0
_ALL_CHATS = ({0, 1}, {0, 1, 2})
"""Installed by servers and by people; used in servers, in the bot's own chats and in those of others."""
_SYNCED_KEY = "discord-commands"
_EVERYWHERE = "all"
_FIRST_PAUSE = 60.0
_LONGEST_PAUSE = 3600.0
_STORE_PAUSE = 5.0
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Application:
    """The application's settings in the developer portal, and its registered commands.

    `by_servers`, `by_people`: whether servers and users may install it; None if Discord does not say. `reads_all`: the
    Message Content intent is allowed. `elsewhere`: Discord sends commands to an endpoint URL instead of to the bot.
    `commands`: the names that Discord lists. `everywhere`: they can be used in all chats, including by users who
    installed the application for themselves.
    """

    by_servers: bool | None
    by_people: bool | None
    is_public: bool
    reads_all: bool
    elsewhere: bool
    commands: frozenset[str]
    everywhere: bool


async def fetch_application(token: str, rest_url: str | None, guild: int | None) -> Application | None:
    """Fetch the application; return None if Discord does not answer, raise `ValueError` if the token is unknown."""
    set_addresses(rest_url or "")
    client = discord.Client(intents=discord.Intents.none())
    try:
        async with asyncio.timeout(_REQUEST_TIMEOUT):
            await client.login(token)
            assert client.application
            info, commands = client.application, await fetch_commands(client, client.application.id, guild)
    except discord.LoginFailure:
        raise ValueError("DISCORD_TOKEN: Discord does not know this token") from None
    except AWAY:
        return None
    finally:
        await client.close()
    servers, people = info.guild_integration_config, info.user_integration_config
    is_configured = bool(servers or people)
    places = [({*(each.get("integration_types") or ())}, {*(each.get("contexts") or ())}) for each in commands]
    return Application(
        by_servers=servers is not None if is_configured else None,
        by_people=people is not None if is_configured else None,
        is_public=info.bot_public,
        reads_all=info.flags.gateway_message_content or info.flags.gateway_message_content_limited,
        elsewhere=bool(info.interactions_endpoint_url),
        commands=frozenset(each["name"] for each in commands if _is_slash_command(each)),
        everywhere=all(place == _ALL_CHATS for place in places),
    )


async def keep_synced(tree: Tree, updates: Updates, guild: discord.Object | None, part: str = "") -> Mapping[str, str]:
    """Sync the command list, retrying until Discord has it, and return each command's id by its name.

    Raise `ValueError` for a server that the bot is not in.

    Each of several processes notes the list that it sent, by its `part` of the servers. If the commands belong to one
    server only, the global list is emptied, so that no command appears twice.
    """
    scopes = (guild, None) if guild else (None,)
    pause = _FIRST_PAUSE
    while True:
        try:
            for scope in scopes:
                await _sync_scope(tree, updates, scope, part)
            return await _fetch_command_ids(tree.client, guild)
        except discord.RateLimited as error:
            wait = error.retry_after
            _log.warning("Discord rate-limits the list of commands; next try in %g s", wait)
        except StoreUnavailableError:
            wait = _STORE_PAUSE
            _log.warning("the store does not answer, so the list of commands is not synced; next try in %g s", wait)
        except AWAY as error:
            if guild and isinstance(error, discord.Forbidden | discord.NotFound):
                raise ValueError(f"DISCORD_GUILD: no commands for this server, {error.text}") from None
            wait, pause = pause, min(2 * pause, _LONGEST_PAUSE)
            _log.error("Discord refuses the list of commands and keeps an older one: %s", error)
        await asyncio.sleep(wait)


async def _fetch_command_ids(client: discord.Client, guild: discord.Object | None) -> Mapping[str, str]:
    assert client.application_id
    commands = await fetch_commands(client, client.application_id, guild.id if guild else None)
    return {each["name"]: each["id"] for each in commands if _is_slash_command(each)}


def _is_slash_command(command: Mapping[str, Any]) -> bool:
    return bool(command.get("type", 1) == 1)


async def _sync_scope(tree: Tree, updates: Updates, scope: discord.Object | None, part: str) -> None:
    """Send the list unless Discord already has the same one."""
    client, payloads = tree.client, await command_payloads(tree, scope)
    content = json.dumps([client.application_id, payloads], sort_keys=True)
    field, fingerprint = (str(scope.id) if scope else _EVERYWHERE) + part, hashlib.sha256(content.encode()).hexdigest()
    if (await updates.all_updates(_SYNCED_KEY)).get(field) != fingerprint:
        await put_commands(client, scope, payloads)
        await updates.store_update(_SYNCED_KEY, field, fingerprint)
