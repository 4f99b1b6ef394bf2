"""The base classes of requests."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from bot.core.game.events import Event
from bot.core.game.instants import Instant
from bot.core.game.people import Player
from bot.core.game.session import Session


@dataclass(frozen=True)
class Request:
    """What a typed text asks for: a bare noun or verb, no decisions."""


@dataclass(frozen=True)
class Which:
    """The game that is meant: its code if one was typed, and the ply a button was made for."""

    code: str = ""
    ply: int | None = None


@dataclass(frozen=True)
class About(Request):
    """A request about one game."""

    which: Which


@dataclass(frozen=True)
class Deed(About, ABC):
    """A request that changes its game."""

    @abstractmethod
    def decide(self, session: Session, sender: Player, now: Instant) -> tuple[Event, ...]:
        """What happens if a player does it; raises `Refusal`, and then nothing does. Pure."""
