"""The state of the menu that leads to a challenge: all that is chosen so far, and the line to be typed for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from bot.core.game.people import Player, Robot
from bot.core.game.requests import Request
from bot.core.game.terms import THREAD, Terms, offered_to
from engines import GAMES
from engines.game import AnyGame, Level, Seat

_LEVELS = tuple(Level)
_EASY = Robot(Level.EASY)


@dataclass(frozen=True)
class Setup(Request):
    """What is chosen so far in the menu that leads to a challenge.

    A person as `opponent` is mentioned as `spelled`. `seed` chooses among the starts of a game that has several.
    `listed` is the option whose values are shown, from the page `page`; `newest` the one that was chosen just now.
    `pressed`: by a button of the menu itself, which then gives way to the next. `terms` are those that do not hold
    anyway.
    """

    game: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)
    opponent: Player | None = _EASY
    seat: Seat | Literal["random"] | None = None
    spelled: str = ""
    seed: int = 0
    listed: str = ""
    page: int = 0
    newest: str = ""
    pressed: bool = False
    terms: Terms = ()


def usual_seat(game: AnyGame, opponent: Player | None, settings: Mapping[str, str]) -> Seat:
    """Where a challenger sits unless asked otherwise."""
    return game.offer.seat(settings) if isinstance(opponent, Robot) else Seat.FIRST


def fewer(chosen: Setup) -> Iterator[Mapping[str, str]]:
    """The settings, and those without the options that may not go with the newest."""
    if chosen.newest in chosen.settings:
        others = [key for key in chosen.settings if key != chosen.newest]
        yield chosen.settings
        yield from ({key: value for key, value in chosen.settings.items() if key != other} for other in others)
        yield {chosen.newest: chosen.settings[chosen.newest]}


def line(chosen: Setup) -> str:
    """What one would type to challenge like this."""
    settings = [_word(GAMES[chosen.game], key, value) for key, value in chosen.settings.items()]
    terms = (f"{key}={value}" for key, value in fitting_terms(chosen))
    words = ("/challenge", _opponent(chosen), chosen.game, *settings, str(chosen.seat or ""), *terms)
    return " ".join(filter(None, words))


def fitting_terms(chosen: Setup) -> Terms:
    """The terms that make sense with this opponent."""
    offered = {THREAD, *(term.key for term in offered_to(with_bot=isinstance(chosen.opponent, Robot)))}
    return tuple((key, value) for key, value in chosen.terms if key in offered)


def setting_called(game: AnyGame, word: str) -> str | None:
    """The option whose value a word can be without its key."""
    return next((s.key for s in game.settings if s.bare and re.fullmatch(s.bare, word, re.IGNORECASE)), None)


def _opponent(chosen: Setup) -> str:
    return f"bot {chosen.opponent.level}" if isinstance(chosen.opponent, Robot) else chosen.spelled


def _word(game: AnyGame, key: str, value: str) -> str:
    words = value.split()
    if not set(words) & set(_LEVELS) and all(setting_called(game, word) == key for word in words):
        return value
    return f'{key}="{value}"' if len(words) > 1 else f"{key}={value}"
