"""A game's options as people type them: `pie=3`, `4x4`, `no pie`, `карта «harbour»`, or an attached file."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial

from bot.core.commands.command import two_values
from bot.core.commands.read_back import close_words, game_called
from bot.core.commands.terms import clock_meant, consent_of
from bot.core.game.terms import NONE, TERM_SETTINGS, Consent
from bot.core.language.speech import LANGUAGES, speech
from engines import GAMES
from engines.game import LEVELS, AnyGame, Seat, Setting
from engines.refusals import Refusal, Unreadable

WORDS = re.compile(r"""(?:[^\s"]|"[^"]*")+""")
SEATS = tuple(seat.value for seat in Seat)
_COUNTS = (1, 2, 5)
"""A count for each plural form."""
_GLUE = r"[\s:=«\"]*"
_GLUED = re.compile(r"\s+")
_DENIALS = (str(Consent.NO), "0", NONE)
"""The values that turn an option off."""


def challenge_words(text: str) -> Iterator[str]:
    """Yield the words of a challenge without commas and quotes from copying; keep mentions unchanged."""
    words = WORDS.findall(text)
    return (word for each in words if (word := each if each[0] in "@<" else each.rstrip(",;").strip("«»()")))


def in_keys(text: str) -> str:
    """Rewrite options in words as `key=value`, except for the game's name, which may look like one (`digits 1-3`)."""
    word = next(filter(game_called, challenge_words(text)), "")
    if not (game := game_called(word)):
        return text
    before, name, after = text.partition(word)
    for pattern, key in _option_patterns(game):
        before, after = (pattern.sub(rf"{key}=\1", part) for part in (before, after))
    return f"{before}{name}{after}"


@cache
def _option_patterns(game: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the patterns of a game's options in words, longest first, with their keys."""
    templates = {
        (speech(language).template(f"setting-{setting.key}", count), setting)
        for setting in GAMES[game].settings
        for language in LANGUAGES
        for count in _COUNTS
    }
    longest_first = sorted(templates, key=lambda pair: len(pair[0]), reverse=True)
    return tuple((_option_pattern(text, setting), setting.key) for text, setting in longest_first if text != "{value}")


def _option_pattern(template: str, setting: Setting) -> re.Pattern[str]:
    before, after = (_GLUE.join(map(re.escape, _GLUED.split(part.strip(" :«»")))) for part in template.split("{value}"))
    end = rf"\s+{after}" if after else ""
    return re.compile(rf"(?<!\S){before}{_GLUE}({_value(setting)})[»\"]?{end}(?![^\s,])", re.IGNORECASE)


def _value(setting: Setting) -> str:
    """Return the pattern of an option's value; custom maps and shapes are not recognised in sentences."""
    if all(map(str.isdecimal, setting.choices)):
        return r"\d+"
    words = map(re.escape, setting.choices)
    return "|".join(words) if setting.is_file or not setting.bare_pattern else "|".join((*words, setting.bare_pattern))


def setting_called(game: AnyGame, word: str) -> str | None:
    """Return the key of the setting that accepts a bare word as its value; None if there is none."""
    patterns = ((setting.key, setting.bare_pattern) for setting in game.settings if setting.bare_pattern)
    return next((key for key, pattern in patterns if re.fullmatch(pattern, word, re.IGNORECASE)), None)


def join_denials(words: Iterable[str], settings: Sequence[Setting]) -> list[str]:
    """Join a `no` and the option after it, such as `no pie`, to a value of that option."""
    values = {s.key: next((each for each in _DENIALS if each in s.choices), "") for s in settings}
    joined_words = list[str]()
    for word in words:
        value = values.get(word.casefold(), "")
        if value and joined_words and consent_of(joined_words[-1]) is Consent.NO:
            joined_words[-1] = f"{word.casefold()}={value}"
        else:
            joined_words.append(word)
    return joined_words


def read_options(game: AnyGame, words: Sequence[str], attachment: str) -> dict[str, str]:
    """Parse `key=value` and bare words; join the bare words of one option (a map in several words).

    Raise `Unreadable` for a word that is no option, and for two values of one.
    """
    settings, typed_words, by_key = dict[str, str](), dict[str, str](), {s.key: s for s in game.settings}
    for word in words:
        key, equals, value = word.partition("=")
        key, value = (key.casefold(), value.strip('"')) if equals else (setting_called(game, word) or "", word)
        if key not in by_key:
            raise _unknown_key(game, key[:40]) if equals else _unknown_word(game, word[:40], words)
        if key not in settings or (by_key[key].is_file and not equals and value not in by_key[key].choices):
            settings[key] = " ".join(filter(None, (settings.get(key), value)))
        elif not _is_same_start(game, key, settings[key], value):
            raise two_values(typed_words[key], word)
        typed_words.setdefault(key, word)
    if attachment and (file := next((s.key for s in game.settings if s.is_file), None)):
        if file in typed_words:
            raise Unreadable("file-and-option", part=typed_words[file][:40])
        settings[file] = attachment
    return settings


def _is_same_start(game: AnyGame, key: str, value: str, other: str) -> bool:
    """Return whether two values of an option mean the same, such as `yes` and `torus`."""
    with suppress(Refusal):
        return value == other or game.start({key: value}, 0) == game.start({key: other}, 0)
    return False


def _unknown_key(game: AnyGame, key: str) -> Unreadable:
    keys = [setting.key for setting in (*game.settings, *TERM_SETTINGS)]
    return Unreadable("unknown-option", option=key, expected=" ".join(keys), meant=close_words(key, keys))


def _unknown_word(game: AnyGame, word: str, words: Sequence[str]) -> Unreadable:
    """Return the error for a word that is not an option; suggest a size for a number, else the closest words."""
    if setting := next((each for each in game.settings if each.key == word.casefold()), None):
        if value := next((each for each in words if each.startswith(f"{setting.key}=")), ""):
            return two_values(word, value)
        example = f"{setting.key}={setting.choices[-1]}"
        return Unreadable("option-without-value", part=word, example=example, meant=example)
    choices = (choice for setting in game.settings for choice in setting.choices if choice[0].isalpha())
    close = close_words(word, (*choices, *LEVELS, *SEATS, *GAMES, "bot", "random"))
    square, options = f"{word}x{word}", ", ".join(setting.key for setting in (*game.settings, *TERM_SETTINGS))
    is_size = "size" not in map(partial(setting_called, game), words) and setting_called(game, square) == "size"
    meant = square if is_size else close or clock_meant(word)
    return Unreadable("unknown-word", part=word, options=options, levels=", ".join(LEVELS), meant=meant)
