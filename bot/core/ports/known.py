"""The stored facts about an incoming text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class StoredFacts:
    """The stored facts about an incoming text.

    Of its chat: the current key, the open games (sorted), the language, the games that were finished and cancelled
    last, and the settings: those in effect, and its own. Of the message it answers: the game shown. Of the person: the
    language, the names of the games won against the bot, the text of the open exercise and of the ones before it, the
    token of a deletion that goes on, whether players wait for a sign of life, and the token of a deletion within the
    last minutes.
    """

    chat: str
    games: tuple[str, ...] = ()
    person_language: str | None = None
    chat_language: str | None = None
    replied_to: str | None = None
    won_games: frozenset[str] = frozenset()
    finished_game: str | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    own_settings: Mapping[str, str] = field(default_factory=dict)
    exercise: str | None = None
    earlier_exercises: str | None = None
    deletion_token: str | None = None
    cancelled_game: str | None = None
    is_awaited: bool = False
    erasure_token: str | None = None
