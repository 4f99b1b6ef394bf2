"""What a command's answer becomes: the board, even one that is thought about for long; a word where that cannot be."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.platforms.discord.client import Client
from bot.thinking.threads import Threads
from tests.bot.platforms.discord.seen import text_of_message
from tests.bot.platforms.discord.table import Table, house, private_texts, seat_players


@pytest.fixture
def reads_all() -> bool:
    return False


@pytest.fixture
def simcord_bot(empty_valkey, reads_all) -> Client:
    return house(empty_valkey, reads_all)


@pytest.fixture
def table(simcord_env) -> Table:
    return seat_players(simcord_env)


@pytest.fixture
def think_until(table, monkeypatch):
    """The bot thinks until a call is made."""
    hint = Threads.hint

    def until(call: str) -> None:
        async def thought(*given: Any, **named: Any) -> Any:
            while not any(made.endswith(call) for made in requests_since(table, 0)):
                await asyncio.sleep(0.01)
            return await hint(*given, **named)

        monkeypatch.setattr(Threads, "hint", thought)

    monkeypatch.setattr("bot.platforms.discord.interaction_answers._ACKNOWLEDGED_AFTER", 1.0)
    return until


def requests_since(table: Table, before: int) -> list[str]:
    """Return the requests to Discord since then."""
    return [_answer_text(request) for request in table.env.http_requests[before:]]


def _answer_text(request: Any) -> str:
    if isinstance(request.json, dict) and request.json.get("type") == 5 and not request.json.get("data"):
        return "POST a thought"
    what = request.path.rpartition("/")[2]
    return str(request.method) if what.isdecimal() else f"{request.method} {what}"


async def play_bot(table: Table) -> None:
    await table.ann.slash(table.channel, "challenge", game="dots", level="easy", options="2x2")


async def test_while_the_bot_thinks_long_all_see_it_and_then_the_board(table, think_until):
    await play_bot(table)
    before, seen = len(table.env.http_requests), len(table.seen)
    think_until("a thought")
    interaction = await table.move(table.ann, "a1-a2")
    assert requests_since(table, before) == ["POST typing", "POST a thought", "PATCH @original", "DELETE"]
    assert private_texts(interaction) == []
    assert f"<@{table.ann.id}>, your move" in text_of_message(table.last)
    assert len(table.seen) == seen


async def test_a_board_that_takes_too_long_is_a_message_of_its_own(table, think_until, monkeypatch):
    monkeypatch.setattr("bot.platforms.discord.interaction_answers._LONGEST_PROMISE", 0.0)
    await play_bot(table)
    before = len(table.env.http_requests)
    think_until("DELETE @original")
    await table.move(table.ann, "a1-a2")
    assert requests_since(table, before) == [
        "POST typing",
        "POST a thought",
        "DELETE @original",
        "POST messages",
        "DELETE",
    ]
    assert f"<@{table.ann.id}>, your move" in text_of_message(table.last)


async def test_a_person_who_replies_gets_separate_messages_for_their_boards_only(table):
    await table.begin()
    await table.ann.send(table.channel, "a1-a2", reply_to=table.last)
    interaction = await table.move(table.bob, "b1-b2")
    assert private_texts(interaction) == ["Done."]
    await table.ann.send(table.channel, "b2-c2", reply_to=table.last)
    assert "b2-c2" in text_of_message(table.last)
    await table.bob.slash(table.channel, "challenge", game="dots", level="easy", options="2x2")
    assert private_texts(await table.bob.slash(table.channel, "move", move="a1-a2", code=table.code)) == []


@pytest.mark.parametrize("reads_all", [True])
async def test_with_message_content_every_answer_is_the_board(table):
    await table.begin()
    await table.ann.send(table.channel, "a1-a2", reply_to=table.last)
    assert private_texts(await table.move(table.bob, "b1-b2")) == []
    await table.ann.send(table.channel, "b2-c2", reply_to=table.last)
    assert "b2-c2" in text_of_message(table.last)


async def test_a_message_edited_in_place_has_an_address(table):
    await table.challenge()
    [interaction] = private_texts(await table.ann.slash(table.channel, "cancel"))
    assert interaction == f"Done. {table.last.jump_url}"
    assert "cancels the challenge" in text_of_message(table.last)
