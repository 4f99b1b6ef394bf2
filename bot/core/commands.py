"""The one table of commands: parsing, help, Discord's application commands and Telegram's menu all read it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What a parameter's value is; doors choose their widget by it."""

    PERSON = "person"
    GAME = "game"
    OPTIONS = "options"
    MOVE = "move"
    CODE = "code"
    LEVEL = "level"
    LANGUAGE = "language"
    WORD = "word"


@dataclass(frozen=True)
class Parameter:
    """One parameter of a command, in the order it is typed."""

    name: str
    kind: Kind
    required: bool = False
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Command:
    """A command's name and parameters; its description is the catalogue text `command-NAME`."""

    name: str
    parameters: tuple[Parameter, ...] = ()


_CODE = Parameter("code", Kind.CODE)
_GAME = Parameter("game", Kind.GAME, required=True)

COMMANDS: tuple[Command, ...] = (
    Command(
        "challenge",
        (
            Parameter("game", Kind.GAME, required=True),
            Parameter("opponent", Kind.PERSON),
            Parameter("level", Kind.LEVEL, choices=("easy", "classic", "strong")),
            Parameter("options", Kind.OPTIONS),
        ),
    ),
    Command("accept", (_CODE,)),
    Command("decline", (_CODE,)),
    Command("cancel", (_CODE,)),
    Command("move", (Parameter("move", Kind.MOVE, required=True), _CODE)),
    Command("hint", (_CODE,)),
    Command("board", (Parameter("as", Kind.WORD, choices=("picture", "text")), _CODE)),
    Command("moves", (_CODE,)),
    Command("draw", (_CODE,)),
    Command("resign", (_CODE,)),
    Command("record", (_CODE,)),
    Command("games"),
    Command("rules", (Parameter("game", Kind.GAME),)),
    Command("language", (Parameter("language", Kind.LANGUAGE), Parameter("for", Kind.WORD, choices=("me", "chat")))),
    Command("help"),
)
