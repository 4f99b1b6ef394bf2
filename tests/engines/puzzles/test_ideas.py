"""Each idea that names a puzzle, played against its solution by separate readings of the rules."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import pytest

from engines import GAMES
from engines.game import Level, Limit, Seat, advance
from engines.puzzles import Puzzle, puzzle_box
from engines.puzzles.ideas import idea
from engines.tupik.map.roadmap import cities
from tests.engines.dots.reading import read as state_of
from tests.engines.lgame.slow import BESIDE_CORNERS
from tests.engines.starts import play_texts

SAMPLE = 12
"""Puzzles of each idea that the suite looks at; `make long` looks at all."""


def start(puzzle: Puzzle) -> Any:
    return puzzle.position_after(0)[0]


def steps_of(puzzle: Puzzle) -> Iterator[tuple[Any, str]]:
    """Yield each single step of the solution and of one best line after it, with the position before it."""
    position, wording = start(puzzle), deque(puzzle.solution)
    chance = Random(str(puzzle.solution))
    while position.outcome is None:
        text = wording.popleft() if wording else str(chance.choice(GAMES["dots"].solve(position, Limit(20)).best_moves))
        for step in text.split():
            yield position, step
            position, _ = advance(position, position.read(step))


def double_cross(puzzle: Puzzle) -> bool:
    state, side = state_of(start(puzzle)), puzzle.solution[0]
    return bool(state.offered()) and not state.takes(side)


def chain_count(puzzle: Puzzle) -> bool:
    solver = start(puzzle).turn
    for position, side in steps_of(puzzle):
        state = state_of(position)
        if not state.takes(side) and len(state.gift(side) - state.greedy()[1]) >= 3:
            return position.turn is solver.opponent
    return False


def safe_side(puzzle: Puzzle) -> bool:
    state = state_of(start(puzzle))
    return puzzle.solution[0] in state.safe() and len(state.safe()) > 1


def killing_square(puzzle: Puzzle) -> bool:
    position = start(puzzle)
    played, moves = position.read(puzzle.solution[0]), position.moves()
    assert played.neutral is not None
    same_l = [
        move for move in moves if move.place == played.place and move.neutral and move.neutral[0] == played.neutral[0]
    ]
    fewest = min(opponents_places(position, move) for move in same_l)
    return puzzle.solution[0][-2:] in BESIDE_CORNERS and opponents_places(position, played) == fewest


def opponents_places(position: Any, move: object) -> int:
    return len({each.place for each in advance(position, move)[0].moves()})


def wins_by_a_block(puzzle: Puzzle) -> bool:
    """Return whether best play on both sides ends with the opponent blocked."""
    position, solver, game = start(puzzle), start(puzzle).turn, GAMES["lgame"]
    while position.outcome is None:
        position, _ = advance(position, game.hint(position, Limit(20), Level.STRONG).move)
    return (position.outcome.winner, position.outcome.reason) == (solver, "blocked")


def shuts_in(puzzle: Puzzle) -> bool:
    before = start(puzzle)
    after, _ = advance(before, before.read(puzzle.solution[0]))
    cars = cities(before.cars(before.turn.opponent))
    return any(arrows(before, car, before.occupied) and not arrows(after, car, after.occupied) for car in cars)


def drives_nearest(puzzle: Puzzle) -> bool:
    position = start(puzzle)
    own = {car: arrows(position, car, 0) or 0 for car in cities(position.cars(position.turn))}
    return own[position.read(puzzle.solution[0]).start] == min(own.values())


def puts_farthest(puzzle: Puzzle) -> bool:
    position = start(puzzle)
    far = {move.goal: arrows(position, move.goal, 0) or 0 for move in position.moves()}
    return far[int(puzzle.solution[0])] == max(far.values())


def arrows(position: Any, car: int, taken: int) -> int | None:
    """The arrows from a city to the dead end over cities that are not taken; None where there is no way."""
    visit_set, frontier, steps = {car}, {car}, 0
    while frontier:
        if position.roads.dead_end in frontier:
            return steps
        steps += 1
        ahead = {goal for city in frontier for goal in cities(position.roads.out[city - 1])}
        frontier = {city for city in ahead - visit_set if not taken >> (city - 1) & 1}
        visit_set |= frontier
    return None


def bordering(puzzle: Puzzle) -> bool:
    """Return whether a digit of the opponent stands beside a cell of the first step."""
    position = start(puzzle)
    theirs = position.digit_cells[1::2] if position.turn is Seat.FIRST else position.digit_cells[0::2]
    corners = [(at % position.grid.cols, at // position.grid.cols) for at in theirs]
    cells = [(ord(cell[0]) - ord("a"), int(cell[1:]) - 1) for cell in puzzle.solution[0].split()]
    return any(max(abs(x - col), abs(y - row)) == 1 for x, y in cells for col, row in corners)


CLAIMS: Mapping[tuple[str, str], Callable[[Puzzle], bool]] = {
    ("dots", "double-cross"): double_cross,
    ("dots", "chain-count"): chain_count,
    ("dots", "safe-side"): safe_side,
    ("lgame", "killing-square"): killing_square,
    ("lgame", "trap"): wins_by_a_block,
    ("tupik", "trap"): shuts_in,
    ("tupik", "nearest-car"): drives_nearest,
    ("tupik", "far-city"): puts_farthest,
    ("digits", "contested-cell"): bordering,
    ("digits", "own-room"): lambda puzzle: not bordering(puzzle),
}


def false_ideas(puzzles: list[Puzzle]) -> list[Puzzle]:
    return [puzzle for puzzle in puzzles if not CLAIMS[puzzle.game, puzzle.idea](puzzle)]


def idea_names(game: str, idea: str) -> list[Puzzle]:
    return [puzzle for puzzle in puzzle_box() if (puzzle.game, puzzle.idea) == (game, idea)]


def test_every_idea_in_the_box_is_a_claim_that_is_checked_here():
    assert {(puzzle.game, puzzle.idea) for puzzle in puzzle_box()} == set(CLAIMS)


@pytest.mark.parametrize(("game", "idea"), CLAIMS)
def test_an_idea_is_true_of_the_solution(game: str, idea: str):
    puzzles = idea_names(game, idea)
    assert false_ideas(Random(1).sample(puzzles, min(SAMPLE, len(puzzles)))) == []


@pytest.mark.long
def test_every_idea_in_the_box_is_true_of_its_solution():
    assert false_ideas([*puzzle_box()]) == []


def test_a_false_idea_is_detected():
    drives = idea_names("tupik", "nearest-car")
    assert not any(shuts_in(puzzle) for puzzle in drives)
    assert not any(safe_side(puzzle) for puzzle in idea_names("dots", "double-cross"))


def test_the_only_safe_side_names_no_idea():
    moves = ("c1-c2", "a2-a3", "b1-b2", "b3-c3", "a2-b2")
    position = play_texts(GAMES["dots"], "size=2x2 pie=0", *moves)
    only_safe = position.read("c2-c3")
    assert idea(GAMES["dots"], [(position, only_safe)], 0, Limit(60.0)) == ""


@pytest.mark.parametrize("moves", [True, False], ids=["of a disc", "without a disc"])
@pytest.mark.parametrize(
    ("variant", "value", "names"), [("classic", 1, "trap"), ("classic", 0, ""), ("symmetry", 1, "")]
)
def test_only_a_win_of_the_classic_game_is_called_a_trap(variant: str, value: int, names: str, moves: bool):
    position = play_texts(GAMES["lgame"], f"variant={variant}", "d4-d2-c2 a4-a2", "a4-c4-c3 d1-b1")
    step = position.read("b2-d2-d3 a2-b3" if moves else "b2-d2-d3")
    assert idea(GAMES["lgame"], [(position, step)], value, Limit(60.0)) == names
