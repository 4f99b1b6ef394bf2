"""A position as the search sees it: lines drawn and lines considered, their zones, and who holds what."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.curves.line import Line, Point
from engines.curves.rules import Position
from engines.curves.search.geometry import Desk, Lines, in_zone, new_desk
from engines.curves.search.glance import CLOSE, UNSURE, Chains, chains_of, glance
from engines.curves.search.joints import collide, cuts_of, joined_collide
from engines.curves.search.lines import considered, places_of, rows_of
from engines.game import Seat
from engines.kernels.compiling import kernel, section
from engines.kernels.intrinsics import trailing_zeros

Words = NDArray[np.uint64]
WORD = 64
JOINED, FULL, ONCE, TWICE, HELD = 0, 1, 2, 4, 6
MASKS = 8


class Field(NamedTuple):
    """What stays the same during a search. Sets of points are words, point i bit i; sets of lines are rows of words.

    `lines` holds the drawn lines first, then those considered; `zone` and `ends` are each line's free region and two
    ends; `at` the considered lines at each point; `blocks` those that each line leaves no room for,
    where that is `known`.
    `cuts` are the times at which each line passes the circles around its ends.
    """

    lines: Lines
    zone: Words
    ends: Words
    at: NDArray[np.uint64]
    blocks: NDArray[np.uint64]
    known: NDArray[np.uint64]
    cuts: NDArray[np.float64]
    chains: Chains
    desk: Desk


class State(NamedTuple):
    """What changes: `masks` are the points with a line, with two, with one or two lines of each seat, and held by each.

    `holder` is the line by which a point is held, `legal` the lines that may be drawn, `drawn` those each seat drew.
    """

    masks: Words
    holder: NDArray[np.int64]
    legal: Words
    drawn: NDArray[np.uint64]


def build(position: Position, most: int) -> tuple[Field, State, list[Line]]:
    """The field and state of a position, and its lines by number; at most so many lines are considered.

    Of very many, those at held points and those that take something come first, then any, evenly.
    """
    everything = [*position.lines, *(considered(position) or position.beyond_sample)]
    rows, points = rows_of(everything), places_of(position.marks)
    zone, both = np.zeros(len(everything), np.uint64), np.zeros(len(everything), np.uint64)
    survey(rows, points, zone, both)
    kept = _chosen(position, zone, both, most)
    field = _field(rows[kept], zone[kept], both[kept], len(position.lines), len(position.marks))
    return field, _state(position, field), [everything[number] for number in kept]


def blank() -> tuple[Field, State]:
    """A field without points and lines, which takes no kernel to make."""
    none, words = np.zeros(0, np.uint64), np.zeros((0, 1), np.uint64)
    chains = Chains(np.empty((0, 1, 2)), np.empty((0, 4)), np.empty(0))
    field = Field(rows_of([]), none, none, words, words, words, np.empty((0, 2)), chains, new_desk())
    empty = np.zeros((2, 1), np.uint64)
    return field, State(np.zeros(MASKS, np.uint64), np.zeros(0, np.int64), np.zeros(1, np.uint64), empty)


@kernel
def survey(lines: Lines, points: Lines, zone: Words, ends: Words) -> None:
    """Finds the points in the zones of lines and at their ends."""
    for line in range(lines.shape[0]):
        for point in range(points.shape[0]):
            x, y = points[point, 0], points[point, 1]
            bit = np.uint64(1) << np.uint64(point)
            if in_zone(lines, line, x, y):
                zone[line] |= bit
            first = x == lines[line, 0] and y == lines[line, 1]
            if first or (x == lines[line, 4] and y == lines[line, 5]):
                ends[line] |= bit


def _chosen(position: Position, zone: Words, ends: Words, most: int) -> list[int]:
    """The numbers of the drawn lines and of at most `most` lines that fit."""
    drawn = len(position.lines)
    fitting = range(drawn, len(zone))
    joined = sum({1 << i for i, point in enumerate(position.marks) if _has_line(position, point)})
    held = sum({1 << i for i, point in enumerate(position.marks) if point in position.held})
    useful = [n for n in fitting if int(zone[n]) & ~joined or int(ends[n]) & held]
    rest = sorted(set(fitting) - set(useful))
    if len(useful) < most:
        useful += rest[:: max(1, len(rest) // (most - len(useful)))]
    spread = {useful[place * len(useful) // most] for place in range(most)} if len(useful) > most else useful
    return [*range(drawn), *sorted(spread)]


def _has_line(position: Position, point: Point) -> bool:
    return any(point in line.ends for line in position.lines)


def _field(rows: Lines, zone: Words, ends: Words, drawn: int, points: int) -> Field:
    words = -(-max(1, len(rows)) // WORD)
    at = np.zeros((points, words), np.uint64)
    for line in range(drawn, len(rows)):
        for point in range(points):
            if int(ends[line]) >> point & 1:
                at[point, line // WORD] |= np.uint64(1 << line % WORD)
    blocks, known = np.zeros((2, len(rows), words), np.uint64)
    desk = new_desk()
    return Field(rows, zone, ends, at, blocks, known, cuts_of(rows, desk), chains_of(rows), desk)


def _state(position: Position, field: Field) -> State:
    number = {point: i for i, point in enumerate(position.marks)}
    masks, holder = np.zeros(MASKS, np.uint64), np.full(len(number), -1, np.int64)
    drawn = np.zeros((2, field.blocks.shape[1]), np.uint64)
    for line, each in enumerate(position.drawn):
        seat = 0 if each.seat is Seat.FIRST else 1
        join(masks, field.ends[line], seat)
        drawn[seat, line // WORD] |= np.uint64(1 << line % WORD)
    for point, held in position.held.items():
        if held.seat is not None:
            holder[number[point]] = position.lines.index(held.line)
            masks[HELD + (held.seat is Seat.SECOND)] |= np.uint64(1 << number[point])
    legal = np.zeros(field.blocks.shape[1], np.uint64)
    for line in range(len(position.lines), len(field.lines)):
        legal[line // WORD] |= np.uint64(1 << line % WORD)
    return State(masks, holder, legal, drawn)


@kernel
def join(masks: Words, ends: np.uint64, seat: int) -> None:
    """Notes a line's ends: points with a line, with two, and the same for the lines of its drawer."""
    masks[FULL] |= masks[JOINED] & ends
    masks[JOINED] |= ends
    masks[TWICE + seat] |= masks[ONCE + seat] & ends
    masks[ONCE + seat] |= ends


@section
def strike(field: Field, state: State, line: int) -> None:
    """Takes a line, and all that it leaves no room for, off the lines that may be drawn."""
    for place in range(state.legal.size):
        word = state.legal[place] & ~field.known[line, place]
        while word != np.uint64(0):
            _learn(field, line, int(WORD * place + np.int64(trailing_zeros(word))))
            word &= word - np.uint64(1)
        state.legal[place] &= ~field.blocks[line, place]


@section
def _learn(field: Field, line: int, other: int) -> None:
    """Finds out whether two lines are in each other's way, and notes it for both."""
    blocked = line == other or _collide(field, line, other)
    for one, two in ((line, other), (other, line)):
        bit = np.uint64(1) << np.uint64(two % WORD)
        field.known[one, two // WORD] |= bit
        if blocked:
            field.blocks[one, two // WORD] |= bit


@section
def _collide(field: Field, one: int, two: int) -> bool:
    shared = field.ends[one] & field.ends[two]
    if shared == np.uint64(0):
        verdict = glance(field.chains, one, two)
        if verdict != UNSURE:
            return verdict == CLOSE
    elif shared & (shared - np.uint64(1)) == np.uint64(0):
        return joined_collide(field.lines, field.cuts, one, two, field.desk)
    return collide(field.lines, one, two, field.desk)
