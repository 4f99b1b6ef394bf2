"""A question that its chat will never take: the challenger is told, and passes it on."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.game.entries import LogEntry
from bot.core.game.events import Unreached
from bot.core.game.instants import MINUTE, Now, after
from bot.core.game.people import Chat
from bot.core.game.session import Session, Stage
from bot.core.ports.store import Mark, Store
from bot.core.repository import Games


@dataclass(frozen=True)
class Patience:
    """How long a challenge waits for an answer, in `minutes`, and one that has to be passed on first, in `hours`."""

    minutes: float = 10
    hours: float = 24

    @property
    def passed_on(self) -> float:
        """The latter in minutes."""
        return 60 * self.hours

    @property
    def longest(self) -> float:
        """The longer of the two in seconds."""
        return max(self.minutes, self.passed_on) * MINUTE


@dataclass(frozen=True)
class PassingOn:
    """Writes that the question has not come."""

    store: Store
    games: Games
    now: Now
    patience: Patience

    async def instead(self, session: Session, here: Chat) -> Mark | None:
        """The mark of the challenger's chat, if it is to be told now."""
        if session.stage is not Stage.OFFERED or session.places.unreached or not session.places.is_second(here):
            return None
        now = self.now()
        mark = self.store.new_mark(session.places.chat.key, session.code, now)
        unreached = Unreached(now, expires=after(now, self.patience.passed_on))
        entry = LogEntry((unreached,), f"unreached:{session.version}")
        return mark if await self.games.append(session, entry, [mark]) else None
