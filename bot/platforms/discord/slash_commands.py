"""Application commands: made from the one table of commands, localised, each the same text as if typed."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.core.commands import COMMANDS
from bot.core.commands.command import Command, Kind, Parameter
from bot.core.language.speech import ENGLISH, language_names
from bot.core.ports.platform import Words
from bot.platforms.discord.incoming import language_of
from engines import GAMES

OptionValues = Mapping[str, object]
SlashCommand = app_commands.Command[Any, ..., None]


class CommandListener(Protocol):
    """Who is told of commands and asked for completions."""

    async def obey(self, asked: Interaction, command: Command, given: OptionValues) -> None: ...

    async def challenge(self, asked: Interaction, person: discord.User | discord.Member) -> None: ...

    async def complete(self, asked: Interaction, command: Command, option: str, typed: str) -> Completions: ...


def commands_of(listener: CommandListener, words: Words) -> list[SlashCommand]:
    """One application command for each of `COMMANDS`."""
    return [_command(command, listener, words) for command in COMMANDS]


def menus_of(listener: CommandListener, words: Words) -> list[app_commands.ContextMenu]:
    """What can be done with somebody whose name is clicked."""

    async def challenge(asked: Interaction, person: discord.User | discord.Member) -> None:
        await listener.challenge(asked, person)

    name = localized(words, "name-menu-challenge", "Challenge")
    return [app_commands.ContextMenu(name=name, callback=challenge)]


def typed(command: Command, given: OptionValues, me: int) -> str:
    """`/challenge dots <@17> 4x4`: what one would have typed instead; `me` is the bot's own id."""
    said = [spelled(given[parameter.name], me) for parameter in command.parameters if given.get(parameter.name)]
    return " ".join(["/" + command.name, *said])


def spelled(value: object, me: int) -> str:
    """A value as typed: a person as a mention (the bot itself as `bot`), any other value on one line."""
    if isinstance(value, discord.abc.Snowflake):
        return "bot" if value.id == me else f"<@{value.id}>"
    return " ".join(str(value).split())


def _command(command: Command, listener: CommandListener, words: Words) -> SlashCommand:
    description = localized(words, f"command-{command.name}", command.name)
    name = localized_name(f"name-command-{command.name}", command.name)
    return app_commands.Command(
        name=name, description=description, callback=_command_callback(command, listener, words)
    )


def _command_callback(command: Command, listener: CommandListener, words: Words) -> Callback:
    options = options_of(command)
    names = {option.inner: option.name for option in options}

    async def obey(asked: Interaction, **given: object) -> None:
        await listener.obey(asked, command, {names[inner]: value for inner, value in given.items()})

    def completer(option: str) -> Complete:
        async def complete(asked: Interaction, typed: str) -> Completions:
            return await listener.complete(asked, command, option, typed)

        return complete

    declare(obey, options, words, completer)
    return obey


FILE = "file"
_WITH_A_FILE = frozenset({"challenge"})
_COMPLETED = frozenset({Kind.OPTIONS, Kind.MOVE, Kind.CODE})
Interaction = discord.Interaction[Any]
Completions = list[app_commands.Choice[str]]
Complete = Callable[[Interaction, str], Coroutine[Any, Any, Completions]]
Callback = Callable[..., Coroutine[Any, Any, None]]


@dataclass(frozen=True)
class SlashOption:
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


def options_of(command: Command) -> tuple[SlashOption, ...]:
    """The options of a command; where a text file may come along, that is one more."""
    file = (SlashOption(FILE, False, discord.Attachment),) if command.name in _WITH_A_FILE else ()
    return (*map(_option, command.parameters), *file)


def _option(parameter: Parameter) -> SlashOption:
    annotation = discord.User | discord.Member if parameter.kind is Kind.PERSON else str
    return SlashOption(
        parameter.name, parameter.required, annotation, _choices(parameter), parameter.kind in _COMPLETED
    )


def _choices(parameter: Parameter) -> tuple[str, ...]:
    listed = {Kind.GAME: GAMES, Kind.LANGUAGE: language_names()}
    return tuple(listed.get(parameter.kind, parameter.choices))


def declare(
    callback: Callback, options: Sequence[SlashOption], words: Words, completer: Callable[[str], Complete]
) -> None:
    """Makes discord.py see a function of `**given` as one with these options."""
    asked = inspect.Parameter("asked", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)
    signature = inspect.Signature([asked, *(option.argument() for option in options)])
    callback.__signature__ = signature  # type: ignore[attr-defined]
    named = {o.inner: localized_name(f"name-parameter-{o.name}", o.name) for o in options}
    app_commands.rename(**named)(callback)
    app_commands.describe(**{o.inner: localized(words, f"parameter-{o.name}", o.name) for o in options})(callback)
    app_commands.choices(**{o.inner: _offered(o, words) for o in options if o.choices})(callback)
    app_commands.autocomplete(**{o.inner: completer(o.name) for o in options if o.completed})(callback)


def _offered(option: SlashOption, words: Words) -> list[app_commands.Choice[str]]:
    return [
        app_commands.Choice(
            name=localized(words, f"{option.name}-{value}", language_names().get(value, value)), value=value
        )
        for value in option.choices
    ]


_LONGEST_TEXT = 100


class Translator(app_commands.Translator):
    """Says a text's code in the language of a Discord locale; English stands for all the others."""

    def __init__(self, words: Words) -> None:
        self.words = words

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        language, code = language_of(locale), string.extras.get("code")
        return None if code is None or language == ENGLISH else _translated(self.words, language, code, string.message)


def localized(words: Words, code: str, otherwise: str) -> locale_str:
    """The English text of a code, or `otherwise` if it has none, to be translated when commands are synced."""
    return locale_str(_translated(words, ENGLISH, code, otherwise), code=code)


def localized_name(code: str, name: str) -> locale_str:
    """A name that is typed: it stays as it is where a language has none of its own."""
    return locale_str(name, code=code)


def _translated(words: Words, language: str, code: str, otherwise: str) -> str:
    text = words(language, code)
    return (otherwise if text == code else text)[:_LONGEST_TEXT]
