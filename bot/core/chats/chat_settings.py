"""The effective settings of a chat: its own, over those of its server."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.game.people import Chat
from bot.core.ports.platform import Platform, server_of
from bot.core.ports.store import Store, of_chat, of_server


async def effective_settings(chat: Chat, store: Store, platforms: Mapping[str, Platform]) -> dict[str, str]:
    """Return the settings of a chat outside the handling of its texts; raise `StoreUnavailableError`."""
    server = server_of(platforms, chat)
    everywhere = await store.settings.choices(of_server(server)) if server else {}
    return everywhere | await store.settings.choices(of_chat(await store.settings.current_key(chat.key)))
