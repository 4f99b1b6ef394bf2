"""The commands that lead to a game: a challenge, its words read in any order, and the answers to it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from bot.core.commands.fits import asks_me, going_on, mine, my_challenge, open_to_me, waits_for_me
from bot.core.commands.row import GAME, About, Command, Deed, Kind, Parameter, Request, about
from bot.core.commands.setup import Setup, line, setting_called
from bot.core.commands.setup_button import read_button, seed_of
from bot.core.people import Person, Player, Robot
from bot.core.ports import Incoming
from bot.core.spoken import game_called, typed
from engines import GAMES
from engines.game import AnyGame, Level, Seat
from engines.refusals import Unreadable


@dataclass(frozen=True)
class Challenge(Request):
    """A game, its settings as typed, the opponent (None: whoever accepts), the challenger's seat (None: the usual one).

    `level_open`: no level of the bot was asked for. `seed`: which of the game's starts was shown in a menu, whose
    line was `typed`.
    """

    game: str
    settings: Mapping[str, str] = field(default_factory=dict)
    opponent: Player | None = None
    seat: Seat | Literal["random"] | None = None
    level_open: bool = False
    seed: int | None = None
    typed: str = ""


@dataclass(frozen=True)
class Again(About):
    """A rematch with the seats exchanged."""


@dataclass(frozen=True)
class Accept(Deed):
    """Sitting down."""


@dataclass(frozen=True)
class Decline(Deed):
    """Saying no to a challenge."""


@dataclass(frozen=True)
class Cancel(Deed):
    """Taking one's own challenge back."""


_WORDS = re.compile(r"""(?:[^\s"]|"[^"]*")+""")
_LEVELS = tuple(level.value for level in Level)
_SEATS = tuple(seat.value for seat in Seat)


@dataclass(frozen=True)
class _Wanted:
    """What the words of a challenge have said so far; `left` are those that only the game understands."""

    opponent: Player | None
    game: str = ""
    level: Level | None = None
    seat: Seat | Literal["random"] | None = None
    left: tuple[str, ...] = ()


def read_challenge(rest: str, incoming: Incoming) -> Challenge | Setup:
    """A challenge from a game, a person or `bot`, a level, settings (`pie=3`) and their short forms (`4x4`).

    Raises `Unreadable` for a word that fits nowhere; without any words it is the way to a challenge by buttons.
    """
    wanted = _Wanted(incoming.mentions.get("reply"))
    for word in _WORDS.findall(typed(rest)):
        wanted = _with(wanted, word, incoming)
    if not wanted.game:
        return _without_game(wanted, incoming)
    settings = _settings(GAMES[wanted.game], wanted.left, incoming.attachment)
    opponent = _opponent(wanted)
    is_open = isinstance(opponent, Robot) and wanted.level is None
    return Challenge(wanted.game, settings, opponent, wanted.seat, level_open=is_open)


def _with(wanted: _Wanted, word: str, incoming: Incoming) -> _Wanted:
    low = word.casefold()
    if word in incoming.mentions:
        return replace(wanted, opponent=incoming.mentions[word])
    if (game := game_called(word)) and not wanted.game:
        return replace(wanted, game=game)
    if low in _LEVELS:
        return replace(wanted, level=Level(low))
    if low in _SEATS:
        return replace(wanted, seat=Seat(low))
    if low == "random":
        return replace(wanted, seat="random")
    if low == "bot":
        return replace(wanted, opponent=Robot(Level.EASY))
    if word.startswith("@"):
        raise Unreadable("unknown-person", part=word[:40])
    return replace(wanted, left=(*wanted.left, word))


def _without_game(wanted: _Wanted, incoming: Incoming) -> Setup:
    """The way by buttons, with what is known already."""
    if wanted.left:
        raise Unreadable("unknown-game", part=wanted.left[0][:40], games=", ".join(GAMES))
    return _against(_opponent(wanted), Setup(seat=wanted.seat, seed=seed_of(incoming.cause)), incoming)


def read_setup(rest: str, incoming: Incoming) -> Challenge | Setup:
    """The way to a challenge by buttons, begun with any words of one, or led on (and to its end) by its buttons."""
    words = _WORDS.findall(rest)
    if code := next((word for word in words if word.startswith("~")), ""):
        return _pressed(code, words, incoming)
    found = read_challenge(rest, incoming)
    if isinstance(found, Setup):
        return found
    seed = seed_of(incoming.cause)
    return _against(found.opponent, Setup(found.game, found.settings, seat=found.seat, seed=seed), incoming)


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
    settings = {key: value.strip('"') for key, _, value in own}
    chosen, begins = read_button(code, game, incoming.person, opponent, spelled, settings)
    if not begins:
        return chosen
    return Challenge(game, chosen.settings, chosen.opponent, chosen.seat, seed=chosen.seed, typed=line(chosen))


def _opponent(wanted: _Wanted) -> Player | None:
    if wanted.level is None:
        return wanted.opponent
    if isinstance(wanted.opponent, Person):
        raise Unreadable("level-of-a-person", part=wanted.level.value)
    return Robot(wanted.level)


def _settings(game: AnyGame, words: tuple[str, ...], attachment: str) -> dict[str, str]:
    """Settings from `key=value` and bare words; bare words of one setting are joined (a map in several words)."""
    settings: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if equals:
            settings[key.casefold()] = value.strip('"')
        elif (bare := setting_called(game, word)) is not None:
            settings[bare] = f"{settings.get(bare, '')} {word}".strip()
        else:
            raise _unknown(game, word[:40])
    if attachment and (file := next((s.key for s in game.settings if s.file), None)):
        settings[file] = attachment
    return settings


def _unknown(game: AnyGame, word: str) -> Unreadable:
    """An option without its value, a size with one side only, or a word that is nothing (a name without its @, say)."""
    for setting in game.settings:
        if word.casefold() == setting.key:
            return Unreadable("option-without-value", part=word, example=f"{setting.key}={setting.choices[-1]}")
    options = ", ".join(setting.key for setting in game.settings)
    return Unreadable("unknown-word", part=word, options=options, levels=", ".join(_LEVELS))


def known_game(word: str) -> str:
    """The name of a game; raises `Unreadable` for any other word."""
    game = game_called(typed(word))
    if game is None:
        raise Unreadable("unknown-game", part=word[:40], games=", ".join(GAMES))
    return game


CHALLENGES = (
    Command(
        "challenge",
        Challenge,
        read_challenge,
        parameters=(
            GAME,
            Parameter("opponent", Kind.PERSON),
            Parameter("level", Kind.LEVEL, choices=_LEVELS),
            Parameter("options", Kind.OPTIONS),
        ),
        aliases=("new",),
    ),
    Command("setup", Setup, read_setup, parameters=(replace(GAME, required=False), Parameter("opponent", Kind.PERSON))),
    replace(about("again", Again, waits_for_me, mine, going_on), listed=False),
    about("accept", Accept, asks_me, open_to_me, my_challenge),
    about("decline", Decline, asks_me, my_challenge),
    about("cancel", Cancel, my_challenge, asks_me),
)
