"""Whatever a connection sends, it harms nobody, and the page goes on."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict

import pytest
from aiohttp import ClientSession, WSMsgType
from hypothesis import given
from hypothesis import strategies as st

from bot.core.ports.adapters import LARGEST_FILE
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
    '{"kind": "touch", "number": NaN, "of": ""}',
    '{"kind": "touch", "number": 1, "of": "", "at": [1e999, 0]}',
    '{"kind": "touch", "number": 1, "of": "", "taps": ["\\u001c"]}',
    f'{{"kind": "replay", "of": "", "turn": {"9" * 5000}}}',
    f'{{"kind": "look", "message": {"[" * 100_000}',
    json.dumps({"kind": "say", "nonce": "1", "text": "x" * (frames.LONGEST_TEXT + 1)}),
    json.dumps({"kind": "say", "nonce": "1", "text": "", "file": {"name": "x", "text": "x" * (LARGEST_FILE + 1)}}),
]


@pytest.mark.parametrize("text", BAD, ids=[text[:40] for text in BAD])
async def test_a_bad_frame_is_refused_and_the_next_valid_one_handled(
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


async def test_a_huge_frame_ends_only_its_own_connection(client: ClientSession, house: House):
    ann, bob = await enter(client, house, "Ann"), await enter(client, house, "Bob")
    with suppress(ConnectionError):  # the site may hang up before it has heard all
        await ann.socket.send_str("x" * (frames.LONGEST_FRAME + 1))
    while (packet := await ann.socket.receive(timeout=60)).type is WSMsgType.TEXT:
        pass
    assert (packet.type, packet.data) == (WSMsgType.CLOSE, 1009)
    await bob.say("still here")


async def test_a_connection_without_a_greeting_is_closed(client: ClientSession, house: House, core: ScriptedCore):
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


WHOLE: dict[str, dict[str, object]] = {
    "hello": {"token": "0123456789abcdef", "name": "Ann", "channel": "lobby", "language": "en", "since": "1-1"},
    "say": {"nonce": "n1", "text": "hello", "pressed": False, "reply": "", "file": {"name": "x", "text": "y"}},
    "look": {"message": "x"},
    "replay": {"of": "CODE@0", "turn": 1},
    "table": {"of": "CODE@0"},
    "touch": {"number": 1, "of": "CODE@0", "text": "a1", "taps": ["a1"], "about": "a1", "at": [1.5, 2]},
}
FIELDS = [(kind, field) for kind, fields in WHOLE.items() for field in fields]
STRANGE = [
    *("null", "true", "-1", "1e999", "-0.0", "9" * 400, "NaN", "Infinity", '"\\ud800"', '"\\u0000"', '"x"', '""'),
    *("[]", "{}", '{"name": [[[[]]]]}', '["a1", null]', "[1, NaN]", "[" * 500 + "]" * 500, '{"a":' * 500, "\x00"),
]


@pytest.mark.parametrize(("kind", "field"), FIELDS, ids=[f"{kind}.{field}" for kind, field in FIELDS])
def test_a_field_of_any_type_is_read_or_refused(kind: str, field: str):
    assert frames.read(json.dumps({"kind": kind, **WHOLE[kind]})).kind == kind
    for strange in STRANGE:
        others = (f'"{key}": {json.dumps(value)}' for key, value in WHOLE[kind].items() if key != field)
        try:
            read = frames.read("{" + ", ".join((f'"kind": "{kind}"', *others, f'"{field}": {strange}')) + "}")
        except ValueError:
            continue
        assert json.dumps(asdict(read), allow_nan=False).encode()


@given(st.text())
def test_a_malformed_frame_is_refused(text: str):
    with pytest.raises(ValueError, match=r".*"):
        frames.read(text)


@given(st.text(min_size=1, max_size=50))
def test_any_text_without_surrogates_comes_through_unchanged(text: str):
    sent = {"kind": "say", "nonce": "n1", "text": text}
    assert frames.read(json.dumps(sent, ensure_ascii=False)) == frames.Say("say", "n1", text)
