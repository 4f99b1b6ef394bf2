"""The parser of typed texts: from an incoming text to a request, a refusal, or None for talk among people."""

from __future__ import annotations

import re
from difflib import get_close_matches

from bot.core.commands import BY_NAME, COMMANDS
from bot.core.commands.planning import is_plan, read_plan
from bot.core.commands.playing import read_move
from bot.core.commands.read_back import command_called
from bot.core.game.requests import Request
from bot.core.language.invisible import trimmed
from bot.core.ports.platform import Incoming
from engines.notation import clean
from engines.refusals import Refusal, Unreadable

LONGEST_TEXT = 4096
"""Characters that a text may have; what is longer is not even read."""
_LONGEST_NAME = 32
_SPACE = re.compile(r"\s")


def understood(incoming: Incoming) -> Request | Refusal | None:
    """What a text asks for, or why it cannot be understood; None for talk among people, of whatever length."""
    if len(incoming.text) > LONGEST_TEXT:
        meant = incoming.chat.direct or incoming.text.startswith("/")
        return Unreadable("text-too-long", most=LONGEST_TEXT) if meant else None
    try:
        return read(incoming)
    except Refusal as refused:
        return refused


def read(incoming: Incoming) -> Request | None:
    """What a text asks for; None if it is no command and cannot be a move here (talk among people).

    Raises `Unreadable` for a command with words that cannot be understood.
    """
    text = trimmed(incoming.text)
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
    return _latin(name), "".join(rest).strip()


def _latin(name: str) -> str:
    """The command that a name with Cyrillic look-alikes is; any other name as it is."""
    latin = clean(name[:_LONGEST_NAME])
    return latin if latin in BY_NAME else name


def _bare(text: str, incoming: Incoming) -> Request | None:
    if not text or not (incoming.chat.direct or incoming.replies_to or incoming.alone):
        return None
    if called := command_called(text):
        name, rest = command_word(f"/{called}")
        return BY_NAME[name].read(rest, incoming)
    return read_plan(text, incoming) if is_plan(text) else read_move(text, bare=True)
