"""Insights of the levels between easy and strong: a few games played out."""

from __future__ import annotations

from engines.curves.classic import classic
from engines.curves.move import Move
from engines.curves.rules import Position
from engines.levels import Insight

_FEW_POINTS = 6
"""The points of a sheet on which beginners are spared."""
GLIMPSES: Insight[Position, Move] = Insight(
    0.55, lambda position, limit: classic(position, limit) if position.points > _FEW_POINTS else None
)
SKILLED: Insight[Position, Move] = Insight(0.45, nodes=100)
EXPERT: Insight[Position, Move] = Insight(0.22, nodes=500)
