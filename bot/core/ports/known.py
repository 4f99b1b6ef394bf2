"""The stored facts about an incoming text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class StoredFacts:
    """The stored facts about an incoming text.

    Of its chat: the current key, the open games (sorted), the language, the game that was `over` last and the one
    called `off` last, and the settings: those in effect, and the chat's `own`. Of the message it answers: the game
    shown. Of the person: the language, the names of the games `won` against the bot, the `exercise` that is open and
    the one `earlier`, the token for which they are being forgotten, whether players wait for a sign of life
    (`awaited`), and the token for which they were `erased` within the last minutes.
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
