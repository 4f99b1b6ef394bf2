"""Prints conversations as chats: `python -m tests.bot.chats [NAME ...] [--door discord] [--language uk]`."""

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
from tests.bot.chats.playing import DOORS, LACKING, play
from tests.bot.chats.printed import printed
from tests.bot.chats.script import FILES, read
from tests.bot.chats.translating import in_language


async def print_chat(door: str, path: Path, url: str, language: str) -> None:
    """Plays one conversation at one door, in a language if one is named, and prints the chat."""
    sys.stdout.write(f"== {path.stem}, {door}\n")
    if reason := LACKING.get((door, path.stem)):
        sys.stdout.write(f"not here: {reason}\n")
        return
    redis = connect(url)
    await redis.flushall()
    store, deeds = RedisStore(redis), read(path)
    deeds = in_language(deeds, language) if language else deeds
    await store.check_ready()
    async for deed, seen in play(DOORS[door].opened(store, deeds), deeds):
        sys.stdout.write("\n".join(printed(deed, seen)) + "\n")
    await store.close()


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints the conversations with these names, all by default, at one door or at each."""
    names = [path.stem for path in FILES]
    parser = argparse.ArgumentParser(prog="python -m tests.bot.chats", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of: {', '.join(names)}")
    parser.add_argument("--door", choices=DOORS, help="all doors by default")
    parser.add_argument("--language", choices=LANGUAGES, default="", help="as they are written by default")
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as directory, embedded.serve(Path(directory)) as server:
        for path in (path for path in FILES if path.stem in (asked.names or names)):
            for door in [asked.door] if asked.door else DOORS:
                asyncio.run(print_chat(door, path, server.url, asked.language))


if __name__ == "__main__":
    main()
