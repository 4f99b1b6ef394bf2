"""The services shared by boards, upkeep and handlers, in one frozen value."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from bot.core.game.instants import MINUTE, Now
from bot.core.game.people import Chat
from bot.core.game.session import Session
from bot.core.language.speech import Speech
from bot.core.ports.metrics import Metrics
from bot.core.ports.outages import Outages
from bot.core.ports.platform import Platform
from bot.core.ports.store import Store
from bot.core.ports.thinking import Thinking
from bot.core.repository import Games
from bot.core.view.boards import BoardNotes
from bot.core.view.buttons import FinishedButtons


@dataclass(frozen=True)
class Patience:
    """The lifetime of a challenge in `minutes`, and of a shareable link in `hours`."""

    minutes: float = 10
    hours: float = 24

    @property
    def link_minutes(self) -> float:
        """Return the lifetime of a link in minutes."""
        return 60 * self.hours

    @property
    def longest(self) -> float:
        """Return the longest lifetime of a challenge in seconds."""
        return max(self.minutes, self.link_minutes) * MINUTE


@dataclass(frozen=True)
class Context:
    """The store and its games, the platform adapters, searches, clock, metrics, patience and outages."""

    store: Store
    games: Games
    platforms: Mapping[str, Platform]
    thinking: Thinking
    now: Now
    metrics: Metrics
    patience: Patience
    outages: Outages
    finished_buttons: FinishedButtons
    advances: tuple[Advance, ...]
    note_takers: tuple[TakeNotes, ...]


Advance = Callable[[Context, Session], Awaitable[Session]]
"""A function that continues a game in which a player's decision is due, and returns it; it may be called repeatedly."""
TakeNotes = Callable[[Context, Session, Chat, Speech], Awaitable[BoardNotes | None]]
"""A function that returns what to add to a game's board in a chat."""
