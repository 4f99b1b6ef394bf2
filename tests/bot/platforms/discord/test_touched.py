"""Moves and puzzles are entered by presses on Discord, in one message that is edited."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.platforms.discord.client import Client
from engines.puzzles import puzzle_box
from tests.bot.platforms.discord.inputs import press
from tests.bot.platforms.discord.places import Board, Place, Spot, open_place
from tests.bot.platforms.discord.short_games import begin, session_of, settle
from tests.bot.platforms.discord.table import house
from tests.bot.platforms.discord.whole_game import press_whole_game
from tests.bot.presses import steps_to, way_by_menu

FIRST_OF_EACH = {puzzle.game: number for number, puzzle in reversed(list(enumerate(puzzle_box(), 1)))}


@pytest.fixture
def simcord_bot(empty_valkey) -> Client:
    return house(empty_valkey)


async def choose(who: Any, spot: Spot, page: Board, line: str) -> Board:
    """Choose what types the line in a menu, else press it."""
    if menu := page.options().get(line):
        return spot.answer_seen_by(await who.select(page.message, [line], custom_id=menu))
    return spot.answer_seen_by(await who.click(page.message, custom_id=page.presses()[line]))


@pytest.mark.parametrize(
    ("place", "game"), [(Place.OWN, "dots"), (Place.CHANNEL, "lgame"), (Place.FRIENDS, "digits"), (Place.OWN, "tupik")]
)
async def test_a_puzzle_is_solved_by_menus_in_one_message(simcord_env, place, game):
    spot, number = await open_place(simcord_env, place), FIRST_OF_EACH[game]
    puzzle, page = (
        puzzle_box()[number - 1],
        spot.answer_seen_by(await spot.slash(spot.ann, "puzzle", move=f"#{number}")),
    )
    first = page.message.id
    for step in range(puzzle.steps):
        tag, move, position = f"/puzzle {number}@{step + 1}", puzzle.solution[2 * step], puzzle.position_after(step)[0]
        way = steps_to(game, position, move)
        for at in range(len(way or ())):
            page = await choose(spot.ann, spot, page, " ".join((f"{tag} pick", *(way or ())[: at + 1])))
        page = await choose(spot.ann, spot, page, f"{tag} {move}")
        assert page.message.id == first
    assert "Solved!" in page.text


@pytest.mark.parametrize(("game", "options"), [("lgame", "hints=3"), ("curves", "5x5 points=4")])
async def test_a_move_against_the_bot_takes_two_presses_answered_by_changes_of_the_board(simcord_env, game, options):
    calm = await press_whole_game(await open_place(simcord_env, Place.OWN), game, options, most_moves=4)
    assert calm.calls == calm.toasts <= 2 * calm.moves
    assert calm.left == 1


@pytest.mark.parametrize("place", [Place.CHANNEL, Place.FRIENDS])
async def test_two_people_take_two_presses_a_move_and_the_changed_board_answers_the_second(simcord_env, place):
    calm = await press_whole_game(await open_place(simcord_env, place), "lgame", "hints=3", most_moves=6)
    assert calm.toasts == 2 * calm.moves
    assert calm.calls == calm.toasts
    assert calm.left == 2


async def test_a_board_that_talk_has_pushed_up_is_posted_below_the_talk(simcord_env):
    spot = await open_place(simcord_env, Place.CHANNEL)
    code, chance = await begin(spot, "lgame", "hints=3"), Random(1)
    for text in ("", "", "", "Nice move!", ""):
        session, post_before = await session_of(spot, code), spot.boards[-1].message.id
        if text:
            await spot.say(spot.ann, text)
        who = spot.ann if session.on_turn == session.challenger else spot.bob
        await press(spot, who, spot.boards[-1], way_by_menu(session, chance))
        await settle(spot)
        assert (spot.boards[-1].message.id == post_before) is (not text)
