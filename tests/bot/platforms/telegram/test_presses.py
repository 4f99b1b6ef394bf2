"""Moves that have parts are made by two presses on the board, whose message may be edited for the second."""

from __future__ import annotations

import pytest

from engines import GAMES
from engines.game import AnyPosition, advance
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Post, Room, Town

_CALLS = ("send", "edit", "delete", "answer")
MOVES = 6


async def press(who: Human, room: Room, board: Post, line: str) -> Post:
    """Press what types the end of a line, and return what the press shows."""
    who.presses(board, next(label for label, types in board.buttons.items() if types.endswith(f" {line}")))
    return await room.post()


@pytest.mark.usefixtures("house")
async def test_a_move_of_the_l_game_takes_two_presses_and_hardly_more_than_three_calls(api: BotApi, town: Town) -> None:
    room, players = town.group("Friends"), (Human(town, "Ann", username="ann"), Human(town, "Bob", username="bob_b"))
    players[0].says(room, "/challenge @bob_b lgame")
    players[1].presses(await room.post(), "Accept")
    board = next(post for post in [await room.post(), await room.post()] if post.pictures)
    position: AnyPosition = GAMES["lgame"].start({}, 0)
    began = len(api.asked)
    for turn in range(MOVES):
        who, move = players[turn % 2], str(list(position.moves())[-1])
        place, disc = (*move.split(" "), "keep")[:2]
        if f"+{place}" in " ".join(board.buttons.values()):
            toast = await who.presses(board, place).toast()
            assert toast.text == f"{place} chosen. Move a neutral disc?"
        who.presses(board, disc)
        board = await room.post()
        assert board.pictures
        position, _ = advance(position, position.read(move))
    assert sum(method.startswith(_CALLS) for method in api.asked[began:]) <= 3.3 * MOVES


@pytest.mark.usefixtures("house")
async def test_the_way_back_leads_to_the_board(town: Town, ann: Human) -> None:
    room = ann.starts()
    ann.says(room, "/challenge bot easy curves 16x12 points=6")
    while not (board := await room.post()).pictures:
        pass
    place = next(types.rpartition(" ")[2] for types in board.buttons.values() if types.startswith("/pick"))
    again = await press(ann, room, await press(ann, room, board, place), "back")
    assert (again.id, again.buttons) == (board.id, board.buttons)
    assert again.text == board.text
