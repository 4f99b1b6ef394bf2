"""A quick test that decides most pairs of lines: each line is approximated by eight chords, to a known slack."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.curves.search.geometry import LINE_CLEARANCE, Lines, deviation, line_stretch
from engines.kernels.compiling import kernel, tight

CHORDS = 8
APART, CLOSE, UNSURE = 0, 1, 2


class Chains(NamedTuple):
    """The chords of each line: its `knots` (line, knot, x and y) and its `boxes` (left, low, right, high).

    `slack` is the greatest distance of the line from its chords.
    """

    knots: NDArray[np.float64]
    boxes: NDArray[np.float64]
    slack: NDArray[np.float64]


def build_chains(lines: Lines) -> Chains:
    """Return the chains of all lines."""
    count = len(lines)
    chains = Chains(np.empty((count, CHORDS + 1, 2)), np.empty((count, 4)), np.empty(count))
    _fill_chains(lines, chains)
    return chains


@kernel
def _fill_chains(lines: Lines, chains: Chains) -> None:
    for line in range(lines.shape[0]):
        s = line_stretch(lines, line)
        chains.slack[line] = deviation(s) / (CHORDS * CHORDS)
        chains.boxes[line, 0] = chains.boxes[line, 1] = 1e300
        chains.boxes[line, 2] = chains.boxes[line, 3] = -1e300
        for knot in range(CHORDS + 1):
            t = knot / CHORDS
            a, c, b = (1 - t) * (1 - t), 2 * t * (1 - t), t * t
            _set_knot(chains, line, knot, 0, a * s[0] + c * s[2] + b * s[4])
            _set_knot(chains, line, knot, 1, a * s[1] + c * s[3] + b * s[5])


@tight
def _set_knot(chains: Chains, line: int, knot: int, axis: int, place: float) -> None:
    """Set a knot, and extend the line's box to it."""
    slack, boxes = chains.slack[line], chains.boxes
    chains.knots[line, knot, axis] = place
    boxes[line, axis] = min(boxes[line, axis], place - slack)
    boxes[line, axis + 2] = max(boxes[line, axis + 2], place + slack)


@tight
def quick_verdict(chains: Chains, one: int, two: int) -> int:
    """Return whether two lines without a shared end are `APART`, too `CLOSE`, or `UNSURE`."""
    slack = chains.slack[one] + chains.slack[two]
    reach, verdict = LINE_CLEARANCE + slack, APART
    if _are_boxes_apart(chains.boxes, one, two):
        return APART
    for i in range(CHORDS):
        ax, ay = chains.knots[one, i, 0], chains.knots[one, i, 1]
        bx, by = chains.knots[one, i + 1, 0], chains.knots[one, i + 1, 1]
        left, right, low, high = min(ax, bx) - reach, max(ax, bx) + reach, min(ay, by) - reach, max(ay, by) + reach
        if chains.boxes[two, 0] > right or chains.boxes[two, 2] < left:
            continue
        for j in range(CHORDS):
            px, py = chains.knots[two, j, 0], chains.knots[two, j, 1]
            qx, qy = chains.knots[two, j + 1, 0], chains.knots[two, j + 1, 1]
            if min(px, qx) > right or max(px, qx) < left or min(py, qy) > high or max(py, qy) < low:
                continue
            verdict = UNSURE
            if slack < LINE_CLEARANCE and _do_chords_cross(ax, ay, bx, by, px, py, qx, qy):
                return CLOSE
    return verdict


@tight
def _are_boxes_apart(boxes: NDArray[np.float64], one: int, two: int) -> bool:
    level = max(boxes[one, 0] - boxes[two, 2], boxes[two, 0] - boxes[one, 2])
    upright = max(boxes[one, 1] - boxes[two, 3], boxes[two, 1] - boxes[one, 3])
    return bool(max(level, upright) >= LINE_CLEARANCE)


@tight
def _do_chords_cross(ax: float, ay: float, bx: float, by: float, px: float, py: float, qx: float, qy: float) -> bool:
    """Return whether the chord from A to B properly crosses the one from P to Q."""
    ux, uy, vx, vy = bx - ax, by - ay, qx - px, qy - py
    p, q = ux * (py - ay) - uy * (px - ax), ux * (qy - ay) - uy * (qx - ax)
    a, b = vx * (ay - py) - vy * (ax - px), vx * (by - py) - vy * (bx - px)
    return p * q < 0 and a * b < 0
