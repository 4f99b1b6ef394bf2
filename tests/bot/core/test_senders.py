"""Senders that are not people take no seat; an administrator in the group's name keeps all that needs none."""

from __future__ import annotations

import pytest

from bot.core.game.people import Chat, Sender
from bot.core.ports.store import Store
from tests.bot.scripted import Stage

GROUP = Chat("stage", "7")
ADMINISTRATOR, AUTOMATIC = Sender.ADMINISTRATOR, Sender.AUTOMATIC
SEATS = (
    "/challenge dots 1x1",
    "/challenge @bob dots",
    "/challenge bot dots 1x1",
    "/again",
    "/tournament join",
    "/join x-y-dots",
)


@pytest.fixture
async def stage(store: Store) -> Stage:
    stage = Stage(store)
    await stage.type("bob", "/challenge dots 1x1", GROUP)
    stage.adapter.shown.clear()
    return stage


@pytest.mark.parametrize("text", [*SEATS, "/accept"])
@pytest.mark.parametrize("language", ["en", "ru", "uk"])
async def test_a_group_takes_no_seat_and_the_person_who_presses_takes_it(stage: Stage, text: str, language: str):
    [answer] = await stage.type(f"friends.{language}", text, GROUP, sender=ADMINISTRATOR)
    assert answer.envelope.refuses
    assert [[button.types for button in row] for row in answer.buttons] == [[text]]
    assert stage.adapter.shown == []


async def test_a_person_behind_a_group_plays_under_their_own_name(stage: Stage):
    await stage.type("friends", "/accept", GROUP, sender=ADMINISTRATOR)
    await stage.press("ann", "Play as myself", GROUP)
    assert stage.board.mention is not None
    assert stage.board.mention.name == "Bob"


@pytest.mark.parametrize("text", ["/help", "/rules dots", "/settings", "/daily", "/games", "/setup"])
async def test_a_group_may_ask_for_what_needs_no_seat(stage: Stage, text: str):
    stage.adapter.administrators |= {"friends"}
    [answer] = await stage.type("friends", text, GROUP, sender=ADMINISTRATOR)
    assert not answer.envelope.refuses


@pytest.mark.parametrize("text", [*SEATS, "/accept", "/help", "/settings"])
async def test_a_channel_or_bot_reads_once_in_each_chat_that_only_people_play(stage: Stage, text: str):
    [answer] = await stage.type("news", text, GROUP, sender=AUTOMATIC)
    assert not answer.envelope.private
    assert await stage.type("news", text, GROUP, sender=AUTOMATIC) == ()
    assert await stage.type("news", text, Chat("stage", "8"), sender=AUTOMATIC) == (answer,)
    assert stage.adapter.shown == []
