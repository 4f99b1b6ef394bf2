"""Writer of proofs of who wins an empty board; `verify.py` checks them without any of this code."""

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
from engines.dots.search.board import empty_board
from engines.dots.search.claims import Flags, Ledger, Margins, claim_arrays, derive_claims, new_ledger, new_lister
from engines.dots.search.root import Root
from engines.dots.search.strategy import Prover, choose_moves, proof_answers
from engines.dots.search.table import Words, empty_table
from engines.dots.search.workspace import workspaces
from engines.game import Limit
from engines.kernels.alarm import alarm

AGES, SAVE_SECONDS = 1e6, 30.0
Report = Callable[[int, int], object]
"""A progress callback: the number of open sides of the positions just done, and the number of claims so far."""


def proof(grid: Grid, draft_path: Path, report: Report) -> bytes:
    """Return the content of a file that proves the margin of a board of at most 42 sides (format: `verify.py`).

    Progress is saved in `draft_path`, and a later call resumes from it. Raises `ValueError` if that file does not
    belong to this board, and `MemoryError` if the proof does not fit. (One thread does the work, because two would
    divide it differently each time: a proof made in one run is always the same, byte for byte.)
    """
    with alarm(Limit(AGES)) as watch:
        root = Root(empty_board(grid), workspaces(empty_table(2 * _claim_capacity(grid)), None), watch)
        margin, answers = _prove(root, _Draft(grid, draft_path), report)
    draft_path.unlink(missing_ok=True)
    size, checksum = f"{grid.cols}x{grid.rows}", hashlib.sha256(answers).hexdigest()
    head = {"proof": "dots", "size": size, "margin": margin, "sha256": checksum}
    return json.dumps(head).encode() + b"\n" + lzma.compress(answers, preset=9)


def _claim_capacity(grid: Grid) -> int:
    """Return a sufficient claim capacity for a board, extrapolated from the boards proved so far."""
    return 1 << max(16, 2 * grid.sides // 3)


def _prove(root: Root, draft: _Draft, report: Report) -> tuple[int, bytes]:
    """Return the margin of the board, and the recorded moves that `verify.Claims` reads."""
    sides, room = draft.grid.sides, _claim_capacity(draft.grid)
    prover = Prover(new_lister(root.position.board), root.workspaces[0], root.watch)
    lister, checkpoint = prover.lister, draft.read()
    margin = checkpoint.margin if checkpoint else root.value(root.position.sides, 0)
    ledger = new_ledger(lister, sides, margin, room)
    if checkpoint:
        ledger.add(lister, checkpoint.low_claims, checkpoint.high_claims)
    for size in range(checkpoint.remaining_sides if checkpoint else sides, 0, -1):
        choose_moves(prover, ledger, size)
        report(size, ledger.size)
        draft.save(margin, size - 1, ledger)

    content = bytearray()

    def source(positions: Words, numbers: Margins, is_gift: bool) -> Flags:
        answers = proof_answers(prover, ledger, positions, numbers, is_gift)
        content.extend(answers.tobytes())
        return answers

    derive_claims(lister, new_ledger(lister, sides, margin, room), range(sides, 0, -1), source)
    return margin, bytes(content)


@dataclass(frozen=True)
class _Checkpoint:
    """An unfinished proof: its margin, the number of open sides to continue at, and the claims."""

    margin: int
    remaining_sides: int
    low_claims: tuple[Words, Margins]
    high_claims: tuple[Words, Margins]


class _Draft:
    """The checkpoint file of an unfinished proof, saved at most every SAVE_SECONDS."""

    def __init__(self, grid: Grid, path: Path) -> None:
        self.grid = grid
        self._path, self._save_time = path, perf_counter()

    def read(self) -> _Checkpoint | None:
        """Return the checkpoint, if there is one; raise `ValueError` if the file is damaged or for another board."""
        if not self._path.exists():
            return None
        try:
            with np.load(self._path) as file:
                *size, margin, remaining = (int(each) for each in file["head"])
                checkpoint = _Checkpoint(
                    margin, remaining, (file["low"], file["low_margin"]), (file["high"], file["high_margin"])
                )
        except (KeyError, ValueError, BadZipFile) as fault:
            raise ValueError(f"{self._path}: {fault}") from None
        if size != [self.grid.cols, self.grid.rows]:
            raise ValueError(f"{self._path} belongs to another board")
        return checkpoint

    def save(self, margin: int, remaining_sides: int, ledger: Ledger) -> None:
        """Save the claims so far if SAVE_SECONDS have passed."""
        if perf_counter() - self._save_time < SAVE_SECONDS:
            return
        (low, low_margin), (high, high_margin) = claim_arrays(ledger.low_claims), claim_arrays(ledger.high_claims)
        new_path = self._path.with_name(self._path.name + ".new")
        with new_path.open("wb") as file:
            head = np.array([self.grid.cols, self.grid.rows, margin, remaining_sides])
            np.savez(file, head=head, low=low, low_margin=low_margin, high=high, high_margin=high_margin)
            file.flush()
            os.fsync(file.fileno())
        new_path.replace(self._path)
        self._save_time = perf_counter()
