"""The command `tetradka`: parse the command line, then run the bot or an operator's command."""

import argparse
import asyncio
import logging
import os
import signal
import sys
import time
from collections.abc import Sequence
from importlib.metadata import version
from threading import Thread
from typing import NoReturn

_WRONG_SETTING = 2
_STOPPED = 1
_WATCH_SECONDS = 0.5
_SERVING = ("run", "worker")
_FOR_OPERATORS = ("backup", "restore", "repair", "doctor")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 2 for an invalid command line or setting, 1 if the bot stopped on an error."""
    options = _parser().parse_args(arguments)
    if options.parent:
        Thread(target=_leave_with, args=(options.parent,), daemon=True).start()
    if options.command not in _SERVING:
        return _run_command(options.command, options.file)
    from bot.operating.process import switch_often, use_one_arena

    use_one_arena()
    switch_often()
    return _leave(_run_command(options.command))


def _run_command(command: str, file: str | None = None) -> int:
    """Run a command to its end, or until it is interrupted; return the exit code."""
    from bot.settings import ConfigError, read  # slow to import, like those below, and not needed for --help

    try:
        match command:
            case "run":
                _run()
            case "worker":
                from bot.operating import worker_process

                worker_process.run(read())
            case "warm":
                _warm()
            case _:
                return _operate(command, file)
    except ConfigError as error:
        return _report(error, _WRONG_SETTING)
    except (KeyboardInterrupt, asyncio.CancelledError):
        pass
    return 0


def _leave(code: int) -> NoReturn:
    """Exit without the interpreter's shutdown.

    That would hang if a thread that loads kernels holds a lock of a native library.
    """
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(code)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tetradka",
        description="Five pencil-and-paper games in Discord, Telegram and a local web chat.",
        epilog="Settings come from the environment or a file .env; docs/settings.md lists them.",
    )
    parser.add_argument("--version", action="version", version=f"tetradka {version('tetradka')}")
    parser.add_argument(
        "command",
        nargs="?",
        choices=(*_SERVING, "warm", *_FOR_OPERATORS),
        default="run",
        help="run: run the bot (default); worker: compute searches for bots with THINK=worker; warm: compile searches; "
        "backup: write all games to FILE; restore: restore the games in FILE; repair: rebuild all indexes; "
        "doctor: check the installation",
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="the backup to write or restore")
    parser.add_argument("--parent", type=int, metavar="PID", help="exit when the parent process PID exits")
    return parser


def _run() -> None:
    from bot import settings
    from bot.operating.process import skip_imports

    settings_read = settings.read()
    skip_imports()
    from bot import app

    app.run(settings_read)


def _operate(command: str, file: str | None) -> int:
    from bot import settings
    from bot.operating import commands

    try:
        return asyncio.run(commands.run(command, file, settings.read()))
    except commands.STOPPED as error:
        return _report(error, _STOPPED)


def _leave_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_WATCH_SECONDS)
    os.kill(os.getpid(), signal.SIGTERM)


def _warm() -> None:
    from engines import GAMES
    from engines.kernels.loading import warm

    if hasattr(os, "nice"):
        os.nice(10)  # a bot may be running beside it
    for game in GAMES:
        print(f"compiling {game}", flush=True)
        warm(game)


def _report(error: Exception, code: int) -> int:
    print(f"tetradka: {error}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
