"""Boards on a platform that knows no nonces are shown once, whatever dies while they are on their way."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest

from bot.core.game.people import Chat
from bot.core.ports.platform import DeliveryError, Message
from bot.core.ports.store import Store, StoreUnavailableError
from bot.store.boards import RedisBoards
from tests.bot.scripted import ScriptedPlatform, Stage, incoming

CUT_OFF = "I was interrupted"


@dataclass
class Wire(ScriptedPlatform):
    """An adapter to a platform that takes messages; its answers come, are lost or do not come at all."""

    repeats: bool = True
    failures: list[DeliveryError] = field(default_factory=list)
    is_dead: bool = False

    async def show(self, chat: Chat, message: Message) -> str:
        if self.failures and self.failures[0].is_certain:
            raise self.failures.pop(0)
        message_id = await super().show(chat, message)
        if self.failures:
            raise self.failures.pop(0)
        if self.is_dead:
            await asyncio.Event().wait()
        return message_id


@pytest.fixture
async def stage(store: Store) -> Stage:
    """A game between Ann and Bob."""
    stage = Stage(store, adapter=Wire())
    await stage.type("ann", "/challenge @bob dots 3x3 pie=0")
    await stage.press("bob", "Accept")
    return stage


def adapter_of(stage: Stage) -> Wire:
    assert isinstance(stage.adapter, Wire)
    return stage.adapter


def texts(stage: Stage) -> list[str]:
    return [message.text for _, _, message in stage.adapter.shown]


async def again(stage: Stage) -> None:
    await stage.router.sweep()
    await stage.router.wait_until_idle()


async def test_a_process_that_dies_while_a_board_is_on_its_way_leaves_one_board_and_a_line(stage: Stage):
    adapter_of(stage).is_dead = True
    await stage.router.handle(incoming("ann", "/move a1-a2"))
    while "a1-a2" not in stage.board.text:
        await asyncio.sleep(0)
    await stage.router.close()
    adapter_of(stage).is_dead = False
    stage.restart()
    await again(stage)
    assert sum("a1-a2" in text for text in texts(stage)) == 1
    assert stage.board.text.startswith(CUT_OFF)
    await stage.press("bob", "Show it")
    assert stage.board.picture
    assert "a1-a2" in stage.board.text


async def test_a_board_that_the_store_failed_to_record_is_not_posted_again(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
):
    adapter_of(stage).repeats = False
    with monkeypatch.context() as full:
        full.setattr(RedisBoards, "resolve", refuses)
        await stage.type("ann", "/move a1-a2")
    await again(stage)
    assert sum("a1-a2" in text for text in texts(stage)) == 1
    assert await stage.store.boards.pending(stage.time) == []
    await stage.type("bob", "/move b1-b2")
    assert "b1-b2" in stage.board.text


async def refuses(boards: RedisBoards, *about: object) -> None:
    raise StoreUnavailableError


async def test_the_line_leads_everybody_to_the_last_board_too(stage: Stage):
    adapter_of(stage).failures.append(DeliveryError("lost", 3600, is_certain=False))
    await stage.type("ann", "/resign yes")
    stage.restart()
    await again(stage)
    await stage.press("bob", "Show it")
    assert stage.board.picture
    assert "Bob wins" in stage.board.text


async def test_a_requested_board_comes_despite_crashes(stage: Stage):
    await stage.type("ann", "/move a1-a2")
    adapter_of(stage).failures.append(DeliveryError("flood", 3600))
    before = len(texts(stage))
    await stage.type("bob", "/board")
    assert len(texts(stage)) == before
    stage.restart()
    await again(stage)
    assert "a1-a2" in texts(stage)[before]


async def test_a_lost_answer_leaves_one_board_and_a_line(stage: Stage):
    adapter_of(stage).failures.append(DeliveryError("lost", 3600, is_certain=False))
    await stage.type("ann", "/move a1-a2")
    stage.restart()
    await again(stage)
    assert sum("a1-a2" in text for text in texts(stage)) == 1
    assert stage.board.text.startswith(CUT_OFF)


async def test_a_board_that_was_certainly_not_sent_is_shown(stage: Stage):
    adapter_of(stage).failures.append(DeliveryError("flood", 3600))
    await stage.type("ann", "/move a1-a2")
    stage.restart()
    await again(stage)
    assert "a1-a2" in stage.board.text


async def test_the_board_after_a_lost_answer_is_sent_in_full(stage: Stage):
    adapter_of(stage).failures.append(DeliveryError("lost", 3600, is_certain=False))
    await stage.type("ann", "/move a1-a2")
    await stage.type("bob", "/move b1-b2")
    assert "b1-b2" in stage.board.text
    assert stage.board.picture


async def test_an_unsent_line_is_sent_again(stage: Stage):
    adapter_of(stage).failures += [DeliveryError("lost", 3600, is_certain=False), DeliveryError("flood", 3600)]
    await stage.type("ann", "/move a1-a2")
    for _ in range(2):
        stage.restart()
        await again(stage)
    assert [text.startswith(CUT_OFF) for text in texts(stage)[-2:]] == [False, True]


async def test_with_nonces_the_board_itself_is_sent_again(stage: Stage):
    adapter_of(stage).repeats = False
    adapter_of(stage).failures.append(DeliveryError("lost", 3600, is_certain=False))
    await stage.type("ann", "/move a1-a2")
    stage.restart()
    await again(stage)
    (_, _, first), (_, _, second) = stage.adapter.shown[-2:]
    assert "a1-a2" in first.text
    assert first.envelope.nonce == second.envelope.nonce
