"""Application commands, built from the table of commands and localised; each stands for a typed text."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.core.commands.command import Command, Kind, Parameter
from bot.core.language.speech import ENGLISH, language_names
from bot.core.ports.adapters import Translator
from bot.features import COMMANDS
from bot.platforms.discord.incoming import Interaction, language_of
from engines import GAMES

_FILE = "file"
_COMPLETED = frozenset({Kind.OPTIONS, Kind.MOVE, Kind.CODE})
_LONGEST_TEXT = 100
_USER = discord.AppCommandOptionType.user.value

OptionValues = Mapping[str, object]
SlashCommand = app_commands.Command[Any, ..., None]
Completions = list[app_commands.Choice[str]]
Handle = Callable[[Interaction, Command, OptionValues], Awaitable[None]]
"""A function that handles a command with its option values."""
Complete = Callable[[Interaction, Command, str, str], Awaitable[Completions]]
"""A function that returns the completions of a command's option, by its name, for the text typed so far."""
UseOnMessage = Callable[[Interaction, Command, discord.Message], Awaitable[None]]
"""A function that handles the context menu of a message, with a command about its game."""


def command_tree(client: discord.Client) -> app_commands.CommandTree[Any]:
    """Return an empty command tree whose commands servers and users can install and use everywhere."""
    return app_commands.CommandTree(
        client,
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
    )


def commands_of(handle: Handle, complete: Complete, words: Translator) -> list[SlashCommand]:
    """Return one application command for each listed command."""
    return [
        app_commands.Command(
            name=locale_str(command.name, code=f"name-command-{command.name}"),
            description=localize(words, f"command-{command.name}", command.name),
            callback=_callback(command, handle, complete, words),
        )
        for command in COMMANDS.listed
    ]


def message_menus(use: UseOnMessage, words: Translator) -> list[app_commands.ContextMenu]:
    """Return the context menus of messages, one for each command about a message's game."""

    def menu(command: Command) -> app_commands.ContextMenu:
        async def use_on(interaction: Interaction, message: discord.Message) -> None:
            await use(interaction, command, message)

        return app_commands.ContextMenu(name=menu_name(command.name, words), callback=use_on)

    return [menu(each) for each in COMMANDS.commands if each.in_menu]


def menu_name(name: str, words: Translator) -> locale_str:
    """Return the name of a command's context menu."""
    return localize(words, f"name-menu-{name}", name.capitalize())


# The text of a command


def command_text(command: Command, values: OptionValues, me: int) -> str:
    """Return a command as typed, such as `/challenge dots <@17> 4x4`; `me` is the bot's ID."""
    parts = [option_text(values[parameter.name], me) for parameter in command.parameters if values.get(parameter.name)]
    return " ".join(["/" + command.name, *parts])


def command_text_by_name(interaction: Interaction) -> str:
    """Return a command as typed, from Discord's payload alone."""
    payload: Any = interaction.data or {}
    options = payload.get("options", ())
    parts = [f"<@{each['value']}>" if each["type"] == _USER else str(each["value"]) for each in options]
    return " ".join(("/" + str(payload.get("name", "")), *parts))


def option_text(value: object, me: int) -> str:
    """Return an option's value as typed: a mention for a user, `bot` for the bot, one line for everything else."""
    if isinstance(value, discord.abc.Snowflake):
        return "bot" if value.id == me else f"<@{value.id}>"
    return " ".join(str(value).split())


# Options, and a command's function with a signature that discord.py reads


@dataclass(frozen=True)
class SlashOption:
    """One option of an application command."""

    name: str
    required: bool
    annotation: Any
    choices: tuple[str, ...] = ()
    has_completions: bool = False

    @property
    def identifier(self) -> str:
        """Return the option's name as a Python identifier; some names are keywords."""
        return f"{self.name}_"


def options_of(command: Command) -> tuple[SlashOption, ...]:
    """Return the options of a command, with a file option where a text file may be attached."""
    file = (SlashOption(_FILE, False, discord.Attachment),) if command.takes_file else ()
    return (*map(_option, command.parameters), *file)


def _option(parameter: Parameter) -> SlashOption:
    kind = parameter.kind
    annotation = discord.User | discord.Member if kind is Kind.PERSON else str
    choices = {Kind.GAME: GAMES, Kind.LANGUAGE: language_names()}.get(kind, parameter.choices)
    return SlashOption(parameter.name, parameter.required, annotation, tuple(choices), kind in _COMPLETED)


def _callback(
    command: Command, handle: Handle, complete: Complete, words: Translator
) -> Callable[..., Coroutine[Any, Any, None]]:
    options = options_of(command)
    names = {option.identifier: option.name for option in options}

    async def obey(interaction: Interaction, **arguments: object) -> None:
        await handle(interaction, command, {names[each]: value for each, value in arguments.items()})

    def completer(option: str) -> Callable[[Interaction, str], Coroutine[Any, Any, Completions]]:
        async def complete_option(interaction: Interaction, partial_text: str) -> Completions:
            return await complete(interaction, command, option, partial_text)

        return complete_option

    interaction = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)
    arguments = [
        inspect.Parameter(
            each.identifier,
            inspect.Parameter.KEYWORD_ONLY,
            annotation=each.annotation,
            default=inspect.Parameter.empty if each.required else None,
        )
        for each in options
    ]
    obey.__signature__ = inspect.Signature([interaction, *arguments])  # type: ignore[attr-defined]
    app_commands.rename(**{o.identifier: locale_str(o.name, code=f"name-parameter-{o.name}") for o in options})(obey)
    app_commands.describe(**{o.identifier: localize(words, f"parameter-{o.name}", o.name) for o in options})(obey)
    app_commands.choices(**{o.identifier: _choices_of(o, words) for o in options if o.choices})(obey)
    app_commands.autocomplete(**{o.identifier: completer(o.name) for o in options if o.has_completions})(obey)
    return obey


def _choices_of(option: SlashOption, words: Translator) -> list[app_commands.Choice[str]]:
    return [
        app_commands.Choice(name=localize(words, f"{option.name}-{each}", language_names().get(each, each)), value=each)
        for each in option.choices
    ]


# Localisation


class CommandTranslator(app_commands.Translator):
    """A translator of text codes to the language of a Discord locale; English is the default."""

    def __init__(self, words: Translator) -> None:
        self.words = words

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return a text in the language of a locale; None for the English default."""
        language, code = language_of(locale), string.extras.get("code")
        return None if code is None or language == ENGLISH else _translate(self.words, language, code, string.message)


def localize(words: Translator, code: str, otherwise: str) -> locale_str:
    """Return the English text of a code, or `otherwise`, for translation when commands are synced."""
    return locale_str(_translate(words, ENGLISH, code, otherwise), code=code)


def _translate(words: Translator, language: str, code: str, otherwise: str) -> str:
    text = words(language, code)
    return (otherwise if text == code else text)[:_LONGEST_TEXT]
