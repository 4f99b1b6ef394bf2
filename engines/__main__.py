"""The engine console on standard input and output, and the programs `match`, `review`, `puzzles`, `prove` and `solve`.

`python -m engines --codes` lists every code that an answer may carry.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

from engines import GAMES
from engines.console import console
from engines.console.standard_input import standard_input
from engines.phrases import all_templates, english
from engines.refusals import Refusal

INTERRUPTED = 130
"""The exit code that shells expect after Ctrl-C."""


def main(arguments: list[str]) -> None:
    """Run the program that the arguments name.

    Exit quietly if it is interrupted, or if the reader of its output is gone; with what is wrong if nothing can be
    written. A closed input is an empty one.
    """
    if sys.stdout is None:
        sys.exit("standard output is closed")
    try:
        try:
            _obey(arguments)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        os._exit(1)  # a normal exit would write once more and fail
    except OSError as fault:
        sys.exit(str(fault))
    except KeyboardInterrupt:
        os._exit(INTERRUPTED)  # a normal exit would wait for the running search


def _obey(arguments: list[str]) -> None:
    if arguments[:1] == ["match"]:
        from engines.console import match_command

        _carry_out(match_command.main, arguments[1:])
    elif arguments[:1] == ["review"]:
        from engines.console import review_command

        _carry_out(review_command.main, arguments[1:])
    elif arguments[:1] == ["puzzles"]:
        from engines.console import puzzles_command

        _carry_out(puzzles_command.main, arguments[1:])
    elif arguments[:1] == ["daily"]:
        from engines.console import puzzles_command

        _carry_out(puzzles_command.print_daily, arguments[1:])
    elif arguments[:1] == ["prove"]:
        from engines.console import prove_command

        _carry_out(prove_command.main, arguments[1:])
    elif arguments[:1] == ["solve"]:
        from engines.console import solve_command

        _carry_out(solve_command.main, arguments[1:])
    elif _parser().parse_args(arguments).codes:
        print("\n".join(f"{code}: {template}" for code, template in _templates().items()))
    else:
        with suppress(KeyboardInterrupt):
            console.serve(standard_input(), sys.stdout.buffer)


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="python -m engines",
        description="Start the engine console. docs/console.md describes it and the other programs: `match`, `review`, "
        "`puzzles`, `daily`, `prove` and `solve`.",
    )
    parser.add_argument(
        "--codes", action="store_true", help="list every code that an answer can contain, with its English text"
    )
    return parser


def _carry_out(command: Callable[[list[str]], None], arguments: list[str]) -> None:
    try:
        command(arguments)
    except Refusal as refusal:
        sys.exit(english(refusal.phrase, _templates()))


def _templates() -> dict[str, str]:
    return all_templates(game.text.phrases for game in GAMES.values())


def _exit(exit_: SystemExit) -> NoReturn:
    """Exit without the interpreter's shutdown.

    Shutdown may block forever if a thread that was loading kernels holds a lock of a native library.
    """
    if isinstance(exit_.code, str):
        print(exit_.code, file=sys.stderr)
    sys.stderr.flush()
    os._exit(exit_.code if isinstance(exit_.code, int) else int(exit_.code is not None))


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
        sys.exit()
    except SystemExit as ended:
        _exit(ended)
