"""A board says what a move has brought about, what the rules played and for whom, and what kind of move is due."""

from __future__ import annotations

from bot.core.storage import Store
from tests.bot.scripted import Stage


async def told(store: Store, challenge: str, *moves: tuple[str, str]) -> list[str]:
    """The lines of the last board after a challenge by Ann, which Bob accepts, and these moves."""
    stage = Stage(store)
    await stage.type("ann", challenge)
    await stage.press("bob", "Accept")
    for player, move in moves:
        await stage.type(player, f"/move {move}")
    return stage.board.text.splitlines()


async def test_a_block_that_scores_is_told_with_what_it_does_to_the_board(store: Store):
    moves = ("ann", "c2-c4-d4"), ("bob", "b3-b1-a1 a4-b4"), ("ann", "c1-c3-d3 d1-a3")
    lines = await told(store, "/challenge @bob lgame scoring target=30", *moves)
    assert "Ann blocks Bob: +5. All pieces go back to the start, and Bob moves." in lines


async def test_the_kind_of_move_that_is_due_is_said(store: Store):
    placing = await told(store, "/challenge @bob tupik 1>2,3 2>4 3>4 4>5")
    assert placing[-1] == "Ann, your move. Ann puts down a car of Bob (2 left)."


async def test_the_first_line_is_announced_when_all_points_are_marked(store: Store):
    marks = ("ann", "a1"), ("bob", "c2"), ("ann", "h1"), ("bob", "e2")
    lines = await told(store, "/challenge @bob curves 8x6 points=4", *marks)
    assert lines[-1] == "Ann, your move. All points are marked; lines from now on: Ann draws one or passes."


async def test_a_captured_point_is_told(store: Store):
    marks = ("ann", "a1"), ("bob", "c2"), ("ann", "h1"), ("bob", "e6"), ("ann", "a1-h1 +3")
    lines = await told(store, "/challenge @bob curves 8x6 points=4", *marks)
    assert "Ann takes c2." in lines


async def test_a_swap_is_told(store: Store):
    moves = ("ann", "a1-a2 stop"), ("bob", "swap")
    lines = await told(store, "/challenge @bob dots 2x2 pie=3", *moves)
    assert "Bob swaps: the colours change hands." in lines


async def test_what_the_rules_play_is_told_in_order_with_its_owner(store: Store):
    moves = ("ann", "1"), ("bob", "2"), ("bob", "1-3"), ("ann", "2-4"), ("ann", "4-5")
    lines = await told(store, "/challenge @bob tupik 1>2,3 2>4 3>4 4>5", *moves)
    assert lines[1:4] == ["Ann: 2-4.", "Bob cannot drive and passes.", "Ann: 4-5."]
