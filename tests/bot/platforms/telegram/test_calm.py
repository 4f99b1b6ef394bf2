"""What is left of a whole game in a group: few messages, one ping a turn, few requests."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from bot.core.router import Router
from bot.platforms.telegram import flood_control
from tests.bot.platforms.telegram.inputs import Input, enter
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.places import Chat, Place, spot_at
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import PATIENCE, Room, Town
from tests.bot.platforms.telegram.whole_game import play_whole_game, press_whole_game
from tests.bot.presses import way_by_menu


@pytest.mark.usefixtures("house")
@pytest.mark.parametrize("presses", [False, True], ids=["typed", "by presses"])
async def test_few_messages_remain_of_a_game_between_two_people(
    api: BotApi, town: Town, friends: Room, monkeypatch: pytest.MonkeyPatch, presses: bool
) -> None:
    monkeypatch.setattr(flood_control, "_GROUP_PACE", 0.01)
    game = await play_whole_game(api, town, friends, presses)
    assert game.moves == 24
    assert game.left <= 4
    assert game.pings <= 17
    assert game.calls <= 2.2 * game.moves
    assert game.toasts == (game.moves if presses else 0)


@pytest.mark.usefixtures("house")
async def test_the_line_about_an_offer_is_deleted_with_its_answer(town: Town, friends: Room) -> None:
    ann, bob = Human(town, "Ann", username="ann"), Human(town, "Bob", username="bob_the_b")
    ann.says(friends, "/challenge @bob_the_b dots 3x3")
    bob.presses(await friends.post(), "Accept")
    await friends.post(), await friends.post()
    ann.says(friends, "/draw")
    await friends.post()
    line = await friends.news()
    assert list(line.pinged) == ["Bob"]
    bob.says(friends, "/draw no")
    while "Bob declines the draw" not in (await friends.post()).text:
        pass
    async with asyncio.timeout(PATIENCE):
        while line.id not in friends.gone:
            await asyncio.sleep(0.005)


@pytest.mark.parametrize(("game", "options", "most_calls"), [("lgame", "hints=3", 3), ("curves", "5x5 points=4", 3.5)])
async def test_a_move_against_the_bot_takes_two_presses_and_changes_one_message(
    api: BotApi, house: Router, town: Town, monkeypatch: pytest.MonkeyPatch, game: str, options: str, most_calls: float
) -> None:
    monkeypatch.setattr(flood_control, "_PRIVATE_PACE", 0.01)
    calm = await press_whole_game(api, Chat(Place.PRIVATE, town, house, game, options=options), most_moves=4)
    assert calm.toasts <= 2 * calm.moves
    assert calm.calls <= most_calls * calm.moves
    assert calm.left == 1


@pytest.mark.parametrize("place", [Place.PRIVACY, Place.ELSEWHERE, Place.WORDS])
async def test_a_move_between_two_people_takes_two_presses_and_three_requests(
    api: BotApi, house: Router, town: Town, monkeypatch: pytest.MonkeyPatch, place: Place
) -> None:
    monkeypatch.setattr(flood_control, "_GROUP_PACE", 0.01)
    calm = await press_whole_game(api, spot_at(place, town, house, "lgame", "hints=3"), most_moves=6)
    assert calm.toasts <= 2 * calm.moves
    assert calm.calls <= 3 * calm.moves + (place is Place.WORDS)  # there the first board is tried as a photo


async def test_a_board_that_talk_has_pushed_up_is_posted_below_the_talk(town: Town, house: Router) -> None:
    spot, chance = Chat(Place.HEARING, town, house, "lgame", options="hints=3"), Random(1)
    await spot.begin()
    for text in ("", "", "", "Nice move!", ""):
        session, who = await spot.turn()
        board_before = await spot.board()
        if text:
            spot.says(who, text)
            await spot.quiet()
        await enter(spot, who, Input.BUTTON, session, way_by_menu(session, chance)[-1])
        await spot.moved(session)
        assert ((await spot.board()).id == board_before.id) is (not text)


async def test_the_halves_of_a_move_of_the_l_game_go_together_in_any_order(town: Town, house: Router) -> None:
    spot = Chat(Place.PRIVATE, town, house, "lgame", options="hints=3")
    await spot.begin()
    board, ann = await spot.board(), spot.ann
    assert (await ann.presses(board, "c4-c2-d2").toast()).text == "c4-c2-d2 chosen. Move a neutral disc?"
    refusal = await ann.presses(board, "d1-d2").toast()
    assert refusal.text == "d1-d2 doesn’t go with c4-c2-d2. Move a neutral disc?"
    assert (await ann.presses(board, "d4-d2-c2").toast()).text == "d4-d2-c2 chosen. Move a neutral disc?"
    await ann.presses(board, "keep").toast()
    await spot.quiet()
    assert [turn.text for turn in (await spot.session()).turns][:1] == ["d4-d2-c2"]
    before, board = await spot.session(), await spot.board()
    place, disc = way_by_menu(before, Random(1))[0], "keep"
    assert (await ann.presses(board, disc).toast()).text == "keep chosen. Where does the L go?"
    await ann.presses(board, place).toast()
    await spot.quiet()
    assert (await spot.session()).turns[before.ply].text == place
