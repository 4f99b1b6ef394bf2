"""Whatever begins a game by a press begins at most one, however often and in however many processes it is pressed."""

from __future__ import annotations

import asyncio
from itertools import count

import pytest

from bot.core.ports.platform import Button
from bot.core.ports.store import Store
from engines import GAMES
from tests.bot.scripted import Stage, incoming, person, private_chat

CHAT = private_chat("ann")
MESSAGE = "17"
LAST_STEP = f"/learn dots {len(GAMES['dots'].teaching.course) + 1}"
NUMBERS = count()


async def games(store: Store) -> set[str]:
    return {*(await store.settings.facts_for(CHAT.key, person("ann").key)).games}


async def shown_after(stage: Stage, texts: list[str]) -> list[Button]:
    """Type texts, and return the buttons of the last answer, or else of the last board."""
    answers = []
    for text in texts:
        answers = [*await stage.type("ann", text, CHAT, alone=True)]
    buttons = [button for message in answers for row in message.buttons for button in row]
    return buttons or [button for row in stage.board.buttons for button in row]


async def press(stage: Stage, button: Button, times: int = 1) -> None:
    for _ in range(times):
        cause = f"update {next(NUMBERS)}"
        text = incoming("ann", button.types, CHAT, pressed=True, replies_to=MESSAGE, cause=cause, alone=True)
        await stage.router.handle(text)
    await stage.router.wait_until_idle()


PLACES = {
    "the welcome": ["/start"],
    "the help": ["/help"],
    "the end of a course": [LAST_STEP],
    "the menu of options": ["/setup dots bot"],
    "the menu of a game with a random map": ["/setup tupik bot"],
    "an open challenge": ["/setup curves"],
    "a game that is over": ["/challenge bot easy dots 3x3 second", "/resign yes"],
    "a game without a game": ["draw"],
}


@pytest.mark.sample(one_in=3)
@pytest.mark.parametrize("texts", PLACES.values(), ids=PLACES)
async def test_a_button_begins_at_most_one_game_in_two_processes(store: Store, texts: list[str]):
    stages = [Stage(store), Stage(store, seed=8)]
    buttons = await shown_after(stages[0], texts)
    is_any_begun = False
    for button in buttons:
        before = await games(store)
        await asyncio.gather(*(press(stage, button, times=2) for stage in stages))
        new_games = await games(store) - before
        assert len(new_games) <= 1, button
        is_any_begun = is_any_begun or bool(new_games)
    assert is_any_begun


async def test_a_button_begins_another_game_once_the_first_is_over(store: Store):
    stage = Stage(store)
    [play, *_] = await shown_after(stage, ["/start"])
    await press(stage, play)
    first = await games(store)
    await stage.type("ann", "/resign yes", CHAT, alone=True)
    await press(stage, play)
    assert len(await games(store) - first) == 1


async def test_a_later_press_shows_the_board_of_the_game_that_it_began(store: Store):
    stage = Stage(store)
    [play, *_] = await shown_after(stage, ["/start"])
    await press(stage, play)
    boards, stage.time = len(stage.adapter.shown), stage.time + 60
    await press(stage, play)
    assert len(stage.adapter.shown) > boards
