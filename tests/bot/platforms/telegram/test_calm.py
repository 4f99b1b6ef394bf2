"""What is left of a whole game in a group: few messages, one ping a turn, few requests."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from bot.platforms.telegram import flood_control
from engines import GAMES
from engines.game import AnyPosition, Level, Limit, Seat, advance
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import PATIENCE, Room, Town

_SAYING = ("send", "edit", "delete", "answer")


def classic(settings: dict[str, str]) -> Iterator[tuple[Seat, str]]:
    """The moves of a whole game, each with the seat that plays it."""
    game = GAMES["dots"]
    position: AnyPosition = game.start(settings, 0)
    while position.outcome is None:
        move = game.hint(position, Limit(seed=1), Level.CLASSIC).move
        yield position.turn, str(move)
        position, _ = advance(position, move)


@pytest.mark.usefixtures("house")
async def test_of_a_whole_game_between_two_people_few_messages_remain(
    api: BotApi, town: Town, friends: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flood_control, "_GROUP_PACE", 0.01)
    ann, bob = Human(town, "Ann", username="ann"), Human(town, "Bob", username="bob_the_b")
    ann.says(friends, "/challenge @bob_the_b dots 3x3")
    question = await friends.post()
    bob.presses(question, "Accept")
    await friends.post(), await friends.post()
    players, moves, pings = {Seat.FIRST: ann, Seat.SECOND: bob}, 0, 0
    began = len(api.asked)
    for seat, move in classic({"size": "3x3", "pie": "0"}):
        players[seat].says(friends, f"/move {move}")
        moves += 1
        async with asyncio.timeout(PATIENCE):
            while f"{move}." not in (post := await friends.post()).text:
                pings += bool(post.pinged)
        pings += bool(post.pinged) and not post.edited
    async with asyncio.timeout(PATIENCE):
        while len(own := [each for each in friends.messages.values() if each["from"]["is_bot"]]) > 4:
            await asyncio.sleep(0.005)
    calls = [method for method in api.asked[began:] if method.startswith(_SAYING)]
    assert moves == 24
    assert len(own) <= 4
    assert pings <= 17
    assert len(calls) <= 2.2 * moves
