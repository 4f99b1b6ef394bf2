"""What can happen to a game: the events that its log holds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field, InstanceOf

from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person, Robot
from engines.game import AnyMove, AnyPosition, Seat
from engines.review import Judgement


@dataclass(frozen=True)
class Challenged:
    """Somebody asks for a game: of a person, of the bot, or of whoever accepts (`opponent` is None).

    `seat` is the challenger's, `language` that of the game's messages to all, `terms` are what the two agree on besides
    the game's own settings. In a `lonely` chat is nobody but the challenger: whoever plays comes from another chat. The
    opponent is asked in `asks_in`, in its own language, if that is known already.
    """

    at: Instant
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
class Accepted:
    """The opponent sits down, and play begins; from a `chat` that is not the challenger's, it is the game's too."""

    at: Instant
    by: Person | Robot
    chat: Chat | None = None
    language: str = ""
    kind: Literal["accepted"] = "accepted"


@dataclass(frozen=True)
class Unreached:
    """The opponent's chat does not take the question, so that the challenger has to pass it on, until it `expires`."""

    at: Instant
    expires: Instant
    kind: Literal["unreached"] = "unreached"


@dataclass(frozen=True)
class Relocated:
    """The challenger's game goes on in a thread of its own; without a `chat`, where it began."""

    at: Instant
    chat: Chat | None = None
    kind: Literal["relocated"] = "relocated"


@dataclass(frozen=True)
class Called:
    """A challenge comes to nothing: declined, cancelled or expired; or a seat ends the game before both have moved."""

    at: Instant
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
class Moved:
    """A typed message of one or more moves, in canonical text; `played`, which no log keeps, if it was just decided.

    `planned`: it was typed before the move that it answers.
    """

    at: Instant
    seat: Seat
    text: str
    played: Annotated[InstanceOf[Played] | None, Field(exclude=True)] = field(default=None, compare=False, repr=False)
    planned: bool = False
    kind: Literal["moved"] = "moved"


@dataclass(frozen=True)
class Judged:
    """The coach has looked at a player's newest move: what it was worth to them, and what the best would have been."""

    at: Instant
    seat: Seat
    judgement: Judgement
    kind: Literal["judged"] = "judged"


@dataclass(frozen=True)
class Planned:
    """A player says what to answer to a move of the other: their turn, the answer, their next turn … in canonical text.

    Nobody else may learn of it before it is played.
    """

    at: Instant
    seat: Seat
    line: tuple[str, ...]
    kind: Literal["planned"] = "planned"


@dataclass(frozen=True)
class Unplanned:
    """A player drops such a line, or all of them if none is named."""

    at: Instant
    seat: Seat
    line: tuple[str, ...] = ()
    kind: Literal["unplanned"] = "unplanned"


@dataclass(frozen=True)
class Hinted:
    """A player was given a hint."""

    at: Instant
    seat: Seat
    kind: Literal["hinted"] = "hinted"


@dataclass(frozen=True)
class IdeasShown:
    """The player on turn was shown a menu of moves, by their numbers from 1."""

    at: Instant
    seat: Seat
    moves: tuple[str, ...]
    kind: Literal["ideas-shown"] = "ideas-shown"


@dataclass(frozen=True)
class Resigned:
    """A player gives up."""

    at: Instant
    seat: Seat
    kind: Literal["resigned"] = "resigned"


@dataclass(frozen=True)
class Claimed:
    """A player has won, for the time of the other one, who was to move, was over."""

    at: Instant
    seat: Seat
    kind: Literal["claimed"] = "claimed"


@dataclass(frozen=True)
class Filed:
    """Nothing has happened for so long that the game is filed away."""

    at: Instant
    kind: Literal["filed"] = "filed"


@dataclass(frozen=True)
class Woken:
    """A game that was filed away goes on."""

    at: Instant
    kind: Literal["woken"] = "woken"


@dataclass(frozen=True)
class Reminded:
    """Of the time of who is to move so much (`part`, 1.0 is all) was over, and whoever wants to know was told."""

    at: Instant
    part: float
    kind: Literal["reminded"] = "reminded"


@dataclass(frozen=True)
class WentAway:
    """A player is away until then, and their clock stands."""

    at: Instant
    seat: Seat
    until: Instant
    kind: Literal["went-away"] = "went-away"


@dataclass(frozen=True)
class CameBack:
    """A player is back before that."""

    at: Instant
    seat: Seat
    kind: Literal["came-back"] = "came-back"


@dataclass(frozen=True)
class DrawOffered:
    """A player offers a draw; it stands until the other one moves."""

    at: Instant
    seat: Seat
    kind: Literal["draw-offered"] = "draw-offered"


@dataclass(frozen=True)
class DrawAgreed:
    """The offer is accepted."""

    at: Instant
    kind: Literal["draw-agreed"] = "draw-agreed"


@dataclass(frozen=True)
class DrawDeclined:
    """A player does not accept the offer."""

    at: Instant
    seat: Seat
    kind: Literal["draw-declined"] = "draw-declined"


@dataclass(frozen=True)
class UndoOffered:
    """A player asks to go back to before their last turn; it stands until somebody moves."""

    at: Instant
    seat: Seat
    kind: Literal["undo-offered"] = "undo-offered"


@dataclass(frozen=True)
class UndoDeclined:
    """The other player does not want to go back."""

    at: Instant
    seat: Seat
    kind: Literal["undo-declined"] = "undo-declined"


@dataclass(frozen=True)
class TakenBack:
    """The last turn of a player, and all that came after it, are taken back."""

    at: Instant
    seat: Seat
    kind: Literal["taken-back"] = "taken-back"


@dataclass(frozen=True)
class Followed:
    """From now on the game is shown in a player's own `chat` too, in its `language`, and played from there."""

    at: Instant
    seat: Seat
    chat: Chat
    language: str
    kind: Literal["followed"] = "followed"


Event = Annotated[
    Challenged
    | Accepted
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
    | WentAway
    | CameBack,
    Field(discriminator="kind"),
]
