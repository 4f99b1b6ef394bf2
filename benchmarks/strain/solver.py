"""Person who solves puzzles, step by step."""

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
    """A puzzle solver; `under_way` is set while a step waits for its answer."""

    room: Room
    chance: Random
    under_way: asyncio.Event = field(default_factory=asyncio.Event)
    typed: int = 0
    lost: int = 0
    words: Counter[str] = field(default_factory=Counter)

    async def solve(self, patience: float) -> bool:
        """Solve one puzzle; return whether each step was answered and counted once."""
        puzzles = [(number, puzzle) for number, puzzle in enumerate(puzzle_box(), 1) if _is_long(puzzle)]
        number, puzzle = self.chance.choice(puzzles)
        if not await self._type_until(f"/puzzle {number}", ("Step 1 of",), number, patience):
            return False
        for step, move in enumerate(puzzle.solution[::2], 2):
            expected_texts = ("Solved!", f"Puzzle {number} is solved") if step > puzzle.steps else (f"Step {step} of",)
            self.typed += 1
            self.under_way.set()
            if not await self._type_until(f"/puzzle {move}", expected_texts, number, patience):
                self.lost += 1
                return False
            self.under_way.clear()
        return True

    async def _type_until(self, text: str, expected_texts: tuple[str, ...], number: int, patience: float) -> bool:
        """Type a text until one of the wanted answers arrives; return whether it came in time.

        After a refusal, view the puzzle and try again.
        """
        until, is_viewing = time.monotonic() + patience, False
        self.room.type_text(0, text)
        while (remaining := until - time.monotonic()) > 0:
            try:
                message = await asyncio.wait_for(self.room.next_message(), remaining)
            except TimeoutError:
                return False
            if any(expected_text in message.text for expected_text in expected_texts):
                return True
            if message.is_refusal:
                self.words[message.text] += 1
                self.room.type_text(0, f"/puzzle {number}")
                is_viewing = True
            elif is_viewing:
                self.room.type_text(0, text)
                is_viewing = False
        return False


def _is_long(puzzle: Puzzle) -> bool:
    return puzzle.game == "dots" and puzzle.steps > 1
