"""Internals of discord.py 2.7.1: its addresses, its event parsers, and requests that it lacks.

Its manual promises none of this; no other file of the adapter uses such names.
"""

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

import aiohttp
import discord
import yarl
from discord import app_commands, shard
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket
from discord.http import Route

Tree = app_commands.CommandTree[Any]
_Parser = Callable[[Any], None]
_FIRST_EVENTS = frozenset({"READY", "RESUMED"})
AWAY = (discord.DiscordException, aiohttp.ClientError, OSError)
"""Errors raised when Discord does not answer or refuses a request."""
_LONGEST_DELAY = 32.0
_ENTRY_POINT = 4
_SENT = frozenset(
    "id type name name_localizations description description_localizations default_member_permissions nsfw"
    " integration_types contexts handler".split()
)
"""The fields sent back for a command that is kept unchanged."""
_ORIGINAL_ANSWER = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
_log = logging.getLogger(__name__)


def set_addresses(rest_url: str = "", gateway_url: str = "") -> None:
    """Point all clients in this process at addresses other than Discord's; "" leaves an address unchanged."""
    if rest_url:
        Route.BASE = rest_url.rstrip("/")
    if gateway_url:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)


def skip_unreadable_events(client: discord.Client) -> None:
    """Log and skip events that discord.py cannot parse, except the first two, instead of losing the connection."""
    parsers: dict[str, _Parser] = client._connection.parsers
    for event, parse in parsers.items():
        if event not in _FIRST_EVENTS:
            parsers[event] = partial(_parse, event, parse)


class _BoundedBackoff(ExponentialBackoff[bool]):
    """Reconnection delays of at most 32 seconds; after several outages discord.py waits up to 17 minutes.

    Discord allows 1,000 sessions a day, so the bound leaves hours even if it ends each session at once.
    """

    def delay(self) -> float:
        """Return the next delay, random so that shards do not reconnect all at once."""
        return super().delay() % _LONGEST_DELAY


def adapt_library() -> None:
    """Let all shards reconnect soon after an outage, and silence warnings about missing voice support."""
    shard.ExponentialBackoff = _BoundedBackoff  # type: ignore[assignment,attr-defined]
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


async def fetch_shard_count(client: discord.Client) -> int:
    """Return the number of shards that Discord recommends; raise `discord.GatewayNotFound`.

    discord.py's own start would also take over Discord's gateway address and so bypass a proxy.
    """
    count, _, _ = await client.http.get_bot_gateway()
    return count


async def fetch_first_answer(client: discord.Client, token: str) -> dict[str, Any] | None:
    """Return the first answer to an interaction, deferred or given; None if there is none."""
    try:
        answer: dict[str, Any] | None = await client.http.request(_original_answer("GET", client, token))
    except discord.NotFound:
        return None
    return answer


async def delete_first_answer(client: discord.Client, token: str) -> None:
    """Delete an interaction's first answer, deferred or given."""
    await client.http.request(_original_answer("DELETE", client, token))


async def fetch_commands(client: discord.Client, application: int, guild: int | None) -> list[dict[str, Any]]:
    """Return the application commands that Discord lists for a server, or globally."""
    scope = f"/guilds/{guild}" if guild else ""
    route = Route("GET", f"/applications/{application}{scope}/commands")
    commands: list[dict[str, Any]] = await client.http.request(route, params={"with_localizations": "true"})
    return commands


async def put_commands(client: discord.Client, guild: discord.Object | None, payloads: list[dict[str, Any]]) -> None:
    """Replace the application commands of a server, or the global ones.

    The entry point command of the application's Activity is Discord's own; a list without it is refused.
    """
    assert client.application_id
    if guild:
        await client.http.bulk_upsert_guild_commands(client.application_id, guild.id, payload=payloads)
        return
    commands = await fetch_commands(client, client.application_id, None)
    entry_points = [
        {name: each[name] for name in _SENT & each.keys()} for each in commands if each.get("type") == _ENTRY_POINT
    ]
    await client.http.bulk_upsert_global_commands(client.application_id, payload=[*payloads, *entry_points])


async def fetch_activity_instance(client: discord.Client, instance: str) -> dict[str, Any]:
    """Return an Activity instance: its location and its users."""
    route = Route("GET", f"/applications/{client.application_id}/activity-instances/{instance}")
    answer: dict[str, Any] = await client.http.request(route)
    return answer


async def fetch_user_of_code(client: discord.Client, code: str, secret: str) -> str:
    """Return the ID of the user who granted an OAuth2 code; raise one of `AWAY`."""
    form = {"client_id": str(client.application_id), "client_secret": secret}
    form |= {"grant_type": "authorization_code", "code": code}
    async with aiohttp.ClientSession() as session:
        async with session.post(f"{Route.BASE}/oauth2/token", data=form) as answer:
            answer.raise_for_status()
            token = (await answer.json())["access_token"]
        headers = {"Authorization": f"Bearer {token}"}
        async with session.get(f"{Route.BASE}/users/@me", headers=headers) as answer:
            answer.raise_for_status()
            return str((await answer.json())["id"])


async def command_payloads(tree: Tree, guild: discord.Object | None) -> list[dict[str, Any]]:
    """Return the command payloads of a server, or the global ones, in every language."""
    assert tree.translator is not None
    return [await command.get_translated_payload(tree, tree.translator) for command in tree.get_commands(guild=guild)]


async def hang_up(client: discord.Client) -> None:
    """Close a client's HTTP session without closing its gateway properly."""
    await client.http.close()


def _original_answer(method: str, client: discord.Client, token: str) -> Route:
    return Route(method, _ORIGINAL_ANSWER, webhook_id=client.application_id, webhook_token=token)


def _parse(event: str, parse: _Parser, payload: object) -> None:
    try:
        parse(payload)
    except Exception:
        _log.exception("skipping event %s from Discord, which cannot be parsed", event)
