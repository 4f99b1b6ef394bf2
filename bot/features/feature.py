"""What a feature may register with the core."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.handlers.services import Extension


@dataclass(frozen=True, kw_only=True)
class Feature(Extension):
    """An extension of the core with a name, under which its personal data are exported."""

    name: str
