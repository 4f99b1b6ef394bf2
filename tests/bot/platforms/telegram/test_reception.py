"""Telegram is heard while it answers, by polling and by webhook, once what has waited there is taken in."""

from __future__ import annotations

import asyncio
import math

import pytest

from bot.platforms.telegram import Telegram, Webhook
from bot.platforms.telegram.updates import Reception
from tests.bot.platforms.telegram.opening import adapter_to, serving, webhook
from tests.bot.platforms.telegram.scripted import ScriptedCore
from tests.bot.platforms.telegram.server import BotApi


class Clock:
    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_nothing_is_received_before_telegram_has_answered(clock: Clock):
    assert Reception(clock).silence() == math.inf


def test_waiting_updates_come_first(clock: Clock):
    reception = Reception(clock)
    reception.note_answer(is_all=False)
    assert reception.silence() == 0
    reception.note_answer(is_all=True)
    assert reception.silence() is None
    reception.note_answer(is_all=False)
    assert reception.silence() is None


def test_a_question_that_is_answered_by_nobody_is_silence_from_its_beginning(clock: Clock):
    reception = Reception(clock)
    reception.note_answer(is_all=True)
    clock.time += 12
    assert reception.silence() is None
    clock.time += 8
    assert reception.silence() == 20
    reception.note_loss()
    assert reception.silence() == 20


def test_a_refusal_is_silence_from_then_on_however_often_it_comes(clock: Clock):
    reception = Reception(clock)
    reception.note_answer(is_all=True)
    for silence in (0, 9, 18):
        clock.time += 9
        reception.note_loss()
        assert reception.silence() == silence


async def until(adapter: Telegram, is_heard: bool) -> None:
    async with asyncio.timeout(60):
        while (adapter.silence() is None) is not is_heard:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("way", ["polling", "webhook"])
async def test_the_adapter_knows_when_telegram_is_away_and_when_it_is_back(
    api: BotApi, core: ScriptedCore, way: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.platforms.telegram.updates._WATCH_SECONDS", 0.01)
    monkeypatch.setattr("bot.platforms.telegram.updates._POLL_SECONDS", 0)
    hook: Webhook | None = webhook() if way == "webhook" else None
    adapter = adapter_to(api, webhook=hook)
    assert adapter.silence() == math.inf
    async with serving(adapter, core):
        await until(adapter, is_heard=True)
        api.hiccups.update({"getUpdates": 10**6, "getWebhookInfo": 10**6})
        await until(adapter, is_heard=False)
        api.hiccups.clear()
        await until(adapter, is_heard=True)
    assert adapter.silence() is not None
