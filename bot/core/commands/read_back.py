"""Reverse translation: from names of games, values, levels and seats in any language to command words."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache

from babel import Locale

from bot.core.language.speech import LANGUAGES, phrases, speech
from engines import GAMES
from engines.game import Seat
from engines.refusals import Unreadable

_SHOWN_ALONE = ("level", "value", "seat", "as", "for", "begin", "part", "about")
_BOT = ("bot", "бот", "робот", "tetradka", "тетрадка")


def to_typed_words(text: str) -> str:
    """Replace translated names (of a game, map, level …) in a text by command words."""
    names = _names()
    return _pattern().sub(lambda found: names[found[0].casefold()], text)


def close_words(word: str, words: Iterable[str]) -> str:
    """Return the two of `words` closest to a word, in any language, joined by `|`."""
    candidates = set(words)
    names = {phrase: word for phrase, word in _names().items() if word in candidates}
    words_by_phrase = {word: word for word in candidates} | names
    matches = get_close_matches(word.casefold(), words_by_phrase, n=2, cutoff=0.7)
    return "|".join(dict.fromkeys(words_by_phrase[phrase] for phrase in matches))


def unknown_game(word: str) -> Unreadable:
    """Return the refusal of a word that names no game, with the games that it may mean."""
    return Unreadable("unknown-game", part=word[:40], games=", ".join(GAMES), meant=close_words(word, GAMES))


def require_game(word: str) -> str:
    """Return the game that a word names; raise `Unreadable` for any other word."""
    if (game := game_called(to_typed_words(word))) is None:
        raise unknown_game(word)
    return game


def is_level_elsewhere(word: str) -> bool:
    """Return whether a word is a level name of other programs (`hard`)."""
    return any(word.casefold() in phrase.split("|") for phrase in text_in_all("other-levels"))


def words_for(prefix: str) -> dict[str, str]:
    """Return the catalogue codes with a prefix, each with the rest of the code."""
    return {code: code.removeprefix(prefix) for code in speech("en").counted if code.startswith(prefix)}


def game_called(name: str) -> str | None:
    """Return the only game whose name starts with a text, in any language; None if none or several do."""
    folded_name = name.casefold()
    games = {game for game, phrase in _game_names() if folded_name and phrase.startswith(folded_name)}
    return folded_name if folded_name in GAMES else games.pop() if len(games) == 1 else None


def game_within(text: str) -> str | None:
    """Return the only game that a sentence names; None if it names none or several."""
    words = (word.strip(".,!?«»“”\"'") for word in to_typed_words(text.strip(".!?")).split())
    games = {game for word in words if len(word) > _SHORTEST and (game := game_called(word))}
    return games.pop() if len(games) == 1 else None


_SHORTEST = 3


@cache
def _game_names() -> Sequence[tuple[str, str]]:
    return [(game, phrase.casefold()) for game in GAMES for phrase in text_in_all(f"game-{game}")]


@cache
def languages_by_name() -> Mapping[str, str]:
    """Return the languages by their codes and by their names in all languages."""
    languages = {language: language for language in LANGUAGES}
    for language in LANGUAGES:
        names = (Locale.parse(language).get_display_name(target) for target in LANGUAGES)
        languages |= {name.casefold(): language for name in names if name}
    return languages


@cache
def _names() -> Mapping[str, str]:
    return {phrase.casefold(): word for phrase, word in _pairs() if phrase.casefold() != word}


def _pairs() -> Iterator[tuple[str, str]]:
    english = speech("en")
    settings = [setting for game in GAMES.values() for setting in game.settings]
    choices = {(setting.key, choice) for setting in settings for choice in setting.choices}
    typed_values = {choice for _, choice in choices}
    yield from ((word, "bot") for word in _BOT)
    yield "чат", "chat"
    for game in GAMES:
        yield from ((phrase, game) for phrase in (*text_in_all(f"game-{game}"), *phrases(f"spoken-game-{game}")))
    for code in english.counted:
        kind, _, word = code.partition("-")
        if kind in _SHOWN_ALONE and (kind != "value" or word in typed_values):
            yield from ((phrase, word) for phrase in text_in_all(code))
    for key, value in choices:  # values with phrases of their own, such as `no pie rule`
        if english.knows(f"setting-{key}-{value}"):
            yield from ((phrase, f"{key}={value}") for phrase in text_in_all(f"setting-{key}-{value}"))
    for seat in Seat:
        yield from ((phrase, seat.value) for phrase in text_in_all(seat.value))


def text_in_all(code: str) -> Iterable[str]:
    """Return the text of a catalogue code in all languages."""
    return [speech(language).say(code) for language in LANGUAGES]


@cache
def _pattern() -> re.Pattern[str]:
    longest_first = sorted(_names(), key=len, reverse=True)
    return re.compile(rf"(?<![^\s=«(\"])(?:{'|'.join(map(re.escape, longest_first))})(?![^\s,.»)\"])", re.IGNORECASE)
