"""`python -m engines`: the console on standard input and output, or, with `--codes`, all it can say."""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress

from engines import GAMES, console
from engines.codes import every


def main(arguments: list[str]) -> None:
    """Does what the arguments ask."""
    options = _parser().parse_args(arguments)
    if options.codes:
        print("\n".join(f"{code}: {template}" for code, template in every(GAMES.values()).items()))
    else:
        with suppress(BrokenPipeError, KeyboardInterrupt):
            console.serve(sys.stdin.buffer, sys.stdout.buffer)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engines", description="Engines that speak a line protocol.")
    parser.add_argument("--codes", action="store_true", help="list every code that an answer may carry, and its text")
    return parser


if __name__ == "__main__":
    main(sys.argv[1:])
