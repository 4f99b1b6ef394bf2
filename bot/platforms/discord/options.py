"""A command's options as discord.py wants them: a signature, and what its decorators add."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands

from bot.core.commands.command import Command, Kind, Parameter
from bot.core.language.speech import language_names
from bot.platforms.discord.localized import Words, localized, localized_name
from engines import GAMES

FILE = "file"
_WITH_A_FILE = frozenset({"challenge"})
_COMPLETED = frozenset({Kind.OPTIONS, Kind.MOVE, Kind.CODE})

Asked = discord.Interaction[Any]
Completions = list[app_commands.Choice[str]]
Complete = Callable[[Asked, str], Coroutine[Any, Any, Completions]]
Callback = Callable[..., Coroutine[Any, Any, None]]


@dataclass(frozen=True)
class Option:
    """One option of an application command."""

    name: str
    required: bool
    annotation: Any
    choices: tuple[str, ...] = ()
    completed: bool = False

    @property
    def inner(self) -> str:
        """The name as Python takes it: some names are keywords."""
        return f"{self.name}_"

    def argument(self) -> inspect.Parameter:
        default = inspect.Parameter.empty if self.required else None
        return inspect.Parameter(
            self.inner, inspect.Parameter.KEYWORD_ONLY, annotation=self.annotation, default=default
        )


def options_of(command: Command) -> tuple[Option, ...]:
    """The options of a command; where a text file may come along, that is one more."""
    file = (Option(FILE, False, discord.Attachment),) if command.name in _WITH_A_FILE else ()
    return (*map(_option, command.parameters), *file)


def _option(parameter: Parameter) -> Option:
    annotation = discord.User | discord.Member if parameter.kind is Kind.PERSON else str
    return Option(parameter.name, parameter.required, annotation, _choices(parameter), parameter.kind in _COMPLETED)


def _choices(parameter: Parameter) -> tuple[str, ...]:
    listed = {Kind.GAME: GAMES, Kind.LANGUAGE: language_names()}
    return tuple(listed.get(parameter.kind, parameter.choices))


def declare(callback: Callback, options: Sequence[Option], words: Words, completer: Callable[[str], Complete]) -> None:
    """Makes discord.py see a function of `**given` as one with these options."""
    asked = inspect.Parameter("asked", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Asked)
    signature = inspect.Signature([asked, *(option.argument() for option in options)])
    callback.__signature__ = signature  # type: ignore[attr-defined]
    named = {o.inner: localized_name(f"name-parameter-{o.name}", o.name) for o in options}
    app_commands.rename(**named)(callback)
    app_commands.describe(**{o.inner: localized(words, f"parameter-{o.name}", o.name) for o in options})(callback)
    app_commands.choices(**{o.inner: _offered(o, words) for o in options if o.choices})(callback)
    app_commands.autocomplete(**{o.inner: completer(o.name) for o in options if o.completed})(callback)


def _offered(option: Option, words: Words) -> list[app_commands.Choice[str]]:
    return [
        app_commands.Choice(
            name=localized(words, f"{option.name}-{value}", language_names().get(value, value)), value=value
        )
        for value in option.choices
    ]
