"""The board as text says which of its lines are drawn in characters, whatever the game."""

from __future__ import annotations

import pytest

from bot.core.storage import Store
from engines import GAMES
from tests.bot.scripted import Stage


@pytest.mark.parametrize("game", GAMES)
async def test_the_drawn_lines_are_a_part_of_the_text_and_nothing_else_is_drawn(store: Store, game: str):
    stage = Stage(store)
    await stage.type("ann", f"/challenge @bob {game}")
    await stage.press("bob", "Accept")
    [told] = await stage.press("ann", "As text")
    lines, drawn = told.text.splitlines(), told.grid.splitlines()
    assert lines[2 : 2 + len(drawn)] == drawn
    assert len(lines) == 3 + len(drawn)
    assert stage.board.grid == ""
