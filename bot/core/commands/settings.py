"""The command of administrators for a chat's settings: `/settings games=dots,tupik mentions=no`; with
`server` at its end, in all chats of a server that have settled nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.core.commands.personal import zone_called
from bot.core.commands.read_back import game_called, languages_called
from bot.core.commands.terms import pace_in, said, span_in
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
"""What becomes of a board when a newer one of its game stands: it goes, or a line of it stays."""
COOLDOWNS = (NONE, "30s", "300s")
SERVER, CHANNEL = "server", "channel"
_SERVER = frozenset({SERVER, "сервер"})
_WHERE = _SERVER | {CHANNEL, "канал"}
_LONGEST_COOLDOWN = 86400
_SECONDS = re.compile(r"(\d{1,5})[sсc]")


@dataclass(frozen=True)
class ChatSetting:
    """A setting of a chat that a feature adds.

    `read` returns a canonical value, or None for a text that is none; `expected` shows what can be typed. `line` says
    what holds, given all settings of the chat, and `buttons` change it. `is_of_one_chat`: not for a whole server.
    """

    name: str
    usual: str
    read: Callable[[str], str | None]
    expected: str
    line: Callable[[Mapping[str, str], Speech], str]
    buttons: Callable[[Mapping[str, str], Speech], tuple[Button, ...]]
    is_of_one_chat: bool = False


@dataclass(frozen=True)
class Settle(Request):
    """A request to change settings, each typed as `NAME=VALUE`; without any, to show them.

    For the chat, or `everywhere` on its server.
    """

    changes: tuple[str, ...] = ()
    everywhere: bool = False


def read_settings(rest: str, incoming: Incoming) -> Request:
    """Return the words of a text that may change settings; the last that names a scope says where they hold."""
    words = rest.split()
    scopes = [word.casefold() for word in words if word.casefold() in _WHERE]
    changes = tuple(word for word in words if word.casefold() not in _WHERE)
    return Settle(changes, everywhere=bool(scopes) and scopes[-1] in _SERVER)


def read_changes(words: Iterable[str], more: Sequence[ChatSetting]) -> dict[str, str]:
    """Return typed settings in canonical values, by their names; `more` are those of features.

    Raises `Unreadable` for a setting or a value that there is not.
    """
    readers = {**_READERS, **{setting.name: (setting.read, setting.expected) for setting in more}}
    values = dict[str, str]()
    for word in words:
        name, equals, text = word.partition("=")
        if not equals or name.casefold() not in readers:
            names = (*NAMES[:-1], *(setting.name for setting in more), NAMES[-1])
            raise Unreadable("unknown-setting", part=word[:40], expected=" ".join(names))
        read, expected = readers[name.casefold()]
        value = read(text.casefold())
        if value is None:
            raise Unreadable("bad-term", part=text[:40], key=name.casefold(), expected=expected)
        values[name.casefold()] = value
    return values


def _language(value: str) -> str | None:
    return NONE if value == NONE else languages_called().get(value)


def _games(value: str) -> str | None:
    if value == ALL:
        return ALL
    found = [game_called(word) for word in value.split(",") if word]
    named = [game for game in GAMES if game in found]
    return None if None in found or not named else ",".join(named)


def _yes_or_no(value: str) -> str | None:
    answer = said(value)
    return None if answer in (None, Consent.UNSAID) else str(answer)


def _time(value: str) -> str | None:
    pace = pace_in(value)
    return None if pace is None else str(pace)


def _cooldown(value: str) -> str | None:
    if value in (NONE, "0") or said(value) is Consent.NO:
        return NONE
    seconds = float(found[1]) if (found := _SECONDS.fullmatch(value)) else span_in(value)
    return f"{round(seconds)}s" if seconds is not None and 0 < seconds <= _LONGEST_COOLDOWN else None


_READERS: Mapping[str, tuple[Callable[[str], str | None], str]] = {
    LANGUAGE: (_language, f"{NONE} {' '.join(LANGUAGES)}"),
    GAMES_HERE: (_games, f"{ALL} {' '.join(GAMES)}"),
    THREADS: (_yes_or_no, "yes no"),
    MENTIONS: (_yes_or_no, "yes no"),
    OLD: (lambda value: value if value in (DELETE, FOLD) else None, f"{DELETE} {FOLD}"),
    TIME: (_time, f"{NONE} {' '.join(PACES)}"),
    CHALLENGE: (lambda value: value if value in (ALL, ADMINS) else None, f"{ALL} {ADMINS}"),
    COOLDOWN: (_cooldown, " ".join(COOLDOWNS)),
    ZONE: (zone_called, "Europe/Kyiv"),
}


def legible(settled: Mapping[str, str]) -> dict[str, str]:
    """Return what is settled without the settings whose stored values mean nothing to this version."""
    read = {name: _READERS[name][0](value.casefold()) if name in _READERS else value for name, value in settled.items()}
    return {name: value for name, value in read.items() if value is not None}
