"""The command `tetradka`: reads the command line and the settings, then runs the house."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from importlib.metadata import version

_WRONG_SETTING = 2
_STOPPED = 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; the exit code is 2 for a wrong command line or setting, 1 if the bot could not go on."""
    asked = _parser().parse_args(arguments)
    try:
        return _warm() if asked.command == "warm" else _run(asked.parent)
    except (KeyboardInterrupt, asyncio.CancelledError):
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tetradka",
        description="Five games of the squared school notebook, in Discord, Telegram and a local web chat.",
        epilog="Settings come from the environment or a file .env; the README has their list.",
    )
    parser.add_argument("--version", action="version", version=f"tetradka {version('tetradka')}")
    parser.add_argument(
        "command", nargs="?", choices=("run", "warm"), default="run", help="run the bot (default), or compile searches"
    )
    parser.add_argument("--parent", type=int, metavar="PID", help="end when this parent process is gone (for make)")
    return parser


def _run(parent: int | None) -> int:
    from bot import house, settings  # heavy, and --help does not want them
    from bot.embedded import Unavailable

    try:
        house.run(settings.read(), parent)
    except (settings.Wrong, Unavailable) as wrong:
        return _complain(wrong, _WRONG_SETTING)
    except house.Stopped as stopped:
        return _complain(stopped, _STOPPED)
    return 0


def _warm() -> int:
    from engines import GAMES
    from engines.warmth import warm

    for game in GAMES:
        print(f"compiling {game}", flush=True)
        warm(game)
    return 0


def _complain(error: Exception, code: int) -> int:
    print(f"tetradka: {error}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
