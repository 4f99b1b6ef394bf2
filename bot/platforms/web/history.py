"""The newest messages of a channel, each stamped with the count of its last change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.core.ports import Message, Person
from bot.platforms.web.gallery import Picture

KEPT = 200


@dataclass(frozen=True)
class Entry:
    """One message on the page: by `author` (None: the bot), for `audience` alone (None: for all)."""

    id: str
    time: float
    message: Message
    author: Person | None = None
    audience: Person | None = None
    pictures: tuple[Picture, ...] = ()
    reply: str = ""

    def is_for(self, reader: Person) -> bool:
        return self.audience is None or self.audience.id == reader.id


class History:
    """Messages in the order in which they were first put; the oldest go when there are more than `KEPT`."""

    def __init__(self) -> None:
        self.changes = 0
        self._entries: dict[str, tuple[int, Entry]] = {}

    def put(self, entry: Entry) -> None:
        """Adds an entry, or changes the one of the same id in its place."""
        self.changes += 1
        self._entries[entry.id] = (self.changes, entry)
        if len(self._entries) > KEPT:
            del self._entries[next(iter(self._entries))]

    def get(self, entry_id: str) -> Entry | None:
        found = self._entries.get(entry_id)
        return found[1] if found else None

    def since(self, changes: int, reader: Person) -> Sequence[Entry]:
        """What `reader` may see of everything that changed after that count."""
        return [entry for stamp, entry in self._entries.values() if stamp > changes and entry.is_for(reader)]
