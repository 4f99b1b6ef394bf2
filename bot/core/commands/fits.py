"""Predicates on a game and a person, by which a command without a game's code finds its game."""

from __future__ import annotations

from bot.core.game.people import Person
from bot.core.game.session import Session, Stage


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
    asked = isinstance(session.opponent, Person) and session.opponent.is_same(person)
    return session.stage is Stage.OFFERED and asked


def open_to_me(session: Session, person: Person) -> bool:
    """An open challenge by another person."""
    return session.stage is Stage.OFFERED and session.opponent is None and not my_challenge(session, person)


def filed_away(session: Session, person: Person) -> bool:
    """A game that the person played, and that was filed away."""
    return session.stage is Stage.FILED and session.seat_of(person) is not None


def going_on(session: Session, person: Person) -> bool:
    """A running game, of any players."""
    return session.stage is Stage.RUNNING
