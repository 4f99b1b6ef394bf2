"""Buttons for the two halves of a move, for platforms that list them below the board."""

from __future__ import annotations

from bot.core.ports.store import Store
from tests.bot.scripted import Stage

ONE_PLACE = (
    "d2-d4-c4 d1-a3",
    "b4-b2-a2 a3-b1",
    "c1-c3-d3 a4-d1",
    "b2-b4-a4 b1-d4",
    "c1-a1-a2 d1-d2",
    "c4-c2-b2 d4-b3",
    "a3-a1-b1 b3-b4",
    "c3-c1-d1 d2-c4",
    "b3-b1-a1 b4-d3",
)
"""Moves after which the other L has only one place to go."""


async def test_an_l_with_one_place_to_go_is_moved_by_one_press_of_a_disc(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob lgame")
    await stage.press("bob", "Accept")
    typing = stage.board.typing
    assert typing
    assert [len(row) for row in typing.halves] == [5, 21]
    for number, move in enumerate(ONE_PLACE):
        await stage.type(("ann", "bob")[number % 2], f"/move {move}")
    typing = stage.board.typing
    assert typing
    [row] = typing.halves
    assert [button.label for button in row][:1] == ["keep"]
    assert all(button.types.startswith("/move ") for button in row)
