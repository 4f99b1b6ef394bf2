"""The command `python -m engines review`: judge the moves of a record and print a table of their losses."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable
from contextlib import nullcontext
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import track
from rich.table import Table

from engines.console.game_in_hand import parse_seconds
from engines.console.match import SECONDS
from engines.console.standard_input import standard_input
from engines.game import Level, Limit
from engines.importing import read
from engines.kernels.cores import cores
from engines.kernels.loading import warm
from engines.record import LONGEST, replay
from engines.refusals import Unreadable
from engines.review import Judgement, review

STANDARD_INPUT = "-"
_MOST_BYTES = 4 * LONGEST + 1
"""Bytes of a text that is a character too long, at most."""
_NUMBERS = ("#", "worth", "lost")
_COLUMNS = ("#", "player", "move", "worth", "best move", "worth", "lost", "known")


def main(arguments: list[str]) -> None:
    """Review the record that the arguments name and print its table; raise `Refusal` if it is unreadable."""
    options = _parser().parse_args(arguments)
    limit = Limit(parse_seconds(options.seconds, "some-seconds", SECONDS), threads=cores())
    record = read(_read_text(options.file))
    replay(record)
    if options.level == Level.STRONG:
        warm(record.game)  # hints are guesses until the search is loaded
    judgements = review(record, limit, Level(options.level))
    Console().print(_table(track(judgements, total=len(record.messages), console=Console(stderr=True))))


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m engines review", description="Show what each move of a game won or lost.")
    parser.add_argument(
        "file", metavar="FILE", help="a record, as written by the console's `record`; - reads standard input"
    )
    parser.add_argument("--seconds", default="", metavar="S", help=f"time for each position (default: {SECONDS:g})")
    levels = [str(level) for level in Level]
    parser.add_argument(
        "--level", choices=levels, default=str(Level.STRONG), help="level that judges (default: strong)"
    )
    return parser


def _read_text(file: str) -> str:
    try:
        with nullcontext(standard_input()) if file == STANDARD_INPUT else Path(file).open("rb") as source:
            return source.read(_MOST_BYTES).decode("utf-8-sig")
    except OSError as fault:
        raise Unreadable("file-not-read", part=file, error=fault.strerror or str(fault)) from fault
    except ValueError as fault:
        raise Unreadable("file-not-read", part=file, error=str(fault)) from fault


def _table(judgements: Iterable[Judgement]) -> Table:
    table = Table()
    for name in _COLUMNS:
        table.add_column(name, justify="right" if name in _NUMBERS else "left")
    for number, judgement in enumerate(judgements, 1):
        table.add_row(str(number), *_cells(judgement))
    return table


def _cells(judgement: Judgement) -> Iterable[str]:
    yield str(judgement.seat)
    yield escape(judgement.message)
    yield _format_value(judgement.value)
    yield escape(judgement.best_message)
    yield _format_value(judgement.best_value)
    yield _format_value(judgement.loss) if judgement.loss else ""
    yield "proved" if judgement.is_proved else "estimated"


def _format_value(value: float) -> str:
    return f"{round(value, 2) + 0.0:g}"  # adding nothing makes -0 a 0
