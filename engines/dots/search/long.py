"""Searches of minutes to days, which report progress, save their table in a file, and can be resumed."""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Event, Thread
from time import perf_counter

import numpy as np

from engines.dots.grid import Grid
from engines.dots.search.board import Board, search_position
from engines.dots.search.root import Root
from engines.dots.search.table import Words, empty_table
from engines.dots.search.workspace import NODES, Workspace, workspaces
from engines.game import Limit
from engines.kernels.alarm import alarm

PLIES = 8
_SAMPLE = 1 << 16


@dataclass(frozen=True)
class Effort:
    """The cost of a search so far, over all runs."""

    seconds: float = 0.0
    positions: int = 0


@dataclass(frozen=True)
class Progress:
    """The progress of a search.

    It asks whether the mover is ahead by at least `goal`. `share` is the part of the tree already searched if moves are
    well ordered, `effort` the cost so far, and `fill` the part of the table in use.
    """

    goal: int
    share: float
    effort: Effort
    fill: float


@dataclass(frozen=True)
class Patience:
    """The settings of a long search: megabytes of its table, threads, seconds between reports and between saves."""

    megabytes: int = 512
    threads: int = 1
    report_seconds: float = 10.0
    save_seconds: float = 60.0


def long_search(
    grid: Grid, drawn_sides: int, file: Path, patience: Patience, limit: Limit, report: Callable[[Progress], object]
) -> tuple[int | None, Effort]:
    """Return the margin to come for the mover (None at the limit) and the total cost; resume from `file` if it exists.

    Raises `ValueError` if the file belongs to another position or table size, or if the board is too large.
    """
    position = search_position(grid, drawn_sides)
    if position is None:
        raise ValueError("the board is too large")
    words, earlier = _load(file, position.board, patience.megabytes)
    with alarm(limit) as watch:
        root = Root(position, workspaces(words, None, patience.threads), watch)
        start = perf_counter()

        def effort() -> Effort:
            positions = sum(int(workspace.counts[NODES]) for workspace in root.workspaces)
            return Effort(earlier.seconds + perf_counter() - start, earlier.positions + positions)

        def report_progress() -> None:
            goal, share = _progress(root.workspaces[0])
            report(Progress(goal, share, effort(), _fullness(words)))

        with (
            _every(patience.report_seconds, report_progress),
            _every(patience.save_seconds, lambda: _save(file, words, position.board, effort())),
        ):
            margin = root.value(position.sides, 0)
        total = effort()
        _save(file, words, position.board, total)
        return (None if root.is_over else margin), total


@contextmanager
def _every(seconds: float, act: Callable[[], None]) -> Iterator[None]:
    """Run `act` every `seconds` seconds in a separate thread until the block ends."""
    stop = Event()

    def run() -> None:
        while not stop.wait(seconds):
            act()

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def _progress(workspace: Workspace) -> tuple[int, float]:
    """Return the current goal and the searched share of the tree, if one move is enough on every other ply.

    On plies where all moves must fail, each move counts for the same share.
    """
    stack, goal = workspace.stack, int(workspace.stack.goal[0])
    share, weight = 0.0, 1.0
    for depth in range(0 if goal > 0 else 1, PLIES, 2):
        tries = int(stack.tries[depth])
        moves = tries + int(stack.remaining[depth]).bit_count()
        if tries == 0:
            break
        share += weight * (tries - 1) / moves
        weight /= moves
    return goal, share


def _fullness(words: Words) -> float:
    return float(np.count_nonzero(words[:_SAMPLE]) / words[:_SAMPLE].size)


def _load(file: Path, board: Board, megabytes: int) -> tuple[Words, Effort]:
    """Return the table in a file, or an empty one if there is no file, and its cost so far."""
    words = empty_table(1 << (megabytes.bit_length() - 1) << 17)
    if not file.exists():
        return words, Effort()
    with file.open("rb") as source:
        head = json.loads(source.readline(1000))
        if head.pop("table", None) != _fingerprint(words, board):
            raise ValueError("the file contains another position, or a table of another size")
        if source.readinto(words.data.cast("B")) != words.nbytes:
            raise ValueError("the file is too short")
    return words, Effort(**head)


def _save(file: Path, words: Words, board: Board, effort: Effort) -> None:
    """Write the current table to the file; every word of it is valid at any time."""
    new_file = file.with_name(file.name + ".new")
    with new_file.open("wb") as sink:
        sink.write(json.dumps({"table": _fingerprint(words, board), **asdict(effort)}).encode() + b"\n")
        sink.write(words.data.cast("B"))
        sink.flush()
        os.fsync(sink.fileno())
    new_file.replace(file)


def _fingerprint(words: Words, board: Board) -> str:
    """Return the random numbers and the entry format that a stored table must share with the board."""
    numbers = (board.ends, board.stamps, board.lengths, np.array([board.salt, words.size], np.uint64))
    return f"1 {zlib.crc32(b''.join(each.tobytes() for each in numbers)):08x}"
