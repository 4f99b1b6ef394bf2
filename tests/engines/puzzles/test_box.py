"""The puzzles that come with the program: enough of them, each with one solution by a separate solver."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import islice
from random import Random

import pytest

from engines import GAMES
from engines.game import AnyPosition, Limit, advance
from engines.puzzles import Puzzle, daily_puzzle, from_json, making, puzzle_box, puzzle_number, replay, to_json
from engines.puzzles.symmetry import canonical_form
from tests.engines.puzzles.solver import best_moves

SOLVED = ("dots", "lgame", "tupik", "digits")


def after(puzzle: Puzzle, *messages: str) -> AnyPosition:
    position: AnyPosition = GAMES[puzzle.game].start(puzzle.settings, 0)
    for message in (*puzzle.moves, *messages):
        position, _ = advance(position, position.read(message))
    return position


def on_the_way(puzzle: Puzzle) -> Iterator[AnyPosition]:
    """The position before each message of the game and of the solution."""
    position: AnyPosition = GAMES[puzzle.game].start(puzzle.settings, 0)
    for message in (*puzzle.moves, *puzzle.solution):
        yield position
        position, _ = advance(position, position.read(message))


def of(game: str) -> list[Puzzle]:
    return [puzzle for puzzle in puzzle_box() if puzzle.game == game]


def assert_only_solution(puzzle: Puzzle) -> None:
    for step in range(0, len(puzzle.solution), 2):
        value, best = best_moves(puzzle.game, after(puzzle, *puzzle.solution[:step]))
        assert best == [puzzle.solution[step]], puzzle
        if step == 0:
            assert value == puzzle.value, puzzle


def test_the_box_has_a_thousand_puzzles_with_a_hundred_of_each_game():
    counts = Counter(puzzle.game for puzzle in puzzle_box())
    assert counts.total() >= 1000
    assert all(counts[game] >= 100 for game in SOLVED)


@pytest.mark.parametrize("game", SOLVED)
def test_each_puzzle_has_two_steps_and_begins_and_ends_with_a_choice(game):
    for puzzle in of(game):
        assert puzzle.steps >= 2
        assert len(puzzle.solution) % 2 == 1
        assert len([*after(puzzle).moves()]) > 1
        assert len([*after(puzzle, *puzzle.solution[:-1]).moves()]) > 1


@pytest.mark.parametrize("game", SOLVED)
def test_no_two_puzzles_are_symmetric(game):
    forms = Counter(canonical_form(game, after(puzzle)) for puzzle in of(game))
    assert forms.most_common(1)[0][1] == 1


def test_no_position_repeats_on_the_way_to_a_puzzle():
    for puzzle in islice(making.puzzles("tupik", {"cities": "10"}, 1, Limit(10)), 1):
        forms = [canonical_form("tupik", position) for position in on_the_way(puzzle)]
        assert len(set(forms)) == len(forms), puzzle


def test_a_game_goes_on_after_the_choice_of_a_colour():
    settings = {"size": "3x3", "pie": "1"}
    to_choose, _ = replay(GAMES["dots"], settings, ["a1-b1"])
    chosen, _ = replay(GAMES["dots"], settings, ["a1-b1", "keep"])
    assert canonical_form("dots", chosen) != canonical_form("dots", to_choose)
    assert "keep" in next(making.puzzles("dots", settings, 1, Limit(10))).moves


@pytest.mark.parametrize("game", ["dots", "tupik", "digits"])
def test_a_separate_solver_finds_the_same_only_solution(game):
    smallest = sorted(of(game), key=lambda puzzle: len([*after(puzzle).moves()]))[:20]
    for puzzle in Random(1).sample(smallest, 1 if game == "tupik" else 4):
        assert_only_solution(puzzle)


@pytest.mark.long
@pytest.mark.parametrize("game", SOLVED)
def test_a_separate_solver_finds_the_only_solution_of_every_puzzle(game):
    for puzzle in of(game):
        assert_only_solution(puzzle)


def test_a_puzzle_survives_its_json():
    assert all(from_json(to_json(puzzle)) == puzzle for puzzle in puzzle_box())


def test_the_puzzle_of_a_day_follows_from_its_date():
    days = [date(2026, 11, 23) + timedelta(days=days) for days in range(364)]
    assert [puzzle_number(day) for day in days[:3]] == [1, 2, 3]
    assert len({to_json(daily_puzzle(day)) for day in days}) > 340
    assert daily_puzzle(days[8]) == daily_puzzle(date(2026, 12, 1))


def test_the_week_grows_harder_from_monday_to_saturday():
    monday = date(2026, 11, 23)
    for week in range(9):
        days = [daily_puzzle(monday + timedelta(days=7 * week + day)) for day in range(6)]
        places = [puzzle_box().index(puzzle) for puzzle in days]
        assert places == sorted(places)
