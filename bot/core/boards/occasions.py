"""Occasions of boards: why a board was posted, as stored with its message."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.core.game.session import Session, Stage, turns_in_a_row
from engines.game import Seat

LINE, RESULT, IN_DOUBT = "line", "result", "doubt"
"""The words of a line in place of a board, of a result in text, and of a line that leads to an unconfirmed board."""
_TURN = re.compile(r"(\d+) (first|second)(?: (draw|undo) (first|second))?")


class Question(StrEnum):
    """The kind of an offer that awaits an answer."""

    DRAW = "draw"
    UNDO = "undo"


@dataclass(frozen=True)
class Occasion:
    """The reason for posting a board, stored with its message: a player's run of turns, or a single `word`.

    A run starts after so many `turns` of the game and belongs to a `seat`; the `answerer` must answer its `question`.
    """

    word: str = ""
    turns: int = 0
    seat: Seat | None = None
    question: Question | None = None
    answerer: Seat | None = None

    def __str__(self) -> str:
        """Return the stored form of the occasion, such as `3 first draw second`."""
        if self.seat is None:
            return self.word
        asks = (self.question, self.answerer) if self.question else ()
        return " ".join(map(str, (self.turns, self.seat, *asks)))

    @property
    def has_picture(self) -> bool:
        """Return whether the message has a picture; lines, and games without a result, are text only."""
        return self != Occasion() and self.word not in (Stage.OFF, Stage.FILED, LINE, IN_DOUBT, RESULT)

    def is_same_run(self, later: Occasion) -> bool:
        """Return whether both belong to the same run of turns, or have the same word."""
        return (self.word, self.turns, self.seat) == (later.word, later.turns, later.seat)


def read_occasion(text: str) -> Occasion:
    """Parse a stored occasion; a text that describes no run becomes its `word`."""
    match = _TURN.fullmatch(text)
    if match is None:
        return Occasion(text)
    turns, seat, question, answerer = match.groups()
    kind, by = Question(question) if question else None, Seat(answerer) if answerer else None
    return Occasion(turns=int(turns), seat=Seat(seat), question=kind, answerer=by)


def occasion_of(session: Session) -> Occasion:
    """Return the reason for posting a session's board."""
    if session.stage is Stage.OVER and session.deadline:
        return Occasion(RESULT)
    if session.stage is not Stage.RUNNING:
        return Occasion(str(session.stage))
    run = Occasion(turns=len(session.turns) - turns_in_a_row(session), seat=session.position.turn)
    if session.offers.draw:
        return replace(run, question=Question.DRAW, answerer=session.offers.draw.opponent)
    if session.offers.undo:
        return replace(run, question=Question.UNDO, answerer=session.offers.undo.opponent)
    return run


def is_answered(occasion: Occasion, session: Session) -> bool:
    """Return whether the board that made an offer now shows the answer, in the same turn."""
    if session.offers.standing:
        return False
    after = occasion_of(session)
    is_same_turn = after.seat is not None and after.turns == occasion.turns
    return is_same_turn or session.stage is Stage.OVER or bool(session.undone.turns)
