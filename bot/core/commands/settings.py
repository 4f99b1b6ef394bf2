"""The administrators' command `/settings games=dots mentions=no`; a final `server` sets a server's defaults."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.core.commands.command import two_values
from bot.core.commands.personal import zone_called
from bot.core.commands.read_back import game_called, languages_by_name
from bot.core.commands.terms import consent_of, pace_in, span_in
from bot.core.game.requests import Request
from bot.core.game.terms import PACES, Consent
from bot.core.language.speech import LANGUAGES, Speech
from bot.core.ports.platform import Button, Incoming
from engines import GAMES
from engines.refusals import Unreadable

NAMES = ("language", "games", "threads", "mentions", "old", "time", "challenge", "cooldown", "timezone")
LANGUAGE, GAMES_HERE, THREADS, MENTIONS, OLD, TIME, CHALLENGE, COOLDOWN, ZONE = NAMES
ALL, ADMINS, NONE = "all", "admins", "none"
DELETE, FOLD = "delete", "fold"
"""The fate of a board after a newer one of its game: deleted, or folded into a line."""
COOLDOWNS = (NONE, "30s", "300s")
SERVER, CHANNEL = "server", "channel"
_SERVER = frozenset({SERVER, "сервер"})
_WHERE = _SERVER | {CHANNEL, "канал"}
_LONGEST_COOLDOWN = 86400
_SECONDS = re.compile(r"(\d{1,5})[sсc]")


@dataclass(frozen=True)
class ChatSetting:
    """A chat setting that a feature adds.

    `read` returns a canonical value, or None for an invalid text; `expected` shows valid texts. `line` describes the
    current value, given all settings of the chat, and `buttons` change it. `is_of_one_chat`: not for a whole server.
    """

    name: str
    usual: str
    read: Callable[[str], str | None]
    expected: str
    line: Callable[[Mapping[str, str], Speech], str]
    buttons: Callable[[Mapping[str, str], Speech], tuple[Button, ...]]
    is_of_one_chat: bool = False


class Settle(Request):
    """A request to change settings (`NAME=VALUE`), or to show them, in the chat or `everywhere` on its server."""

    changes: tuple[str, ...] = ()
    everywhere: bool = False


def read_settings(rest: str, incoming: Incoming) -> Request:
    """Parse changed settings and their scope; raise `Unreadable` for two scopes."""
    words = rest.split()
    scopes = [word for word in words if word.casefold() in _WHERE]
    are_servers = [scope.casefold() in _SERVER for scope in scopes]
    if len({*are_servers}) > 1:
        raise two_values(scopes[0], scopes[are_servers.index(not are_servers[0])])
    changes = tuple(word for word in words if word.casefold() not in _WHERE)
    return Settle(changes, everywhere=any(are_servers))


def read_changes(words: Iterable[str], more: Sequence[ChatSetting]) -> dict[str, str]:
    """Return typed settings by name, including `more` of features.

    Raise `Unreadable` for an unknown or invalid one, or for two values of one.
    """
    readers = {**_READERS, **{setting.name: (setting.read, setting.expected) for setting in more}}
    values, typed_words = dict[str, str](), dict[str, str]()
    for word in words:
        name, equals, text = word.partition("=")
        if not equals and name.casefold() in readers:
            examples = [f"{name.casefold()}={value}" for value in readers[name.casefold()][1].split()]
            raise Unreadable("option-without-value", part=name, example=examples[0], meant="|".join(examples[:4]))
        if name.casefold() not in readers:
            names = (*NAMES[:-1], *(setting.name for setting in more), NAMES[-1])
            raise Unreadable("unknown-setting", part=word[:40], expected=" ".join(names))
        read, expected = readers[name.casefold()]
        value = read(text.casefold())
        if value is None:
            raise Unreadable("bad-term", part=text[:40], key=name.casefold(), expected=expected)
        if values.setdefault(name.casefold(), value) != value:
            raise two_values(typed_words[name.casefold()], word)
        typed_words.setdefault(name.casefold(), word)
    return values


def _games(value: str) -> str | None:
    if value == ALL:
        return ALL
    games = [game_called(word) for word in value.split(",") if word]
    listed_games = [game for game in GAMES if game in games]
    return None if None in games or not listed_games else ",".join(listed_games)


def _cooldown(value: str) -> str | None:
    if value in (NONE, "0") or consent_of(value) is Consent.NO:
        return NONE
    seconds = float(match[1]) if (match := _SECONDS.fullmatch(value)) else span_in(value)
    return f"{round(seconds)}s" if seconds is not None and 0 < seconds <= _LONGEST_COOLDOWN else None


_READERS: Mapping[str, tuple[Callable[[str], str | None], str]] = {
    LANGUAGE: (
        lambda value: NONE if value == NONE else languages_by_name().get(value),
        f"{NONE} {' '.join(LANGUAGES)}",
    ),
    GAMES_HERE: (_games, f"{ALL} {' '.join(GAMES)}"),
    THREADS: (consent_of, "yes no"),
    MENTIONS: (consent_of, "yes no"),
    OLD: (lambda value: value if value in (DELETE, FOLD) else None, f"{DELETE} {FOLD}"),
    TIME: (lambda value: None if (pace := pace_in(value)) is None else str(pace), f"{NONE} {' '.join(PACES)}"),
    CHALLENGE: (lambda value: value if value in (ALL, ADMINS) else None, f"{ALL} {ADMINS}"),
    COOLDOWN: (_cooldown, " ".join(COOLDOWNS)),
    ZONE: (zone_called, "Europe/Kyiv"),
}


def legible_settings(values: Mapping[str, str]) -> dict[str, str]:
    """Return stored settings without values that this version cannot parse."""
    read = {name: _READERS[name][0](value.casefold()) if name in _READERS else value for name, value in values.items()}
    return {name: value for name, value in read.items() if value is not None}
