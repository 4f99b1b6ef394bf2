"""What players of a game can offer one another: a draw, and to go back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot.core.clock import Instant
from engines.game import Seat


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
