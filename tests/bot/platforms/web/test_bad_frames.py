"""Whatever a connection sends, it harms nobody, and the page goes on."""

from __future__ import annotations

import json

import pytest
from aiohttp import ClientSession, WSMsgType
from hypothesis import given
from hypothesis import strategies as st

from bot.platforms.web import frames
from tests.bot.platforms.web.house import House, enter, knock
from tests.bot.platforms.web.scripted import ScriptedCore

BAD = [
    "",
    "not json",
    "[]",
    "null",
    "{}",
    '{"kind": "fly"}',
    '{"kind": "say"}',
    '{"kind": "say", "nonce": "../..", "text": "x"}',
    '{"kind": "say", "nonce": "1", "text": 7}',
    '{"kind": "say", "nonce": "1", "text": "\\ud800"}',
    '{"kind": "hello", "token": "0123456789abcdef", "name": "Ann", "channel": "lobby"}',
    '{"kind": "hello", "token": "short", "name": "Ann", "channel": "lobby"}',
    "[" * 10_000,
    json.dumps({"kind": "say", "nonce": "1", "text": "x" * (frames.LONGEST_TEXT + 1)}),
    json.dumps(
        {"kind": "say", "nonce": "1", "text": "", "file": {"name": "x", "text": "x" * (frames.LONGEST_FILE + 1)}}
    ),
]


@pytest.mark.parametrize("text", BAD, ids=[text[:40] for text in BAD])
async def test_a_bad_frame_is_refused_and_the_next_good_one_heard(
    client: ClientSession, house: House, core: ScriptedCore, text: str
):
    ann = await enter(client, house, "Ann")
    await ann.socket.send_str(text)
    await ann.say("still here")
    assert ann.refusals == ["bad-frame"]
    assert [incoming.text for incoming in core.heard] == ["still here"]


async def test_a_binary_frame_is_refused(client: ClientSession, house: House):
    ann = await enter(client, house, "Ann")
    await ann.socket.send_bytes(b"\x00\xff")
    await ann.say("still here")
    assert ann.refusals == ["bad-frame"]


async def test_a_frame_beyond_all_measure_ends_that_connection_alone(client: ClientSession, house: House):
    ann, bob = await enter(client, house, "Ann"), await enter(client, house, "Bob")
    await ann.socket.send_str("x" * (frames.LONGEST_FRAME + 1))
    while (packet := await ann.socket.receive(timeout=60)).type is WSMsgType.TEXT:
        pass
    assert (packet.type, packet.data) == (WSMsgType.CLOSE, 1009)
    await bob.say("still here")


async def test_one_who_does_not_greet_first_is_shown_out(client: ClientSession, house: House, core: ScriptedCore):
    rude = await knock(client, house, "Rude")
    await rude.send("a1-a2")
    packet = await rude.socket.receive(timeout=60)
    assert packet.type is WSMsgType.CLOSE
    assert core.heard == []


async def test_ten_kilobytes_of_text_reach_the_core_which_judges_them(
    client: ClientSession, house: House, core: ScriptedCore
):
    ann = await enter(client, house, "Ann")
    await ann.say("a" * 10_000)
    assert len(core.heard[0].text) == 10_000


@given(st.text())
def test_reading_a_frame_never_fails_otherwise_than_by_saying_no(text: str):
    with pytest.raises(ValueError, match=r".*"):
        frames.read(text)


@given(st.text(min_size=1, max_size=50))
def test_any_text_without_surrogates_comes_through_unchanged(text: str):
    sent = {"kind": "say", "nonce": "n1", "text": text}
    assert frames.read(json.dumps(sent, ensure_ascii=False)) == frames.Say("say", "n1", text)
