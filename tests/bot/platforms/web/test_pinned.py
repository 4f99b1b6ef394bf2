"""The pinned board: whole the first time, then what has changed; what would become of a move is asked and told."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from aiohttp import ClientSession
from hypothesis import given
from hypothesis import strategies as st

from bot.platforms.web.connection import cuts
from tests.bot.platforms.web.house import Frame, House, Tab, enter
from tests.bot.platforms.web.living import living

LINES = st.lists(st.sampled_from("abcdef"), max_size=12)


@pytest_asyncio.fixture
async def house(empty_valkey: str) -> AsyncIterator[House]:
    async with living(empty_valkey) as house:
        yield house


@given(LINES, LINES)
def test_cuts_done_from_the_last_to_the_first_make_the_new_drawing(before: list[str], after: list[str]):
    message = list(before)
    for at, gone, lines in cuts(before, after):
        message[at : at + gone] = lines
    assert message == after


async def playing(client: ClientSession, house: House) -> tuple[Tab, Frame]:
    ann = await enter(client, house, "Ann")
    await ann.say("/challenge bot easy dots 5x5 pie=0")
    return ann, await newest_board(ann)


async def newest_board(tab: Tab) -> Frame:
    """The newest board."""
    await tab.until(lambda: bool(tab.last["pictures"]))
    return await tab.ask(kind="look", message=tab.last["id"])


async def test_the_first_board_is_complete_and_the_next_one_much_smaller(client: ClientSession, house: House):
    ann, first = await playing(client, house)
    await ann.say("a1-a2")
    await ann.until(lambda: "a1-a2" in ann.last["text"])
    second = await newest_board(ann)
    assert (first["whole"], second["whole"]) == (True, False)
    assert "places" not in second
    assert len(json.dumps(second)) < len(json.dumps(first)) / 4


async def test_no_line_of_the_drawing_has_a_style_of_its_own(client: ClientSession, house: House):
    _, first = await playing(client, house)
    assert not [line for _, _, lines in first["cuts"] for line in lines if "style=" in line]


async def test_a_press_is_judged_and_nothing_is_played(client: ClientSession, house: House):
    ann, board = await playing(client, house)
    frame = {"kind": "touch", "number": 7, "of": board["of"], "taps": ["a1-a2"]}
    verdict = await ann.ask(**frame)
    assert (verdict["number"], verdict["text"], verdict["fit"]) == (7, "a1-a2", "whole")
    assert await ann.ask(**frame) == verdict


@pytest.mark.parametrize("more", [{"taps": [""]}, {"taps": ["a"] * 60}, {"at": [1e9, 0]}, {"text": "x" * 300}])
async def test_a_touch_that_no_page_sends_is_refused_and_the_connection_lives(
    client: ClientSession, house: House, more: dict[str, object]
):
    ann, board = await playing(client, house)
    await ann.socket.send_json({"kind": "touch", "number": 1, "of": board["of"]} | more)
    await ann.until(lambda: ann.refusals == ["bad-frame"])
    await ann.say("a1-a2")


async def test_the_board_of_another_channel_cannot_be_touched(client: ClientSession, house: House):
    _, board = await playing(client, house)
    eve = await enter(client, house, "Eve", "elsewhere")
    assert (await eve.ask(kind="touch", number=1, of=board["of"], taps=["a1-a2"]))["gone"]
    assert (await eve.ask(kind="look", message=board["message"]))["gone"]
