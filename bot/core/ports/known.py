"""The facts that the store tells when a text comes in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class StoredFacts:
    """The facts that the store tells when a text comes in.

    The key that its chat goes by now, the chat's open games (sorted), the languages chosen by the person and for the
    chat, the game that the message it answers shows, the names of the games that the person has `won` against the
    bot, the chat's game that was `over` last, and what is settled there: for its server, then for itself (`own`); and
    the `exercise` that the person has open, what was open `earlier`, the token for which the person is being forgotten,
    the chat's game that was called `off` last, whether players wait for a word from the person (`awaited`), and the
    token for which the person was `erased` within the last minutes, if they were.
    """

    chat: str
    games: tuple[str, ...] = ()
    person_language: str | None = None
    chat_language: str | None = None
    replied_to: str | None = None
    won: frozenset[str] = frozenset()
    over: str | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    own: Mapping[str, str] = field(default_factory=dict)
    exercise: str | None = None
    earlier: str | None = None
    forgetting: str | None = None
    off: str | None = None
    awaited: bool = False
    erased: str | None = None
