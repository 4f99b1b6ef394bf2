"""Discord's application commands, made from the one table of commands; each says the same text as if typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import discord
from discord import app_commands

from bot.core.commands import COMMANDS
from bot.core.commands.command import Command
from bot.platforms.discord.localized import Words, localized, localized_name
from bot.platforms.discord.options import Asked, Callback, Complete, Completions, declare, options_of

Given = Mapping[str, object]
SlashCommand = app_commands.Command[Any, ..., None]


class Listener(Protocol):
    """Who is told of commands and asked for completions."""

    async def obey(self, asked: Asked, command: Command, given: Given) -> None: ...

    async def challenge(self, asked: Asked, person: discord.User | discord.Member) -> None: ...

    async def complete(self, asked: Asked, command: Command, option: str, typed: str) -> Completions: ...


def commands_of(listener: Listener, words: Words) -> list[SlashCommand]:
    """One application command for each of `COMMANDS`."""
    return [_command(command, listener, words) for command in COMMANDS]


def menus_of(listener: Listener, words: Words) -> list[app_commands.ContextMenu]:
    """What can be done with somebody whose name is clicked."""

    async def challenge(asked: Asked, person: discord.User | discord.Member) -> None:
        await listener.challenge(asked, person)

    name = localized(words, "name-menu-challenge", "Challenge")
    return [app_commands.ContextMenu(name=name, callback=challenge)]


def typed(command: Command, given: Given, me: int) -> str:
    """`/challenge dots <@17> 4x4`: what one would have typed instead; `me` is the bot's own id."""
    said = [spelled(given[parameter.name], me) for parameter in command.parameters if given.get(parameter.name)]
    return " ".join(["/" + command.name, *said])


def spelled(value: object, me: int) -> str:
    """A value as typed: a person as a mention (the bot itself as `bot`), any other value on one line."""
    if isinstance(value, discord.abc.Snowflake):
        return "bot" if value.id == me else f"<@{value.id}>"
    return " ".join(str(value).split())


def _command(command: Command, listener: Listener, words: Words) -> SlashCommand:
    description = localized(words, f"command-{command.name}", command.name)
    name = localized_name(f"name-command-{command.name}", command.name)
    return app_commands.Command(name=name, description=description, callback=_callback(command, listener, words))


def _callback(command: Command, listener: Listener, words: Words) -> Callback:
    options = options_of(command)
    names = {option.inner: option.name for option in options}

    async def obey(asked: Asked, **given: object) -> None:
        await listener.obey(asked, command, {names[inner]: value for inner, value in given.items()})

    def completer(option: str) -> Complete:
        async def complete(asked: Asked, typed: str) -> Completions:
            return await listener.complete(asked, command, option, typed)

        return complete

    declare(obey, options, words, completer)
    return obey
