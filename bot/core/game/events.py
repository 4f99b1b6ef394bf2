"""Events of a game, and its log entries as JSON: events, their cause, and the schema version."""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from operator import getitem, not_
from typing import Annotated, Literal, dataclass_transform

from pydantic import (
    BeforeValidator,
    ConfigDict,
    Field,
    InstanceOf,
    TypeAdapter,
    ValidationError,
    WrapSerializer,
    with_config,
)

from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person, Robot
from engines.game import AnyMove, AnyPosition, Level, Outcome, Seat
from engines.review import Judgement


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
@dataclass(frozen=True)
class StoredEvent:
    """The base of all events, which are frozen dataclasses; `kind`, the last field, names an event in the log."""

    at: Instant
    kind = ""

    def __init_subclass__(cls, kind: str = "") -> None:
        if kind:
            cls.__annotations__["kind"], cls.kind = getitem(Literal, kind), kind
        dataclass(frozen=True)(cls)


class _PlayerEvent(StoredEvent):
    """The base of events by a player with a seat."""

    seat: Seat


_NEWER_LEVELS = (Level.SKILLED, Level.EXPERT)
_NEWER = "newer"
"""A key by which versions without these levels see that a newer version wrote the entry."""


def _robot_from_log(fields: object) -> object:
    return {key: value for key, value in fields.items() if key != _NEWER} if isinstance(fields, dict) else fields


def _robot_for_log(player: object, dump: Callable[[object], dict[str, object]]) -> dict[str, object]:
    is_newer = isinstance(player, Robot) and player.level in _NEWER_LEVELS
    return {**dump(player), _NEWER: True} if is_newer else dump(player)


_StoredRobot = Annotated[Robot, BeforeValidator(_robot_from_log), WrapSerializer(_robot_for_log)]


class Challenged(StoredEvent, kind="challenged"):
    """A person challenges another, the bot, or the first to accept (`opponent` is None).

    `seat` is the challenger's, `language` that of the game's public messages, and `terms` come on top of the game's
    settings. In a `lonely` chat only the challenger can play: the opponent comes from another chat, `asks_in` if that
    is known already, which has its own language. The seats in `teams` are played by everyone in the chat of the person
    who took them. The field is left out where it is empty, and earlier versions refuse a log that has it.
    """

    code: str
    game: str
    settings: tuple[tuple[str, str], ...]
    seed: int
    chat: Chat
    challenger: Person
    opponent: Person | _StoredRobot | None
    expires: Instant
    language: str = ""
    seat: Seat = Seat.FIRST
    terms: tuple[tuple[str, str], ...] = ()
    lonely: bool = False
    asks_in: Chat | None = None
    asks_language: str = ""
    teams: Annotated[tuple[Seat, ...], Field(exclude_if=not_)] = ()

    @property
    def chats(self) -> tuple[Chat, ...]:
        """Return the chats that show the challenge."""
        return (self.chat, self.asks_in) if self.asks_in else (self.chat,)


class Accepted(StoredEvent, kind="accepted"):
    """The opponent accepts and the game starts; a `chat` other than the challenger's joins the game's chats."""

    by: Person | _StoredRobot
    chat: Chat | None = None
    language: str = ""


class SetUp(StoredEvent, kind="set-up"):
    """The game starts after these opening moves, which neither player made."""

    opening: tuple[str, ...]


class Unreached(StoredEvent, kind="unreached"):
    """The challenge cannot be posted in the opponent's chat; the challenger must share it before it `expires`."""

    expires: Instant


class Relocated(StoredEvent, kind="relocated"):
    """The game moves to a thread, or without a `chat` back to where it began."""

    chat: Chat | None = None


class Called(StoredEvent, kind="called"):
    """A challenge is declined, cancelled or expires, or a player aborts the game before both have moved.

    In a game with a clock that ticks, a player may also be `idle` for too long in their first turn.
    """

    off: Literal["declined", "cancelled", "expired", "aborted", "idle"]
    by: Seat | None = None


@dataclass(frozen=True)
class Played:
    """A move as played, the forced moves after it, and the resulting position."""

    move: AnyMove
    forced: tuple[AnyMove, ...]
    position: AnyPosition


class Moved(_PlayerEvent, kind="moved"):
    """A move in canonical text; `played`, its result if it was just computed, is not stored.

    `planned`: it was typed before the move that it answers. `tally`: the votes for each move, if a team made it. `lag`:
    the seconds that a clock that ticks gives back.
    """

    text: str
    played: Annotated[InstanceOf[Played] | None, Field(exclude=True)] = field(default=None, compare=False, repr=False)
    planned: bool = False
    tally: Annotated[tuple[tuple[str, int], ...], Field(exclude_if=not_)] = ()
    lag: Annotated[float, Field(ge=0, exclude_if=not_)] = 0.0


_NAMES_IN_LOGS: Mapping[str, str] = {
    "best_message": "best",
    "value": "worth",
    "best_value": "best_worth",
    "is_proved": "proved",
}
"""The names of a judgement's fields in logs, where they differ."""


def _from_log(fields: object) -> object:
    if not isinstance(fields, dict):
        return fields
    names = {name: field_name for field_name, name in _NAMES_IN_LOGS.items()}
    return {names.get(name, name): value for name, value in fields.items()}


def _for_log(judgement: Judgement, dump: Callable[[Judgement], dict[str, object]]) -> dict[str, object]:
    return {_NAMES_IN_LOGS.get(name, name): value for name, value in dump(judgement).items()}


_StoredJudgement = Annotated[Judgement, BeforeValidator(_from_log), WrapSerializer(_for_log)]


class Judged(_PlayerEvent, kind="judged"):
    """The coach judges a player's latest move against the best one."""

    judgement: _StoredJudgement


class Planned(_PlayerEvent, kind="planned"):
    """A player plans answers: the opponent's turn, the answer, and so on; secret from the opponent."""

    line: tuple[str, ...]


class Unplanned(_PlayerEvent, kind="unplanned"):
    """A player drops a planned line, or all of them if it is empty."""

    line: tuple[str, ...] = ()


class Hinted(_PlayerEvent, kind="hinted"):
    """A player gets a hint."""


class IdeasShown(_PlayerEvent, kind="ideas-shown"):
    """The player to move gets a menu of moves, numbered from 1."""

    moves: tuple[str, ...]


class Resigned(_PlayerEvent, kind="resigned"):
    """A player resigns."""


class Claimed(_PlayerEvent, kind="claimed"):
    """A player claims the win: the opponent ran out of time, or was unreachable for a day.

    `outcome` is stored on a clock that ticks, where it depends on the version's knowledge of what can still be won.
    Where it is missing, as in earlier logs, it follows from the game.
    """

    outcome: Annotated[Outcome | None, Field(exclude_if=not_)] = None


class Filed(StoredEvent, kind="filed"):
    """The game is archived after a long time without a move."""


class Woken(StoredEvent, kind="woken"):
    """An archived game continues."""


class Reminded(StoredEvent, kind="reminded"):
    """The player to move is reminded that this `part` of their time is over (1.0: all of it)."""

    part: float


class DeadlineSet(StoredEvent, kind="deadline-set"):
    """The game must end by `until`, the end of its tournament round."""

    until: Instant


class DeadlineReminded(StoredEvent, kind="deadline-reminded"):
    """The player to move is reminded that this `part` of the time to the game's deadline is over."""

    part: float


class Paused(StoredEvent, kind="paused"):
    """The clocks stop from `since` to `until`: the bot received nothing, or the system clock `jumped`, maybe back.

    `set_back` is the number of the latest known outage that set the system clock back. `shown`: a board reports the
    pause before the next move.
    """

    since: Instant
    until: Instant
    set_back: int = 0
    jumped: bool = False
    shown: bool = False


class ChatLost(StoredEvent, kind="chat-lost"):
    """A chat of the game, by its key, accepts no boards: the bot was blocked or removed, or the topic is closed."""

    chat: str


class ChatRegained(StoredEvent, kind="chat-regained"):
    """The chat accepts boards again, or its reader wrote from elsewhere."""

    chat: str


class PlayerLeft(_PlayerEvent, kind="player-left"):
    """A player leaves a chat of the game, by its key."""

    chat: str


class PlayerReturned(_PlayerEvent, kind="player-returned"):
    """The player is back in the chat, or wrote from elsewhere."""

    chat: str


class WentAway(_PlayerEvent, kind="went-away"):
    """A player is away until an instant, and their clock stops."""

    until: Instant


class CameBack(_PlayerEvent, kind="came-back"):
    """A player is back early."""


class DrawOffered(_PlayerEvent, kind="draw-offered"):
    """A player offers a draw; the offer stands until the opponent moves."""


class DrawAgreed(StoredEvent, kind="draw-agreed"):
    """The draw offer is accepted."""


class DrawDeclined(_PlayerEvent, kind="draw-declined"):
    """A player declines the draw offer."""


class UndoOffered(_PlayerEvent, kind="undo-offered"):
    """A player asks to undo their last turn; the request stands until the next move."""


class UndoDeclined(_PlayerEvent, kind="undo-declined"):
    """The opponent declines the undo."""


class TakenBack(_PlayerEvent, kind="taken-back"):
    """The last turn of a player and all later turns are undone."""


class Followed(_PlayerEvent, kind="followed"):
    """A player follows the game from another `chat` too, where boards are shown and moves accepted."""

    chat: Chat
    language: str


ReachChange = ChatLost | ChatRegained | PlayerLeft | PlayerReturned
PlacesChange = Accepted | Followed | Relocated | ReachChange
OfferChange = DrawOffered | DrawDeclined | UndoOffered | UndoDeclined
HintsChange = Hinted | IdeasShown | Judged
PlansChange = Planned | Unplanned
TimeChange = Reminded | DeadlineSet | DeadlineReminded | WentAway | CameBack
StatusChange = Called | DrawAgreed | Resigned | Claimed | Filed | Woken
BoardChange = SetUp | Unreached | Moved | TakenBack | Paused
AfterChallenge = PlacesChange | OfferChange | HintsChange | PlansChange | TimeChange | StatusChange | BoardChange
Event = Annotated[Challenged | AfterChallenge, Field(discriminator="kind")]

SCHEMA = 5
"""Schema 0: lists of events without a cause. 1: adds the cause. 2: adds `over`. 3: adds declined draws, undone moves
and terms. 4: adds plans and several chats per game. 5: adds clocks that tick (first entries of their
games)."""
_USUAL_SCHEMA = 4
_OF_NEWER_VERSIONS = {"union_tag_invalid", "unexpected_keyword_argument"}


class NewerVersionError(ValueError):
    """A log entry of a newer version of this program, which this version may not understand."""


@with_config(ConfigDict(extra="forbid"))
@dataclass(frozen=True)
class LogEntry:
    """The events that one cause led to.

    `cause` is the platform's name for an incoming text (`telegram:17`), or the bot's own action (`bot:4`); a log has
    each cause once. `over`: the game is over after this entry.
    """

    events: tuple[Event, ...]
    cause: str = ""
    schema: Annotated[int, Field(le=SCHEMA)] = _USUAL_SCHEMA
    over: bool = False


_ENTRY: TypeAdapter[LogEntry] = TypeAdapter(LogEntry)
_EVENTS: TypeAdapter[tuple[Event, ...]] = TypeAdapter(tuple[Event, ...])


def write_log_entry(entry: LogEntry) -> str:
    """Return a log entry as JSON, for `read_log_entry`."""
    return _ENTRY.dump_json(entry).decode()


def read_log_entry(text: str) -> LogEntry:
    """Parse a log entry; raise `NewerVersionError`, or `ValueError` for a malformed text."""
    try:
        if text.startswith("["):
            return LogEntry(_EVENTS.validate_json(text, extra="forbid"), schema=0)
        return _ENTRY.validate_json(text)
    except ValidationError as error:
        if _schema_of(text) > SCHEMA or any(each["type"] in _OF_NEWER_VERSIONS for each in error.errors()):
            raise NewerVersionError(f"schema {_schema_of(text)}") from error
        raise


def _schema_of(text: str) -> int:
    with suppress(ValueError, TypeError, KeyError, RecursionError):
        return int(json.loads(text)["schema"])
    return 0


_NAMED = ("id", "name", "handle")


def nameless_text(text: str, person: Person) -> str:
    """Blank a person's names throughout a JSON text; return any other text unchanged."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    after = _nameless(value, person)
    return text if after == value else json.dumps(after, ensure_ascii=False)


def _nameless(value: object, person: Person) -> object:
    match value:
        case str():
            return person.platform if value == person.key else value.replace(f"{person.key}:", f"{person.platform}:")
        case list():
            return [_nameless(each, person) for each in value]
        case dict():
            handle = str(value.get("handle", "")).casefold()
            by_id, by_handle = value.get("id") == person.id, bool(handle) and handle == person.handle.casefold()
            is_person = value.get("platform") == person.platform and (by_id or (by_handle and not value.get("id")))
            return {key: "" if is_person and key in _NAMED else _nameless(each, person) for key, each in value.items()}
        case _:
            return value
