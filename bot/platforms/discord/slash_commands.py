"""Application commands, built from the table of commands and localised; each stands for the text typed."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.core.commands.command import Command, Kind, Parameter
from bot.core.language.speech import ENGLISH, language_names
from bot.core.ports.translator import Translator
from bot.features import COMMANDS
from bot.platforms.discord.incoming import Interaction, User, language_of
from engines import GAMES

_FILE = "file"
_COMPLETED = frozenset({Kind.OPTIONS, Kind.MOVE, Kind.CODE})
_LONGEST_TEXT = 100
_USER = discord.AppCommandOptionType.user.value

OptionValues = Mapping[str, object]
SlashCommand = app_commands.Command[Any, ..., None]
Completions = list[app_commands.Choice[str]]
_Complete = Callable[[Interaction, str], Coroutine[Any, Any, Completions]]
_Callback = Callable[..., Coroutine[Any, Any, None]]


class CommandListener(Protocol):
    """Receives application commands and requests for completions."""

    async def handle_command(self, interaction: Interaction, command: Command, values: OptionValues) -> None:
        """Handle a command with its option values."""

    async def challenge(self, interaction: Interaction, person: User) -> None:
        """Handle the context menu of a user."""

    async def use_on_message(self, interaction: Interaction, command: Command, message: discord.Message) -> None:
        """Handle the context menu of a message, with a command about its game."""

    async def complete(self, interaction: Interaction, command: Command, option: str, partial_text: str) -> Completions:
        """Return the completions of an option that is being typed."""


def command_tree(client: discord.Client) -> app_commands.CommandTree[Any]:
    """Return an empty command tree, whose commands can be installed by servers and users and used everywhere."""
    return app_commands.CommandTree(
        client,
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
    )


def commands_of(listener: CommandListener, words: Translator) -> list[SlashCommand]:
    """Return one application command for each listed command."""
    return [_slash_command(command, listener, words) for command in COMMANDS.listed]


def menus_of(listener: CommandListener, words: Translator) -> list[app_commands.ContextMenu]:
    """Return the context menus: challenge a user, and each command about the game of a message."""

    async def _challenge(interaction: Interaction, person: discord.User | discord.Member) -> None:
        await listener.challenge(interaction, person)

    to_challenge = app_commands.ContextMenu(name=_menu_name("challenge", words), callback=_challenge)
    return [to_challenge, *(_message_menu(each, listener, words) for each in COMMANDS.commands if each.in_menu)]


def _message_menu(command: Command, listener: CommandListener, words: Translator) -> app_commands.ContextMenu:
    async def use(interaction: Interaction, message: discord.Message) -> None:
        await listener.use_on_message(interaction, command, message)

    return app_commands.ContextMenu(name=_menu_name(command.name, words), callback=use)


def _menu_name(name: str, words: Translator) -> locale_str:
    return _localize(words, f"name-menu-{name}", name.capitalize())


# The text of a command


def command_text(command: Command, values: OptionValues, me: int) -> str:
    """Return a command as typed, such as `/challenge dots <@17> 4x4`; `me` is the bot's own id."""
    parts = [option_text(values[parameter.name], me) for parameter in command.parameters if values.get(parameter.name)]
    return " ".join(["/" + command.name, *parts])


def command_text_by_name(interaction: Interaction) -> str:
    """Return a command as typed, from nothing but Discord's payload."""
    payload: Any = interaction.data or {}
    parts = [
        f"<@{each['value']}>" if each["type"] == _USER else str(each["value"]) for each in payload.get("options", ())
    ]
    return " ".join(("/" + str(payload.get("name", "")), *parts))


def option_text(value: object, me: int) -> str:
    """Return an option's value as typed: a mention for a user, `bot` for the bot, one line for all else."""
    if isinstance(value, discord.abc.Snowflake):
        return "bot" if value.id == me else f"<@{value.id}>"
    return " ".join(str(value).split())


# Options


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

    def argument(self) -> inspect.Parameter:
        """Return the option as a parameter of the command's callback."""
        default = inspect.Parameter.empty if self.required else None
        return inspect.Parameter(
            self.identifier, inspect.Parameter.KEYWORD_ONLY, annotation=self.annotation, default=default
        )


def options_of(command: Command) -> tuple[SlashOption, ...]:
    """Return the options of a command, with a file option where a text file may be attached."""
    file = (SlashOption(_FILE, False, discord.Attachment),) if command.takes_file else ()
    return (*map(_option, command.parameters), *file)


def _option(parameter: Parameter) -> SlashOption:
    kind = parameter.kind
    annotation = discord.User | discord.Member if kind is Kind.PERSON else str
    return SlashOption(parameter.name, parameter.required, annotation, _choices(parameter), kind in _COMPLETED)


def _choices(parameter: Parameter) -> tuple[str, ...]:
    choices = {Kind.GAME: GAMES, Kind.LANGUAGE: language_names()}
    return tuple(choices.get(parameter.kind, parameter.choices))


# A command's function, with a signature that discord.py reads


def _slash_command(command: Command, listener: CommandListener, words: Translator) -> SlashCommand:
    description = _localize(words, f"command-{command.name}", command.name)
    name = _localize_name(f"name-command-{command.name}", command.name)
    return app_commands.Command(name=name, description=description, callback=_callback(command, listener, words))


def _callback(command: Command, listener: CommandListener, words: Translator) -> _Callback:
    options = options_of(command)
    names = {option.identifier: option.name for option in options}

    async def obey(interaction: Interaction, **arguments: object) -> None:
        await listener.handle_command(interaction, command, {names[each]: value for each, value in arguments.items()})

    def completer(option: str) -> _Complete:
        async def complete(interaction: Interaction, partial_text: str) -> Completions:
            return await listener.complete(interaction, command, option, partial_text)

        return complete

    _sign(obey, options)
    _describe(obey, options, words)
    app_commands.autocomplete(**{o.identifier: completer(o.name) for o in options if o.has_completions})(obey)
    return obey


def _sign(callback: _Callback, options: Sequence[SlashOption]) -> None:
    """Give the callback a signature with these options, for discord.py to read."""
    first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)
    signature = inspect.Signature([first, *(option.argument() for option in options)])
    callback.__signature__ = signature  # type: ignore[attr-defined]


def _describe(callback: _Callback, options: Sequence[SlashOption], words: Translator) -> None:
    names = {o.identifier: _localize_name(f"name-parameter-{o.name}", o.name) for o in options}
    app_commands.rename(**names)(callback)
    app_commands.describe(**{o.identifier: _localize(words, f"parameter-{o.name}", o.name) for o in options})(callback)
    app_commands.choices(**{o.identifier: _choices_of(o, words) for o in options if o.choices})(callback)


def _choices_of(option: SlashOption, words: Translator) -> list[app_commands.Choice[str]]:
    labels = [_localize(words, f"{option.name}-{each}", language_names().get(each, each)) for each in option.choices]
    return [app_commands.Choice(name=name, value=value) for name, value in zip(labels, option.choices, strict=True)]


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


def _localize(words: Translator, code: str, otherwise: str) -> locale_str:
    """Return the English text of a code, or `otherwise`, to be translated when commands are synced."""
    return locale_str(_translate(words, ENGLISH, code, otherwise), code=code)


def _localize_name(code: str, name: str) -> locale_str:
    """Return a typed name, which stays unchanged in languages without one of their own."""
    return locale_str(name, code=code)


def _translate(words: Translator, language: str, code: str, otherwise: str) -> str:
    text = words(language, code)
    return (otherwise if text == code else text)[:_LONGEST_TEXT]
