"""Who has typed a text and where, read without the library: a thousand texts of a flood take no time then."""

from __future__ import annotations

from typing import Any

from bot.core.game.people import Chat, Person
from bot.platforms.telegram.people import PLATFORM


def typed_by(update: dict[str, Any]) -> tuple[Chat, Person] | None:
    """The chat and the author, as far as their keys need it; None for anything that takes a closer look."""
    match update:
        case {"message": {"text": str(), "from": {"id": int(author)}, "chat": {"id": int(room)}, **more}}:
            topic = more.get("message_thread_id") if more.get("is_topic_message") else None
            chat = Chat(PLATFORM, str(room), str(topic or ""))
            return None if "sender_chat" in more else (chat, Person(PLATFORM, str(author), ""))
    return None
