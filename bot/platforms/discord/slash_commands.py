"""Application commands: made from the one table of commands, localised, each the same text as if typed."""

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
_WITH_A_FILE = frozenset({"challenge", "import"})
_COMPLETED = frozenset({Kind.OPTIONS, Kind.MOVE, Kind.CODE})
_LONGEST_TEXT = 100
_USER = discord.AppCommandOptionType.user.value

OptionValues = Mapping[str, object]
SlashCommand = app_commands.Command[Any, ..., None]
Completions = list[app_commands.Choice[str]]
_Complete = Callable[[Interaction, str], Coroutine[Any, Any, Completions]]
_Callback = Callable[..., Coroutine[Any, Any, None]]


class CommandListener(Protocol):
    """Is told of commands and asked for completions."""

    async def obey(self, interaction: Interaction, command: Command, given: OptionValues) -> None:
        """A command was sent with these options."""

    async def challenge(self, interaction: Interaction, person: User) -> None:
        """A person was chosen in the menu of their name."""

    async def review(self, interaction: Interaction, message: discord.Message) -> None:
        """A message was chosen in its own menu."""

    async def complete(self, interaction: Interaction, command: Command, option: str, typed: str) -> Completions:
        """What an option could be that is being typed."""


def command_tree(client: discord.Client) -> app_commands.CommandTree[Any]:
    """No commands yet: what is added can be installed by servers and people, and used everywhere."""
    return app_commands.CommandTree(
        client,
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
    )


def commands_of(listener: CommandListener, words: Translator) -> list[SlashCommand]:
    """One application command for each listed command."""
    return [_slash_command(command, listener, words) for command in COMMANDS.listed]


def menus_of(listener: CommandListener, words: Translator) -> list[app_commands.ContextMenu]:
    """What can be done with a person whose name is clicked, and with the board of a game."""

    async def _challenge(interaction: Interaction, person: discord.User | discord.Member) -> None:
        await listener.challenge(interaction, person)

    async def _review(interaction: Interaction, message: discord.Message) -> None:
        await listener.review(interaction, message)

    to_challenge = _localized(words, "name-menu-challenge", "Challenge")
    to_review = _localized(words, "name-menu-review", "Review")
    return [
        app_commands.ContextMenu(name=to_challenge, callback=_challenge),
        app_commands.ContextMenu(name=to_review, callback=_review),
    ]


# The text of a command


def typed(command: Command, given: OptionValues, me: int) -> str:
    """`/challenge dots <@17> 4x4`: what one would have typed instead; `me` is the bot's own id."""
    said = [spelled(given[parameter.name], me) for parameter in command.parameters if given.get(parameter.name)]
    return " ".join(["/" + command.name, *said])


def typed_by_name(interaction: Interaction) -> str:
    """Return the text of a command from what Discord alone says of it."""
    sent: Any = interaction.data or {}
    said = [f"<@{each['value']}>" if each["type"] == _USER else str(each["value"]) for each in sent.get("options", ())]
    return " ".join(("/" + str(sent.get("name", "")), *said))


def spelled(value: object, me: int) -> str:
    """A value as typed: a person as a mention (the bot itself as `bot`), any other value on one line."""
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
    completed: bool = False

    @property
    def identifier(self) -> str:
        """The name as Python takes it: some names are keywords."""
        return f"{self.name}_"

    def argument(self) -> inspect.Parameter:
        """The argument of the command's function."""
        default = inspect.Parameter.empty if self.required else None
        return inspect.Parameter(
            self.identifier, inspect.Parameter.KEYWORD_ONLY, annotation=self.annotation, default=default
        )


def options_of(command: Command) -> tuple[SlashOption, ...]:
    """The options of a command; where a text file may come along, that is one more."""
    file = (SlashOption(_FILE, False, discord.Attachment),) if command.name in _WITH_A_FILE else ()
    return (*map(_option, command.parameters), *file)


def _option(parameter: Parameter) -> SlashOption:
    kind = parameter.kind
    annotation = discord.User | discord.Member if kind is Kind.PERSON else str
    return SlashOption(parameter.name, parameter.required, annotation, _choices(parameter), kind in _COMPLETED)


def _choices(parameter: Parameter) -> tuple[str, ...]:
    listed = {Kind.GAME: GAMES, Kind.LANGUAGE: language_names()}
    return tuple(listed.get(parameter.kind, parameter.choices))


# A command's function, with a signature that discord.py reads


def _slash_command(command: Command, listener: CommandListener, words: Translator) -> SlashCommand:
    description = _localized(words, f"command-{command.name}", command.name)
    name = _localized_name(f"name-command-{command.name}", command.name)
    return app_commands.Command(name=name, description=description, callback=_callback(command, listener, words))


def _callback(command: Command, listener: CommandListener, words: Translator) -> _Callback:
    options = options_of(command)
    names = {option.identifier: option.name for option in options}

    async def obey(interaction: Interaction, **given: object) -> None:
        await listener.obey(interaction, command, {names[each]: value for each, value in given.items()})

    def completer(option: str) -> _Complete:
        async def complete(interaction: Interaction, typed: str) -> Completions:
            return await listener.complete(interaction, command, option, typed)

        return complete

    _sign(obey, options)
    _describe(obey, options, words)
    app_commands.autocomplete(**{o.identifier: completer(o.name) for o in options if o.completed})(obey)
    return obey


def _sign(callback: _Callback, options: Sequence[SlashOption]) -> None:
    """Makes discord.py see a function of `**given` as one with these options."""
    first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)
    signature = inspect.Signature([first, *(option.argument() for option in options)])
    callback.__signature__ = signature  # type: ignore[attr-defined]


def _describe(callback: _Callback, options: Sequence[SlashOption], words: Translator) -> None:
    names = {o.identifier: _localized_name(f"name-parameter-{o.name}", o.name) for o in options}
    app_commands.rename(**names)(callback)
    app_commands.describe(**{o.identifier: _localized(words, f"parameter-{o.name}", o.name) for o in options})(callback)
    app_commands.choices(**{o.identifier: _offered(o, words) for o in options if o.choices})(callback)


def _offered(option: SlashOption, words: Translator) -> list[app_commands.Choice[str]]:
    said = [_localized(words, f"{option.name}-{each}", language_names().get(each, each)) for each in option.choices]
    return [app_commands.Choice(name=name, value=value) for name, value in zip(said, option.choices, strict=True)]


# Localisation


class CommandTranslator(app_commands.Translator):
    """Says a text's code in the language of a Discord locale; English stands for all the others."""

    def __init__(self, words: Translator) -> None:
        self.words = words

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The text of a command, option or choice in a locale; None where the English one stands."""
        language, code = language_of(locale), string.extras.get("code")
        return None if code is None or language == ENGLISH else _translated(self.words, language, code, string.message)


def _localized(words: Translator, code: str, otherwise: str) -> locale_str:
    """The English text of a code, or `otherwise` if it has none, to be translated when commands are synced."""
    return locale_str(_translated(words, ENGLISH, code, otherwise), code=code)


def _localized_name(code: str, name: str) -> locale_str:
    """A name that is typed: it stays as it is where a language has none of its own."""
    return locale_str(name, code=code)


def _translated(words: Translator, language: str, code: str, otherwise: str) -> str:
    text = words(language, code)
    return (otherwise if text == code else text)[:_LONGEST_TEXT]
