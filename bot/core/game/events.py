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
class _Happened:
    """What all events share; each has a `kind` besides, its name in the log."""

    at: Instant


@dataclass(frozen=True)
class _ByPlayer(_Happened):
    """What a player has done."""

    seat: Seat


@dataclass(frozen=True)
class Challenged(_Happened):
    """A person asks for a game: of another, of the bot, or of the first to accept (`opponent` is None).

    `seat` is the challenger's, `language` that of the game's messages to all, `terms` are what the two agree on besides
    the game's own settings. In a `lonely` chat is the challenger alone: the opponent comes from another chat. The
    opponent is asked in `asks_in`, in its own language, if that is known already.
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
        """Where it is shown."""
        return (self.chat, self.asks_in) if self.asks_in else (self.chat,)


@dataclass(frozen=True)
class Accepted(_Happened):
    """The opponent sits down, and play begins; from a `chat` that is not the challenger's, it is the game's too."""

    by: Person | Robot
    chat: Chat | None = None
    language: str = ""
    kind: Literal["accepted"] = "accepted"


@dataclass(frozen=True)
class SetUp(_Happened):
    """The game begins after these moves, which nobody has played."""

    opening: tuple[str, ...]
    kind: Literal["set-up"] = "set-up"


@dataclass(frozen=True)
class Unreached(_Happened):
    """The opponent's chat does not take the question, so that the challenger has to pass it on, until it `expires`."""

    expires: Instant
    kind: Literal["unreached"] = "unreached"


@dataclass(frozen=True)
class Relocated(_Happened):
    """The challenger's game goes on in a thread of its own; without a `chat`, where it began."""

    chat: Chat | None = None
    kind: Literal["relocated"] = "relocated"


@dataclass(frozen=True)
class Called(_Happened):
    """A challenge comes to nothing: declined, cancelled or expired; or a seat ends the game before both have moved."""

    off: Literal["declined", "cancelled", "expired", "aborted"]
    by: Seat | None = None
    kind: Literal["called"] = "called"


@dataclass(frozen=True)
class Played:
    """A move that has been read and played, those that the rules played after it, and the position they led to."""

    move: AnyMove
    forced: tuple[AnyMove, ...]
    position: AnyPosition


@dataclass(frozen=True)
class Moved(_ByPlayer):
    """A typed message of one or more moves, in canonical text; `played`, which no log keeps, if it was just decided.

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


def _from_log(stored: object) -> object:
    """Return the fields of a judgement as `Judgement` names them."""
    if not isinstance(stored, dict):
        return stored
    names = {name: field_name for field_name, name in _NAMES_IN_LOGS.items()}
    return {names.get(name, name): value for name, value in stored.items()}


def _for_log(judgement: Judgement, dump: Callable[[Judgement], dict[str, object]]) -> dict[str, object]:
    """Return the fields of a judgement as logs name them."""
    return {_NAMES_IN_LOGS.get(name, name): value for name, value in dump(judgement).items()}


_StoredJudgement = Annotated[Judgement, BeforeValidator(_from_log), WrapSerializer(_for_log)]


@dataclass(frozen=True)
class Judged(_ByPlayer):
    """The coach has looked at a player's newest move: what it was worth to them, and what the best would have been."""

    judgement: _StoredJudgement
    kind: Literal["judged"] = "judged"


@dataclass(frozen=True)
class Planned(_ByPlayer):
    """A player says what to answer to a move of the other: their turn, the answer, their next turn … in canonical text.

    No other player may learn of it before it is played.
    """

    line: tuple[str, ...]
    kind: Literal["planned"] = "planned"


@dataclass(frozen=True)
class Unplanned(_ByPlayer):
    """A player drops such a line, or all of them if none is named."""

    line: tuple[str, ...] = ()
    kind: Literal["unplanned"] = "unplanned"


@dataclass(frozen=True)
class Hinted(_ByPlayer):
    """A player was given a hint."""

    kind: Literal["hinted"] = "hinted"


@dataclass(frozen=True)
class IdeasShown(_ByPlayer):
    """The player on turn was shown a menu of moves, by their numbers from 1."""

    moves: tuple[str, ...]
    kind: Literal["ideas-shown"] = "ideas-shown"


@dataclass(frozen=True)
class Resigned(_ByPlayer):
    """A player gives up."""

    kind: Literal["resigned"] = "resigned"


@dataclass(frozen=True)
class Claimed(_ByPlayer):
    """A player has won: the opponent, who was to move, ran out of time, or no board reached them for a day."""

    kind: Literal["claimed"] = "claimed"


@dataclass(frozen=True)
class Filed(_Happened):
    """Nothing has happened for so long that the game is filed away."""

    kind: Literal["filed"] = "filed"


@dataclass(frozen=True)
class Woken(_Happened):
    """A game that was filed away goes on."""

    kind: Literal["woken"] = "woken"


@dataclass(frozen=True)
class Reminded(_Happened):
    """Of the time of who is to move so much (`part`, 1.0 is all) is over; who wants to know was told."""

    part: float
    kind: Literal["reminded"] = "reminded"


@dataclass(frozen=True)
class DeadlineSet(_Happened):
    """The game has to be over by `until`, for the round of its tournament ends then."""

    until: Instant
    kind: Literal["deadline-set"] = "deadline-set"


@dataclass(frozen=True)
class DeadlineReminded(_Happened):
    """So much (`part`) of the time up to the game's deadline is over; who was to move was told."""

    part: float
    kind: Literal["deadline-reminded"] = "deadline-reminded"


@dataclass(frozen=True)
class Paused(_Happened):
    """No clock ran from `since` until then: nobody could be heard, or the system clock `jumped`, perhaps back.

    `set_back` is the number of the newest outage known to the game in which it was set back. `shown`: its chats see a
    board of it before the next move.
    """

    since: Instant
    until: Instant
    set_back: int = 0
    jumped: bool = False
    shown: bool = False
    kind: Literal["paused"] = "paused"


@dataclass(frozen=True)
class ChatLost(_Happened):
    """A chat of the game, by its key, takes no boards: the bot is blocked or gone there, or the topic is closed."""

    chat: str
    kind: Literal["chat-lost"] = "chat-lost"


@dataclass(frozen=True)
class ChatRegained(_Happened):
    """The chat takes boards again, or the player who reads it has written elsewhere."""

    chat: str
    kind: Literal["chat-regained"] = "chat-regained"


@dataclass(frozen=True)
class PlayerLeft(_ByPlayer):
    """A player has left a chat of the game, by its key."""

    chat: str
    kind: Literal["player-left"] = "player-left"


@dataclass(frozen=True)
class PlayerReturned(_ByPlayer):
    """The player is back in the chat, or has written elsewhere."""

    chat: str
    kind: Literal["player-returned"] = "player-returned"


ReachChange = ChatLost | ChatRegained | PlayerLeft | PlayerReturned
"""What changes whom boards reach."""


@dataclass(frozen=True)
class WentAway(_ByPlayer):
    """A player is away until then, and their clock stands."""

    until: Instant
    kind: Literal["went-away"] = "went-away"


@dataclass(frozen=True)
class CameBack(_ByPlayer):
    """A player is back before that."""

    kind: Literal["came-back"] = "came-back"


@dataclass(frozen=True)
class DrawOffered(_ByPlayer):
    """A player offers a draw; it stands until the other one moves."""

    kind: Literal["draw-offered"] = "draw-offered"


@dataclass(frozen=True)
class DrawAgreed(_Happened):
    """The offer is accepted."""

    kind: Literal["draw-agreed"] = "draw-agreed"


@dataclass(frozen=True)
class DrawDeclined(_ByPlayer):
    """A player does not accept the offer."""

    kind: Literal["draw-declined"] = "draw-declined"


@dataclass(frozen=True)
class UndoOffered(_ByPlayer):
    """A player asks to go back to before their last turn; it stands until the next move."""

    kind: Literal["undo-offered"] = "undo-offered"


@dataclass(frozen=True)
class UndoDeclined(_ByPlayer):
    """The other player does not want to go back."""

    kind: Literal["undo-declined"] = "undo-declined"


@dataclass(frozen=True)
class TakenBack(_ByPlayer):
    """The last turn of a player, and all that came after it, are taken back."""

    kind: Literal["taken-back"] = "taken-back"


@dataclass(frozen=True)
class Followed(_ByPlayer):
    """From now on the game is shown in a player's own `chat` too, in its `language`, and played from there."""

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
