"""The state of the menu that leads to a challenge: the line to be typed for it, and its codec in a button's text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Literal

from bot.core.game.people import Person, Player, Robot
from bot.core.game.requests import Request
from bot.core.game.terms import TERM_SETTINGS, THREAD, Terms, available_terms, with_term
from engines import GAMES
from engines.game import LEVELS, AnyGame, Level, Seat, Setting
from engines.refusals import Illegal

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
    opponent = f"bot {chosen.opponent.level}" if isinstance(chosen.opponent, Robot) else chosen.spelled
    words = ("/challenge", opponent, chosen.game, *settings, str(chosen.seat or ""), *terms)
    return " ".join(filter(None, words))


def fitting_terms(chosen: Setup) -> Terms:
    """The terms that make sense with this opponent."""
    offered = {THREAD, *(term.key for term in available_terms(with_bot=isinstance(chosen.opponent, Robot)))}
    return tuple((key, value) for key, value in chosen.terms if key in offered)


def setting_called(game: AnyGame, word: str) -> str | None:
    """The option whose value a word can be without its key."""
    return next(
        (s.key for s in game.settings if s.bare_pattern and re.fullmatch(s.bare_pattern, word, re.IGNORECASE)), None
    )


def _word(game: AnyGame, key: str, value: str) -> str:
    words = value.split()
    if not set(words) & set(LEVELS) and all(setting_called(game, word) == key for word in words):
        return value
    return f'{key}="{value}"' if len(words) > 1 else f"{key}={value}"


SEEDS = 36
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_SEATS = (None, *Seat, "random")
_ANYONE, _PERSON = len(LEVELS), len(LEVELS) + 1
_SEAL = 3
_UNTYPED, _OWN = "-", "="


# seal, seed, opponent and seat, terms, a character for each option, what is shown with its page or chosen last, the end
_CODE = re.compile(rf"~(\w{{{_SEAL}}})(\w)(\w)(\w\w)([-=\w]*)(?::(\w)(\w?))?(!?)")


def button_text(chosen: Setup, owner: Person, begin: bool = False) -> str:
    """What a button types that leads to this choice, or begins it.

    A value that is none of the option's choices is spelled out, and may make it too long for a button.
    """
    settings = GAMES[chosen.game].settings if chosen.game else ()
    values = "".join(_value(setting, chosen.settings.get(setting.key)) for setting in settings).rstrip(_UNTYPED)
    said = {**chosen.settings, **dict(chosen.terms)}
    own = (f'{s.key}="{said[s.key]}"' for s in (*settings, *TERM_SETTINGS) if _value(s, said.get(s.key)) == _OWN)
    code = f"~{_seal(owner, chosen.game)}{_DIGITS[chosen.seed]}{_opponent_and_seat(chosen)}{_terms(chosen)}{values}"
    end = _place(chosen) + "!" * begin
    return " ".join(filter(None, ("/setup", chosen.game, code + end, chosen.spelled, *own)))


def read_button(
    code: str, game: str, owner: Person, opponent: Person | None, spelled: str, own: Mapping[str, str]
) -> tuple[Setup, bool]:
    """The choice that a button leads to, and whether it is to begin; raises `Illegal` for another's button."""
    match = _CODE.fullmatch(code)
    if match is None or match[1] != _seal(owner, game):
        raise Illegal("not-your-menu")
    _, seed, who, agreed, values, at, page, begin = match.groups()
    settings = GAMES[game].settings if game else ()
    place = (*settings, *TERM_SETTINGS)[_DIGITS.index(at)].key if at else ""
    level, seat = divmod(_DIGITS.index(who), len(_SEATS))
    if (level == _PERSON) != (opponent is not None):
        raise Illegal("not-your-menu")
    chosen = Setup(
        game,
        {**dict(_values(settings, values)), **{s.key: own[s.key] for s in settings if s.key in own}},
        Robot(LEVELS[level]) if level < len(LEVELS) else opponent,
        _SEATS[seat],
        spelled,
        _DIGITS.index(seed),
        listed=place if page else "",
        page=_DIGITS.index(page) if page else 0,
        newest="" if page else place,
        pressed=True,
        terms=_agreed(agreed, own),
    )
    return chosen, bool(begin)


def seed_of(cause: str) -> int:
    """Which of a game's starts a menu begins with."""
    return _number(cause) % SEEDS if cause else 0


def next_start(chosen: Setup) -> Setup:
    """The same choice with another of the game's starts."""
    return replace(chosen, seed=(chosen.seed + 1) % SEEDS)


def _number(text: str) -> int:
    return int.from_bytes(sha256(text.encode(errors="surrogatepass")).digest())


def _seal(owner: Person, game: str) -> str:
    """Tells the owner's buttons from those of others, and from those of a version that offered other choices."""
    settings = GAMES[game].settings if game else ()
    number = _number(f"{owner.key} {game} {settings} {TERM_SETTINGS}")
    return "".join(_DIGITS[number // len(_DIGITS) ** place % len(_DIGITS)] for place in range(_SEAL))


def _opponent_and_seat(chosen: Setup) -> str:
    match chosen.opponent:
        case Robot(level):
            who = LEVELS.index(level)
        case Person():
            who = _PERSON
        case None:
            who = _ANYONE
    return _DIGITS[who * len(_SEATS) + _SEATS.index(chosen.seat)]


def _value(setting: Setting, value: str | None) -> str:
    if value is None:
        return _UNTYPED
    return _DIGITS[setting.choices.index(value)] if value in setting.choices else _OWN


def _values(settings: tuple[Setting, ...], digits: str) -> Iterator[tuple[str, str]]:
    for setting, digit in zip(settings, digits, strict=False):
        if digit not in (_UNTYPED, _OWN):
            yield setting.key, setting.choices[_DIGITS.index(digit)]


def _terms(chosen: Setup) -> str:
    """Two digits for the value of each term; one that is none of its choices counts as the first."""
    number, said = 0, dict(chosen.terms)
    for term in TERM_SETTINGS:
        value = said.get(term.key, term.default)
        number = number * len(term.choices) + (term.choices.index(value) if value in term.choices else 0)
    return _DIGITS[number // len(_DIGITS)] + _DIGITS[number % len(_DIGITS)]


def _agreed(digits: str, own: Mapping[str, str]) -> Terms:
    number = _DIGITS.index(digits[0]) * len(_DIGITS) + _DIGITS.index(digits[1])
    terms: Terms = ()
    for term in reversed(TERM_SETTINGS):
        number, choice = divmod(number, len(term.choices))
        terms = with_term(terms, term.key, own.get(term.key, term.choices[choice]))
    return terms


def _place(chosen: Setup) -> str:
    keys = [setting.key for setting in (*GAMES[chosen.game].settings, *TERM_SETTINGS)] if chosen.game else []
    if chosen.listed:
        return f":{_DIGITS[keys.index(chosen.listed)]}{_DIGITS[chosen.page]}"
    return f":{_DIGITS[keys.index(chosen.newest)]}" if chosen.newest else ""
