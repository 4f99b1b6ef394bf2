"""The notebook page all games are drawn on: squared paper, margin, header, coordinates."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Header:
    """What is written above the board: the players' names and a short note (whose turn it is, or how it ended)."""

    first: str = "First"
    second: str = "Second"
    note: str = ""
