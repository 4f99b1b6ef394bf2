"""Commands that change no game: `/games`, `/next`, `/rules`, `/language`, `/start`, `/help` and others."""

from difflib import get_close_matches
from enum import StrEnum

from bot.core.commands.command import split_reference
from bot.core.commands.playing import ShowBoard
from bot.core.commands.read_back import languages_by_name, require_game, to_typed_words
from bot.core.commands.terms import term_called
from bot.core.game.clocks import TIME
from bot.core.game.requests import GameReference, Request, read_code
from bot.core.language.speech import language_names
from bot.core.ports.platform import Incoming
from engines import GAMES
from engines.refusals import Unreadable

ALL = "all"
ME, CHAT = "me", "chat"
"""The reach of a language: its sender, or the chat."""


class ListGames(Request):
    """A request for the games here, or for the sender's games `everywhere`."""

    everywhere: bool = False


class ShowNext(Request):
    """A request for the game that has waited longest for the sender's move, or the one `after` a game."""

    after: str = ""


class RulesPart(StrEnum):
    """The parts of a game's rules that are shown separately."""

    OPTIONS = "options"
    LIMITS = "limits"


class ShowRules(Request):
    """A request for the rules of a game, or one part of them; without a game, for the list of games."""

    game: str = ""
    part: RulesPart | None = None


class SetLanguage(Request):
    """A request to set a language (`/language ru`, `/language ru chat`); without one, to choose by buttons."""

    language: str = ""
    for_chat: bool = False


class Start(Request):
    """A request to start a conversation with the bot."""


class ShowStats(Request):
    """A request for the bot's statistics, which only operators may see."""


class ShowHelp(Request):
    """A request for help, for the list of all commands (`everything`), or for how to choose the time of a game."""

    everything: bool = False
    about_time: bool = False


def read_language(rest: str, incoming: Incoming) -> Request:
    """Parse a language and its scope; raise `Unreadable` for an unknown language."""
    words = to_typed_words(rest).casefold().split()
    for_chat = CHAT in words
    words = [word for word in words if word not in (CHAT, ME)]
    languages = languages_by_name()
    if len(words) > 1 or (words and words[0] not in languages):
        part = " ".join(words)[:40]
        close = get_close_matches(part, languages, n=1)
        language_list = ", ".join(f"{name} ({language})" for language, name in language_names().items())
        raise Unreadable("unknown-language", part=part, languages=language_list, meant="".join(close))
    return SetLanguage(languages[words[0]] if words else "", for_chat)


def read_next(rest: str, incoming: Incoming) -> Request:
    """Parse the code of the game to skip; raise `Unreadable` for any other word."""
    reference, rest = split_reference(rest)
    if rest:
        raise Unreadable("no-words-wanted", part=rest[:40], name="next")
    return ShowNext(reference.code)


def read_games(rest: str, incoming: Incoming) -> Request:
    """Parse `/games`; in a private chat, where nobody else reads the answer, list all of the sender's games."""
    return ListGames(everywhere=incoming.chat.direct or to_typed_words(rest).casefold() == ALL)


def read_start(rest: str, incoming: Incoming) -> Request:
    """Parse `/start` and the game code or `rules-GAME` that a link into a private chat adds."""
    name, _, game = rest.partition("-")
    if name == "rules" and game in GAMES:
        return ShowRules(game)
    match = read_code(rest)
    return ShowBoard(GameReference(match[0])) if match else Start()


def read_help(rest: str, incoming: Incoming) -> Request:
    """Parse `/help`, `/help all` and `/help time`."""
    topic = to_typed_words(rest).casefold()
    return ShowHelp(everything=topic == ALL, about_time=term_called(topic) == TIME)


def read_rules(rest: str, incoming: Incoming) -> Request:
    """Parse a game and a part of its rules; raise `Unreadable` for an unknown game."""
    name, _, last = to_typed_words(rest).rpartition(" ")
    part = next((part for part in RulesPart if part == last.casefold()), None)
    name_of_game = name if part else to_typed_words(rest)
    return ShowRules(require_game(name_of_game) if name_of_game else "", part)
