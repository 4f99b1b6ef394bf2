"""A command: its name, parameters, parser, and the tests that find the game it refers to."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.core.game.people import Player
from bot.core.game.requests import GameReference, Request, read_code
from bot.core.game.session import Offers, Session, Stage
from bot.core.ports.platform import Incoming
from engines.game import Seat
from engines.refusals import Unreadable


class Kind(StrEnum):
    """The kind of a parameter's value, by which platform adapters choose a widget."""

    PERSON = "person"
    GAME = "game"
    OPTIONS = "options"
    MOVE = "move"
    CODE = "code"
    LEVEL = "level"
    LANGUAGE = "language"
    WORD = "word"


@dataclass(frozen=True)
class Parameter:
    """A parameter of a command; commands list them in the order typed."""

    name: str
    kind: Kind
    required: bool = False
    choices: tuple[str, ...] = ()


Reader = Callable[[str, Incoming], Request]
Fit = Callable[[Session, Player], bool]


class Tone(StrEnum):
    """The effect of a button, shown as a colour and repeated by its label."""

    PLAIN = "plain"
    LEADS = "leads"
    AGREES = "agrees"
    ENDS = "ends"


def two_values(part: str, other: str) -> Unreadable:
    """Return the refusal of two typed words that cannot both apply."""
    return Unreadable("two-values", part=part[:40], other=other[:40])


ToneOf = Callable[[Sequence[str]], Tone]
"""The tone of a button from the words that it types after the command's name."""


def always(tone: Tone) -> ToneOf:
    """Return a function that gives every button this tone."""
    return lambda words: tone


PLAIN = always(Tone.PLAIN)


def by_answer(**tones: Tone) -> ToneOf:
    """Return the tone of the last word that is not a number, if it is `yes` or `no`; plain otherwise."""
    return lambda words: tones.get(next((word for word in reversed(words) if not word.isdecimal()), ""), Tone.PLAIN)


@dataclass(frozen=True)
class Command:
    """A row of the command table: `read` parses the words after the name into a request, or raises `Unreadable`.

    Without a game's code, the request is about the only game that passes one of the tests in `fits`, tried in order.
    The catalogue text `command-NAME` describes the command; menus and help omit it unless it is `listed`. Other people
    must not see the words of a `secret` command. `labels` are the catalogue codes of buttons whose labels can be typed
    instead, each with the words that follow the name. `after` names the command to list it after. A platform may offer
    it in the menu of a board's message (`in_menu`, labelled `name-menu-NAME`), with a file (`takes_file`), and as a
    button that is always there (`on_page`, labelled `page-NAME`).
    """

    name: str
    read: Reader
    fits: tuple[Fit, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    aliases: tuple[str, ...] = ()
    listed: bool = True
    secret: bool = False
    tone: ToneOf = PLAIN
    labels: tuple[tuple[str, str], ...] = ()
    after: str = ""
    in_menu: bool = False
    takes_file: bool = False
    on_page: bool = False


CODE = Parameter("code", Kind.CODE)
GAME = Parameter("game", Kind.GAME)
OPTIONS = Parameter("options", Kind.OPTIONS)


def word(name: str, *choices: str) -> Parameter:
    """Return a parameter that is a word, one of the `choices` if there are any."""
    return Parameter(name, Kind.WORD, choices=choices)


def split_reference(text: str) -> tuple[GameReference, str]:
    """Split a text into the game code at either end, if any, and the rest."""
    words = text.split()
    for index in (0, -1):
        if words and (match := read_code(words[index])):
            del words[index]
            return GameReference(*match), " ".join(words)
    return GameReference(), text


def read_number(text: str, most: int) -> int | None:
    """Parse a number in Arabic digits; return None for a greater one than `most` and for any other text."""
    is_number = text.isascii() and text.isdecimal() and len(text.lstrip("0")) <= len(str(most))
    return number if is_number and (number := int(text)) <= most else None


def _in_stage(stage: Stage, is_mine: bool = False) -> Fit:
    return lambda session, person: session.stage is stage and (not is_mine or session.seat_of(person) is not None)


is_running, is_over = _in_stage(Stage.RUNNING), _in_stage(Stage.OVER)
"""Condition: the game is running or has a result, for any person."""
is_my_game, is_archived = _in_stage(Stage.RUNNING, is_mine=True), _in_stage(Stage.FILED, is_mine=True)
"""Conditions: the person plays the game, and it is running, or archived."""


def is_my_turn(session: Session, person: Player) -> bool:
    """Return whether it is the person's turn."""
    return is_my_game(session, person) and session.seat_of(person) is session.position.turn


ANY_RUNNING = (is_my_turn, is_my_game, is_running)


def is_opponents_turn(session: Session, person: Player) -> bool:
    """Return whether it is the turn of the person's opponent."""
    return is_my_game(session, person) and not is_my_turn(session, person)


def is_opponents_turn_on_clock(session: Session, person: Player) -> bool:
    """Return whether it is the turn of the person's opponent in a game with clocks."""
    return is_opponents_turn(session, person) and session.clocks is not None


def _is_asked(offer: Callable[[Offers], Seat | None]) -> Fit:
    """Return a predicate that tests whether the opponent has made the person the offer."""
    return lambda session, person: (
        is_my_game(session, person) and offer(session.offers) not in (None, session.seat_of(person))
    )


has_draw_offer, has_undo_request = _is_asked(lambda offers: offers.draw), _is_asked(lambda offers: offers.undo)


def is_my_challenge(session: Session, person: Player) -> bool:
    """Return whether the game is a challenge by the person."""
    return session.stage is Stage.OFFERED and session.challenger.is_same(person)


def is_challenge_to_me(session: Session, person: Player) -> bool:
    """Return whether the game is a challenge to the person."""
    return session.stage is Stage.OFFERED and person.is_same(session.opponent)


def is_open_challenge(session: Session, person: Player) -> bool:
    """Return whether the game is another person's open challenge."""
    return session.stage is Stage.OFFERED and session.opponent is None and not is_my_challenge(session, person)
