"""Search for the game that a text refers to: by its players, its turn, and the moves that it can read."""

import re
from collections.abc import Sequence
from itertools import product

from bot.core.commands.command import Fit
from bot.core.commands.playing import MOVE_WORDS, BareText
from bot.core.commands.sentences import moves_within
from bot.core.game.people import Player
from bot.core.game.referee import Plan, Play
from bot.core.game.requests import GameRequest
from bot.core.game.session import Session, Stage, play
from engines.notation import clean
from engines.refusals import Refusal, Unreadable

_MOVE_LIKE = re.compile(r"(?:[a-z]\.?\d|\d).*")


class AmbiguousGameError(Exception):
    """A text that may refer to several games."""

    def __init__(self, sessions: Sequence[Session]) -> None:
        super().__init__(len(sessions))
        self.sessions = sessions


def match_game(
    sessions: Sequence[Session], request: GameRequest, fits: Sequence[Fit], players: Sequence[Player]
) -> Session | None:
    """Return the only game that passes one of the tests, tried in order, or the only one of several that reads a move.

    Raise `AmbiguousGameError` if several are left. Each test is tried for each of the `players` that the sender may be,
    for the person before their chat's team. If none passes, return the only running game, so that the refusal can name
    it. A move that the game cannot read goes to the only other game of theirs that can.
    """
    for test, player in product(fits, players):
        matches = [session for session in sessions if test(session, player)]
        if len(matches) > 1:
            if reader := only_reader(matches, request):
                return reader
            raise AmbiguousGameError(matches)
        if matches:
            return matches[0] if len(sessions) == 1 else _prefer_reader(matches[0], sessions, request, players)
    running = [session for session in sessions if session.stage is Stage.RUNNING]
    return running[0] if len(running) == 1 else None


def _prefer_reader(
    match: Session, sessions: Sequence[Session], request: GameRequest, players: Sequence[Player]
) -> Session:
    text, running = _move_of(request), [session for session in sessions if session.stage is Stage.RUNNING]
    others = [session for session in running if session is not match and any(map(session.seat_of, players))]
    if text is None or not others or _reads(match, text, Unreadable):
        return match
    readers = [session for session in others if _reads(session, text, Unreadable)]
    return readers[0] if len(readers) == 1 else match


def only_reader(sessions: Sequence[Session], request: GameRequest, legally: bool = False) -> Session | None:
    """Return the only game where a move is legal, or, unless `legally`, where the text is or contains a move."""
    text = _move_of(request)
    if text is None:
        return None
    legal_sessions = [session for session in sessions if _reads(session, text, Refusal)]
    if legally:
        return legal_sessions[0] if legal_sessions else None
    readers = legal_sessions or [session for session in sessions if _reads(session, text, Unreadable)]
    readers = readers or [session for session in sessions if moves_within(session, text)]
    return readers[0] if len(readers) == 1 else None


def _move_of(request: GameRequest) -> str | None:
    if isinstance(request, Play | BareText):
        return request.text
    return request.lines[0][0] if isinstance(request, Plan) and request.lines else None


def _reads(session: Session, text: str, fault: type[Refusal]) -> bool:
    """Return whether a game accepts a text as a move, or refuses it with an error other than `fault`."""
    try:
        play(session.position, text)
    except Refusal as refused:
        return not isinstance(refused, fault)
    return True


def looks_like_a_move(text: str) -> bool:
    """Return whether a bare text resembles a move enough to deserve a refusal instead of silence."""
    try:
        words = clean(text[:200]).removeprefix("l ").split()
    except Refusal:
        return False
    is_short = len(words) <= 16 or all(map(_MOVE_LIKE.fullmatch, words[:16]))
    return bool(words) and is_short and (words[0] in MOVE_WORDS or bool(_MOVE_LIKE.fullmatch(words[0])))
