"""How players, games and settings are called in a language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress

from bot.core.pace import read_pace, read_span
from bot.core.people import Player, Robot
from bot.core.session import Session
from bot.core.speech import Speech
from bot.core.view.spans import span, typed_pace
from engines import GAMES
from engines.game import Level, Seat
from engines.phrases import Phrase, Value
from renderers.scene import Scene

_LONGEST_VALUE = 24
_NAMING_WORDS = ("unknown-option", "bad-option", "bad-term", "unknown-way", "words-wanted", "words-or-game-wanted")
"""Refusals that name the words that can stand somewhere."""


def name_of(player: Player | None, speech: Speech) -> str:
    """A player's name; the bot's comes with its level, an empty seat is said as such."""
    if player is None:
        return speech.say("anyone")
    if isinstance(player, Robot):
        return speech.say("robot", level=player.level.value)
    return player.name if player.is_somebody else speech.say("somebody")


def short_name(player: Player | None, speech: Speech) -> str:
    """A player's name where there is little room: the bot's without its level."""
    return speech.say("robot-short") if isinstance(player, Robot) else name_of(player, speech)


def names(session: Session, speech: Speech) -> dict[Seat, str]:
    """Both players' names by seat."""
    return {seat: name_of(session.player(seat), speech) for seat in Seat}


def title(session: Session, speech: Speech) -> str:
    """The game, what is special about it, and its code, in one line."""
    return f"{game_title(session.game, session.settings, speech)} · {session.code}"


def game_title(game: str, settings: Iterable[tuple[str, str]], speech: Speech) -> str:
    """A game with what is special about it."""
    return ", ".join([speech.say(f"game-{game}"), *_specialities(game, settings, speech)])


def _specialities(game: str, settings: Iterable[tuple[str, str]], speech: Speech) -> Iterable[str]:
    defaults = {setting.key: setting.default for setting in GAMES[game].settings}
    for key, value in settings:
        if key == "size" or value != defaults.get(key):
            yield setting_in_words(key, value, speech)


def setting_in_words(key: str, value: str, speech: Speech) -> str:
    """An option and its value; some values have words of their own (no pie rule), long ones are only mentioned."""
    if speech.knows(f"setting-{key}-{value}"):
        return speech.say(f"setting-{key}-{value}")
    return speech.say(f"setting-{key}" if len(value) <= _LONGEST_VALUE else f"setting-long-{key}", value=value)


def game_names(speech: Speech) -> str:
    """All games as they are called and typed."""
    return ", ".join(f"{speech.say(f'game-{name}')} ({name})" for name in GAMES)


def level_names(speech: Speech) -> str:
    """All levels of the bot as they are called, and can be typed."""
    return ", ".join(speech.say(f"level-{level}") for level in Level)


def in_words(phrase: Phrase, speech: Speech, seats: Mapping[Seat, str]) -> str:
    """A phrase with the players' names where it speaks of seats, plies counted as moves of one's own, games by name."""
    named: dict[str, Value] = {str(seat): name for seat, name in seats.items()}
    told = dict(phrase.fields)
    fields = {key: named.get(value, value) for key, value in phrase.fields if isinstance(value, str)}
    fields |= {key: move_in_words(move, speech) for key in ("move", "line") if isinstance(move := told.get(key), str)}
    if isinstance(plies := told.get("plies"), int):
        fields["moves"] = (plies + 1) // 2
    if isinstance(time := told.get("span"), str):
        fields["span"] = span(read_span(time), speech)
    if "levels" in told:
        fields["levels"] = level_names(speech)
    if phrase.code == "game-not-here":
        fields["games"] = ", ".join(speech.say(f"game-{name}") for name in str(told["games"]).split(", "))
    if phrase.code in _NAMING_WORDS:
        fields["expected"] = ", ".join(_value_in_words(word, speech) for word in str(told["expected"]).split())
    if told.get("games") == ", ".join(GAMES):
        fields["games"] = game_names(speech)
    return speech.phrase(phrase, **fields)


def _value_in_words(word: str, speech: Speech) -> str:
    code = f"value-{word}"
    with suppress(ValueError):
        return typed_pace(read_pace(word), speech)
    return speech.say(code) if speech.knows(code) else word


def move_in_words(text: str, speech: Speech) -> str:
    """A move with its words (keep, swap, pass …) in the reader's language; coordinates stay as they are."""
    words = ((word, f"move-{word}") for word in text.split(" "))
    return " ".join(speech.say(code) if speech.knows(code) else word for word, code in words)


def picture_in_words(scene: Scene, speech: Speech, seats: Mapping[Seat, str]) -> str:
    """The alt text of a picture: every phrase of it as a sentence."""
    return " ".join(in_words(phrase, speech, seats) for phrase in scene.alt)
