"""A whole 3x3 game of two people in a Telegram group, from the challenge to the last board."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from random import Random

from bot.core.game.session import Stage
from engines import GAMES
from engines.game import AnyPosition, Level, Limit, Seat, advance
from tests.bot.calm import Calm
from tests.bot.platforms.telegram.inputs import Input, enter
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.places import Spot
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import PATIENCE, Post, Room, Town
from tests.bot.presses import way_by_menu

_SAYING = ("send", "edit", "delete", "answer")
_MOST_LEFT = 4


async def play_whole_game(api: BotApi, town: Town, room: Room, presses: bool = False) -> Calm:
    """Played by typed commands, or by presses in menus; the group's pace is the caller's to set.

    Fails if more than four messages are left.
    """
    ann, bob = Human(town, "Ann", username="ann"), Human(town, "Bob", username="bob_the_b")
    ann.says(room, "/challenge @bob_the_b dots 3x3")
    bob.presses(await room.post(), "Accept")
    board = next(post for post in [await room.post(), await room.post()] if post.pictures)
    players, moves, pings = {Seat.FIRST: ann, Seat.SECOND: bob}, 0, 0
    began = len(api.asked)
    for seat, move in _classic({"size": "3x3", "pie": "0"}):
        if presses:
            await _press(players[seat], room, board, str(move))
        else:
            players[seat].says(room, f"/move {move}")
        moves += 1
        async with asyncio.timeout(PATIENCE):
            while not (board := await room.post()).pictures or f"{move}." not in board.text:
                pings += bool(board.pinged)
        pings += bool(board.pinged) and not board.edited
    async with asyncio.timeout(PATIENCE):
        while _left(room) > _MOST_LEFT:
            await asyncio.sleep(0.005)
    calls = [method for method in api.asked[began:] if method.startswith(_SAYING)]
    return Calm(moves, _left(room), pings, len(calls), calls.count("answerCallbackQuery"))


async def _press(player: Human, room: Room, board: Post, move: str) -> None:
    """A press on the board, or in the menu that it leads to."""
    if move not in board.buttons:
        player.presses(board, next(label for label, types in board.buttons.items() if types.startswith("/pick")))
        while move not in (board := await room.post()).buttons:
            pass
    player.presses(board, move)


async def press_whole_game(api: BotApi, spot: Spot, most_moves: int = 12) -> Calm:
    """Play a game by presses, as far as `most_moves` of the people; its presses are the toasts.

    The deletions of its older boards are counted too.
    """
    await spot.begin()
    await spot.board()
    await spot.quiet()
    chance, moves, began = Random(1), 0, len(api.asked)
    while (session := await spot.session()).stage is Stage.RUNNING and moves < most_moves:
        session, who = await spot.turn()
        await enter(spot, who, Input.BUTTON, session, way_by_menu(session, chance)[-1])
        await spot.moved(session)
        moves += 1
    await spot.quiet()
    await spot.core._services.delivery.tidying.finish(PATIENCE)
    calls = [method for method in api.asked[began:] if method.startswith(_SAYING)]
    return Calm(moves, sum(1 for _ in spot.posts()), 0, len(calls), calls.count("answerCallbackQuery"))


def _left(room: Room) -> int:
    return sum(each["from"]["is_bot"] for each in room.messages.values())


def _classic(settings: Mapping[str, str]) -> Iterator[tuple[Seat, str]]:
    """The moves of a whole game, each with the seat that plays it."""
    game = GAMES["dots"]
    position: AnyPosition = game.start(settings, 0)
    while position.outcome is None:
        move = game.hint(position, Limit(seed=1), Level.CLASSIC).move
        yield position.turn, str(move)
        position, _ = advance(position, move)
