"""Prints conversations as chats: `python -m tests.bot.chats [NAME ...] [--adapter discord] [--language uk]`."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bot.core.language.speech import LANGUAGES
from bot.store import embedded
from bot.store.connection import connect
from bot.store.redis import RedisStore
from tests.bot.chats.playing import ADAPTERS, LACKING, play
from tests.bot.chats.printed import print_lines
from tests.bot.chats.script import FILES, read
from tests.bot.chats.translating import in_language


async def print_chat(adapter: str, path: Path, url: str, language: str) -> None:
    """Plays one conversation at one adapter, in a language if one is named, and prints the chat."""
    sys.stdout.write(f"== {path.stem}, {adapter}\n")
    if reason := LACKING.get((adapter, path.stem)):
        sys.stdout.write(f"not here: {reason}\n")
        return
    redis = connect(url)
    await redis.flushall()
    store, actions = RedisStore(redis), read(path)
    actions = in_language(actions, language) if language else actions
    await store.check_ready()
    async for action, observations in play(ADAPTERS[adapter].open_chat(store, actions), actions):
        sys.stdout.write("\n".join(print_lines(action, observations)) + "\n")
    await store.close()


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints the conversations with these names, all by default, at one adapter or at each."""
    names = [path.stem for path in FILES]
    parser = argparse.ArgumentParser(prog="python -m tests.bot.chats", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of: {', '.join(names)}")
    parser.add_argument("--adapter", choices=ADAPTERS, help="all adapters by default")
    parser.add_argument("--language", choices=LANGUAGES, default="", help="as they are written by default")
    request = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as directory, embedded.serve(Path(directory)) as server:
        for path in (path for path in FILES if path.stem in (request.names or names)):
            for adapter in [request.adapter] if request.adapter else ADAPTERS:
                asyncio.run(print_chat(adapter, path, server.url, request.language))


if __name__ == "__main__":
    main()
