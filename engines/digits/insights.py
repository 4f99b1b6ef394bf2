"""Insights of the levels between easy and strong: a short search ahead; below it, cells are overlooked."""

from __future__ import annotations

from functools import partial

from engines.digits.classic import classic
from engines.digits.move import Move
from engines.digits.rules import Position
from engines.levels import Insight

_FEW_CELLS = 16
"""The cells of 4x4, on which beginners are spared."""
careless, careful = partial(classic, overlooks=0.3), partial(classic, overlooks=0.1)
"""The rule of thumb as the classic level follows it, and as the levels above do that don't search in this turn."""
GLIMPSES: Insight[Position, Move] = Insight(
    0.45, lambda position, limit: classic(position, limit) if len(position.grid.around) > _FEW_CELLS else None
)
SKILLED: Insight[Position, Move] = Insight(0.65, nodes=100)
EXPERT: Insight[Position, Move] = Insight(0.27, nodes=10_000)
