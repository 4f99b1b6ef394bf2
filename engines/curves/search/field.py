"""A position in the form of the search: lines drawn and considered, their zones, and the holders of points."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.curves.line import Line, Point
from engines.curves.rules import Position
from engines.curves.search.geometry import Lines, Scratch, is_in_zone, new_scratch
from engines.curves.search.glance import CLOSE, UNSURE, Chains, build_chains, quick_verdict
from engines.curves.search.joints import collide, find_cuts, joined_lines_collide
from engines.curves.search.lines import considered_lines, line_rows, point_places
from engines.game import NO_DEADLINE, Deadline, Seat
from engines.kernels.compiling import kernel, section
from engines.kernels.intrinsics import trailing_zeros

BitWords = NDArray[np.uint64]
WORD = 64
JOINED, FULL, ONCE, TWICE, HELD = 0, 1, 2, 4, 6
MASKS = 8


class Field(NamedTuple):
    """The constants of a search; a set of points is one word (point i is bit i), a set of lines a row of words.

    `lines` holds the drawn lines first, then those considered; `zone` and `ends` are each line's free region and two
    ends; `at` the considered lines at each point; `blocks` those that each line makes illegal, as far as `known` says
    that the pair was tested. `cuts` are the times at which each line crosses the circles around its ends.
    """

    lines: Lines
    zone: BitWords
    ends: BitWords
    at: NDArray[np.uint64]
    blocks: NDArray[np.uint64]
    known: NDArray[np.uint64]
    cuts: NDArray[np.float64]
    chains: Chains
    scratch: Scratch


class State(NamedTuple):
    """The variables of a search.

    `masks` are sets of points: those with a line, with two, with one or two lines of each seat, and held by each seat.
    `holder` is the line that holds a point, `legal` the legal lines, `drawn` the lines of each seat.
    """

    masks: BitWords
    holder: NDArray[np.int64]
    legal: BitWords
    drawn: NDArray[np.uint64]


def build_field(position: Position, most: int, deadline: Deadline = NO_DEADLINE) -> tuple[Field, State, list[Line]]:
    """Return the field and state of a position, with at most `most` considered lines, by number.

    Of very many, lines at held points and lines that take something come first, then an even spread of the rest.
    If time runs out, only lines between the nearest ends are considered.
    """
    everything = [*position.lines, *(considered_lines(position, deadline) or position.lines_beyond_sample)]
    rows, points = line_rows(everything), point_places(position.marks)
    zone, both = np.zeros(len(everything), np.uint64), np.zeros(len(everything), np.uint64)
    survey_lines(rows, points, zone, both)
    chosen_numbers = _select_lines(position, zone, both, most)
    field = _field(
        rows[chosen_numbers], zone[chosen_numbers], both[chosen_numbers], len(position.lines), len(position.marks)
    )
    return field, _state(position, field), [everything[number] for number in chosen_numbers]


def blank_field() -> tuple[Field, State]:
    """Return a field without points and lines; this compiles no kernel."""
    none, words = np.zeros(0, np.uint64), np.zeros((0, 1), np.uint64)
    chains = Chains(np.empty((0, 1, 2)), np.empty((0, 4)), np.empty(0))
    field = Field(line_rows([]), none, none, words, words, words, np.empty((0, 2)), chains, new_scratch())
    no_lines = np.zeros((2, 1), np.uint64)
    return field, State(np.zeros(MASKS, np.uint64), np.zeros(0, np.int64), np.zeros(1, np.uint64), no_lines)


@kernel
def survey_lines(lines: Lines, points: Lines, zone: BitWords, ends: BitWords) -> None:
    """Find the points in the zones of lines and at their ends."""
    for line in range(lines.shape[0]):
        for point in range(points.shape[0]):
            x, y = points[point, 0], points[point, 1]
            bit = np.uint64(1) << np.uint64(point)
            if is_in_zone(lines, line, x, y):
                zone[line] |= bit
            first = x == lines[line, 0] and y == lines[line, 1]
            if first or (x == lines[line, 4] and y == lines[line, 5]):
                ends[line] |= bit


def _select_lines(position: Position, zone: BitWords, ends: BitWords, most: int) -> list[int]:
    """Return the numbers of the drawn lines and of at most `most` others."""
    drawn_count = len(position.lines)
    fitting = range(drawn_count, len(zone))
    joined_points = sum({1 << i for i, point in enumerate(position.marks) if _has_line(position, point)})
    held_points = sum({1 << i for i, point in enumerate(position.marks) if point in position.holders})
    useful = [n for n in fitting if int(zone[n]) & ~joined_points or int(ends[n]) & held_points]
    rest = sorted(set(fitting) - set(useful))
    if len(useful) < most:
        useful += rest[:: max(1, len(rest) // (most - len(useful)))]
    spread = {useful[place * len(useful) // most] for place in range(most)} if len(useful) > most else useful
    return [*range(drawn_count), *sorted(spread)]


def _has_line(position: Position, point: Point) -> bool:
    return any(point in line.ends for line in position.lines)


def _field(rows: Lines, zone: BitWords, ends: BitWords, drawn_count: int, points: int) -> Field:
    words = -(-max(1, len(rows)) // WORD)
    at = np.zeros((points, words), np.uint64)
    for line in range(drawn_count, len(rows)):
        both = int(ends[line])
        for point in (both.bit_length() - 1, (both & -both).bit_length() - 1):
            at[point, line // WORD] |= np.uint64(1 << line % WORD)
    blocks, known_pairs = np.zeros((2, len(rows), words), np.uint64)
    scratch = new_scratch()
    return Field(rows, zone, ends, at, blocks, known_pairs, find_cuts(rows, scratch), build_chains(rows), scratch)


def _state(position: Position, field: Field) -> State:
    number = {point: i for i, point in enumerate(position.marks)}
    masks, holder = np.zeros(MASKS, np.uint64), np.full(len(number), -1, np.int64)
    drawn_lines = np.zeros((2, field.blocks.shape[1]), np.uint64)
    for line, each in enumerate(position.drawn):
        seat = 0 if each.seat is Seat.FIRST else 1
        join_ends(masks, field.ends[line], seat)
        drawn_lines[seat, line // WORD] |= np.uint64(1 << line % WORD)
    for point, holding in position.holders.items():
        if holding.seat is not None:
            holder[number[point]] = position.lines.index(holding.line)
            masks[HELD + (holding.seat is Seat.SECOND)] |= np.uint64(1 << number[point])
    legal_lines = np.zeros(field.blocks.shape[1], np.uint64)
    for line in range(len(position.lines), len(field.lines)):
        legal_lines[line // WORD] |= np.uint64(1 << line % WORD)
    return State(masks, holder, legal_lines, drawn_lines)


@kernel
def join_ends(masks: BitWords, ends: np.uint64, seat: int) -> None:
    """Record a line's ends: points with a line, with two, and the same for the lines of its seat."""
    masks[FULL] |= masks[JOINED] & ends
    masks[JOINED] |= ends
    masks[TWICE + seat] |= masks[ONCE + seat] & ends
    masks[ONCE + seat] |= ends


@section
def strike_lines(field: Field, state: State, line: int) -> None:
    """Remove a line, and every line that it blocks, from the legal lines."""
    for place in range(state.legal.size):
        word = state.legal[place] & ~field.known[line, place]
        while word != np.uint64(0):
            _learn_collision(field, line, int(WORD * place + np.int64(trailing_zeros(word))))
            word &= word - np.uint64(1)
        state.legal[place] &= ~field.blocks[line, place]


@section
def _learn_collision(field: Field, line: int, other_line: int) -> None:
    """Test whether two lines collide, and record it for both."""
    is_blocked = line == other_line or _collide(field, line, other_line)
    for one, two in ((line, other_line), (other_line, line)):
        bit = np.uint64(1) << np.uint64(two % WORD)
        field.known[one, two // WORD] |= bit
        if is_blocked:
            field.blocks[one, two // WORD] |= bit


@section
def _collide(field: Field, one: int, two: int) -> bool:
    shared_ends = field.ends[one] & field.ends[two]
    if shared_ends == np.uint64(0):
        verdict = quick_verdict(field.chains, one, two)
        if verdict != UNSURE:
            return verdict == CLOSE
    elif shared_ends & (shared_ends - np.uint64(1)) == np.uint64(0):
        return joined_lines_collide(field.lines, field.cuts, one, two, field.scratch)
    return collide(field.lines, one, two, field.scratch)
