"""Looks at all that a start needs, and says in a line each what holds, and what to mend; never a secret."""

from __future__ import annotations

import os
import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import SecretStr

from bot.core.ports.store import Unreachable
from bot.operating.application import application
from bot.operating.modes import modes
from bot.operating.opening import opened
from bot.settings import Settings, Wrong
from bot.store.embedded import Unavailable

_TELEGRAM = re.compile(r"\d{5,}:[A-Za-z0-9_-]{30,}")
_DISCORD = re.compile(r"[A-Za-z0-9_-]{18,}\.[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{27,}")


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
    except (Unreachable, Unavailable, Wrong) as failed:
        yield Finding(False, f"the store: {failed}")
