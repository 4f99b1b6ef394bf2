"""Puzzles, the daily and lessons are answered by presses alone, in one message that is edited."""

from __future__ import annotations

import pytest

from bot.features.puzzles.exercises import Dailies
from engines.puzzles import Puzzle, puzzle_box
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.town import Post, Room
from tests.bot.presses import steps_to

FIRST_OF_EACH = {puzzle.game: number for number, puzzle in reversed(list(enumerate(puzzle_box(), 1)))}


async def press(ann: Human, room: Room, page: Post, line: str) -> Post:
    label = next(label for label, types in page.buttons.items() if types == line)
    ann.presses(page, label)
    return await room.post()


async def solve(ann: Human, room: Room, page: Post, puzzle: Puzzle, line: str) -> Post:
    """Solve a puzzle by presses alone, and check that they all edit one message."""
    first = page.id
    for step in range(puzzle.steps):
        position, _ = puzzle.position_after(step)
        move, tag = puzzle.solution[2 * step], f"{line}@{step + 1}"
        way = steps_to(puzzle.game, position, move)
        assert way is not None
        assert len(way) <= 1
        presses = [*(" ".join((f"{tag} pick", *way[: at + 1])) for at in range(len(way))), f"{tag} {move}"]
        if presses[0] not in page.buttons.values():  # there are too many choices to stand below the puzzle
            presses.insert(0, f"{tag} pick")
        for typed in presses:
            page = await press(ann, room, page, typed)
        assert (page.id, page.edited) == (first, True)
    return page


@pytest.mark.usefixtures("house")
@pytest.mark.parametrize("game", FIRST_OF_EACH)
async def test_a_puzzle_is_solved_by_presses_in_one_message(ann: Human, game: str) -> None:
    room, number = ann.starts(), FIRST_OF_EACH[game]
    ann.says(room, f"/puzzle {number}")
    solved = await solve(ann, room, await room.post(), puzzle_box()[number - 1], f"/puzzle {number}")
    assert "Solved!" in solved.text


@pytest.mark.usefixtures("house")
async def test_the_daily_is_solved_by_presses_in_one_message(ann: Human) -> None:
    room = ann.starts()
    ann.says(room, "/daily")
    page = await room.post()
    line = next(types.partition("@")[0] for types in page.buttons.values() if "@1 " in types)
    solved = await solve(ann, room, page, Dailies().of(int(line.split()[1])).puzzle, line)
    assert "🟩" in solved.text


@pytest.mark.usefixtures("house")
async def test_a_press_under_an_older_puzzle_answers_that_one(ann: Human) -> None:
    room, number = ann.starts(), FIRST_OF_EACH["dots"]
    ann.says(room, f"/puzzle {number}")
    older = await room.post()
    ann.says(room, "/puzzle tupik")
    await room.post()
    page = await press(ann, room, older, f"/puzzle {number}@1 {puzzle_box()[number - 1].solution[0]}")
    assert "is right" in page.text
    assert page.id == older.id
