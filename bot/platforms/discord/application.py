"""What Discord tells of the application itself: how it may be installed, what it may read, its list of commands."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord
from discord.http import Route

_PATIENCE = 10.0
_EVERYWHERE = ({0, 1}, {0, 1, 2})


@dataclass(frozen=True)
class Application:
    """As its owner has set it in the developer portal, and as the bot has told its commands.

    `by_servers`, `by_people`: who may install it; None if Discord does not say. `reads_all`: the Message Content intent
    is allowed. `elsewhere`: commands are sent to an address instead of to the bot. `commands`: the names that Discord
    lists; `everywhere` if they may be used in all chats, by those too who have installed it for themselves.
    """

    by_servers: bool | None
    by_people: bool | None
    by_anybody: bool
    reads_all: bool
    elsewhere: bool
    commands: frozenset[str]
    everywhere: bool


async def ask(token: str, rest_url: str | None, guild: int | None) -> Application | None:
    """None if Discord does not answer; raises `ValueError` for a token that it does not know."""
    if rest_url:
        Route.BASE = rest_url.rstrip("/")
    client = discord.Client(intents=discord.Intents.none())
    try:
        async with asyncio.timeout(_PATIENCE):
            await client.login(token)
            assert client.application
            return _told(client.application, await _listed(client, client.application.id, guild))
    except discord.LoginFailure:
        raise ValueError("DISCORD_TOKEN: Discord does not know it") from None
    except (discord.DiscordException, aiohttp.ClientError, OSError):
        return None
    finally:
        await client.close()


async def _listed(client: discord.Client, number: int, guild: int | None) -> list[dict[str, Any]]:
    scope = f"/guilds/{guild}" if guild else ""
    listed: list[dict[str, Any]] = await client.http.request(Route("GET", f"/applications/{number}{scope}/commands"))
    return listed


def _told(info: discord.AppInfo, listed: list[dict[str, Any]]) -> Application:
    servers, people = info.guild_integration_config, info.user_integration_config
    is_said = bool(servers or people)
    places = [({*(each.get("integration_types") or ())}, {*(each.get("contexts") or ())}) for each in listed]
    return Application(
        by_servers=servers is not None if is_said else None,
        by_people=people is not None if is_said else None,
        by_anybody=info.bot_public,
        reads_all=info.flags.gateway_message_content or info.flags.gateway_message_content_limited,
        elsewhere=bool(info.interactions_endpoint_url),
        commands=frozenset(each["name"] for each in listed if each.get("type", 1) == 1),
        everywhere=all(place == _EVERYWHERE for place in places),
    )
