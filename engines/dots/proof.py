"""Writes proofs of who wins an empty board, which `verify.py` checks without any of this."""

from __future__ import annotations

import hashlib
import json
import lzma
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from zipfile import BadZipFile

import numpy as np

from engines.dots.grid import Grid
from engines.dots.search.board import whole_sheet
from engines.dots.search.claims import Flags, Ledger, Small, go_through, ledger, lister_of, made
from engines.dots.search.root import Root
from engines.dots.search.strategy import Asker, answers, choose_moves
from engines.dots.search.table import Words, empty
from engines.dots.search.workspace import desks
from engines.game import Limit
from engines.kernels.alarm import alarm

AGES, SAVE_SECONDS = 1e6, 30.0
Tell = Callable[[int, int], object]
"""Hears of how many open sides the positions are that were looked at last, and how many claims there are so far."""


def proof(grid: Grid, unfinished: Path, tell: Tell) -> bytes:
    """A file that proves the margin of a board of at most 42 sides, as `verify.py` says.

    What takes long is kept in the file `unfinished` meanwhile, and gone on with from there. Raises `ValueError` if that
    is no such file of this board, and `MemoryError` if the proof does not fit. (One thread makes it, for two share the
    work in another way each time: one that is made in one go is the same, byte for byte.)
    """
    with alarm(Limit(AGES)) as watch:
        root = Root(whole_sheet(grid), desks(empty(2 * _room(grid)), None), watch)
        margin, written = _shown(root, _Draft(grid, unfinished), tell)
    unfinished.unlink(missing_ok=True)
    size, checksum = f"{grid.cols}x{grid.rows}", hashlib.sha256(written).hexdigest()
    head = {"proof": "dots", "size": size, "margin": margin, "sha256": checksum}
    return json.dumps(head).encode() + b"\n" + lzma.compress(written, preset=9)


def _room(grid: Grid) -> int:
    """Room for the claims that a board needs, as far as is known."""
    return 1 << max(16, 2 * grid.sides // 3)


def _shown(root: Root, draft: _Draft, tell: Tell) -> tuple[int, bytes]:
    """The margin of the board, and the answers to what `verify.Claims` asks."""
    sides, room = draft.grid.sides, _room(draft.grid)
    asker = Asker(lister_of(root.sheet.board), root.desks[0], root.watch)
    lister, before = asker.lister, draft.read()
    margin = before.margin if before else root.value(root.sheet.sides, 0)
    chosen = ledger(lister, sides, margin, room)
    if before:
        chosen.add(lister, before.low, before.high)
    for size in range(before.left if before else sides, 0, -1):
        choose_moves(asker, chosen, size)
        tell(size, chosen.size)
        draft.keep(margin, size - 1, chosen)

    written = bytearray()

    def source(positions: Words, numbers: Small, is_gift: bool) -> Flags:
        said = answers(asker, chosen, positions, numbers, is_gift)
        written.extend(said.tobytes())
        return said

    go_through(lister, ledger(lister, sides, margin, room), range(sides, 0, -1), source)
    return margin, bytes(written)


@dataclass(frozen=True)
class _Kept:
    """A proof under way: its margin, the most open sides of positions that are left to look at, and the claims."""

    margin: int
    left: int
    low: tuple[Words, Small]
    high: tuple[Words, Small]


class _Draft:
    """The file of a proof under way, written anew at most every SAVE_SECONDS."""

    def __init__(self, grid: Grid, path: Path) -> None:
        self.grid = grid
        self._path, self._written = path, perf_counter()

    def read(self) -> _Kept | None:
        """What is kept; raises `ValueError` if that is of another board, or no such file."""
        if not self._path.exists():
            return None
        try:
            with np.load(self._path) as file:
                *name, margin, left = (int(each) for each in file["head"])
                kept = _Kept(margin, left, (file["low"], file["low_margin"]), (file["high"], file["high_margin"]))
        except (KeyError, ValueError, BadZipFile) as fault:
            raise ValueError(f"{self._path}: {fault}") from None
        if name != [self.grid.cols, self.grid.rows]:
            raise ValueError(f"{self._path} is of another board")
        return kept

    def keep(self, margin: int, left: int, chosen: Ledger) -> None:
        """Keeps what is chosen so far, if it is time for that."""
        if perf_counter() - self._written < SAVE_SECONDS:
            return
        (low, low_margin), (high, high_margin) = made(chosen.low), made(chosen.high)
        fresh = self._path.with_name(self._path.name + ".new")
        with fresh.open("wb") as sink:
            head = np.array([self.grid.cols, self.grid.rows, margin, left])
            np.savez(sink, head=head, low=low, low_margin=low_margin, high=high, high_margin=high_margin)
            sink.flush()
            os.fsync(sink.fileno())
        fresh.replace(self._path)
        self._written = perf_counter()
