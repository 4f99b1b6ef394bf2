"""What must become of a game by what is typed: who may do what in a chat, told a second time and shorter."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from engines import GAMES
from engines.game import AnyPosition, Seat, advance

MINUTES = 10
SECONDS_A_MOVE = 600.0
PARTS = (0.5, 0.9, 1.0)
_OPEN = ("offered", "running")


@dataclass(frozen=True)
class Action:
    """Something typed: a verb (`challenge`, `accept`, `move`, …), the move or the opponent after it, and its cause."""

    who: str
    verb: str
    cause: str
    rest: str = ""


@dataclass(frozen=True)
class Expected:
    """A game as it must be; `causes` are those of its log's entries, `moves` who confirmed which, `since` is when the
    clock of who is on turn began, `told` how much of its time was told to be over."""

    challenger: str
    opponent: str
    expires: float
    causes: tuple[str, ...]
    stage: str = "offered"
    position: AnyPosition = field(default_factory=lambda: GAMES["dots"].start({"size": "2x1", "pie": "0"}, 0))
    moves: tuple[tuple[str, str], ...] = ()
    offered_by: str = ""
    since: float = 0.0
    told: float = 0.0

    @property
    def is_open(self) -> bool:
        return self.stage in _OPEN

    @property
    def players(self) -> set[str]:
        return {self.challenger, self.opponent} - {""}

    @property
    def on_turn(self) -> str:
        return self.challenger if self.position.turn is Seat.FIRST else self.opponent

    def legal(self) -> list[str]:
        """The moves that can be played now."""
        return [str(move) for move in self.position.moves()]

    def after(self, action: Action, now: float) -> Expected | None:
        """The game after a action, itself if that has happened already, None if it is refused."""
        if action.cause in self.causes:
            return self
        match self.stage:
            case "offered":
                happened = self._after_offer(action, now)
            case "filed":
                happened = self._after_filing(action, now)
            case _:
                happened = self._running(action, now)
        return happened and replace(happened, causes=(*self.causes, action.cause))

    def after_deadline(self, now: float) -> Expected:
        """The game after somebody has looked at its deadline."""
        if self.stage == "offered" and now >= self.expires:
            return self._by_itself(stage="off")
        if self.stage != "running":
            return self
        if now >= self.since + 3 * SECONDS_A_MOVE:
            return self._by_itself(stage="filed")
        over = [part for part in PARTS if part > self.told and now >= self.since + part * SECONDS_A_MOVE]
        return self._by_itself(told=max(over)) if over else self

    def _by_itself(self, **changed: Any) -> Expected:
        return replace(self, causes=(*self.causes, f"clock:{len(self.causes)}"), **changed)

    def _after_offer(self, action: Action, now: float) -> Expected | None:
        is_own, is_asked = action.who == self.challenger, self.opponent in ("", action.who)
        if now >= self.expires:
            return None
        if action.verb == "accept" and not is_own and is_asked:
            return replace(self, stage="running", opponent=action.who, since=now)
        if is_own and action.verb in ("cancel", "decline"):
            return replace(self, stage="off")
        if action.verb == "decline" and self.opponent == action.who:
            return replace(self, stage="off")
        return None

    def _after_filing(self, action: Action, now: float) -> Expected | None:
        """Either may wake it; a move of who is on turn does too."""
        if action.who not in self.players or action.verb not in ("wake", "move"):
            return None
        woken = replace(self, stage="running", since=now, told=0.0)
        return woken if action.verb == "wake" else woken._after_move(action, now)

    def _running(self, action: Action, now: float) -> Expected | None:
        if self.stage != "running" or action.who not in self.players:
            return None
        match action.verb:
            case "move":
                return self._after_move(action, now)
            case "hint":
                return self if action.who == self.on_turn else None
            case "draw":
                return self._draw(action.who)
            case "claim":
                is_late = action.who != self.on_turn and now >= self.since + SECONDS_A_MOVE
                return replace(self, stage="over") if is_late else None
            case "resign":
                return replace(self, stage="over")
            case "abort":
                return None if {who for who, _ in self.moves} == self.players else replace(self, stage="off")
        return None

    def _after_move(self, action: Action, now: float) -> Expected | None:
        if action.who != self.on_turn or action.rest not in self.legal():
            return None
        position, _ = advance(self.position, self.position.read(action.rest))
        return replace(
            self,
            position=position,
            moves=(*self.moves, (action.who, action.rest)),
            offered_by=self.offered_by if self.offered_by == action.who else "",
            stage="over" if position.outcome else "running",
            since=now,
            told=0.0,
        )

    def _draw(self, who: str) -> Expected | None:
        if self.offered_by == who:
            return None
        return replace(self, stage="over") if self.offered_by else replace(self, offered_by=who)
