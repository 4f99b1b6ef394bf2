"""State of the challenge menu: its command line, and its encoding in a button's text."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from hashlib import sha256
from typing import Literal

from bot.core.commands.options import setting_called
from bot.core.game.clocks import SECOND, TEAM, TIME
from bot.core.game.people import Opponent, Person, Robot
from bot.core.game.requests import Request
from bot.core.game.terms import COACH, QUORUM, TERM_SETTINGS, THREAD, Terms, with_term
from bot.core.ports.platform import Incoming
from engines import GAMES
from engines.game import LEVELS, AnyGame, Level, Seat, Setting
from engines.refusals import Illegal, Unreadable

_EASY = Robot(Level.EASY)


class Setup(Request):
    """The choices made so far in the challenge menu.

    `mention` names a person as `opponent`. `seed` picks one of the game's starts. `listed` is the option
    whose values the menu shows, from page `page`; `newest` is the option chosen last. `pressed`: a button of the menu
    led here, so the answer replaces the menu. `terms` are those with other values than their defaults.
    """

    game: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)
    opponent: Opponent | None = _EASY
    seat: Seat | Literal["random"] | None = None
    mention: str = ""
    seed: int = 0
    listed: str = ""
    page: int = 0
    newest: str = ""
    pressed: bool = False
    terms: Terms = Terms()


def usual_seat(game: AnyGame, opponent: Opponent | None, settings: Mapping[str, str]) -> Seat:
    """Return the challenger's default seat."""
    return game.offer.seat(settings) if isinstance(opponent, Robot) else Seat.FIRST


def setting_variants(setup: Setup) -> Iterator[Mapping[str, str]]:
    """Yield the settings, then with fewer and fewer options that may conflict with the newest."""
    settings = setup.settings
    if setup.newest in settings:
        yield settings
        for dropped_key in settings:
            if dropped_key != setup.newest:
                yield {key: value for key, value in settings.items() if key != dropped_key}
        yield {setup.newest: settings[setup.newest]}


def command_line(setup: Setup) -> str:
    """Return the command that types this challenge."""
    settings = [_word(GAMES[setup.game], key, value) for key, value in setup.settings.items()]
    terms = (f"{key}={value}" for key, value in fitting_terms(setup).items())
    opponent = f"bot {setup.opponent.level}" if isinstance(setup.opponent, Robot) else setup.mention
    opponent = "chat" if is_to_chat(setup) else opponent
    words = ("/challenge", opponent, setup.game, *settings, str(setup.seat or ""), *terms)
    return " ".join(filter(None, words))


def is_for_team(setup: Setup) -> bool:
    """Return whether the challenger's chat plays, against the bot or another chat."""
    return TEAM in setup.terms and not isinstance(setup.opponent, Person)


def is_to_chat(setup: Setup) -> bool:
    """Return whether any other chat is challenged."""
    return setup.opponent is None and is_for_team(setup)


def offered_terms(setup: Setup) -> tuple[Setting, ...]:
    """Return the terms for these players: the bot has no slow clock, only the bot coaches, and teams have neither."""
    without = {QUORUM, TIME if isinstance(setup.opponent, Robot) else COACH}
    without |= {TEAM} if isinstance(setup.opponent, Person) else set()
    without = {TIME, COACH} if is_for_team(setup) else without
    return tuple(term for term in TERM_SETTINGS if term.key not in without)


def fitting_terms(setup: Setup) -> Terms:
    """Return the terms that apply for these players; the bot plays on a clock that ticks, but on no slow one."""
    keys = {THREAD, *(term.key for term in offered_terms(setup))}
    keys |= {TIME} if setup.terms.get(TIME, "").endswith(SECOND) and not is_for_team(setup) else set()
    return Terms(tuple((key, value) for key, value in setup.terms.pairs if key in keys))


def _word(game: AnyGame, key: str, value: str) -> str:
    words = value.split()
    if not set(words) & set(LEVELS) and all(setting_called(game, word) == key for word in words):
        return value
    return f'{key}="{value}"' if len(words) > 1 else f"{key}={value}"


SEEDS = 36
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_SEATS = (None, *Seat, "random")
_ANYONE, _PERSON = 3, 4
_OPPONENTS = (Level.EASY, Level.CLASSIC, Level.STRONG, _ANYONE, _PERSON, Level.SKILLED, Level.EXPERT)
"""The opponents in the order of their codes, in which buttons of older versions can still be read."""
_FIRST_CODES = 20
_SEAL = 3
_TERM_DIGITS = 3
_UNTYPED, _OWN = "-", "="


# seal, seed, opponent and seat, terms, a character for each option, what is shown with its page or chosen last, the end
_CODE = re.compile(rf"~(\w{{{_SEAL}}})(\w)(\w)(\w{{{_TERM_DIGITS}}})([-=\w]*)(?::(\w)(\w?))?(!?)")


def button_text(setup: Setup, owner: Person, begin: bool = False) -> str:
    """Return the text of a button that leads to these choices or starts the game; other values are spelled out."""
    settings, values = GAMES[setup.game].settings if setup.game else (), {**setup.settings, **setup.terms}
    digits = "".join(_value(setting, setup.settings.get(setting.key)) for setting in settings).rstrip(_UNTYPED)
    typed_settings = (s.key for s in (*settings, *TERM_SETTINGS) if _value(s, values.get(s.key)) == _OWN)
    kind = setup.opponent.level if isinstance(setup.opponent, Robot) else _PERSON if setup.opponent else _ANYONE
    who = _DIGITS[_OPPONENTS.index(kind) * len(_SEATS) + _SEATS.index(setup.seat)]
    code = f"~{_seal(owner, setup.game, who)}{_DIGITS[setup.seed]}{who}{_terms(setup)}{digits}"
    end, typed_values = _place(setup) + "!" * begin, (f'{key}="{values[key]}"' for key in typed_settings)
    return " ".join(filter(None, ("/setup", setup.game, code + end, setup.mention, *typed_values)))


def read_button(words: Sequence[str], incoming: Incoming) -> tuple[Setup, bool]:
    """Parse the words of a button into its choices and whether it starts the game.

    Raise `Illegal` for another person's, `Unreadable` for an unknown opponent.
    """
    game = next((word for word in words if word in GAMES), "")
    mention = next((word for word in words if word.startswith(("@", "<"))), "")
    if mention and mention not in incoming.mentions:
        raise Unreadable("unknown-person", part=mention[:40])
    pairs = (word.partition("=") for word in words if "=" in word and not word.startswith("~"))
    values = {key: value.strip('"') for key, _, value in pairs}
    typed_setup = Setup(game, values, incoming.mentions.get(mention), mention=mention, pressed=True)
    match = next(filter(None, map(_CODE.fullmatch, words)), None)
    if match is None or match[1] != _seal(incoming.person, game, match[3]):
        raise Illegal("not-your-menu")
    return _with_code(typed_setup, match), bool(match[8])


def _with_code(setup: Setup, code: re.Match[str]) -> Setup:
    """Add the choices in a button's code to those that it spells out; raise `Illegal` if their opponents differ."""
    _, seed, who, term_digits, values, at, page, _ = code.groups()
    settings = GAMES[setup.game].settings if setup.game else ()
    place = (*settings, *TERM_SETTINGS)[_DIGITS.index(at)].key if at else ""
    number, seat = divmod(_DIGITS.index(who), len(_SEATS))
    kind = _OPPONENTS[number] if number < len(_OPPONENTS) else _ANYONE
    if (kind == _PERSON) != (setup.opponent is not None):
        raise Illegal("not-your-menu")
    chosen_values = {
        setting.key: setting.choices[_DIGITS.index(digit)]
        for setting, digit in zip(settings, values, strict=False)
        if digit not in (_UNTYPED, _OWN)
    }
    return replace(
        setup,
        settings=chosen_values | {s.key: setup.settings[s.key] for s in settings if s.key in setup.settings},
        opponent=Robot(kind) if isinstance(kind, Level) else setup.opponent,
        seat=_SEATS[seat],
        seed=_DIGITS.index(seed),
        listed=place if page else "",
        page=_DIGITS.index(page) if page else 0,
        newest="" if page else place,
        terms=_read_terms(term_digits, setup.settings),
    )


def seed_of(cause: str) -> int:
    """Return the seed of the first start position that a menu shows."""
    return _number(cause) % SEEDS if cause else 0


def _number(text: str) -> int:
    return int.from_bytes(sha256(text.encode(errors="surrogatepass")).digest())


def _seal(owner: Person, game: str, who: str) -> str:
    """Return a checksum that invalidates other people's buttons, and those of versions with other choices.

    The oldest versions read an opponent's code `who` beyond `_FIRST_CODES` as another opponent.
    """
    settings = GAMES[game].settings if game else ()
    newer = who if _DIGITS.find(who) >= _FIRST_CODES else ""
    return _digits_of(_number(f"{owner.key} {game} {settings} {TERM_SETTINGS}{newer}"), _SEAL)


def _digits_of(number: int, count: int) -> str:
    """Return the last digits of a number."""
    return "".join(_DIGITS[number // len(_DIGITS) ** place % len(_DIGITS)] for place in reversed(range(count)))


def _value(setting: Setting, value: str | None) -> str:
    if value is None:
        return _UNTYPED
    return _DIGITS[setting.choices.index(value)] if value in setting.choices else _OWN


def _terms(setup: Setup) -> str:
    """Encode the terms as digits; a value outside a term's choices counts as the first."""
    number = 0
    for term in TERM_SETTINGS:
        value = setup.terms.get(term.key, term.default)
        number = number * len(term.choices) + (term.choices.index(value) if value in term.choices else 0)
    return _digits_of(number, _TERM_DIGITS)


def _read_terms(digits: str, typed_values: Mapping[str, str]) -> Terms:
    number = int(digits, len(_DIGITS))
    terms = Terms()
    for term in reversed(TERM_SETTINGS):
        number, choice = divmod(number, len(term.choices))
        terms = with_term(terms, term.key, typed_values.get(term.key, term.choices[choice]))
    return terms


def _place(setup: Setup) -> str:
    keys = [setting.key for setting in (*GAMES[setup.game].settings, *TERM_SETTINGS)] if setup.game else []
    if setup.listed:
        return f":{_DIGITS[keys.index(setup.listed)]}{_DIGITS[setup.page]}"
    return f":{_DIGITS[keys.index(setup.newest)]}" if setup.newest else ""
