"""The application at Discord: its installation and intents, and its list of commands, synced when it changes."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from dataclasses import dataclass
from typing import Any

import discord

from bot.core.ports.store import StoreUnavailableError, Updates
from bot.platforms.discord.library_internals import (
    AWAY,
    Tree,
    command_payloads,
    listed_commands,
    put_commands,
    set_addresses,
)

_LONGEST_ASKED = 10.0
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
    """As its owner has set it in the developer portal, and as the bot has told its commands.

    `by_servers`, `by_people`: who may install it; None if Discord does not say. `reads_all`: the Message Content intent
    is allowed. `elsewhere`: commands are sent to an address instead of to the bot. `commands`: the names that Discord
    lists; `everywhere` if they may be used in all chats, by those too who have installed it for themselves.
    """

    by_servers: bool | None
    by_people: bool | None
    is_public: bool
    reads_all: bool
    elsewhere: bool
    commands: frozenset[str]
    everywhere: bool


async def ask_application(token: str, rest_url: str | None, guild: int | None) -> Application | None:
    """What Discord says of it now; None if it does not answer; raises `ValueError` for an unknown token."""
    set_addresses(rest_url or "")
    client = discord.Client(intents=discord.Intents.none())
    try:
        async with asyncio.timeout(_LONGEST_ASKED):
            await client.login(token)
            assert client.application
            return _application(client.application, await listed_commands(client, client.application.id, guild))
    except discord.LoginFailure:
        raise ValueError("DISCORD_TOKEN: Discord does not know it") from None
    except AWAY:
        return None
    finally:
        await client.close()


def _application(info: discord.AppInfo, listed: list[dict[str, Any]]) -> Application:
    servers, people = info.guild_integration_config, info.user_integration_config
    is_said = bool(servers or people)
    places = [({*(each.get("integration_types") or ())}, {*(each.get("contexts") or ())}) for each in listed]
    return Application(
        by_servers=servers is not None if is_said else None,
        by_people=people is not None if is_said else None,
        is_public=info.bot_public,
        reads_all=info.flags.gateway_message_content or info.flags.gateway_message_content_limited,
        elsewhere=bool(info.interactions_endpoint_url),
        commands=frozenset(each["name"] for each in listed if each.get("type", 1) == 1),
        everywhere=all(place == _ALL_CHATS for place in places),
    )


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
                await _sync_scope(tree, updates, scope, part)
            return
        except discord.RateLimited as limited:
            wait = limited.retry_after
            _log.warning("Discord takes the list of commands in %g s", wait)
        except StoreUnavailableError:
            wait = _STORE_PAUSE
            _log.warning("the store does not say which list of commands Discord has; it is asked again in %g s", wait)
        except AWAY as refused:
            if guild and isinstance(refused, discord.Forbidden | discord.NotFound):
                raise ValueError(f"DISCORD_GUILD: no commands for this server, {refused.text}") from None
            wait, pause = pause, min(2 * pause, _LONGEST_PAUSE)
            _log.error("Discord does not take the list of commands, so it has an older one: %s", refused)
        await asyncio.sleep(wait)


async def _sync_scope(tree: Tree, updates: Updates, scope: discord.Object | None, part: str) -> None:
    """Sends the list unless it is the one that was taken last."""
    field, fingerprint = (str(scope.id) if scope else _EVERYWHERE) + part, await _fingerprint(tree, scope)
    if (await updates.all_updates(_SYNCED_KEY)).get(field) != fingerprint:
        await put_commands(tree, scope)
        await updates.store_update(_SYNCED_KEY, field, fingerprint)


async def _fingerprint(tree: Tree, scope: discord.Object | None) -> str:
    """What two lists have in common only if Discord would see no difference, for one application."""
    told = json.dumps([tree.client.application_id, await command_payloads(tree, scope)], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()
