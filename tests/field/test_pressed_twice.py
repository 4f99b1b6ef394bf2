"""A finger that taps twice does one thing."""

from __future__ import annotations

import pytest

from bot.core.ports.store import Store
from tests.bot.scripted import CHAT, Stage, private_chat


@pytest.mark.parametrize("opponent", ["bot easy", "@bob"])
async def test_a_rematch_begins_once_however_often_its_button_is_pressed(store: Store, stage: Stage, opponent: str):
    await stage.type("ann", f"/challenge {opponent} dots 2x2 first")
    if opponent == "@bob":
        await stage.press("bob", "Accept")
    await stage.type("ann", "/resign yes")
    again = stage.button("Rematch").types
    if opponent == "@bob":
        await stage.type("bob", again, pressed=True)
    for _ in range(3):
        await stage.type("ann", again, pressed=True)
    assert len((await store.settings.facts_for(CHAT.key, "")).games) == 1


async def test_next_leads_on_from_the_puzzle_under_which_it_stands(stage: Stage):
    direct_chat = private_chat("ann")
    (first,) = await stage.type("ann", "/puzzle dots", direct_chat)
    leads_on = stage.button("Next").types
    (second,) = await stage.type("ann", leads_on, direct_chat, pressed=True)
    (third,) = await stage.type("ann", leads_on, direct_chat, pressed=True)
    assert first.text != second.text == third.text
    (fourth,) = await stage.type("ann", stage.button("Next").types, direct_chat, pressed=True)
    assert fourth.text != third.text


async def test_a_button_of_an_older_version_leads_on(stage: Stage):
    direct_chat = private_chat("ann")
    (first,) = await stage.type("ann", "/puzzle dots", direct_chat)
    (second,) = await stage.type("ann", "/puzzle dots next", direct_chat, pressed=True)
    assert first.text != second.text
