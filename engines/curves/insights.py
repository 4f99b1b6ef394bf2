"""Insights of the levels between easy and strong: a few games played out; below them, lines are overlooked."""

from __future__ import annotations

from functools import partial

from engines.curves.classic import classic
from engines.curves.move import Move
from engines.curves.rules import Position
from engines.levels import Insight

_FEW_POINTS = 6
"""The points of a sheet on which beginners are spared."""
careless = partial(classic, overlooks=0.5)
"""The heuristic as the classic level follows it, which overlooks every other line."""
GLIMPSES: Insight[Position, Move] = Insight(
    0.75, lambda position, limit: careless(position, limit) if position.points > _FEW_POINTS else None
)
SKILLED: Insight[Position, Move] = Insight(0.85, nodes=60)
EXPERT: Insight[Position, Move] = Insight(0.47, nodes=200)
