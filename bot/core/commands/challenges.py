"""The commands that lead to a game: a challenge, its words read in any order, and the answers to it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from bot.core.commands.fits import asks_me, going_on, mine, my_challenge, open_to_me, waits_for_me
from bot.core.commands.row import GAME, About, Command, Deed, Kind, Parameter, Request, about
from bot.core.people import Person, Player, Robot
from bot.core.ports import Incoming
from bot.core.spoken import game_called, typed
from engines import GAMES
from engines.game import AnyGame, Level, Seat
from engines.refusals import Unreadable


@dataclass(frozen=True)
class Challenge(Request):
    """A game, its settings as typed, the opponent (None: whoever accepts), the challenger's seat (None: the usual one).

    `level_open`: no level of the bot was asked for.
    """

    game: str
    settings: Mapping[str, str] = field(default_factory=dict)
    opponent: Player | None = None
    seat: Seat | Literal["random"] | None = None
    level_open: bool = False


@dataclass(frozen=True)
class Setup(Request):
    """The way to a challenge by buttons: the game if it is chosen already."""

    game: str = ""


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
_LONGEST_BARE = 200
_LEVELS = tuple(level.value for level in Level)
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
    wanted, left = _Wanted(incoming.mentions.get("reply")), list[str]()
    for word in _WORDS.findall(typed(rest)):
        more = _with(wanted, word, incoming)
        if more is None:
            left.append(word)
        wanted = more or wanted
    if not wanted.game:
        return _without_game(wanted, left)
    settings = _settings(GAMES[wanted.game], left, incoming.attachment)
    opponent = _opponent(wanted)
    is_open = isinstance(opponent, Robot) and wanted.level is None
    return Challenge(wanted.game, settings, opponent, wanted.seat, level_open=is_open)


def _with(wanted: _Wanted, word: str, incoming: Incoming) -> _Wanted | None:
    """What one more word says; None for a word that only the game understands."""
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
    return None


def _without_game(wanted: _Wanted, left: Sequence[str]) -> Setup:
    games = ", ".join(GAMES)
    if left:
        raise Unreadable("unknown-game", part=left[0][:40], games=games)
    if isinstance(wanted.opponent, Person):
        raise Unreadable("challenge-needs-game", part=wanted.opponent.name, games=games)
    return Setup()


def _opponent(wanted: _Wanted) -> Player | None:
    if wanted.level is None:
        return wanted.opponent
    if isinstance(wanted.opponent, Person):
        raise Unreadable("level-of-a-person", part=wanted.level.value)
    return Robot(wanted.level)


def _settings(game: AnyGame, words: Iterable[str], attachment: str) -> dict[str, str]:
    """Settings from `key=value` and bare words; bare words of one setting are joined (a map in several words)."""
    parts: dict[str, list[str]] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if equals:
            parts[key.casefold()] = [value.strip('"')]
        elif (bare := _setting_of(game, word)) is not None:
            parts.setdefault(bare, []).append(word)
        else:
            raise _unknown(game, word[:40])
    settings = {key: " ".join(values).strip() for key, values in parts.items()}
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


def _setting_of(game: AnyGame, word: str) -> str | None:
    if len(word) > _LONGEST_BARE:
        return None
    return next((s.key for s in game.settings if s.bare and re.fullmatch(s.bare, word, re.IGNORECASE)), None)


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
    Command("setup", Setup, lambda rest, incoming: Setup(known_game(rest) if rest else ""), listed=False),
    replace(about("again", Again, waits_for_me, mine, going_on), listed=False),
    about("accept", Accept, asks_me, open_to_me, my_challenge),
    about("decline", Decline, asks_me, my_challenge),
    about("cancel", Cancel, my_challenge, asks_me),
)
