"""A position's number says which chains join which joints, no more and no less."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from engines.dots.grid import grid
from engines.dots.search import chains as chains_kernels
from engines.dots.search import moves as moves_kernels
from engines.dots.search import removal as removal_kernels
from engines.dots.search import table as table_kernels
from engines.dots.search.board import Board, search_position
from engines.dots.search.chains import Chains, new_chains
from engines.dots.search.moves import WIDTH, new_moves
from engines.dots.search.root import take_boxes
from engines.dots.search.table import WAYS, empty_table
from engines.kernels.compiling import kernel
from tests.engines.dots.truth import flat_table

number_of = kernel(chains_kernels.hash_of)
prepare = kernel(chains_kernels.prepare)
trace = kernel(chains_kernels.find_chains)
list_moves = kernel(moves_kernels.list_moves)
put_back = kernel(removal_kernels.restore_chain)
take_out = kernel(removal_kernels.remove_chain)
mixed = kernel(table_kernels.mix)

SIZES = [(2, 2), (3, 2), (5, 1), (3, 3), (4, 4), (5, 5), (4, 5)]
LOWEST = -99
DEPTHS = 66


def whole_board(cols: int, rows: int) -> tuple[Board, Chains]:
    solution = search_position(grid(cols, rows), 0)
    assert solution is not None
    chains = new_chains(DEPTHS)
    prepare(solution.board, chains)
    return solution.board, chains


def listed_hashes(board: Board, chains: Chains, sides: int) -> tuple[int, int]:
    trace(board, chains, np.uint64(sides))
    return numbers_at(board, chains, 0)


def numbers_at(board: Board, chains: Chains, depth: int) -> tuple[int, int]:
    number, check = number_of(board, chains, depth)
    return int(mixed(np.uint64(number))), int(check)


def moves_at(board: Board, chains: Chains, depth: int, sides: int) -> list[tuple[tuple[int, int], int]]:
    """For each move the number and the check number of what it leads to, and the chain it opens."""
    moves, nothing = new_moves(depth + 1), empty_table(WAYS)
    count = list_moves(board, chains, moves, nothing, depth, np.uint64(sides), LOWEST)
    return [
        ((int(moves.number[at]), int(moves.check[at])), int(moves.chain[at]))
        for at in range(depth * WIDTH, depth * WIDTH + count)
    ]


def settled_positions(board: Board, sides: int, count: int, chance: Random) -> Iterator[int]:
    """Random positions in which all boxes on offer have been taken."""
    for _ in range(count):
        density = chance.random()
        kept = sum(1 << side for side in range(sides) if chance.random() < density)
        yield int(take_boxes(board, np.uint64(kept))[2])


@pytest.mark.sample(one_in=3)
@pytest.mark.parametrize("size", SIZES)
def test_a_move_has_the_hash_of_the_next_position_and_can_be_undone(size):
    """Plays random games from random positions, and back again."""
    shape, chance = grid(*size), Random(str(size))
    board, chains = whole_board(*size)
    _, afresh = whole_board(*size)
    made = 0
    for sides in settled_positions(board, shape.sides, 50, chance):
        trace(board, chains, np.uint64(sides))
        met = [(sides, moves_at(board, chains, 0, sides))]
        while met[-1][1]:
            numbers, chain = chance.choice(met[-1][1])
            depth = len(met)
            rest = int(take_out(board, chains, depth - 1, np.uint64(met[-1][0]), chain)[0])
            assert numbers_at(board, chains, depth) == numbers == listed_hashes(board, afresh, rest)
            met.append((rest, moves_at(board, chains, depth, rest)))
        for depth in range(len(met) - 2, -1, -1):
            put_back(chains, depth)
            assert moves_at(board, chains, depth, met[depth][0]) == met[depth][1]
        made += len(met) - 1
    assert made > 100


@pytest.mark.sample(one_in=3)
@pytest.mark.parametrize("size", SIZES)
def test_each_listed_move_has_the_hash_of_the_next_position(size):
    shape, chance = grid(*size), Random(str(size))
    board, chains = whole_board(*size)
    _, afresh = whole_board(*size)
    listed = 0
    for sides in settled_positions(board, shape.sides, 300, chance):
        trace(board, chains, np.uint64(sides))
        moves = moves_at(board, chains, 0, sides)
        for numbers, chain in moves:
            rest = int(take_out(board, chains, 0, np.uint64(sides), chain)[0])
            put_back(chains, 0)
            assert numbers == listed_hashes(board, afresh, rest)
        listed += len(moves)
    assert listed > 300


@pytest.mark.parametrize("size", [(2, 2), pytest.param((2, 3), marks=pytest.mark.long), (4, 1)])
def test_positions_with_one_hash_have_the_same_value(size):
    shape, margins = grid(*size), flat_table(*size)
    board, chains = whole_board(*size)
    quiet = [
        sides for sides in range(1 << shape.sides) if not any((sides & box).bit_count() == 1 for box in shape.boxes)
    ]
    worths: dict[tuple[int, int], set[int]] = {}
    for sides in quiet:
        worths.setdefault(listed_hashes(board, chains, sides), set()).add(int(margins[shape.full & ~sides]))
    assert all(len(result) == 1 for result in worths.values())
    assert len(worths) < len(quiet) / 4


def test_a_hash_depends_on_the_length_of_a_chain_but_not_on_its_place():
    shape, (board, chains) = grid(3, 3), whole_board(3, 3)
    row = {at: [shape.upright(col, at) for col in range(4)] for at in range(3)}
    short = [shape.upright(0, 1), shape.upright(1, 1), shape.level(1, 1)]
    bent = [shape.level(0, 0), shape.level(0, 1), shape.level(0, 2), shape.level(0, 3)]
    numbers = [
        listed_hashes(board, chains, sum(1 << side for side in sides))
        for sides in (row[0], row[1], bent, row[0][:2] + short)
    ]
    assert numbers[0] == numbers[1] == numbers[2] != numbers[3]


@pytest.mark.parametrize("size", SIZES)
def test_a_turned_board_has_the_same_hash(size):
    cols, rows = size
    shape, chance = grid(*size), Random(str(size))
    board, chains = whole_board(*size)
    for sides in settled_positions(board, shape.sides, 50, chance):
        turned = sum(1 << opposite(cols, rows, side) for side in range(shape.sides) if sides >> side & 1)
        assert listed_hashes(board, chains, turned) == listed_hashes(board, chains, sides)


def opposite(cols: int, rows: int, side: int) -> int:
    """Return where a side goes when the board is turned by half."""
    level = cols * (rows + 1)
    return level - 1 - side if side < level else level + (cols + 1) * rows - 1 - (side - level)
