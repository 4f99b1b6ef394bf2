"""Tables of exact values, one for each solved variant."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from engines.lgame.grid import PAINTED, REFLECTIONS, START_LS, START_NEUTRALS
from engines.lgame.options import MOST_NEEDED
from engines.lgame.rules import BLOCKING_SCORES, Variant
from engines.lgame.search.graph import ARRANGEMENTS, COMBOS, PAIRS, Values, graph, number
from engines.lgame.search.retrograde import WIN, Sides, a_ply_earlier, solve_values, unknown_values

Needs = tuple[int, int]
"""The points that First and Second still need."""
Table = NDArray[np.int16]
"""Values by First's and Second's points still needed (0, 0 where there are none), mover, arrangement."""


def plain_ends(variant: Variant) -> Values:
    """Return the ends of a game without points: the mover is blocked, or has just been mirrored."""
    ends = unknown_values()
    ends[graph().blocked_arrangements] = -WIN
    if variant is Variant.SYMMETRY:
        is_mirrored = [own_l in REFLECTIONS[opposing_l] for own_l, opposing_l in PAIRS]
        ends[np.tile(is_mirrored, len(COMBOS))] = -WIN
    return ends


def plain_table(variant: Variant) -> Table:
    """Return the table of `classic` or `symmetry`."""
    ends = plain_ends(variant)
    return np.stack(solve_values(graph(), (ends, ends), (unknown_values(), unknown_values())))[None, None]


def scoring_table(most: Needs = (MOST_NEEDED, MOST_NEEDED)) -> Table:
    """Return the table of `scoring`, for up to `most` points needed by First and by Second."""
    table = np.zeros((most[0] + 1, most[1] + 1, 2, ARRANGEMENTS), np.int16)
    for first, second in sorted(product(range(1, most[0] + 1), range(1, most[1] + 1)), key=sum):
        table[first, second] = solve_values(graph(), *scoring_knowns(table, (first, second)))
    return table


def scoring_knowns(table: Table, needs: Needs) -> tuple[Sides, Sides]:
    """Return the known values from smaller needs: the ends and the placings for `solve_values`."""
    ends = tuple(_after_block(table, needs, mover) for mover in (0, 1))
    placings = tuple(_placings(table, needs, mover) for mover in (0, 1))
    return (ends[0], ends[1]), (placings[0], placings[1])


def _after_block(table: Table, needs: Needs, mover: int) -> Values:
    """Return the values after a block: the mover loses, or starts over with the blocker nearer to the target."""
    ends = unknown_values()
    needs_left = _less(needs, 1 - mover, BLOCKING_SCORES)
    start = number(START_LS[mover], START_LS[1 - mover], START_NEUTRALS)
    ends[graph().blocked_arrangements] = table[needs_left][mover, start] if min(needs_left) > 0 else -WIN
    return ends


def _placings(table: Table, needs: Needs, mover: int) -> Values:
    """Return the values of placing the L on painted squares: a reached target, or fewer points needed."""
    values = unknown_values()
    for points in (1, 2, 3):
        needs_left = _less(needs, mover, points)
        there = _covering(points)
        if min(needs_left) > 0:
            values[there] = a_ply_earlier(graph().least_neutral(table[needs_left][1 - mover]))[there]
        else:
            values[there] = WIN - 1
    return values


def _less(needs: Needs, seat: int, points: int) -> Needs:
    """Return the points that First and Second need once one of them (0 or 1) has scored."""
    return (needs[0] - points, needs[1]) if seat == 0 else (needs[0], needs[1] - points)


@cache
def _covering(points: int) -> NDArray[np.bool_]:
    """Return the arrangements in which the L just placed covers `squares` painted squares."""
    return np.tile([(opposing_l & PAINTED).bit_count() == points for _, opposing_l in PAIRS], len(COMBOS))
