"""A chat's settings: its own, over those of its server."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.game.people import Chat
from bot.core.ports.platform import Platform, server_of
from bot.core.ports.store import Store, of_chat, of_server


async def settled_in(chat: Chat, store: Store, platforms: Mapping[str, Platform]) -> dict[str, str]:
    """For a chat in which no text has come just now; raises `StoreUnavailableError`."""
    server = server_of(platforms, chat)
    everywhere = await store.settings.choices(of_server(server)) if server else {}
    return everywhere | await store.settings.choices(of_chat(await store.settings.current_key(chat.key)))
