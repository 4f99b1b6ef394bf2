"""The command of administrators for a chat's settings: `/settings games=dots,tupik mentions=no`; with
`server` at its end, in all chats of a server that have settled nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.core.commands.personal import zone_called
from bot.core.commands.read_back import game_called, languages_called
from bot.core.commands.terms import pace_in, said, span_in
from bot.core.game.requests import Request
from bot.core.game.terms import PACES, Consent
from bot.core.language.speech import LANGUAGES
from bot.core.ports.platform import Incoming
from engines import GAMES
from engines.refusals import Unreadable

NAMES = ("language", "games", "threads", "mentions", "old", "time", "challenge", "cooldown", "daily", "timezone")
LANGUAGE, GAMES_HERE, THREADS, MENTIONS, OLD, TIME, CHALLENGE, COOLDOWN, DAILY, ZONE = NAMES
ALL, ADMINS, NONE = "all", "admins", "none"
DELETE, FOLD = "delete", "fold"
"""What becomes of a board when a newer one of its game stands: it goes, or a line of it stays."""
COOLDOWNS = (NONE, "30s", "300s")
SERVER, CHANNEL = "server", "channel"
_SERVER = frozenset({SERVER, "сервер"})
_WHERE = _SERVER | {CHANNEL, "канал"}
_LONGEST_COOLDOWN = 86400
_TIME_OF_DAY = re.compile(r"([01]?\d|2[0-3])(?::([0-5]\d))?")
_SECONDS = re.compile(r"(\d{1,5})[sсc]")


@dataclass(frozen=True)
class Settle(Request):
    """What is to hold from now on, by its name and in canonical values; without any, what holds is asked.

    For the chat, or `everywhere` on its server.
    """

    changes: tuple[tuple[str, str], ...] = ()
    everywhere: bool = False


def read_settings(rest: str, incoming: Incoming) -> Request:
    changes, everywhere = dict[str, str](), False
    for word in rest.split():
        if word.casefold() in _WHERE:
            everywhere = word.casefold() in _SERVER
            continue
        name, equals, value = word.partition("=")
        if not equals or name.casefold() not in NAMES:
            raise Unreadable("unknown-setting", part=word[:40], expected=" ".join(NAMES))
        read, expected = _READERS[name.casefold()]
        found = read(value.casefold())
        if found is None:
            raise Unreadable("bad-term", part=value[:40], key=name.casefold(), expected=expected)
        changes[name.casefold()] = found
    return Settle(tuple(changes.items()), everywhere)


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


def _daily(value: str) -> str | None:
    """The time of day at which a chat is told of the daily puzzle."""
    if value in (NONE, "off") or said(value) is Consent.NO:
        return NONE
    found = _TIME_OF_DAY.fullmatch(value)
    return f"{int(found[1]):02}:{found[2] or '00'}" if found else None


_READERS: Mapping[str, tuple[Callable[[str], str | None], str]] = {
    LANGUAGE: (_language, f"{NONE} {' '.join(LANGUAGES)}"),
    GAMES_HERE: (_games, f"{ALL} {' '.join(GAMES)}"),
    THREADS: (_yes_or_no, "yes no"),
    MENTIONS: (_yes_or_no, "yes no"),
    OLD: (lambda value: value if value in (DELETE, FOLD) else None, f"{DELETE} {FOLD}"),
    TIME: (_time, f"{NONE} {' '.join(PACES)}"),
    CHALLENGE: (lambda value: value if value in (ALL, ADMINS) else None, f"{ALL} {ADMINS}"),
    COOLDOWN: (_cooldown, " ".join(COOLDOWNS)),
    DAILY: (_daily, f"{NONE} 18:00"),
    ZONE: (zone_called, "Europe/Kyiv"),
}


def legible(settled: Mapping[str, str]) -> dict[str, str]:
    """Return what is settled without the settings whose stored values mean nothing to this version."""
    read = {name: _READERS[name][0](value.casefold()) if name in _READERS else value for name, value in settled.items()}
    return {name: value for name, value in read.items() if value is not None}
