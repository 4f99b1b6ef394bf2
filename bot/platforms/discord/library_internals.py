"""Internals of discord.py, read in the source of 2.7.1: its addresses, its parsers of events, requests that it lacks.

Nothing of this is promised by its manual; no other file of the door uses such names.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import aiohttp
import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

Tree = app_commands.CommandTree[Any]
_Parser = Callable[[Any], None]
_FIRST_EVENTS = frozenset({"READY", "RESUMED"})
AWAY = (discord.DiscordException, aiohttp.ClientError, OSError)
"""What is raised where Discord does not answer, or refuses."""
_ENTRY_POINT = 4
_SENT = frozenset(
    "id type name name_localizations description description_localizations default_member_permissions nsfw"
    " integration_types contexts handler".split()
)
"""What is told of a command when it is kept as it is."""
_ORIGINAL_ANSWER = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
_LOOKED_AT = 50
_log = logging.getLogger(__name__)


def set_addresses(rest_url: str = "", gateway_url: str = "") -> None:
    """Leads all clients of this process to other addresses than Discord's own; "" leaves one as it is."""
    if rest_url:
        Route.BASE = rest_url.rstrip("/")
    if gateway_url:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)


def without_voice_warnings() -> None:
    """discord.py warns at each start that it cannot speak aloud, which no bot of ours does."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


def skip_unreadable_events(client: discord.Client) -> None:
    """An event that discord.py fails to parse is logged and skipped, so that no one of them closes the connection.

    The two that a connection begins with are not.
    """
    parsers: dict[str, _Parser] = client._connection.parsers
    for event, parse in parsers.items():
        if event not in _FIRST_EVENTS:
            parsers[event] = partial(_parse, event, parse)


async def shard_count(client: discord.Client) -> int:
    """How many shards Discord wants; raises `discord.GatewayNotFound`.

    discord.py's own start would take Discord's address of the gateway too, and pass a proxy by.
    """
    count, _, _ = await client.http.get_bot_gateway()
    return count


async def first_answer(client: discord.Client, token: str) -> dict[str, Any] | None:
    """Return what an interaction was answered with, or the promise of that; None if it was not answered."""
    try:
        found: dict[str, Any] | None = await client.http.request(_original_answer("GET", client, token))
    except discord.NotFound:
        return None
    return found


async def delete_first_answer(client: discord.Client, token: str) -> None:
    """Takes back an interaction's first answer, or the promise of one."""
    await client.http.request(_original_answer("DELETE", client, token))


async def messages_with(client: discord.Client, channel: int, button: str, after: int) -> list[str]:
    """Return the ids of the bot's messages after one (0: the newest) whose buttons' ids have a text, oldest first."""
    found = await client.http.logs_from(channel, _LOOKED_AT, after=after or None)
    me = str(client.user.id) if client.user else ""
    ours = (message for message in found if message["author"]["id"] == me and _has(message["components"], button))
    return sorted((str(message["id"]) for message in ours), key=int)


async def listed_commands(client: discord.Client, application: int, guild: int | None) -> list[dict[str, Any]]:
    """The application commands that Discord lists for a server, or everywhere, as it says them."""
    scope = f"/guilds/{guild}" if guild else ""
    listed: list[dict[str, Any]] = await client.http.request(
        Route("GET", f"/applications/{application}{scope}/commands"), params={"with_localizations": "true"}
    )
    return listed


async def put_commands(tree: Tree, guild: discord.Object | None) -> None:
    """Puts the application commands of a server, or of everywhere, in the place of those before.

    The one that opens the application's Activity is Discord's own, and a list without it is refused.
    """
    client, payloads = tree.client, await command_payloads(tree, guild)
    assert client.application_id
    if guild:
        await client.http.bulk_upsert_guild_commands(client.application_id, guild.id, payload=payloads)
        return
    listed = await listed_commands(client, client.application_id, None)
    kept = [{name: each[name] for name in _SENT & each.keys()} for each in listed if each.get("type") == _ENTRY_POINT]
    await client.http.bulk_upsert_global_commands(client.application_id, payload=[*payloads, *kept])


async def activity_instance(client: discord.Client, instance: str) -> dict[str, Any]:
    """Where an instance of the application's Activity is open, and who is in it."""
    assert client.application_id
    found: dict[str, Any] = await client.http.request(
        Route(
            "GET",
            "/applications/{application_id}/activity-instances/{instance}",
            application_id=client.application_id,
            instance=instance,
        )
    )
    return found


async def user_of_code(client: discord.Client, code: str, secret: str) -> str:
    """The id of the user who has let the application know who they are (OAuth2); raises one of `AWAY`."""
    given = {"client_id": str(client.application_id), "client_secret": secret}
    given |= {"grant_type": "authorization_code", "code": code}
    async with aiohttp.ClientSession() as session:
        async with session.post(f"{Route.BASE}/oauth2/token", data=given) as answer:
            answer.raise_for_status()
            token = (await answer.json())["access_token"]
        headers = {"Authorization": f"Bearer {token}"}
        async with session.get(f"{Route.BASE}/users/@me", headers=headers) as answer:
            answer.raise_for_status()
            return str((await answer.json())["id"])


async def command_payloads(tree: Tree, guild: discord.Object | None) -> list[dict[str, Any]]:
    """The application commands of a server, or of everywhere, as they are sent: in every language."""
    assert tree.translator is not None
    return [await command.get_translated_payload(tree, tree.translator) for command in tree.get_commands(guild=guild)]


async def hang_up(client: discord.Client) -> None:
    """Ends a client's connections without a goodbye."""
    await client.http.close()


def _has(components: Iterable[Mapping[str, Any]], button: str) -> bool:
    """Return whether a button among the components, or within them, has a text in its id."""
    within = (_has(component.get("components", ()), button) for component in components)
    return any(button in component.get("custom_id", "") for component in components) or any(within)


def _original_answer(method: str, client: discord.Client, token: str) -> Route:
    return Route(method, _ORIGINAL_ANSWER, webhook_id=client.application_id, webhook_token=token)


def _parse(event: str, parse: _Parser, sent: object) -> None:
    try:
        parse(sent)
    except Exception:
        _log.exception("Discord sent %s as it cannot be read; it is skipped", event)
