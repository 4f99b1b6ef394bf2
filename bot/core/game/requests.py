"""The base classes of requests."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


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
class Deed(About):
    """A request that changes its game: the referee decides it."""


class Consent(StrEnum):
    """The answer to a question."""

    YES = "yes"
    NO = "no"
    UNSAID = ""
