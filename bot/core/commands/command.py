"""A command: its name, parameters, parser, and the tests that find the game it is about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.core.game.people import Person
from bot.core.game.requests import GameReference, GameRequest, Request, read_code
from bot.core.game.session import Session, Stage
from bot.core.ports.platform import Incoming, Tone
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


ToneOf = Callable[[Sequence[str]], Tone]
"""The tone of a button from the words that it types after the command's name."""


def always(tone: Tone) -> ToneOf:
    """Return the tone whatever the button types."""
    return lambda words: tone


PLAIN = always(Tone.PLAIN)


def by_answer(**tones: Tone) -> ToneOf:
    """Return the tone of the last word that is no number, as `yes` or `no`; plain for any other."""
    return lambda words: tones.get(next((word for word in reversed(words) if not word.isdecimal()), ""), Tone.PLAIN)


@dataclass(frozen=True)
class Command:
    """A row of the command table: `read` makes a request of the words after the name, or raises `Unreadable`.

    Without a game's code the request is about the only game that passes a test of `fits`, the closest test first.
    The catalogue text `command-NAME` describes the command; one that only buttons type is not `listed`. What is typed
    after the name of a `secret` one is for no other reader. `labels` are the catalogue codes of buttons whose labels
    may be typed too, each with the words that follow the name then. `after` names the command that it is listed behind.
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


CODE = Parameter("code", Kind.CODE)
GAME = Parameter("game", Kind.GAME, required=True)


def about(
    name: str,
    request: type[GameRequest],
    *fits: Fit,
    listed: bool = True,
    tone: ToneOf = PLAIN,
    labels: tuple[tuple[str, str], ...] = (),
) -> Command:
    """Return a command that says no more than which game it is about."""

    def read(rest: str, incoming: Incoming) -> Request:
        """Return a request about the game whose code is there; raise `Unreadable` for any other word."""
        which, rest = which_in(rest)
        if rest:
            raise Unreadable("no-words-wanted", part=rest[:40], name=name)
        return request(which)

    return Command(name, read, fits, (CODE,), listed=listed, tone=tone, labels=labels)


def which_in(text: str) -> tuple[GameReference, str]:
    """The code at either end of a text, and the text without it."""
    words = text.split()
    for index in (0, -1):
        if words and (found := read_code(words[index])):
            del words[index]
            return GameReference(*found), " ".join(words)
    return GameReference(), text


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
