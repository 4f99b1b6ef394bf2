"""Looks at all that a start needs, and says in a line each what holds, and what to mend; never a secret."""

from __future__ import annotations

import os
import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import SecretStr

from bot.core.commands import COMMANDS
from bot.core.ports.store import Unreachable
from bot.operating.opening import opened
from bot.settings import Settings, Wrong
from bot.store.embedded import room

if TYPE_CHECKING:
    from bot.platforms.discord.application import Application


_TELEGRAM = re.compile(r"\d{5,}:[A-Za-z0-9_-]{30,}")
_DISCORD = re.compile(r"[A-Za-z0-9_-]{18,}\.[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{27,}")
_PORTAL = "discord.com/developers"
_NO_GROUPS = "groups cannot add the bot: /setjoingroups at @BotFather"
_PRIVACY = "privacy mode is {}: /setprivacy at @BotFather; on is enough, for commands, mentions and answers to the bot"
_INLINE = "inline mode (`@bot` in any chat) is {}: /setinline at @BotFather"
_FEEDBACK = "of /setinlinefeedback Telegram does not say whether it is on; it is not needed"
_GUEST = "guest mode (`@bot` is answered where it is no member) is {}: in @BotFather's app, under the bot's settings"


@dataclass(frozen=True)
class Finding:
    """What was looked at: whether it is `well`, and in words how it is or what to mend."""

    well: bool
    words: str


async def examine(settings: Settings) -> AsyncIterator[Finding]:
    """All findings."""
    for finding in (*_tokens(settings), *_doors(settings), *_files(settings)):
        yield finding
    for asked in (modes, application):
        async for well, words in asked(settings):
            yield Finding(well, words)
    async for finding in _store(settings):
        yield finding


def _tokens(settings: Settings) -> Iterator[Finding]:
    yield _token("TELEGRAM_TOKEN", settings.telegram_token, _TELEGRAM, "@BotFather")
    yield _token("DISCORD_TOKEN", settings.discord_token, _DISCORD, "the developer portal, under Bot")


def _token(name: str, token: SecretStr | None, shape: re.Pattern[str], source: str) -> Finding:
    if token is None:
        return Finding(True, f"{name} is not set: that door stays closed")
    if shape.fullmatch(token.get_secret_value()):
        return Finding(True, f"{name} is set and well-formed")
    return Finding(False, f"{name} does not look like a token: copy it anew from {source}")


def _doors(settings: Settings) -> Iterator[Finding]:
    yield Finding(True, f"the page is {'served' if settings.web_opens else 'not served'}")
    if settings.telegram_webhook_url and not settings.telegram_webhook_secret:
        yield Finding(False, "TELEGRAM_WEBHOOK_SECRET is not set: without it anybody may send updates")


def _files(settings: Settings) -> Iterator[Finding]:
    file = Path(".env")
    if file.exists() and os.name == "posix" and file.stat().st_mode & 0o077:
        yield Finding(False, ".env can be read by others on this machine: `chmod 600 .env`")
    if not settings.redis_url:
        yield _folder(settings.data_dir.expanduser())
        disk = room(settings.data_dir)
        yield Finding(disk.kept, f"DATA_DIR: {disk.words}")


def _folder(data: Path) -> Finding:
    there = next(folder for folder in (data, *data.absolute().parents) if folder.exists())
    if not os.access(there, os.W_OK | os.X_OK):
        return Finding(False, f"DATA_DIR: nothing can be written to {there}: give it to this user, or set another")
    return Finding(True, f"DATA_DIR: {data} can be written to")


async def _store(settings: Settings) -> AsyncIterator[Finding]:
    try:
        async with opened(settings) as store:
            for promise in await store.ready():
                yield Finding(promise.kept, f"the store: {promise.words}")
    except (Unreachable, Wrong) as failed:
        yield Finding(False, f"the store: {failed}")


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


async def modes(settings: Settings) -> AsyncIterator[tuple[bool, str]]:
    """Whether each thing found is well, and what it is; all modes are a choice, so none has to be on."""
    if settings.telegram_token is None:
        return
    from bot.platforms.telegram.bot_profile import fetch_modes

    try:
        found = await fetch_modes(settings.telegram_token.get_secret_value(), settings.telegram_base_url)
    except ValueError as wrong:
        yield False, str(wrong)
        return
    if found is None:
        yield True, "Telegram does not answer now, so that nothing is known of the bot's modes"
        return
    if not found.groups:
        yield False, _NO_GROUPS
    yield True, _PRIVACY.format(_on(not found.reads_all))
    yield True, _INLINE.format(_on(found.inline))
    if found.inline:
        yield True, _FEEDBACK
    yield True, _GUEST.format(_on(found.guest))


def _on(is_on: bool) -> str:
    return "on" if is_on else "off"
