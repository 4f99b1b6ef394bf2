"""Somebody who solves puzzles, step by step."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random

from benchmarks.strain.seen import Room
from engines.puzzles import Puzzle, puzzle_box


@dataclass
class Solver:
    """`under_way` is set while a step is typed and not answered; after a refusal they look at the puzzle again."""

    room: Room
    chance: Random
    under_way: asyncio.Event = field(default_factory=asyncio.Event)
    typed: int = 0
    lost: int = 0
    words: Counter[str] = field(default_factory=Counter)

    async def solve(self, patience: float) -> bool:
        """Solve one puzzle; return whether each step was answered, and taken once."""
        several = [(number, puzzle) for number, puzzle in enumerate(puzzle_box(), 1) if _is_long(puzzle)]
        number, puzzle = self.chance.choice(several)
        if not await self._does(f"/puzzle {number}", "Step 1 of", number, patience):
            return False
        for step, move in enumerate(puzzle.solution[::2], 2):
            wanted = "Solved!" if step > puzzle.steps else f"Step {step} of"
            self.typed += 1
            self.under_way.set()
            if not await self._does(f"/puzzle {move}", wanted, number, patience):
                self.lost += 1
                return False
            self.under_way.clear()
        return True

    async def _does(self, text: str, wanted: str, number: int, patience: float) -> bool:
        """Type a text until what it leads to is seen; return whether that was in time."""
        until, looks = time.monotonic() + patience, False
        self.room.types(0, text)
        while (left := until - time.monotonic()) > 0:
            try:
                seen = await asyncio.wait_for(self.room.sees(), left)
            except TimeoutError:
                return False
            if wanted in seen.text:
                return True
            if seen.is_refusal:
                self.words[seen.text] += 1
                self.room.types(0, f"/puzzle {number}")
                looks = True
            elif looks:
                self.room.types(0, text)
                looks = False
        return False


def _is_long(puzzle: Puzzle) -> bool:
    return puzzle.game == "dots" and puzzle.steps > 1
