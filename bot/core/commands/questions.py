"""Commands that change no game: `/record`, `/games`, `/next`, `/rules`, `/language`, `/start`, `/help`, `/learn`,
`/puzzle`, `/daily`."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum

from bot.core.commands.challenges import known_game
from bot.core.commands.command import (
    which_in,
)
from bot.core.commands.playing import ShowBoard
from bot.core.commands.read_back import languages_called, typed
from bot.core.game.requests import GameReference, Request, read_code
from bot.core.language.speech import language_names
from bot.core.ports.platform import Incoming
from engines import GAMES
from engines.refusals import Unreadable

ALL = "all"

_LONGEST_NUMBER = 6


@dataclass(frozen=True)
class ListGames(Request):
    """Asking which games go on: here, or one's own `everywhere`."""

    everywhere: bool = False


@dataclass(frozen=True)
class ShowNext(Request):
    """Asking for the game that has waited longest for a move of one's own; `after` a game, for the one after it."""

    after: str = ""


class RulesPart(StrEnum):
    """What the rules of a game leave for a second look."""

    OPTIONS = "options"
    LIMITS = "limits"


@dataclass(frozen=True)
class ShowRules(Request):
    """Asking how a game is played, or for one part of its rules; without its name, of which game."""

    game: str = ""
    part: RulesPart | None = None


@dataclass(frozen=True)
class SetLanguage(Request):
    """`/language ru`, `/language ru chat`; without a language it asks with buttons."""

    language: str = ""
    for_chat: bool = False


@dataclass(frozen=True)
class Start(Request):
    """Meeting the bot, or pressing its Start once more."""


@dataclass(frozen=True)
class ShowStats(Request):
    """Asking what is played here and how it goes: for who runs the bot alone."""


@dataclass(frozen=True)
class ShowHelp(Request):
    """Asking what can be done now, or for `everything` that can be asked."""

    everything: bool = False


def read_language(rest: str, incoming: Incoming) -> Request:
    words = typed(rest).casefold().split()
    for_chat = "chat" in words
    words = [word for word in words if word not in ("chat", "me")]
    called = languages_called()
    if len(words) > 1 or (words and words[0] not in called):
        part = " ".join(words)[:40]
        close = get_close_matches(part, called, n=1)
        known = ", ".join(f"{name} ({language})" for language, name in language_names().items())
        raise Unreadable("unknown-language", part=part, languages=known, meant="".join(close))
    return SetLanguage(called[words[0]] if words else "", for_chat)


def read_next(rest: str, incoming: Incoming) -> Request:
    which, rest = which_in(rest)
    if rest:
        raise Unreadable("no-words-wanted", part=rest[:40], name="next")
    return ShowNext(which.code)


def read_games(rest: str, incoming: Incoming) -> Request:
    """Alone with the bot there is no other reader who would learn what goes on elsewhere."""
    return ListGames(everywhere=incoming.chat.direct or typed(rest).casefold() == ALL)


def read_start(rest: str, incoming: Incoming) -> Request:
    """A link into a private chat types `/start` with the code of the game that it is to open, or with `rules-GAME`."""
    name, _, game = rest.partition("-")
    if name == "rules" and game in GAMES:
        return ShowRules(game)
    found = read_code(rest)
    return ShowBoard(GameReference(found[0])) if found else Start()


def read_stats(rest: str, incoming: Incoming) -> Request:
    return ShowStats()


def read_help(rest: str, incoming: Incoming) -> Request:
    return ShowHelp(everything=typed(rest).casefold() == ALL)


def read_rules(rest: str, incoming: Incoming) -> Request:
    name, _, last = typed(rest).rpartition(" ")
    part = next((part for part in RulesPart if part == last.casefold()), None)
    called = name if part else typed(rest)
    return ShowRules(known_game(called) if called else "", part)
