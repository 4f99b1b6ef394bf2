"""The row of a command: its name, parameters, parser, and the tests that find the game it is about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from bot.core.game.people import Person
from bot.core.game.requests import About, Request, Which, read_code
from bot.core.game.session import Session, Stage
from bot.core.ports.platform import Incoming
from engines.refusals import Unreadable


class Kind(StrEnum):
    """What a parameter's value is; doors choose their widget by it."""

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
    """One parameter of a command, in the order it is typed."""

    name: str
    kind: Kind
    required: bool = False
    choices: tuple[str, ...] = ()


Reader = Callable[[str, Incoming], Request]
Fit = Callable[[Session, Person], bool]


@dataclass(frozen=True)
class Command:
    """One row: `read` makes a `request`, or one of `others`, of what follows the name, and raises `Unreadable`.

    Without a game's code it is about the only game that passes a test of `fits`, the closest test first.
    What it does is said by the catalogue text `command-NAME`; one that only buttons type is not `listed`. What is typed
    after the name of a `secret` one is for no other reader.
    """

    name: str
    request: type[Request]
    read: Reader
    fits: tuple[Fit, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    aliases: tuple[str, ...] = ()
    listed: bool = True
    secret: bool = False
    others: tuple[type[Request], ...] = ()


CODE = Parameter("code", Kind.CODE)
GAME = Parameter("game", Kind.GAME, required=True)


def about(name: str, request: type[About], *fits: Fit) -> Command:
    """The row of a command that says no more than which game it is about."""

    def read(rest: str, incoming: Incoming) -> Request:
        """A request about the game whose code is there; raises `Unreadable` for any other word."""
        which, rest = which_in(rest)
        if rest:
            raise Unreadable("no-words-wanted", part=rest[:40], name=name)
        return request(which)

    return Command(name, request, read, fits, (CODE,))


def which_in(text: str) -> tuple[Which, str]:
    """The code at either end of a text, and the text without it."""
    words = text.split()
    for index in (0, -1):
        if words and (found := read_code(words[index])):
            del words[index]
            return Which(*found), " ".join(words)
    return Which(), text


def mine(session: Session, person: Person) -> bool:
    """A game that the person plays."""
    return session.stage is Stage.RUNNING and session.seat_of(person) is not None


def waits_for_me(session: Session, person: Person) -> bool:
    """A game in which the person is to move."""
    return mine(session, person) and session.seat_of(person) is session.position.turn


def waits_for_other(session: Session, person: Person) -> bool:
    """A game in which the other player is to move."""
    return mine(session, person) and not waits_for_me(session, person)


def owes_me_a_move(session: Session, person: Person) -> bool:
    """A game with clocks in which the other player is to move."""
    return waits_for_other(session, person) and session.clocks is not None


def offered_to_me(session: Session, person: Person) -> bool:
    """A game in which the other player offers the person a draw."""
    return mine(session, person) and session.offers.draw not in (None, session.seat_of(person))


def asked_to_go_back(session: Session, person: Person) -> bool:
    """A game in which the other player asks the person to take moves back."""
    return mine(session, person) and session.offers.undo not in (None, session.seat_of(person))


def my_challenge(session: Session, person: Person) -> bool:
    """A challenge by the person."""
    return session.stage is Stage.OFFERED and session.challenger.is_same(person)


def asks_me(session: Session, person: Person) -> bool:
    """A challenge to the person."""
    return session.stage is Stage.OFFERED and person.is_same(session.opponent)


def open_to_me(session: Session, person: Person) -> bool:
    """An open challenge by another person."""
    return session.stage is Stage.OFFERED and session.opponent is None and not my_challenge(session, person)


def filed_away(session: Session, person: Person) -> bool:
    """A game that the person played, and that was filed away."""
    return session.stage is Stage.FILED and session.seat_of(person) is not None


def over(session: Session, person: Person) -> bool:
    """A game that has been played to its end, by any players."""
    return session.stage is Stage.OVER


def going_on(session: Session, person: Person) -> bool:
    """A running game, of any players."""
    return session.stage is Stage.RUNNING
