"""The names of the keys in Redis or Valkey, and what is written in them."""

from __future__ import annotations

from bot.core.storage import Mark

LOGS = "tetradka:game:"
OVER = "tetradka:over"
DEADLINES = "tetradka:deadlines"
MARKS = "tetradka:marks"
ALIASES = "tetradka:aliases"
CHATS = "tetradka:chats"
PERSON_LANGUAGES = "tetradka:languages:people"
CHAT_LANGUAGES = "tetradka:languages:chats"


def log(game: str) -> str:
    """The stream of a game; the braces keep all keys of one game on one node of a cluster."""
    return f"{LOGS}{{{game}}}"


def game_of(log: str) -> str:
    """The game whose stream it is."""
    return log[len(LOGS) + 1 : -1]


def last_shown(game: str) -> str:
    """Where a game was shown last."""
    return f"tetradka:shown:{{{game}}}"


def chat_games(chat: str) -> str:
    """The set of a chat's open games."""
    return f"tetradka:games:chat:{chat}"


def person_games(person: str) -> str:
    """The set of a person's open games."""
    return f"tetradka:games:person:{person}"


def message(chat: str, message: str) -> str:
    """The game that a message shows."""
    return f"tetradka:message:{message}:{chat}"


def mark_field(mark: Mark) -> str:
    """A mark's field in the hash of marks."""
    return f"{mark.chat}\n{mark.game}"


def mark_value(mark: Mark) -> str:
    """What stands in that field."""
    return f"{mark.since!r} {mark.stamp}"


def read_mark(field: str, value: str) -> Mark:
    """The mark of a field and its value."""
    chat, _, game = field.rpartition("\n")
    since, _, stamp = value.partition(" ")
    return Mark(chat, game, float(since), stamp)
