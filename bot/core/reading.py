"""From a typed text to what it asks for: the words of commands in any order, codes, settings."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache

from bot.core.challenging import read_challenge
from bot.core.game_codes import read_code
from bot.core.invisible import trimmed
from bot.core.ports import Incoming
from bot.core.requests import (
    Accept,
    Again,
    AskHint,
    Cancel,
    Decline,
    ListGames,
    ListMoves,
    OfferDraw,
    Pick,
    Play,
    Request,
    Resign,
    SetLanguage,
    Setup,
    ShowBoard,
    ShowHelp,
    ShowRecord,
    ShowRules,
    Which,
)
from bot.core.speech import LANGUAGES, speech
from engines import GAMES
from engines.refusals import Unreadable

_ALIASES = {"start": "help", "new": "challenge", "play": "move", "text": "board"}
_SPACE = re.compile(r"\s")


def read(incoming: Incoming) -> Request | None:
    """What a text asks for; None if it is no command and cannot be a move here (talk among people).

    Raises `Unreadable` for a command with words that cannot be understood.
    """
    text = trimmed(incoming.text)
    if not text.startswith("/"):
        return _bare(text, incoming)
    name, rest = command_word(text)
    reader = _READERS.get(_ALIASES.get(name, name))
    if reader is None:
        if not incoming.chat.direct:
            return None
        raise Unreadable("unknown-command", part="/" + name[:40])
    return reader(rest, incoming)


def command_word(text: str) -> tuple[str, str]:
    """A text's command (`move` for a bare move) and what follows it."""
    text = trimmed(text)
    if not text.startswith("/"):
        return "move", text
    name, *rest = _SPACE.split(text[1:], maxsplit=1)
    return name.partition("@")[0].casefold(), "".join(rest).strip()


def _bare(text: str, incoming: Incoming) -> Play | None:
    if not text or not (incoming.chat.direct or incoming.replies_to):
        return None
    which, rest = _which(text)
    return Play(which, _in_notation(rest), bare=True)


def _which(text: str) -> tuple[Which, str]:
    """The code at either end of a text, and the text without it."""
    words = text.split()
    for index in (0, -1):
        if words and (found := read_code(words[index])):
            del words[index]
            return Which(*found), " ".join(words)
    return Which(), text


def _only_which(make: Callable[[Which], Request]) -> _Reader:
    def reader(rest: str, incoming: Incoming) -> Request:
        which, rest = _which(rest)
        if rest:
            raise Unreadable("not-a-code", part=rest[:40])
        return make(which)

    return reader


def _move(rest: str, incoming: Incoming) -> Request:
    which, text = _which(rest)
    return Play(which, _in_notation(text))


def _in_notation(text: str) -> str:
    """The text with words that buttons show (`stop` in the reader's language) in the words of the notation."""
    return " ".join(_spoken_moves().get(word.casefold(), word) for word in text.split())


@cache
def _spoken_moves() -> Mapping[str, str]:
    words = ("stop", "keep", "swap", "pass")
    return {speech(language).say(f"move-{word}").casefold(): word for language in LANGUAGES for word in words}


def _pick(rest: str, incoming: Incoming) -> Request:
    which, text = _which(rest)
    return Pick(which, tuple(text.split()))


def _board(rest: str, incoming: Incoming) -> Request:
    which, text = _which(rest)
    if text.casefold() not in ("", "text", "picture"):
        raise Unreadable("not-a-code", part=text[:40])
    return ShowBoard(which, as_text=text.casefold() == "text")


def _rules(rest: str, incoming: Incoming) -> Request:
    return ShowRules(_game(rest.casefold()) if rest else "")


def _setup(rest: str, incoming: Incoming) -> Request:
    return Setup(_game(rest.casefold()) if rest else "")


def _language(rest: str, incoming: Incoming) -> Request:
    words = rest.casefold().split()
    for_chat = "chat" in words
    words = [word for word in words if word not in ("chat", "me")]
    if len(words) > 1 or (words and words[0] not in LANGUAGES):
        raise Unreadable("unknown-language", part=" ".join(words)[:40], languages=", ".join(LANGUAGES))
    return SetLanguage(words[0] if words else "", for_chat)


def _game(word: str) -> str:
    if word not in GAMES:
        raise Unreadable("unknown-game", part=word[:40], games=", ".join(GAMES))
    return word


_Reader = Callable[[str, Incoming], Request]

_READERS: Mapping[str, _Reader] = {
    "challenge": read_challenge,
    "setup": _setup,
    "again": _only_which(Again),
    "accept": _only_which(Accept),
    "decline": _only_which(Decline),
    "cancel": _only_which(Cancel),
    "move": _move,
    "pick": _pick,
    "hint": _only_which(AskHint),
    "board": _board,
    "moves": _only_which(ListMoves),
    "draw": _only_which(OfferDraw),
    "resign": _only_which(Resign),
    "record": _only_which(ShowRecord),
    "games": lambda rest, incoming: ListGames(),
    "rules": _rules,
    "language": _language,
    "help": lambda rest, incoming: ShowHelp(),
}
