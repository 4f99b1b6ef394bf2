"""The solved variants: a table of exact values for each."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from engines.lgame.grid import PAINTED, REFLECTIONS, START_LS, START_NEUTRALS
from engines.lgame.options import MOST_NEEDED
from engines.lgame.rules import BLOCKING_SCORES, Variant
from engines.lgame.search.graph import ARRANGEMENTS, COMBOS, PAIRS, Values, graph, number
from engines.lgame.search.retrograde import WIN, Sides, a_ply_earlier, all_open, settled

Needs = tuple[int, int]
"""How many points First and Second still need."""
Table = NDArray[np.int16]
"""Values by First's and Second's points still needed (0, 0 where there are none), mover, arrangement."""


def plain_ends(variant: Variant) -> Values:
    """Where the game has ended when nothing is scored: the mover is blocked, or has just been mirrored."""
    ends = all_open()
    ends[graph().blocked] = -WIN
    if variant is Variant.SYMMETRY:
        mirrored = [own in REFLECTIONS[other] for own, other in PAIRS]
        ends[np.tile(mirrored, len(COMBOS))] = -WIN
    return ends


def plain(variant: Variant) -> Table:
    """The table of `classic` or `symmetry`."""
    ends = plain_ends(variant)
    return np.stack(settled(graph(), (ends, ends), (all_open(), all_open())))[None, None]


def scoring(most: Needs = (MOST_NEEDED, MOST_NEEDED)) -> Table:
    """The table of `scoring`, for up to so many points needed by First and by Second."""
    table = np.zeros((most[0] + 1, most[1] + 1, 2, ARRANGEMENTS), np.int16)
    for first, second in sorted(product(range(1, most[0] + 1), range(1, most[1] + 1)), key=sum):
        table[first, second] = settled(graph(), *scoring_knowns(table, (first, second)))
    return table


def scoring_knowns(table: Table, needs: Needs) -> tuple[Sides, Sides]:
    """What is known about a pair of needs from the smaller ones: the ends and the placings for `settled`."""
    ends = tuple(_after_block(table, needs, mover) for mover in (0, 1))
    placings = tuple(_placings(table, needs, mover) for mover in (0, 1))
    return (ends[0], ends[1]), (placings[0], placings[1])


def _after_block(table: Table, needs: Needs, mover: int) -> Values:
    """A blocked mover has lost, or begins again from the start, the blocker being nearer to the target."""
    ends = all_open()
    left = _less(needs, 1 - mover, BLOCKING_SCORES)
    start = number(START_LS[mover], START_LS[1 - mover], START_NEUTRALS)
    ends[graph().blocked] = table[left][mover, start] if min(left) > 0 else -WIN
    return ends


def _placings(table: Table, needs: Needs, mover: int) -> Values:
    """What the L is worth where it covers painted squares: the target, or fewer points needed."""
    worth = all_open()
    for points in (1, 2, 3):
        left = _less(needs, mover, points)
        there = _covering(points)
        if min(left) > 0:
            worth[there] = a_ply_earlier(graph().least_neutral(table[left][1 - mover]))[there]
        else:
            worth[there] = WIN - 1
    return worth


def _less(needs: Needs, seat: int, points: int) -> Needs:
    """What First and Second need once one of them (0 or 1) has scored."""
    return (needs[0] - points, needs[1]) if seat == 0 else (needs[0], needs[1] - points)


@cache
def _covering(points: int) -> NDArray[np.bool_]:
    """The arrangements where the L that waits, just placed, covers so many painted squares."""
    return np.tile([(other & PAINTED).bit_count() == points for _, other in PAIRS], len(COMBOS))
