"""A board says what a move has brought about, what the rules played and for whom, and what kind of move is due."""

from __future__ import annotations

from bot.core.game.people import Chat
from bot.core.ports.store import Store
from renderers.scene import Ink, Shape
from tests.bot.scripted import CHAT, Stage


async def board_lines(store: Store, challenge: str, *moves: tuple[str, str], chat: Chat = CHAT) -> list[str]:
    """The lines of the last board after a challenge by Ann, which Bob accepts, and these moves."""
    stage = Stage(store)
    await stage.type("ann", challenge, chat)
    if "@bob" in challenge:
        await stage.press("bob", "Accept", chat)
    for player, move in moves:
        await stage.type(player, f"/move {move}", chat)
    return stage.board.text.splitlines()


async def test_a_block_that_scores_is_announced_with_its_effect_on_the_board(store: Store):
    moves = ("ann", "c2-c4-d4"), ("bob", "b3-b1-a1 a4-b4"), ("ann", "c1-c3-d3 d1-a3")
    lines = await board_lines(store, "/challenge @bob lgame scoring target=30", *moves)
    assert "Ann blocks Bob: +5. All pieces go back to the start, and Bob moves." in lines


async def test_the_board_names_the_kind_of_move_that_is_due(store: Store):
    placing = await board_lines(store, "/challenge @bob tupik 1>2,3 2>4 3>4 4>5")
    assert placing[0] == "Ann, your move: put down Bob’s next car (2 left)."


async def test_board_and_buttons_speak_the_language_of_a_chat_with_two(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob dots 2x2 pie=3")
    await stage.press("bob.uk", "Accept")
    request = [button.label for row in stage.board.buttons for button in row]
    await stage.type("ann", "/move a1-a2 stop")
    await stage.type("ann", "/draw")
    both = [button.label for row in stage.board.buttons for button in row]
    assert request == ["Make a move", "Hint", "More"]
    assert both == ["Accept draw", "Decline draw", "keep", "swap", "Hint", "More"]
    assert "ваш" not in stage.board.text


async def test_the_first_line_is_announced_when_all_points_are_marked(store: Store):
    marks = ("ann", "a1"), ("bob", "c2"), ("ann", "h1"), ("bob", "e2")
    lines = await board_lines(store, "/challenge @bob curves 8x6 points=4", *marks)
    assert lines[0] == "Ann, your move: all points are marked; draw a line or pass."


async def test_a_captured_point_is_announced(store: Store):
    marks = ("ann", "a1"), ("bob", "c2"), ("ann", "h1"), ("bob", "e6"), ("ann", "a1-h1 +3")
    lines = await board_lines(store, "/challenge @bob curves 8x6 points=4", *marks)
    assert "Ann takes c2." in lines


async def test_a_swap_is_announced(store: Store):
    moves = ("ann", "a1-a2 stop"), ("bob", "swap")
    lines = await board_lines(store, "/challenge @bob dots 2x2 pie=3", *moves)
    assert "The players swap colours." in lines


async def test_forced_moves_are_announced_in_order_with_their_owners(store: Store):
    moves = ("ann", "1"), ("bob", "2"), ("bob", "1-3"), ("ann", "2-4"), ("ann", "4-5")
    lines = await board_lines(store, "/challenge @bob tupik 1>2,3 2>4 3>4 4>5", *moves)
    assert lines[1:4] == ["Ann: 2-4.", "Bob can’t move and passes.", "Ann: 4-5."]


async def test_a_move_is_seen_with_the_bot_s_answer_to_it(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge bot easy dots 3x3")
    await stage.type("ann", "/move a1-a2")
    turn, own, answer = stage.board.text.splitlines()[:3]
    assert own == "Ann: a1-a2."
    assert answer.startswith("Tetradka (easy): ")
    assert turn == "Ann, your move."
    assert stage.board.picture is not None
    assert f"Ann: a1-a2. {answer} Ann is to move." in stage.board.picture.alt
    assert len([item for item in stage.board.picture.scene.items if getattr(item, "ink", None) is Ink.LAST]) == 2


async def test_only_the_first_moves_of_each_kind_come_with_instructions(store: Store):
    moves = ("ann", "a1-a2"), ("bob", "b1-b2"), ("ann", "c1-c2"), ("bob", "d1-d2")
    assert (await board_lines(store, "/challenge @bob dots 3x3"))[-1] == "Your move: type a1-b1, or press a button."
    later = Chat("stage", "2", direct=True)
    assert (await board_lines(store, "/challenge @bob dots 3x3", *moves, chat=later))[-1].startswith(
        "Dots and Boxes, 3x3"
    )


async def test_a_group_reads_that_a_reply_makes_a_move(store: Store):
    lines = await board_lines(store, "/challenge @bob dots 3x3", chat=Chat("stage", "9"))
    assert lines[-1] == "Reply with your move: a1-b1 (or /move a1-b1)."


async def test_nobody_is_marked_as_next_once_a_player_has_resigned(store: Store):
    stage, markers = Stage(store), list[int]()
    await stage.type("ann", "/challenge @bob dots 2x2 pie=0")
    await stage.press("bob", "Accept")
    for _ in range(2):
        picture = stage.board.picture
        assert picture
        markers.append(sum(isinstance(item, Shape) and item.fill is Ink.LAST for item in picture.scene.items))
        await stage.type("ann", "/resign sure")
    assert markers == [1, 0]


async def test_the_player_on_turn_reads_the_threats(store: Store):
    three_sides = ("ann", "a1-a2"), ("bob", "a1-b1"), ("ann", "b1-b2")
    assert "Box a1 needs one more side." in await board_lines(store, "/challenge @bob dots 3x3", *three_sides)
    placed = ("ann", "1"), ("bob", "2"), ("bob", "1-3")
    elsewhere = Chat("stage", "2", direct=True)
    lines = await board_lines(store, "/challenge @bob tupik 1>2,3 2>4 3>4 4>5", *placed, ("ann", "2-4"), chat=elsewhere)
    assert "One step from the dead end: Ann (4)." in lines
