"""Every way to type each command of the table, so that a new command is in the tests that walk it by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.core.commands.command import CODE, Command, Kind, Parameter
from engines import GAMES

_TYPED: Mapping[Kind, tuple[str, ...]] = {
    Kind.PERSON: ("@bob",),
    Kind.GAME: tuple(GAMES),
    Kind.OPTIONS: ("2x2",),
    Kind.MOVE: ("a1-a2",),
    Kind.LEVEL: ("easy",),
    Kind.LANGUAGE: ("en",),
    Kind.WORD: ("1", "a1"),
}
"""What is typed for a parameter of each kind that names no choices."""
_SEEKS = ("/seek take BCDFGH", "/seek again BCDFGH")
BESIDES = (
    "/puzzle mine",
    "/tournament dots",
    "/board always text",
    "/votes withdraw",
    "/league meet XKTRWQ dots",
    "/later off",
    *_SEEKS,
)
"""Lines that ask for what no row of the table gives away."""


def lines_of(command: Command, code: str = "") -> Iterator[str]:
    """Yield every way to type a command, of one game if a code is there."""
    text = f"/{command.name} {code}".strip()
    yield text
    others = (parameter for parameter in command.parameters if parameter != CODE)
    yield from (f"{text} {value}" for parameter in others for value in _values(parameter))


def _values(parameter: Parameter) -> tuple[str, ...]:
    return parameter.choices or _TYPED[parameter.kind]
