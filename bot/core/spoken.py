"""What the bot shows in any language, read back as what is typed: names of games, values, levels, seats, languages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from babel import Locale

from bot.core.speech import LANGUAGES, speech
from engines import GAMES
from engines.game import Seat

_SHOWN_ALONE = ("level", "value", "seat", "as")
_BOT = ("bot", "бот", "робот", "tetradka", "тетрадка")


def typed(text: str) -> str:
    """The text with all that is called by a name (of a game, map, level …) called as one types it."""
    names = _names()
    return _pattern().sub(lambda found: names[found[0].casefold()], text)


def command_called(word: str) -> str | None:
    """The command that a bare word asks for where one talks to the bot (`hint`, `сдаюсь`)."""
    return _bare_commands().get(word.casefold().rstrip(".!"))


@cache
def _bare_commands() -> Mapping[str, str]:
    codes = [code for code in speech("en").counted if code.startswith("word-")]
    return {said: code.removeprefix("word-") for code in codes for text in _in_all(code) for said in text.split("|")}


def game_called(name: str) -> str | None:
    """The only game whose name begins like this, in any language."""
    low = name.casefold()
    found = {game for game, said in _games_said() if low and said.startswith(low)}
    return low if low in GAMES else found.pop() if len(found) == 1 else None


@cache
def _games_said() -> Sequence[tuple[str, str]]:
    return [(game, said.casefold()) for game in GAMES for said in _in_all(f"game-{game}")]


@cache
def languages_called() -> Mapping[str, str]:
    """Every language by its code and by its names in all of them."""
    called = {language: language for language in LANGUAGES}
    for language in LANGUAGES:
        names = (Locale.parse(language).get_display_name(other) for other in LANGUAGES)
        called |= {name.casefold(): language for name in names if name}
    return called


@cache
def _names() -> Mapping[str, str]:
    return {said.casefold(): word for said, word in _pairs() if said.casefold() != word}


def _pairs() -> Iterator[tuple[str, str]]:
    yield from ((word, "bot") for word in _BOT)
    for game in GAMES:
        yield from ((said, game) for said in _in_all(f"game-{game}"))
    for code in speech("en").counted:
        kind, _, word = code.partition("-")
        if kind in _SHOWN_ALONE and code != "value-classic" and _is_typed(kind, word):
            yield from ((said, word) for said in _in_all(code))
    for seat in Seat:
        yield from ((said, seat.value) for said in _in_all(seat.value))


def _is_typed(kind: str, word: str) -> bool:
    choices = (choice for game in GAMES.values() for setting in game.settings for choice in setting.choices)
    return kind != "value" or word in set(choices)


def _in_all(code: str) -> Iterable[str]:
    return [speech(language).say(code) for language in LANGUAGES]


@cache
def _pattern() -> re.Pattern[str]:
    longest_first = sorted(_names(), key=len, reverse=True)
    return re.compile(rf"(?<![^\s=«\"])(?:{'|'.join(map(re.escape, longest_first))})(?![^\s,.»\"])", re.IGNORECASE)
