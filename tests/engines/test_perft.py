"""The number of move sequences, as tables in `tests/engines/GAME/perft.txt`: `size=2x2 : 4 11880` for depth 4."""

from __future__ import annotations

import pytest

from engines import GAMES
from engines.game import perft
from tests.engines.starts import HERE, lines, options

MOST = 5_000
"""Sequences that are counted in the suite; more are in the long run."""

TABLE = [
    pytest.param(name, start, entry, marks=[pytest.mark.long] if int(entry.split()[1]) > MOST else [])
    for name in GAMES
    for start, entry in (line.split(":") for line in lines(HERE / name / "perft.txt"))
]


@pytest.mark.parametrize(("name", "start", "entry"), TABLE)
def test_the_rules_count_as_many_sequences_as_the_table(name, start, entry):
    depth, count = map(int, entry.split())
    assert perft(GAMES[name].start(options(start.strip()), 0), depth) == count
