"""Which chats take no photos: their rights have said so, or they have refused one."""

from __future__ import annotations

_MOST_CHATS = 1024


class Photos:
    """What was learned last of each chat."""

    def __init__(self) -> None:
        self._refused: set[int] = set()

    def note(self, chat: int, taken: bool) -> None:
        """Whether a chat takes photos now."""
        if taken:
            self._refused.discard(chat)
        elif len(self._refused) < _MOST_CHATS:
            self._refused.add(chat)

    def are_taken(self, chat: int) -> bool:
        """Whether nothing else is known of a chat."""
        return chat not in self._refused
