"""The moves recorded in a proof of a board's value, chosen to keep it small (format: `engines.dots.verify`).

Starting from the empty board, by the number of open sides, the claims to be shown are collected. Moves that the
search of the value has found are preferred, because the positions after them have been searched too and recur often;
among these, moves that serve many claims at once and need few new ones (a greedy set cover).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.dots.search.alphabeta import is_at_least
from engines.dots.search.board import WORD
from engines.dots.search.claims import (
    HIGH,
    LOW,
    Claims,
    Flags,
    Indices,
    Ledger,
    Lister,
    Margins,
    MoveList,
    add,
    claim,
    claimed_margin,
    has_size,
    hash_in,
    is_claimed,
    list_moves,
    move_index,
)
from engines.dots.search.table import Words, look_up
from engines.dots.search.walk import NONE
from engines.dots.search.workspace import Workspace
from engines.kernels.alarm import Watch
from engines.kernels.compiling import kernel, tight

Weights = NDArray[np.float32]

BATCH = 1 << 24
YES, NO, UNSURE = 1, 0, -1
UNLISTED = NONE
LEAST_WEIGHT, STEP = 0.2, 0.93


class Prover(NamedTuple):
    """The exact search with its workspace, and a lister of moves."""

    lister: Lister
    workspace: Workspace
    watch: Watch


class Ways(NamedTuple):
    """Moves that prove claims: the slot of the claim, the position after the move, and the margin to claim there."""

    claim_ids: Indices
    number: Words
    sides: Words
    margin: Margins


def choose_moves(prover: Prover, ledger: Ledger, size: int) -> None:
    """Choose moves for positions with `size` open sides and add the claims they need; raise `MemoryError` if full."""
    low_claims, high_claims, start = ledger.low_claims, ledger.high_claims, 0
    _show_high(prover, low_claims, high_claims, size)
    ways = _new_ways()
    while start < low_claims.number.size:
        start, count = _list_ways(prover, low_claims, high_claims, size, start, ways)
        _claim_best_ways(prover, low_claims, high_claims, _head(ways, count))
    ledger.check_room()


def _new_ways() -> Ways:
    number, sides = np.zeros(BATCH, np.uint64), np.zeros(BATCH, np.uint64)
    return Ways(np.zeros(BATCH, np.int64), number, sides, np.zeros(BATCH, np.int8))


def _head(ways: Ways, count: int) -> Ways:
    return Ways(ways.claim_ids[:count], ways.number[:count], ways.sides[:count], ways.margin[:count])


def proof_answers(prover: Prover, ledger: Ledger, positions: Words, numbers: Margins, is_gift: bool) -> Flags:
    """Return the index of a move that reaches each margin; for gifts, whether the mover is behind by no more."""
    places = np.zeros(len(positions), np.uint8)
    if is_gift:
        _answer_gifts(prover, ledger.low_claims, ledger.high_claims, positions, numbers, places)
    else:
        _answer_moves(prover, ledger.low_claims, ledger.high_claims, positions, numbers, places)
    return places


def _claim_best_ways(prover: Prover, low_claims: Claims, high_claims: Claims, ways: Ways) -> None:
    """Add the claims that the best ways need, at least one for each claim that has any."""
    _claim_first_moves(prover, low_claims, high_claims, ways.claim_ids[ways.number == UNLISTED])
    order = np.lexsort((ways.margin, ways.number))[np.count_nonzero(ways.number == UNLISTED) :]
    number = ways.number[order]
    first = np.flatnonzero(np.r_[number[:1] != 0, number[1:] != number[:-1]])
    starts, heads = np.r_[first, len(order)], order[first]
    weights = np.zeros(len(heads), np.float32)
    _weigh(prover, low_claims, ways.sides[heads], ways.margin[heads], weights)
    _, claim_ids = np.unique(ways.claim_ids, return_inverse=True)
    selection = np.zeros(len(heads), np.uint8)
    _cover(order, starts, claim_ids, weights, np.zeros(len(claim_ids), np.uint8), selection)
    captures = order[np.repeat(selection == 1, np.diff(starts))]
    _claim_high(high_claims, ways.number[captures], ways.sides[captures], ways.margin[captures])


@tight
def _table_answer(prover: Prover, each: int, goal: int) -> int:
    """Answer `_reaches` from the table alone: YES, NO or UNSURE."""
    options = prover.lister.options
    boxes = options.boxes[each]
    goal += (goal ^ boxes) & 1
    low_claims, high_claims = look_up(prover.workspace.table, options.number[each], options.check[each], boxes)
    return YES if low_claims >= goal else NO if high_claims < goal else UNSURE


@tight
def _reaches(prover: Prover, each: int, goal: int) -> bool:
    """Return whether the position after a move is worth at least `goal` to its mover."""
    answer = _table_answer(prover, each, goal)
    if answer != UNSURE:
        return answer == YES
    return is_at_least(prover.lister.board, prover.workspace, prover.watch, prover.lister.options.sides[each], goal)


@tight
def _is_enough(prover: Prover, each: int, margin: int) -> bool:
    """Return whether a move reaches a margin."""
    options = prover.lister.options
    captures, gift = options.captures[each], options.gift[each]
    if (gift > 0 and gift - captures < margin) or _reaches(prover, each, 1 - captures - margin):
        return False
    return gift == 0 or _reaches(prover, each, captures + margin - 2 * gift)


@tight
def _is_shown(prover: Prover, low_claims: Claims, high_claims: Claims, each: int, margin: int) -> bool:
    """Return whether all claims exist that a move needs to reach a margin."""
    options = prover.lister.options
    number, boxes, captures, gift = (
        options.number[each],
        options.boxes[each],
        options.captures[each],
        options.gift[each],
    )
    if gift > 0 and gift - captures < margin:
        return False
    if not is_claimed(high_claims, HIGH, number, boxes, -captures - margin):
        return False
    return gift == 0 or is_claimed(low_claims, LOW, number, boxes, captures + margin - 2 * gift)


@tight
def _is_any_shown(prover: Prover, low_claims: Claims, high_claims: Claims, count: int, margin: int) -> bool:
    """Return whether any of the `count` moves reaches a margin by the existing claims."""
    matches = 0
    for each in range(count):
        matches += _is_shown(prover, low_claims, high_claims, each, margin)
    return matches > 0


@tight
def _is_new(options: MoveList, each: int) -> bool:
    """Return whether no earlier move in the list leads to the same position."""
    count = 0
    for earlier in range(each):
        count += options.number[earlier] == options.number[each]
    return count == 0


@kernel
def _show_high(prover: Prover, low_claims: Claims, high_claims: Claims, size: int) -> None:
    """Add the claims that the upper bounds of positions with `size` open sides need."""
    options = prover.lister.options
    for at in range(high_claims.number.size):
        if not has_size(high_claims, at, size):
            continue
        margin = high_claims.margin[at]
        for each in range(list_moves(prover.lister, high_claims.sides[at])):
            number, sides, boxes = options.number[each], options.sides[each], options.boxes[each]
            captures, gift = options.captures[each], options.gift[each]
            if gift == 0:
                claim(low_claims, LOW, number, sides, boxes, -captures - margin)
            elif gift - captures > margin:
                if _reaches(prover, each, -gift):
                    claim(low_claims, LOW, number, sides, boxes, -captures - margin)
                else:
                    claim(high_claims, HIGH, number, sides, boxes, captures + margin - 2 * gift)


@kernel
def _list_ways(
    prover: Prover, low_claims: Claims, high_claims: Claims, size: int, start: int, ways: Ways
) -> tuple[int, int]:
    """List the ways of the claims from a slot on; return the slot where the list was full, and their number.

    A claim without a known way (ways with a gift are not listed) gets one with the number UNLISTED.
    """
    total = 0
    for at in range(start, low_claims.number.size):
        if not has_size(low_claims, at, size):
            continue
        if total + WORD > ways.claim_ids.size:
            return at, total
        count = list_moves(prover.lister, low_claims.sides[at])
        if not _is_any_shown(prover, low_claims, high_claims, count, low_claims.margin[at]):
            more = _add_ways(prover, low_claims, at, count, ways, total)
            if more == 0:
                ways.claim_ids[total], ways.number[total], more = at, UNLISTED, 1
            total += more
    return low_claims.number.size, total


@tight
def _add_ways(prover: Prover, low_claims: Claims, at: int, count: int, ways: Ways, total: int) -> int:
    """Add the ways for one claim that the search has found; return their number."""
    more = _add_known_ways(prover, low_claims, at, count, ways, total)
    if more == 0:
        is_at_least(prover.lister.board, prover.workspace, prover.watch, low_claims.sides[at], low_claims.margin[at])
        more = _add_known_ways(prover, low_claims, at, count, ways, total)
    return more


@tight
def _add_known_ways(prover: Prover, low_claims: Claims, at: int, count: int, ways: Ways, total: int) -> int:
    options, margin, more = prover.lister.options, low_claims.margin[at], 0
    for each in range(count):
        goal = -options.captures[each] - margin
        if options.gift[each] == 0 and _table_answer(prover, each, goal + 1) == NO:
            ways.claim_ids[total + more], ways.margin[total + more] = at, goal - ((goal ^ options.boxes[each]) & 1)
            ways.number[total + more], ways.sides[total + more] = options.number[each], options.sides[each]
            more += 1
    return more


@kernel
def _claim_first_moves(prover: Prover, low_claims: Claims, high_claims: Claims, claim_ids: Indices) -> None:
    """Add the claims that the first sufficient move needs, for each of these claims."""
    for at in claim_ids:
        count = list_moves(prover.lister, low_claims.sides[at])
        if not _is_any_shown(prover, low_claims, high_claims, count, low_claims.margin[at]):
            _claim_first_move(prover, low_claims, high_claims, count, low_claims.margin[at])


@tight
def _claim_first_move(prover: Prover, low_claims: Claims, high_claims: Claims, count: int, margin: int) -> None:
    options = prover.lister.options
    for each in range(count):
        if _is_enough(prover, each, margin):
            number, sides, boxes = options.number[each], options.sides[each], options.boxes[each]
            captures, gift = options.captures[each], options.gift[each]
            claim(high_claims, HIGH, number, sides, boxes, -captures - margin)
            if gift > 0:
                claim(low_claims, LOW, number, sides, boxes, captures + margin - 2 * gift)
            return


@kernel
def _weigh(prover: Prover, low_claims: Claims, sides: Words, margins: Margins, weights: Weights) -> None:
    """Set each weight to the number of new claims that this margin needs at a position."""
    options = prover.lister.options
    for at in range(sides.size):
        weights[at] = LEAST_WEIGHT
        for each in range(list_moves(prover.lister, sides[at])):
            number, boxes = options.number[each], options.boxes[each]
            captures, gift = options.captures[each], options.gift[each]
            if gift == 0:
                answer = not _is_new(options, each) or is_claimed(
                    low_claims, LOW, number, boxes, -captures - margins[at]
                )
            else:
                answer = gift - captures <= margins[at]
            weights[at] += 0 if answer else 1


@kernel
def _cover(
    order: Indices, starts: Indices, claim_ids: Indices, weights: Weights, is_covered: Flags, selection: Flags
) -> None:
    """Choose groups of ways, the i-th being order[starts[i]:starts[i + 1]], until all claims are covered.

    Each round chooses the groups that cover most for their weight, down to a falling threshold.
    """
    least = np.float32(0)
    for group in range(weights.size):
        least = max(least, np.float32(starts[group + 1] - starts[group]) / weights[group])
    while least > 0:
        most = np.float32(0)
        for group in range(weights.size):
            if selection[group]:
                continue
            score = np.float32(_uncovered_count(order, starts, claim_ids, is_covered, group)) / weights[group]
            if score == 0:
                continue
            if score < least:
                most = max(most, score)
                continue
            selection[group] = 1
            for each in range(starts[group], starts[group + 1]):
                is_covered[claim_ids[order[each]]] = 1
        least = min(most, least * np.float32(STEP))


@tight
def _uncovered_count(order: Indices, starts: Indices, claim_ids: Indices, is_covered: Flags, group: int) -> int:
    count = 0
    for each in range(starts[group], starts[group + 1]):
        count += is_covered[claim_ids[order[each]]] == 0
    return count


@kernel
def _claim_high(high_claims: Claims, number: Words, sides: Words, margins: Margins) -> None:
    for each in range(number.size):
        add(high_claims, HIGH, number[each], sides[each], margins[each])


@kernel
def _answer_gifts(
    prover: Prover, low_claims: Claims, high_claims: Claims, rests: Words, gifts: Margins, answers: Flags
) -> None:
    for each in range(rests.size):
        number, least = hash_in(prover.lister, rests[each]), -gifts[each]
        if claimed_margin(low_claims, number, -WORD) >= least:
            answers[each] = 1
        elif claimed_margin(high_claims, number, WORD) >= least:
            answers[each] = is_at_least(prover.lister.board, prover.workspace, prover.watch, rests[each], least)


@kernel
def _answer_moves(
    prover: Prover, low_claims: Claims, high_claims: Claims, positions: Words, margins: Margins, answers: Flags
) -> None:
    """Set each answer to the first move in order that reaches the margin by the existing claims."""
    for at in range(positions.size):
        count = list_moves(prover.lister, positions[at])
        first = WORD
        for each in range(count):
            if _is_shown(prover, low_claims, high_claims, each, margins[at]):
                first = min(first, move_index(prover.lister.options, count, each))
        answers[at] = first
