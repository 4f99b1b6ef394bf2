"""The game that a text is about: by who plays there, whose turn it is, and where its move can be read."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.core.commands.command import Fit
from bot.core.commands.playing import BareText
from bot.core.commands.sentences import moves_within
from bot.core.game.people import Person
from bot.core.game.referee import Plan, Play
from bot.core.game.requests import GameRequest
from bot.core.game.session import Session, Stage, play
from engines import GAMES
from engines.notation import clean
from engines.refusals import Refusal, Unreadable

_MOVE_LIKE = re.compile(r"(?:[a-z]\.?\d|\d).*")
_MOVE_WORDS = {word for game in GAMES.values() for word in game.text.words}


class SeveralGames(Exception):
    """More than one game fits."""

    def __init__(self, sessions: Sequence[Session]) -> None:
        super().__init__(len(sessions))
        self.sessions = sessions


def game_meant(
    sessions: Sequence[Session], request: GameRequest, fits: Sequence[Fit], person: Person
) -> Session | None:
    """The only game that fits, looking first for the closest fit; raises `SeveralGames`.

    If none fits, the only game that is going on: its players can then be told apart from strangers. A move that is none
    in the game that waits for it belongs to the only other one of the person's in which it is one.
    """
    for test in fits:
        found = [session for session in sessions if test(session, person)]
        if len(found) > 1:
            raise SeveralGames(found)
        if found:
            return _that_reads(found[0], sessions, request, person)
    running = [session for session in sessions if session.stage is Stage.RUNNING]
    return running[0] if len(running) == 1 else None


def _that_reads(found: Session, sessions: Sequence[Session], request: GameRequest, person: Person) -> Session:
    text = _move_of(request)
    others = [s for s in sessions if s is not found and s.stage is Stage.RUNNING and s.seat_of(person)]
    if text is None or not others or _reads(found, text, Unreadable):
        return found
    readers = [session for session in others if _reads(session, text, Unreadable)]
    return readers[0] if len(readers) == 1 else found


def only_reader(sessions: Sequence[Session], request: GameRequest, legally: bool = False) -> Session | None:
    """The only one of these games in which the move of a request is legal; else, if not `legally`, the only one that
    can read it, or finds a legal move in it."""
    text = _move_of(request)
    if text is None:
        return None
    legal = [session for session in sessions if _reads(session, text, Refusal)]
    if legally:
        return legal[0] if legal else None
    readers = legal or [session for session in sessions if _reads(session, text, Unreadable)]
    readers = readers or [session for session in sessions if moves_within(session, text)]
    return readers[0] if len(readers) == 1 else None


def _move_of(request: GameRequest) -> str | None:
    """What is to be played, or foreseen."""
    if isinstance(request, Play | BareText):
        return request.text
    return request.lines[0][0] if isinstance(request, Plan) and request.lines else None


def _reads(session: Session, text: str, fault: type[Refusal]) -> bool:
    """Whether a text is played in a game, or refused for another reason than `fault`."""
    try:
        play(session.position, text)
    except Refusal as refused:
        return not isinstance(refused, fault)
    return True


def looks_like_a_move(text: str) -> bool:
    """Whether a bare text was meant as a move, so that a refusal is better than silence."""
    try:
        words = clean(text[:200]).removeprefix("l ").split()
    except Refusal:
        return False
    short = len(words) <= 16 or all(map(_MOVE_LIKE.fullmatch, words[:16]))
    return bool(words) and short and (words[0] in _MOVE_WORDS or bool(_MOVE_LIKE.fullmatch(words[0])))
