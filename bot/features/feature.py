"""A feature: an extension of the core with a name."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.handlers.services import Extension


@dataclass(frozen=True, kw_only=True)
class Feature(Extension):
    """A package around games in chats; `Extension` lists what it may register."""

    name: str
