"""Events of a game, as its log holds them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, InstanceOf, WrapSerializer

from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person, Robot
from engines.game import AnyMove, AnyPosition, Seat
from engines.review import Judgement


@dataclass(frozen=True)
class _BaseEvent:
    """The base of all events; `kind` is an event's name in the log."""

    at: Instant


@dataclass(frozen=True)
class _PlayerEvent(_BaseEvent):
    """The base of events by a player with a seat."""

    seat: Seat


@dataclass(frozen=True)
class Challenged(_BaseEvent):
    """A person challenges another, the bot, or the first to accept (`opponent` is None).

    `seat` is the challenger's, `language` that of the game's public messages, and `terms` come on top of the game's
    settings. In a `lonely` chat only the challenger can play: the opponent comes from another chat, `asks_in` if that
    is known already, which has its own language.
    """

    code: str
    game: str
    settings: tuple[tuple[str, str], ...]
    seed: int
    chat: Chat
    challenger: Person
    opponent: Person | Robot | None
    expires: Instant
    language: str = ""
    seat: Seat = Seat.FIRST
    terms: tuple[tuple[str, str], ...] = ()
    lonely: bool = False
    asks_in: Chat | None = None
    asks_language: str = ""
    kind: Literal["challenged"] = "challenged"

    @property
    def chats(self) -> tuple[Chat, ...]:
        """Return the chats that show the challenge."""
        return (self.chat, self.asks_in) if self.asks_in else (self.chat,)


@dataclass(frozen=True)
class Accepted(_BaseEvent):
    """The opponent accepts and the game starts; a `chat` other than the challenger's is added to the game's."""

    by: Person | Robot
    chat: Chat | None = None
    language: str = ""
    kind: Literal["accepted"] = "accepted"


@dataclass(frozen=True)
class SetUp(_BaseEvent):
    """The game starts after these opening moves, which nobody played."""

    opening: tuple[str, ...]
    kind: Literal["set-up"] = "set-up"


@dataclass(frozen=True)
class Unreached(_BaseEvent):
    """The challenge could not be posted in the opponent's chat; the challenger must pass it on before it `expires`."""

    expires: Instant
    kind: Literal["unreached"] = "unreached"


@dataclass(frozen=True)
class Relocated(_BaseEvent):
    """The game moves to its own thread, or without a `chat` back to where it began."""

    chat: Chat | None = None
    kind: Literal["relocated"] = "relocated"


@dataclass(frozen=True)
class Called(_BaseEvent):
    """A challenge is declined, cancelled or expires, or a seat aborts the game before both have moved."""

    off: Literal["declined", "cancelled", "expired", "aborted"]
    by: Seat | None = None
    kind: Literal["called"] = "called"


@dataclass(frozen=True)
class Played:
    """A played move, the forced moves after it, and the resulting position."""

    move: AnyMove
    forced: tuple[AnyMove, ...]
    position: AnyPosition


@dataclass(frozen=True)
class Moved(_PlayerEvent):
    """A move in canonical text; `played` is its result if it was just computed, and is not stored.

    `planned`: it was typed before the move that it answers.
    """

    text: str
    played: Annotated[InstanceOf[Played] | None, Field(exclude=True)] = field(default=None, compare=False, repr=False)
    planned: bool = False
    kind: Literal["moved"] = "moved"


_NAMES_IN_LOGS: Mapping[str, str] = {
    "best_message": "best",
    "value": "worth",
    "best_value": "best_worth",
    "is_proved": "proved",
}
"""The names of a judgement's fields in logs, where they differ."""


def _from_log(fields: object) -> object:
    """Return the fields of a judgement as `Judgement` names them."""
    if not isinstance(fields, dict):
        return fields
    names = {name: field_name for field_name, name in _NAMES_IN_LOGS.items()}
    return {names.get(name, name): value for name, value in fields.items()}


def _for_log(judgement: Judgement, dump: Callable[[Judgement], dict[str, object]]) -> dict[str, object]:
    """Return the fields of a judgement as logs name them."""
    return {_NAMES_IN_LOGS.get(name, name): value for name, value in dump(judgement).items()}


_StoredJudgement = Annotated[Judgement, BeforeValidator(_from_log), WrapSerializer(_for_log)]


@dataclass(frozen=True)
class Judged(_PlayerEvent):
    """The coach judges a player's latest move against the best one."""

    judgement: _StoredJudgement
    kind: Literal["judged"] = "judged"


@dataclass(frozen=True)
class Planned(_PlayerEvent):
    """A player plans answers: the opponent's turn, the answer, the opponent's next turn … in canonical text.

    The opponent must not see it before it is played.
    """

    line: tuple[str, ...]
    kind: Literal["planned"] = "planned"


@dataclass(frozen=True)
class Unplanned(_PlayerEvent):
    """A player drops a planned line, or all of them if it is empty."""

    line: tuple[str, ...] = ()
    kind: Literal["unplanned"] = "unplanned"


@dataclass(frozen=True)
class Hinted(_PlayerEvent):
    """A player gets a hint."""

    kind: Literal["hinted"] = "hinted"


@dataclass(frozen=True)
class IdeasShown(_PlayerEvent):
    """The player on turn gets a menu of moves, numbered from 1."""

    moves: tuple[str, ...]
    kind: Literal["ideas-shown"] = "ideas-shown"


@dataclass(frozen=True)
class Resigned(_PlayerEvent):
    """A player resigns."""

    kind: Literal["resigned"] = "resigned"


@dataclass(frozen=True)
class Claimed(_PlayerEvent):
    """A player claims the win: the opponent ran out of time, or could not be reached for a day."""

    kind: Literal["claimed"] = "claimed"


@dataclass(frozen=True)
class Filed(_BaseEvent):
    """The game is archived, for nobody moved for a long time."""

    kind: Literal["filed"] = "filed"


@dataclass(frozen=True)
class Woken(_BaseEvent):
    """An archived game goes on."""

    kind: Literal["woken"] = "woken"


@dataclass(frozen=True)
class Reminded(_BaseEvent):
    """The player on turn is reminded that this `part` of their time is over (1.0 is all of it)."""

    part: float
    kind: Literal["reminded"] = "reminded"


@dataclass(frozen=True)
class DeadlineSet(_BaseEvent):
    """The game must end by `until`, the end of its tournament round."""

    until: Instant
    kind: Literal["deadline-set"] = "deadline-set"


@dataclass(frozen=True)
class DeadlineReminded(_BaseEvent):
    """The player on turn is reminded that this `part` of the time to the game's deadline is over."""

    part: float
    kind: Literal["deadline-reminded"] = "deadline-reminded"


@dataclass(frozen=True)
class Paused(_BaseEvent):
    """The clocks stopped from `since` to `until`: the bot received nothing, or the system clock `jumped`, perhaps back.

    `set_back` is the number of the latest known outage that set the system clock back. `shown`: a board reports the
    pause before the next move.
    """

    since: Instant
    until: Instant
    set_back: int = 0
    jumped: bool = False
    shown: bool = False
    kind: Literal["paused"] = "paused"


@dataclass(frozen=True)
class ChatLost(_BaseEvent):
    """A chat of the game, by its key, takes no boards: the bot was blocked or removed, or the topic is closed."""

    chat: str
    kind: Literal["chat-lost"] = "chat-lost"


@dataclass(frozen=True)
class ChatRegained(_BaseEvent):
    """The chat takes boards again, or its reader wrote from elsewhere."""

    chat: str
    kind: Literal["chat-regained"] = "chat-regained"


@dataclass(frozen=True)
class PlayerLeft(_PlayerEvent):
    """A player leaves a chat of the game, by its key."""

    chat: str
    kind: Literal["player-left"] = "player-left"


@dataclass(frozen=True)
class PlayerReturned(_PlayerEvent):
    """The player is back in the chat, or wrote from elsewhere."""

    chat: str
    kind: Literal["player-returned"] = "player-returned"


ReachChange = ChatLost | ChatRegained | PlayerLeft | PlayerReturned
"""The events that change which players boards reach."""


@dataclass(frozen=True)
class WentAway(_PlayerEvent):
    """A player is away until then, and their clock is stopped."""

    until: Instant
    kind: Literal["went-away"] = "went-away"


@dataclass(frozen=True)
class CameBack(_PlayerEvent):
    """A player is back early."""

    kind: Literal["came-back"] = "came-back"


@dataclass(frozen=True)
class DrawOffered(_PlayerEvent):
    """A player offers a draw; the offer stands until the opponent moves."""

    kind: Literal["draw-offered"] = "draw-offered"


@dataclass(frozen=True)
class DrawAgreed(_BaseEvent):
    """The draw offer is accepted."""

    kind: Literal["draw-agreed"] = "draw-agreed"


@dataclass(frozen=True)
class DrawDeclined(_PlayerEvent):
    """A player declines the draw offer."""

    kind: Literal["draw-declined"] = "draw-declined"


@dataclass(frozen=True)
class UndoOffered(_PlayerEvent):
    """A player asks to undo their last turn; the request stands until the next move."""

    kind: Literal["undo-offered"] = "undo-offered"


@dataclass(frozen=True)
class UndoDeclined(_PlayerEvent):
    """The opponent declines the undo."""

    kind: Literal["undo-declined"] = "undo-declined"


@dataclass(frozen=True)
class TakenBack(_PlayerEvent):
    """The last turn of a player and all later turns are undone."""

    kind: Literal["taken-back"] = "taken-back"


@dataclass(frozen=True)
class Followed(_PlayerEvent):
    """A player follows the game from their own `chat` too: boards go there, and moves may come from there."""

    chat: Chat
    language: str
    kind: Literal["followed"] = "followed"


AfterChallenge = (
    Accepted
    | SetUp
    | Followed
    | Unreached
    | Relocated
    | Called
    | Moved
    | Judged
    | Planned
    | Unplanned
    | Hinted
    | IdeasShown
    | DrawOffered
    | DrawAgreed
    | DrawDeclined
    | UndoOffered
    | UndoDeclined
    | TakenBack
    | Resigned
    | Claimed
    | Filed
    | Woken
    | Reminded
    | DeadlineSet
    | DeadlineReminded
    | Paused
    | ChatLost
    | ChatRegained
    | PlayerLeft
    | PlayerReturned
    | WentAway
    | CameBack
)
Event = Annotated[Challenged | AfterChallenge, Field(discriminator="kind")]
