"""The store's port for short texts that expire."""

from __future__ import annotations

from typing import Protocol


class TemporaryTexts(Protocol):
    """Short texts that are kept for a while, by names that begin with whose they are."""

    async def write(self, name: str, text: str, seconds: float) -> None:
        """Keep a text for `seconds` seconds in place of the one with this name."""

    async def read(self, name: str) -> str:
        """Return the text with this name, or "" once it has expired."""

    async def claim(self, name: str, text: str, seconds: float) -> str:
        """Keep a text unless one with this name is kept; return the one that is kept."""
