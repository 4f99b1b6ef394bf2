"""The bot's Discord application: its slash commands, synced when they change, its settings and its intents."""

import asyncio
import hashlib
import inspect
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Set
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import ContextMenu, locale_str

from bot.core.commands.command import Command, Kind, Parameter
from bot.core.language.speech import ENGLISH, language_names, speech
from bot.core.ports.store import StoreUnavailableError, Updates
from bot.features import COMMANDS, commands_in_menus
from bot.platforms.discord.incoming import Interaction, language_of
from bot.platforms.discord.library_internals import (
    AWAY,
    Tree,
    command_payloads,
    fetch_commands,
    put_commands,
    set_addresses,
)
from engines import GAMES

_COMPLETED = frozenset({Kind.OPTIONS, Kind.MOVE, Kind.CODE})
_LONGEST_TEXT = 100
_USER = discord.AppCommandOptionType.user.value

OptionValues = Mapping[str, object]
Completions = list[app_commands.Choice[str]]
Handle = Callable[[Interaction, Command, OptionValues], Awaitable[None]]
"""A function that handles a command with its option values."""
Complete = Callable[[Interaction, Command, str, str], Awaitable[Completions]]
"""A function that returns the completions of a command's option, by its name, for the text typed so far."""


def command_tree(client: discord.Client) -> app_commands.CommandTree[Any]:
    """Return an empty command tree whose commands servers and users can install and use everywhere."""
    return app_commands.CommandTree(
        client,
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
    )


def commands_of(
    handle: Handle, complete: Complete, hidden_commands: Set[str] = frozenset()
) -> list[app_commands.Command[Any, ..., None]]:
    """Return one application command for each listed command that is not among the `hidden_commands`."""
    return [
        app_commands.Command(
            name=locale_str(command.name, code=f"name-command-{command.name}"),
            description=localize(f"command-{command.name}", command.name),
            callback=_callback(command, handle, complete),
        )
        for command in commands_in_menus(hidden_commands)
    ]


def message_menus(use: Callable[[Interaction, Command, discord.Message], Awaitable[None]]) -> list[ContextMenu]:
    """Return the context menus of messages, one for each command about a message's game, that `use` handles."""

    def menu(command: Command) -> ContextMenu:
        async def use_on(interaction: Interaction, message: discord.Message) -> None:
            await use(interaction, command, message)

        return ContextMenu(name=menu_name(command.name), callback=use_on)

    return [menu(each) for each in COMMANDS.commands if each.in_menu]


def menu_name(name: str) -> locale_str:
    """Return the name of a command's context menu."""
    return localize(f"name-menu-{name}", name.capitalize())


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
    file = (SlashOption("file", False, discord.Attachment),) if command.takes_file else ()
    return (*map(_option, command.parameters), *file)


def _option(parameter: Parameter) -> SlashOption:
    kind = parameter.kind
    annotation = discord.User | discord.Member if kind is Kind.PERSON else str
    choices = {Kind.GAME: GAMES, Kind.LANGUAGE: language_names()}.get(kind, parameter.choices)
    return SlashOption(parameter.name, parameter.required, annotation, tuple(choices), kind in _COMPLETED)


def _callback(command: Command, handle: Handle, complete: Complete) -> Callable[..., Coroutine[Any, Any, None]]:
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
    app_commands.describe(**{o.identifier: localize(f"parameter-{o.name}", o.name) for o in options})(obey)
    app_commands.choices(**{o.identifier: _choices_of(o) for o in options if o.choices})(obey)
    app_commands.autocomplete(**{o.identifier: completer(o.name) for o in options if o.has_completions})(obey)
    return obey


def _choices_of(option: SlashOption) -> list[app_commands.Choice[str]]:
    return [
        app_commands.Choice(name=localize(f"{option.name}-{each}", language_names().get(each, each)), value=each)
        for each in option.choices
    ]


# Localisation


class CommandTranslator(app_commands.Translator):
    """A translator of text codes to the language of a Discord locale; English is the default."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return a text in the language of a locale; None for the English default."""
        language, code = language_of(locale), string.extras.get("code")
        return None if code is None or language == ENGLISH else _translate(language, code, string.message)


def localize(code: str, otherwise: str) -> locale_str:
    """Return the English text of a code, or `otherwise`, for translation when commands are synced."""
    return locale_str(_translate(ENGLISH, code, otherwise), code=code)


def _translate(language: str, code: str, otherwise: str) -> str:
    words = speech(language)
    return (words.say(code) if words.knows(code) else otherwise)[:_LONGEST_TEXT]


_REQUEST_TIMEOUT = 10.0
_ALL_CHATS = ({0, 1}, {0, 1, 2})
"""Installed by servers and by people; used in servers, in the bot's own chats and in those of others."""
_SYNCED_KEY = "discord-commands"
_EVERYWHERE = "all"
_FIRST_PAUSE = 60.0
_LONGEST_PAUSE = 3600.0
_STORE_PAUSE = 5.0
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Application:
    """The application's settings in the developer portal, and its registered commands.

    `by_servers`, `by_people`: whether servers and users may install it; None if Discord does not say. `reads_all`: the
    Message Content intent is allowed. `elsewhere`: Discord sends commands to an endpoint URL instead of to the bot.
    `commands`: the names that Discord lists. `everywhere`: they can be used in all chats, including by users who
    installed the application for themselves.
    """

    by_servers: bool | None
    by_people: bool | None
    is_public: bool
    reads_all: bool
    elsewhere: bool
    commands: frozenset[str]
    everywhere: bool


async def fetch_application(token: str, rest_url: str | None, guild: int | None) -> Application | None:
    """Fetch the application; return None if Discord does not answer, raise `ValueError` if the token is unknown."""
    set_addresses(rest_url or "")
    client = discord.Client(intents=discord.Intents.none())
    try:
        async with asyncio.timeout(_REQUEST_TIMEOUT):
            await client.login(token)
            assert client.application
            info, commands = client.application, await fetch_commands(client, client.application.id, guild)
    except discord.LoginFailure:
        raise ValueError("DISCORD_TOKEN: Discord does not know this token") from None
    except AWAY:
        return None
    finally:
        await client.close()
    servers, people = info.guild_integration_config, info.user_integration_config
    is_configured = bool(servers or people)
    places = [({*(each.get("integration_types") or ())}, {*(each.get("contexts") or ())}) for each in commands]
    return Application(
        by_servers=servers is not None if is_configured else None,
        by_people=people is not None if is_configured else None,
        is_public=info.bot_public,
        reads_all=info.flags.gateway_message_content or info.flags.gateway_message_content_limited,
        elsewhere=bool(info.interactions_endpoint_url),
        commands=frozenset(each["name"] for each in commands if _is_slash_command(each)),
        everywhere=all(place == _ALL_CHATS for place in places),
    )


async def keep_synced(tree: Tree, updates: Updates, guild: discord.Object | None, part: str = "") -> Mapping[str, str]:
    """Sync the command list, retrying until Discord has it, and return each command's id by its name.

    Raise `ValueError` for a server that the bot is not in.

    Each of several processes notes the list that it sent, by its `part` of the servers. If the commands belong to one
    server only, the global list is emptied, so that no command appears twice.
    """
    scopes = (guild, None) if guild else (None,)
    pause = _FIRST_PAUSE
    while True:
        try:
            for scope in scopes:
                await _sync_scope(tree, updates, scope, part)
            return await _fetch_command_ids(tree.client, guild)
        except discord.RateLimited as error:
            wait = error.retry_after
            _log.warning("Discord rate-limits the list of commands; next try in %g s", wait)
        except StoreUnavailableError:
            wait = _STORE_PAUSE
            _log.warning("the store does not answer, so the list of commands is not synced; next try in %g s", wait)
        except AWAY as error:
            if guild and isinstance(error, discord.Forbidden | discord.NotFound):
                raise ValueError(f"DISCORD_GUILD: no commands for this server, {error.text}") from None
            wait, pause = pause, min(2 * pause, _LONGEST_PAUSE)
            _log.error("Discord refuses the list of commands and keeps an older one: %s", error)
        await asyncio.sleep(wait)


async def _fetch_command_ids(client: discord.Client, guild: discord.Object | None) -> Mapping[str, str]:
    assert client.application_id
    commands = await fetch_commands(client, client.application_id, guild.id if guild else None)
    return {each["name"]: each["id"] for each in commands if _is_slash_command(each)}


def _is_slash_command(command: Mapping[str, Any]) -> bool:
    return bool(command.get("type", 1) == 1)


async def _sync_scope(tree: Tree, updates: Updates, scope: discord.Object | None, part: str) -> None:
    """Send the list unless Discord already has the same one."""
    client, payloads = tree.client, await command_payloads(tree, scope)
    content = json.dumps([client.application_id, payloads], sort_keys=True)
    field, fingerprint = (str(scope.id) if scope else _EVERYWHERE) + part, hashlib.sha256(content.encode()).hexdigest()
    if (await updates.all_updates(_SYNCED_KEY)).get(field) != fingerprint:
        await put_commands(client, scope, payloads)
        await updates.store_update(_SYNCED_KEY, field, fingerprint)
