"""What Discord's developer portal lets the bot do, in words."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING

from bot.core.commands import COMMANDS
from bot.settings import Settings

if TYPE_CHECKING:
    from bot.platforms.discord.application import Application

_PORTAL = "discord.com/developers"


async def application(settings: Settings) -> AsyncIterator[tuple[bool, str]]:
    """Whether each thing found is well, and what it is."""
    if settings.discord_token is None:
        return
    from bot.platforms.discord.application import ask_application

    token, address = settings.discord_token.get_secret_value(), settings.discord_rest_url
    try:
        found = await ask_application(token, address, settings.discord_guild)
    except ValueError as wrong:
        yield False, str(wrong)
        return
    if found is None:
        yield True, "Discord does not answer now, so that nothing is known of the application"
        return
    for finding in (*_installing(found), *_hearing(found, settings.discord_message_content), _listing(found)):
        yield finding


def _installing(found: Application) -> Iterator[tuple[bool, str]]:
    if found.by_servers is False:
        yield False, f"servers cannot add the bot: choose Guild Install at {_PORTAL}, under Installation"
    if found.by_people is not None:
        allowed = "can" if found.by_people else "cannot"
        yield True, f"people {allowed} install the bot for themselves (User Install): {_PORTAL}, under Installation"
    if not found.is_public:
        yield True, f"only its owner can add the bot: Public Bot at {_PORTAL}, under Bot, is off"


def _hearing(found: Application, asks: bool) -> Iterator[tuple[bool, str]]:
    if found.elsewhere:
        yield (
            False,
            f"commands never reach the bot: empty Interactions Endpoint URL at {_PORTAL}, under General Information",
        )
    if asks and not found.reads_all:
        yield False, f"DISCORD_MESSAGE_CONTENT=on, but Message Content Intent is off: allow it at {_PORTAL}, under Bot"
    elif asks:
        yield True, "Message Content Intent is on: bare moves are read in the threads of games"
    else:
        allowed = "allowed" if found.reads_all else "not allowed"
        yield True, f"no privileged intent is asked for; Message Content Intent, which is {allowed}, is not needed"


def _listing(found: Application) -> tuple[bool, str]:
    """The bot itself sends its list when it starts, so that there is nothing to mend by hand."""
    told = sum(command.name in found.commands for command in COMMANDS)
    if told < len(COMMANDS) or not found.everywhere:
        return (
            True,
            f"Discord has an older list of commands ({told} of {len(COMMANDS)}): the bot sends it when it starts",
        )
    return True, f"Discord lists all {told} commands, in servers, private chats and groups"
