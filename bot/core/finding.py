"""Which of a chat's games a request without a code is about; pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from bot.core.people import Person
from bot.core.requests import (
    About,
    Accept,
    Again,
    AskHint,
    Cancel,
    Decline,
    ListMoves,
    Pick,
    Play,
    ShowBoard,
    ShowRecord,
)
from bot.core.session import Session, Stage
from engines.notation import clean
from engines.refusals import Refusal

_MOVE_LIKE = re.compile(r"(?:[a-z]\.?\d|\d).*")
_MOVE_WORDS = {"stop", "keep", "swap", "pass"}


class Several(Exception):
    """More than one game fits."""

    def __init__(self, sessions: Sequence[Session]) -> None:
        super().__init__(len(sessions))
        self.sessions = sessions


def fitting(sessions: Sequence[Session], request: About, person: Person) -> Session | None:
    """The only game that fits, looking first for the closest fit; raises `Several`.

    If none fits, the only game that is going on: its players can then be told apart from strangers.
    """
    for fits in _tests(request, person):
        found = [session for session in sessions if fits(session)]
        if len(found) > 1:
            raise Several(found)
        if found:
            return found[0]
    running = [session for session in sessions if session.stage is Stage.RUNNING]
    return running[0] if len(running) == 1 else None


def looks_like_a_move(text: str) -> bool:
    """Whether a bare text was meant as a move, so that a refusal is better than silence."""
    try:
        words = clean(text[:200]).split()
    except Refusal:
        return False
    short = len(words) <= 16 or all(map(_MOVE_LIKE.fullmatch, words[:16]))
    return bool(words) and short and (words[0] in _MOVE_WORDS or bool(_MOVE_LIKE.fullmatch(words[0])))


_Test = Callable[[Session], bool]


def _tests(request: About, person: Person) -> tuple[_Test, ...]:
    def mine(session: Session) -> bool:
        return session.stage is Stage.RUNNING and session.seat_of(person) is not None

    def waits_for_me(session: Session) -> bool:
        return mine(session) and session.seat_of(person) is session.position.turn

    def my_challenge(session: Session) -> bool:
        return session.stage is Stage.OFFERED and session.challenger.is_same(person)

    def asks_me(session: Session) -> bool:
        asked = isinstance(session.opponent, Person) and session.opponent.is_same(person)
        return session.stage is Stage.OFFERED and asked

    def open_to_all(session: Session) -> bool:
        return session.stage is Stage.OFFERED and session.opponent is None and not my_challenge(session)

    def going_on(session: Session) -> bool:
        return session.stage is Stage.RUNNING

    match request:
        case Play() | Pick() | AskHint():
            return waits_for_me, mine
        case Accept():
            return asks_me, open_to_all, my_challenge
        case Decline():
            return asks_me, my_challenge
        case Cancel():
            return my_challenge, asks_me
        case ListMoves() | ShowBoard() | ShowRecord() | Again():
            return waits_for_me, mine, going_on
        case _:
            return (mine,)
