"""The levels between classic and strong see what the next reply does."""

from __future__ import annotations

from random import Random

import pytest

from engines.game import Limit
from engines.lgame.insights import careful
from engines.lgame.rules import Position, Variant


def positions(variant: Variant, count: int) -> list[Position]:
    """Return positions after a few random moves."""
    chance, found = Random(5), list[Position]()
    while len(found) < count:
        position = Position(variant)
        for _ in range(3):
            if position.outcome is None:
                position = position.play(chance.choice(list(position.moves())))
        found += [position] if position.outcome is None else []
    return found


def can_end(position: Position) -> bool:
    """Return whether the side to move can win at once."""
    return any((end := position.play(move).outcome) and end.winner is position.turn for move in position.moves())


@pytest.mark.parametrize("variant", [Variant.CLASSIC, Variant.SYMMETRY])
def test_a_careful_move_wins_at_once_or_leaves_no_win_if_another_move_does_not(variant: Variant):
    for position in positions(variant, 6):
        after = position.play(careful(position, Limit(60.0, seed=1)).move)
        if can_end(position):
            assert after.outcome is not None
            assert after.outcome.winner is position.turn
        elif can_end(after):
            assert all(can_end(position.play(move)) for move in position.moves())
