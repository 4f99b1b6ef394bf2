"""What is typed after a command as the options of Discord's slash command."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from bot.core.commands.command import Command, Kind
from bot.features import COMMANDS
from bot.platforms.discord.slash_commands import SlashOption, options_of

Person = Callable[[str], Any]


def options_in(name: str, rest: str, person: Person) -> tuple[str, dict[str, Any]] | None:
    """The command that is meant and its options; None if it has no such options, so that it must be typed."""
    command = COMMANDS.by_name.get(name)
    if command not in COMMANDS.listed:
        return None
    given = _fill_options(command, rest.split(), person)
    missing = [option for option in options_of(command) if option.required and option.name not in given]
    return None if missing or "" in given else (command.name, given)


def _fill_options(command: Command, words: list[str], person: Person) -> dict[str, Any]:
    """The options by name; words that fit none of them stand under ""."""
    free, given, left = list(options_of(command)), dict[str, Any](), list[str]()
    kinds = {parameter.name: parameter.kind for parameter in command.parameters}
    for word in words:
        fitting = next(_fitting(free, kinds, word, person), None)
        if fitting is None:
            left.append(word)
        else:
            free.remove(fitting[0])
            given[fitting[0].name] = fitting[1]
    texts = [option for option in free if option.annotation is str and not option.choices]
    return given | ({texts[0].name if texts else "": " ".join(left)} if left else {})


def _fitting(
    free: list[SlashOption], kinds: dict[str, Kind], word: str, person: Person
) -> Iterator[tuple[SlashOption, Any]]:
    for option in free:
        if kinds.get(option.name) is Kind.PERSON and (meant := person(word)) is not None:
            yield option, meant
        elif word in option.choices:
            yield option, word
