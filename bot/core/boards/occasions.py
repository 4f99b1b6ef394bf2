"""Occasions: the reasons for posting a board, stored with its message so that the next board can replace or edit it."""

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
    """The kind of an offer that waits for an answer."""

    DRAW = "draw"
    UNDO = "undo"


@dataclass(frozen=True)
class Occasion:
    """The reason for posting a board: a player's run of turns, perhaps with an open question, or a single `word`.

    A run starts after so many `turns` of the game and belongs to a `seat`; the `answerer` must answer its `question`.
    """

    word: str = ""
    turns: int = 0
    seat: Seat | None = None
    question: Question | None = None
    answerer: Seat | None = None

    def __str__(self) -> str:
        """Write the occasion as the store keeps it, such as `3 first draw second`."""
        if self.seat is None:
            return self.word
        return " ".join(str(part) for part in (self.turns, self.seat, self.question, self.answerer) if part is not None)

    @property
    def has_picture(self) -> bool:
        """Return whether the message has a picture; lines, and games without a result, are text."""
        return self != Occasion() and self.word not in (Stage.OFF, Stage.FILED, LINE, IN_DOUBT, RESULT)

    def is_same_run(self, later: Occasion) -> bool:
        """Return whether both belong to the same run of turns, or have the same word."""
        return replace(self, question=None, answerer=None) == replace(later, question=None, answerer=None)


def read_occasion(text: str) -> Occasion:
    """Parse a stored occasion; any text but that of a run becomes its word."""
    match = _TURN.fullmatch(text)
    if match is None:
        return Occasion(text)
    turns, seat, question, answerer = match.groups()
    return Occasion(
        turns=int(turns),
        seat=Seat(seat),
        question=Question(question) if question else None,
        answerer=Seat(answerer) if answerer else None,
    )


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
