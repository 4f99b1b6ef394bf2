"""A search of minutes to days: it tells how far it is, keeps its table in a file, and can go on from there."""

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
from engines.dots.search.board import Board, sheet
from engines.dots.search.root import Root
from engines.dots.search.table import Words, empty
from engines.dots.search.workspace import NODES, Desk, desks
from engines.game import Limit
from engines.kernels.alarm import alarm

PLIES = 8
_SAMPLE = 1 << 16


@dataclass(frozen=True)
class Spent:
    """What a search has cost so far, all runs together."""

    seconds: float = 0.0
    positions: int = 0


@dataclass(frozen=True)
class Progress:
    """How far a search is: what it asks (is the mover ahead by `goal` at least?), what share of the way to that answer
    lies behind it, if the order of moves is good, what it has spent, and how full its table is."""

    goal: int
    share: float
    spent: Spent
    full: float


@dataclass(frozen=True)
class Patience:
    """How a long search works: the megabytes of its table, its threads, and how often it tells and saves."""

    megabytes: int = 512
    threads: int = 1
    tell_seconds: float = 10.0
    save_seconds: float = 60.0


def long_search(
    grid: Grid, drawn: int, file: Path, patience: Patience, limit: Limit, tell: Callable[[Progress], object]
) -> tuple[int | None, Spent]:
    """The margin to come for the mover, None if the limit came first, and what it cost; begun, or gone on with.

    Raises `ValueError` if the file is not one of this position and of a table of this size, or if the board is too big.
    """
    found = sheet(grid, drawn)
    if found is None:
        raise ValueError("the board is too big")
    words, before = _opened(file, found.board, patience.megabytes)
    with alarm(limit) as watch:
        root = Root(found, desks(words, None, patience.threads), watch)
        began = perf_counter()

        def spent() -> Spent:
            positions = sum(int(desk.counts[NODES]) for desk in root.desks)
            return Spent(before.seconds + perf_counter() - began, before.positions + positions)

        def told() -> None:
            goal, share = _way(root.desks[0])
            tell(Progress(goal, share, spent(), _fullness(words)))

        with (
            _now_and_then(patience.tell_seconds, told),
            _now_and_then(patience.save_seconds, lambda: _save(file, words, found.board, spent())),
        ):
            margin = root.value(found.sides, 0)
        in_all = spent()
        _save(file, words, found.board, in_all)
        return (None if root.ended else margin), in_all


@contextmanager
def _now_and_then(seconds: float, act: Callable[[], None]) -> Iterator[None]:
    """Acts every so many seconds, in a thread of its own, and never at the end."""
    over = Event()

    def run() -> None:
        while not over.wait(seconds):
            act()

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _way(desk: Desk) -> tuple[int, float]:
    """The goal asked about, and the share of the tree that lies behind, if of each other ply one move is enough.

    Of the plies in which all moves must fail each is given the same share for each of its moves.
    """
    stack, goal = desk.stack, int(desk.stack.goal[0])
    share, weight = 0.0, 1.0
    for depth in range(0 if goal > 0 else 1, PLIES, 2):
        tried = int(stack.tried[depth])
        moves = tried + int(stack.left[depth]).bit_count()
        if tried == 0:
            break
        share += weight * (tried - 1) / moves
        weight /= moves
    return goal, share


def _fullness(words: Words) -> float:
    return float(np.count_nonzero(words[:_SAMPLE]) / words[:_SAMPLE].size)


def _opened(file: Path, board: Board, megabytes: int) -> tuple[Words, Spent]:
    """The table that a file holds, an empty one if there is no file, and what it cost."""
    words = empty(1 << (megabytes.bit_length() - 1) << 17)
    if not file.exists():
        return words, Spent()
    with file.open("rb") as source:
        head = json.loads(source.readline(1000))
        if head.pop("table", None) != _name(words, board):
            raise ValueError("the file holds another position, or a table of another size")
        if source.readinto(words.data.cast("B")) != words.nbytes:
            raise ValueError("the file is too short")
    return words, Spent(**head)


def _save(file: Path, words: Words, board: Board, spent: Spent) -> None:
    """Puts the table in place of what the file held; each of its words is true at any time."""
    fresh = file.with_name(file.name + ".new")
    with fresh.open("wb") as sink:
        sink.write(json.dumps({"table": _name(words, board), **asdict(spent)}).encode() + b"\n")
        sink.write(words.data.cast("B"))
        sink.flush()
        os.fsync(sink.fileno())
    fresh.replace(file)


def _name(words: Words, board: Board) -> str:
    """What must be the same for a table to be true of a board: its numbers, and how they are put into words."""
    numbers = (board.ends, board.stamps, board.lengths, np.array([board.salt, words.size], np.uint64))
    return f"1 {zlib.crc32(b''.join(each.tobytes() for each in numbers)):08x}"
