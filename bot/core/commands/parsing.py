"""The parser of typed texts: from an incoming text to a request, and to the game that it is about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches

from bot.core.commands import BY_NAME, BY_REQUEST, COMMANDS
from bot.core.commands.playing import is_plan, read_move, read_plan
from bot.core.commands.read_back import command_called
from bot.core.commands.sentences import moves_within
from bot.core.game.people import Person
from bot.core.game.referee import Plan, Play
from bot.core.game.requests import About, Request
from bot.core.game.session import Session, Stage, play
from bot.core.language.invisible import trimmed
from bot.core.ports.platform import Incoming
from engines import GAMES
from engines.notation import clean
from engines.refusals import Refusal, Unreadable

LONGEST_TEXT = 4096
"""Characters that a text may have; what is longer is not even read."""
_LONGEST_NAME = 32
_SPACE = re.compile(r"\s")
_SPACES = re.compile(r"\s{2,}")


def try_parse(incoming: Incoming) -> Request | Refusal | None:
    """What a text asks for, or why it cannot be understood; None for talk among people, of whatever length."""
    if len(incoming.text) > LONGEST_TEXT:
        meant = incoming.chat.direct or incoming.text.startswith("/")
        return Unreadable("text-too-long", most=LONGEST_TEXT) if meant else None
    try:
        return parse(incoming)
    except Refusal as refused:
        return refused


def parse(incoming: Incoming) -> Request | None:
    """What a text asks for; None if it is no command and cannot be a move here (talk among people).

    Raises `Unreadable` for a command with words that cannot be understood.
    """
    text = _single_spaced(trimmed(incoming.text))
    if not text.startswith("/"):
        return _bare(text, incoming)
    name, rest = command_word(text)
    row = BY_NAME.get(name)
    if row is None:
        if not (incoming.chat.direct or incoming.alone):
            return None
        close = get_close_matches(name, [row.name for row in COMMANDS], n=2, cutoff=0.75)
        meant = "|".join(f"/{other}" for other in close)
        raise Unreadable("unknown-command", part="/" + name[:40], meant=meant)
    return row.read(rest, incoming)


def _single_spaced(text: str) -> str:
    """Return the text with one space, or one line end, for each run of them: a pattern that begins with spaces would
    try each one of a run."""
    return _SPACES.sub(lambda run: "\n" if "\n" in run[0] else " ", text)


def is_secret(text: str) -> bool:
    """Whether a typed text is for no other reader."""
    row = BY_NAME.get(command_word(text)[0])
    return is_plan(trimmed(text)) or (row is not None and row.secret)


def command_word(text: str) -> tuple[str, str]:
    """A text's command (`move` for a bare move) and what follows it."""
    text = trimmed(text)
    if not text.startswith("/"):
        return "move", text
    name, *rest = _SPACE.split(text[1:], maxsplit=1)
    name = name.partition("@")[0].casefold()
    latin = clean(name[:_LONGEST_NAME])  # a Cyrillic look-alike of a command is that command
    return latin if latin in BY_NAME else name, "".join(rest).strip()


def _bare(text: str, incoming: Incoming) -> Request | None:
    if not text or not (incoming.chat.direct or incoming.replies_to or incoming.alone):
        return None
    if called := command_called(text):
        name, rest = command_word(f"/{called}")
        return BY_NAME[name].read(rest, incoming)
    return read_plan(text, incoming) if is_plan(text) else read_move(text, incoming, bare=True)


_MOVE_LIKE = re.compile(r"(?:[a-z]\.?\d|\d).*")
_MOVE_WORDS = {word for game in GAMES.values() for word in game.text.words}


class SeveralGames(Exception):
    """More than one game fits."""

    def __init__(self, sessions: Sequence[Session]) -> None:
        super().__init__(len(sessions))
        self.sessions = sessions


def game_meant(sessions: Sequence[Session], request: About, person: Person) -> Session | None:
    """The only game that fits, looking first for the closest fit; raises `SeveralGames`.

    If none fits, the only game that is going on: its players can then be told apart from strangers. A move that is none
    in the game that waits for it belongs to the only other one of the person's in which it is one.
    """
    for fits in BY_REQUEST[type(request)].fits:
        found = [session for session in sessions if fits(session, person)]
        if len(found) > 1:
            raise SeveralGames(found)
        if found:
            return _that_reads(found[0], sessions, request, person)
    running = [session for session in sessions if session.stage is Stage.RUNNING]
    return running[0] if len(running) == 1 else None


def _that_reads(found: Session, sessions: Sequence[Session], request: About, person: Person) -> Session:
    text = _move_of(request)
    others = [s for s in sessions if s is not found and s.stage is Stage.RUNNING and s.seat_of(person)]
    if text is None or not others or _reads(found, text, Unreadable):
        return found
    readers = [session for session in others if _reads(session, text, Unreadable)]
    return readers[0] if len(readers) == 1 else found


def only_reader(sessions: Sequence[Session], request: About, legally: bool = False) -> Session | None:
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


def _move_of(request: About) -> str | None:
    """What is to be played, or foreseen."""
    if isinstance(request, Play):
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
