"""Commands that lead to a game: `/challenge`, its words parsed in any order, `/setup`, `/accept`, `/join` and so on."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from bot.core.commands.read_back import game_called, in_keys, is_level_elsewhere, near, typed
from bot.core.commands.setup import Setup, fitting_terms, line, read_button, seed_of, setting_called
from bot.core.commands.terms import terms_in
from bot.core.game.people import Person, Player, Robot
from bot.core.game.requests import GameRequest, Request
from bot.core.game.terms import COACH, Terms
from bot.core.ports.platform import Incoming
from engines import GAMES, LADDERS
from engines.game import LEVELS, RUNGS, AnyGame, Level, Seat
from engines.refusals import Unreadable


@dataclass(frozen=True)
class Challenge(Request):
    """A game, its settings as typed, the opponent (None: open to all), the challenger's seat (None: the usual one).

    `level_open`: no level of the bot was asked for. `seed`: which of the game's starts was shown in a menu, whose
    line was `typed`. `terms`: what is agreed on besides the game's own settings.
    """

    game: str
    settings: Mapping[str, str] = field(default_factory=dict)
    opponent: Player | None = None
    seat: Seat | Literal["random"] | None = None
    level_open: bool = False
    seed: int | None = None
    typed: str = ""
    terms: Terms = ()

    @property
    def takes_seat(self) -> bool:
        """Return whether its sender comes to sit at a board."""
        return True


@dataclass(frozen=True)
class Again(GameRequest):
    """A rematch with the seats exchanged."""

    fits_finished_games = True

    @property
    def takes_seat(self) -> bool:
        """Return whether its sender comes to sit at a board."""
        return True


_WORDS = re.compile(r"""(?:[^\s"]|"[^"]*")+""")
_LONGEST_BARE = 200
LEVEL_WORDS = tuple(level.value for level in LEVELS)
_SEATS = tuple(seat.value for seat in Seat)


@dataclass(frozen=True)
class _Wanted:
    """What the words of a challenge have said so far."""

    opponent: Player | None
    game: str = ""
    level: Level | None = None
    seat: Seat | Literal["random"] | None = None


def read_challenge(rest: str, incoming: Incoming) -> Challenge | Setup:
    """A challenge from a game, a person or `bot`, a level, settings (`pie=3`) and their short forms (`4x4`).

    Raises `Unreadable` for a word that fits nowhere; without any words it is the way to a challenge by buttons.
    """
    wanted, left, text = _Wanted(incoming.mentions.get("reply")), list[str](), typed(rest)
    for word in _words(_in_keys(text)):
        more = _with(wanted, word, incoming)
        if more is None:
            left.append(word)
        wanted = more or wanted
    if not wanted.game:
        return _without_game(wanted, left, incoming)
    terms, left = terms_in(left)
    settings = _settings(GAMES[wanted.game], left, incoming.attachment)
    opponent = _opponent(wanted)
    if COACH in dict(terms) and not isinstance(opponent, Robot):
        raise Unreadable("coach-against-the-bot", name=wanted.game)
    if wanted.level and wanted.level.rung is not None:
        return _on_ladder(wanted, wanted.level, settings, terms)
    is_open = isinstance(opponent, Robot) and wanted.level is None
    return Challenge(wanted.game, settings, opponent, wanted.seat, level_open=is_open, terms=terms)


def _on_ladder(wanted: _Wanted, level: Level, settings: Mapping[str, str], terms: Terms) -> Challenge:
    """The opponent who lacks an idea sits at the board that decides it, and so does the challenger; raises `Unreadable`
    for another board or seat."""
    rung = LADDERS[wanted.game][RUNGS.index(level)]
    is_kept = {**rung.settings, **settings} == rung.settings and wanted.seat in (None, rung.seat)
    if not is_kept:
        raise Unreadable("rung-keeps-its-board", level=level.value, name=wanted.game)
    return Challenge(wanted.game, rung.settings, Robot(level), rung.seat, terms=terms)


def _in_keys(text: str) -> str:
    """The text with options told in words as `key=value`; a game may be called as its option is (`digits 1-3`)."""
    word = next(filter(game_called, _words(text)), "")
    game = game_called(word) if word else None
    if game is None:
        return text
    before, name, after = text.partition(word)
    return f"{in_keys(game, before)}{name}{in_keys(game, after)}"


def _words(text: str) -> Iterator[str]:
    """The words of a challenge, also of one that is copied with its commas and quotes; mentions stay as they are."""
    found = _WORDS.findall(text)
    return (word for each in found if (word := each if each[0] in "@<" else each.rstrip(",;").strip("«»()")))


def _with(wanted: _Wanted, word: str, incoming: Incoming) -> _Wanted | None:
    """What one more word says; None for a word that only the game understands."""
    low = word.casefold()
    if word in incoming.mentions:
        return replace(wanted, opponent=incoming.mentions[word])
    if (game := game_called(word)) and not wanted.game:
        return replace(wanted, game=game)
    if low in list(Level):
        return replace(wanted, level=Level(low))
    if low in _SEATS:
        return replace(wanted, seat=Seat(low))
    if low == "random":
        return replace(wanted, seat="random")
    if low == "bot":
        return replace(wanted, opponent=Robot(Level.EASY))
    if word.startswith("@"):
        raise Unreadable("unknown-person", part=word[:40])
    if is_level_elsewhere(low):
        raise Unreadable("unknown-level", part=word, levels=", ".join(LEVEL_WORDS), meant="|".join(LEVEL_WORDS))
    return None


def _without_game(wanted: _Wanted, left: Sequence[str], incoming: Incoming) -> Setup:
    """The way by buttons, with what is known already."""
    if left:
        raise _unknown_game(left[0])
    if wanted.level in RUNGS:
        raise Unreadable("challenge-needs-game", part=f"bot {wanted.level}", games=", ".join(GAMES))
    return _against(_opponent(wanted), Setup(seat=wanted.seat, seed=seed_of(incoming.cause)), incoming)


def read_setup(rest: str, incoming: Incoming) -> Challenge | Setup:
    """The way to a challenge by buttons, begun with any words of one, or led on (and to its end) by its buttons."""
    words = _WORDS.findall(rest)
    if code := next((word for word in words if word.startswith("~")), ""):
        return _pressed(code, words, incoming)
    found = read_challenge(rest, incoming)
    if isinstance(found, Setup) or (isinstance(found.opponent, Robot) and found.opponent.level not in LEVELS):
        return found
    chosen = Setup(found.game, found.settings, seat=found.seat, seed=seed_of(incoming.cause), terms=found.terms)
    return _against(found.opponent, chosen, incoming)


def _against(opponent: Player | None, chosen: Setup, incoming: Incoming) -> Setup:
    """Against an opponent if one was named; raises `Unreadable` for a person whom a button could not name."""
    if opponent is None:
        return chosen
    if isinstance(opponent, Robot):
        return replace(chosen, opponent=opponent)
    named = (word for word, person in incoming.mentions.items() if person == opponent and word.startswith(("@", "<")))
    spelled = next(named, f"@{opponent.handle}" if opponent.handle else "")
    if not spelled:
        raise Unreadable("challenge-needs-game", part=opponent.name, games=", ".join(GAMES))
    return replace(chosen, opponent=opponent, spelled=spelled)


def _pressed(code: str, words: Sequence[str], incoming: Incoming) -> Challenge | Setup:
    game = next((word for word in words if word in GAMES), "")
    spelled = next((word for word in words if word.startswith(("@", "<"))), "")
    opponent = incoming.mentions.get(spelled)
    if spelled and opponent is None:
        raise Unreadable("unknown-person", part=spelled[:40])
    own = (word.partition("=") for word in words if "=" in word and not word.startswith("~"))
    values = {key: value.strip('"') for key, _, value in own}
    chosen, begins = read_button(code, game, incoming.person, opponent, spelled, values)
    if not begins:
        return chosen
    seat, terms = chosen.seat, fitting_terms(chosen)
    return Challenge(game, chosen.settings, chosen.opponent, seat, seed=chosen.seed, typed=line(chosen), terms=terms)


def _opponent(wanted: _Wanted) -> Player | None:
    if wanted.level is None:
        return wanted.opponent
    if isinstance(wanted.opponent, Person):
        # Classic is a level, and a variant of the L-game that may stand without its key.
        if any(setting.bare_pattern and wanted.level in setting.choices for setting in GAMES[wanted.game].settings):
            return wanted.opponent
        raise Unreadable("level-of-a-person", part=wanted.level.value)
    return Robot(wanted.level)


def _settings(game: AnyGame, words: Iterable[str], attachment: str) -> dict[str, str]:
    """Settings from `key=value` and bare words; bare words of one setting are joined (a map in several words)."""
    parts: dict[str, list[str]] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if equals:
            parts[key.casefold()] = [value.strip('"')]
        elif (bare := setting_called(game, word)) is not None:
            parts.setdefault(bare, []).append(word)
        else:
            raise _unknown(game, word[:40], parts)
    settings = {key: " ".join(values).strip() for key, values in parts.items()}
    if attachment and (file := next((s.key for s in game.settings if s.is_file), None)):
        settings[file] = attachment
    return settings


def _unknown(game: AnyGame, word: str, settings: Container[str]) -> Unreadable:
    """An option without its value, a size with one side only, or a word that is nothing (a name without its @, say)."""
    for setting in game.settings:
        if word.casefold() == setting.key:
            example = f"{setting.key}={setting.choices[-1]}"
            return Unreadable("option-without-value", part=word, example=example, meant=example)
    options = ", ".join(setting.key for setting in game.settings)
    meant = _meant(game, word, settings)
    return Unreadable("unknown-word", part=word, options=options, levels=", ".join(LEVEL_WORDS), meant=meant)


def _meant(game: AnyGame, word: str, settings: Container[str]) -> str:
    """The size that one edge may stand for, else the words most like it."""
    square = f"{word}x{word}"
    if "size" not in settings and setting_called(game, square) == "size":
        return square
    choices = (choice for setting in game.settings for choice in setting.choices if choice[0].isalpha())
    return near(word, (*choices, *LEVEL_WORDS, *_SEATS, *GAMES, "bot", "random"))


def _unknown_game(word: str) -> Unreadable:
    return Unreadable("unknown-game", part=word[:40], games=", ".join(GAMES), meant=near(word, GAMES))


def known_game(word: str) -> str:
    """The name of a game; raises `Unreadable` for any other word."""
    game = game_called(typed(word))
    if game is None:
        raise _unknown_game(word)
    return game


@dataclass(frozen=True)
class Join(Request):
    """Accepting an invitation: that of the challenger with this `id`, known by its `token`."""

    id: str
    token: str
    game: str

    @property
    def takes_seat(self) -> bool:
        """Return whether its sender comes to sit at a board."""
        return True


def invitation_id(challenger: str, token: str, game: str) -> str:
    """How an invitation to a game is named."""
    return f"{challenger}-{token}-{game}"


def read_join(rest: str, incoming: Incoming | None = None) -> Join:
    """The invitation that goes by a name."""
    challenger, _, rest = rest.partition("-")
    token, _, game = rest.partition("-")
    return Join(challenger, token, game)
