"""The commands that keep somebody's challenges away: `/block @ann`, `/unblock @ann`."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.commands.row import Command, Kind, Parameter, Request
from bot.core.people import Person
from bot.core.ports import Incoming
from engines.refusals import Unreadable


@dataclass(frozen=True)
class Block(Request):
    """Wanting no challenges of a person; without one, asking whose are not wanted."""

    person: Person | None = None


@dataclass(frozen=True)
class Unblock(Request):
    """Wanting them again: of a person, or of the one with this `number` on the list."""

    person: Person | None = None
    number: int = 0


def _block(rest: str, incoming: Incoming) -> Request:
    return Block(_named(rest, incoming))


def _unblock(rest: str, incoming: Incoming) -> Request:
    return Unblock(number=int(rest)) if rest.isdecimal() else Unblock(_named(rest, incoming))


def _named(rest: str, incoming: Incoming) -> Person | None:
    """Who is mentioned, else the author of the message that is answered; raises `Unreadable` for anybody else."""
    if rest and rest not in incoming.mentions:
        raise Unreadable("unknown-person", part=rest[:40])
    return incoming.mentions.get(rest or "reply")


_PERSON = (Parameter("person", Kind.PERSON),)

BLOCKING = (
    Command("block", Block, _block, parameters=_PERSON, secret=True),
    Command("unblock", Unblock, _unblock, parameters=_PERSON, secret=True),
)
