"""Events of a tournament, and their form in its log; pure."""

from dataclasses import replace
from enum import StrEnum
from typing import Annotated

from pydantic import Field, TypeAdapter

from bot.core.game.events import StoredEvent
from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person
from bot.features.tournaments.pairings import Pair


class System(StrEnum):
    """The pairing system of a tournament."""

    SWISS = "swiss"
    ROBIN = "robin"
    KNOCKOUT = "knockout"


class Opened(StoredEvent, kind="opened"):
    """A person opens a tournament in a `chat`, with `rounds` (0: the usual number), perhaps to start at `starts`."""

    code: str
    game: str
    settings: tuple[tuple[str, str], ...]
    seed: int
    terms: tuple[tuple[str, str], ...]
    system: System
    rounds: int
    seconds: Instant
    starts: Instant | None
    chat: Chat
    opener: Person
    language: str


class Joined(StoredEvent, kind="joined"):
    """A person enters and plays from a `chat`."""

    person: Person
    chat: Chat
    language: str = ""
    cause: str = ""


class Left(StoredEvent, kind="left"):
    """An entrant leaves, given by index among the entrants."""

    entrant: int
    cause: str = ""


class Returned(StoredEvent, kind="returned"):
    """An entrant who left, given by index among the entrants, plays again from the next round."""

    entrant: int
    cause: str = ""


class Begun(StoredEvent, kind="begun"):
    """Play begins: numbers are drawn, `order` lists the entrants' indices, and `rounds` are played."""

    order: tuple[int, ...]
    rounds: int
    cause: str = ""


class Paired(StoredEvent, kind="paired"):
    """A round is paired, and played until `until`."""

    pairs: tuple[Pair, ...]
    byes: tuple[int, ...]
    until: Instant


class Scored(StoredEvent, kind="scored"):
    """A match of the newest round, counted from 0, has a result in half points, in the order of its pair."""

    match: int
    points: Pair
    played: bool = True


class Replayed(StoredEvent, kind="replayed"):
    """A drawn match of the newest round is replayed with the seats exchanged."""

    match: int


class Postponed(StoredEvent, kind="postponed"):
    """The end of the newest round, if there is one, moves to `until` because of outages.

    `counted` is the instant up to which outages are included, `set_back` the number of the last included clock change.
    """

    until: Instant
    counted: Instant
    set_back: int = 0


class Ended(StoredEvent, kind="ended"):
    """The tournament is finished, or cancelled (`off`)."""

    off: bool = False
    cause: str = ""


class Posted(StoredEvent, kind="posted"):
    """A chat's table message is posted, given by the chat's key and the platform's ID of the message."""

    chat: str
    message: str


Event = Annotated[
    Opened | Joined | Left | Returned | Begun | Paired | Scored | Replayed | Postponed | Ended | Posted,
    Field(discriminator="kind"),
]
Caused = Joined | Left | Returned | Begun | Ended
"""The events that people cause, by texts that may be delivered again."""
Events = tuple[Event, ...]
_EVENTS: TypeAdapter[Events] = TypeAdapter(Events)


def with_cause(events: Events, cause: str) -> Events:
    """Return the events with their cause."""
    return tuple(replace(event, cause=cause) if isinstance(event, Caused) else event for event in events)


def anonymous_events(events: Events, person: Person) -> Events:
    """Return the events without a person's name and private chat; their number remains."""
    return tuple(_anonymize(event, person) for event in events)


def _anonymize(event: Event, person: Person) -> Event:
    anonymous = Person(person.platform, "", "")
    if isinstance(event, Caused):
        event = replace(event, cause=event.cause.replace(person.key, person.platform))
    if isinstance(event, Joined) and person.is_same(event.person):
        chat = Chat(event.chat.platform, "", direct=True) if event.chat.key == person.key else event.chat
        return replace(event, person=anonymous, chat=chat)
    if isinstance(event, Opened) and person.is_same(event.opener):
        return replace(event, opener=anonymous)
    return event


def write(events: Events) -> str:
    """Return an entry of a tournament's log, to be parsed by `read`."""
    return _EVENTS.dump_json(events).decode()


def read(text: str) -> Events:
    """Return the events of a log entry; raise `ValueError` for any other text."""
    return _EVENTS.validate_json(text)
