"""Reverse translation: names of games, values, levels, seats, languages, shown in any language, to what is typed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, partial

from babel import Locale

from bot.core.language.speech import LANGUAGES, speech
from engines import GAMES
from engines.game import Seat, Setting

_SHOWN_ALONE = ("level", "value", "seat", "as", "for", "begin", "part", "about")
_COUNTS = (1, 2, 5)
"""A count for each form that a plural may have."""
_GLUE = r"[\s:=«\"]*"
_GLUED = re.compile(r"\s+")
_BOT = ("bot", "бот", "робот", "tetradka", "тетрадка")


def typed(text: str) -> str:
    """The text with all that is called by a name (of a game, map, level …) called as one types it."""
    names = _names()
    return _pattern().sub(lambda found: names[found[0].casefold()], text)


def in_keys(game: str, text: str) -> str:
    """The text with each option of a game that is told in words (`карта «harbour»`, `to 20 points`) as `key=value`."""
    for pattern, key in _told_options(game):
        text = pattern.sub(partial(_in_key, key), text)
    return text


def _in_key(key: str, told: re.Match[str]) -> str:
    """What has a key already keeps it."""
    return told[0] if "=" in told[1] else f"{key}={told[1]}"


def near(word: str, words: Iterable[str]) -> str:
    """The two of `words`, or of what they are called in any language, that are most like a word, joined by `|`."""
    wanted = set(words)
    called = {word: word for word in wanted} | {said: word for said, word in _names().items() if word in wanted}
    found = get_close_matches(word.casefold(), called, n=2, cutoff=0.7)
    return "|".join(dict.fromkeys(called[said] for said in found))


def is_level_elsewhere(word: str) -> bool:
    """Whether a word is what other programs call a level (`hard`)."""
    return any(word.casefold() in said.split("|") for said in text_in_all("other-levels"))


def words_for(prefix: str) -> dict[str, str]:
    """Return the catalogue codes that begin with a prefix, each with what follows it."""
    return {code: code.removeprefix(prefix) for code in speech("en").counted if code.startswith(prefix)}


def game_called(name: str) -> str | None:
    """The only game whose name begins like this, in any language."""
    low = name.casefold()
    found = {game for game, said in _games_said() if low and said.startswith(low)}
    return low if low in GAMES else found.pop() if len(found) == 1 else None


def game_within(text: str) -> str | None:
    """The only game that a sentence names, by its name or the first word of it."""
    words = (word.strip(".,!?«»“”\"'") for word in typed(text.strip(".!?")).split())
    found = {game for word in words if len(word) > _SHORTEST and (game := game_called(word))}
    return found.pop() if len(found) == 1 else None


_SHORTEST = 3


@cache
def _games_said() -> Sequence[tuple[str, str]]:
    return [(game, said.casefold()) for game in GAMES for said in text_in_all(f"game-{game}")]


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
    yield "чат", "chat"
    for game in GAMES:
        yield from ((said, game) for said in text_in_all(f"game-{game}"))
    for code in speech("en").counted:
        kind, _, word = code.partition("-")
        if kind in _SHOWN_ALONE and _is_typed(kind, word):
            yield from ((said, word) for said in text_in_all(code))
    yield from _told_values()
    for seat in Seat:
        yield from ((said, seat.value) for said in text_in_all(seat.value))


def _told_values() -> Iterator[tuple[str, str]]:
    """The values that have words of their own (`no pie rule`)."""
    for key, value in {(s.key, value) for game in GAMES.values() for s in game.settings for value in s.choices}:
        code = f"setting-{key}-{value}"
        if speech("en").knows(code):
            yield from ((said, f"{key}={value}") for said in text_in_all(code))


@cache
def _told_options(game: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """How each option is told where its value does not stand alone, with its key; the longest first."""
    told = {
        (speech(language).template(f"setting-{setting.key}", count), setting)
        for setting in GAMES[game].settings
        for language in LANGUAGES
        for count in _COUNTS
    }
    longest_first = sorted(told, key=lambda pair: len(pair[0]), reverse=True)
    return tuple((_told(text, setting), setting.key) for text, setting in longest_first if text != "{value}")


def _told(template: str, setting: Setting) -> re.Pattern[str]:
    before, after = (_GLUE.join(map(re.escape, _GLUED.split(part.strip(" :«»")))) for part in template.split("{value}"))
    end = rf"\s+{after}" if after else ""
    return re.compile(rf"(?<!\S){before}{_GLUE}({_value(setting)})[»\"]?{end}(?![^\s,])", re.IGNORECASE)


def _value(setting: Setting) -> str:
    """What an option's value looks like; a map or shape of one's own is no word of a sentence."""
    if all(map(str.isdecimal, setting.choices)):
        return r"\d+"
    words = map(re.escape, setting.choices)
    return "|".join(words) if setting.is_file or not setting.bare_pattern else "|".join((*words, setting.bare_pattern))


def _is_typed(kind: str, word: str) -> bool:
    choices = (choice for game in GAMES.values() for setting in game.settings for choice in setting.choices)
    return kind != "value" or word in set(choices)


def text_in_all(code: str) -> Iterable[str]:
    """Return the text of a catalogue code in every language."""
    return [speech(language).say(code) for language in LANGUAGES]


@cache
def _pattern() -> re.Pattern[str]:
    longest_first = sorted(_names(), key=len, reverse=True)
    return re.compile(rf"(?<![^\s=«(\"])(?:{'|'.join(map(re.escape, longest_first))})(?![^\s,.»)\"])", re.IGNORECASE)
