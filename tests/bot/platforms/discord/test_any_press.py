"""Every press of every button anywhere is answered, and no board is lost over it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from simcord import interactions

from bot.platforms.discord.client import Client
from tests.bot.answered import ledger
from tests.bot.platforms.discord.places import Place, Spot, open_place, payloads_of
from tests.bot.platforms.discord.short_games import begin, settle
from tests.bot.platforms.discord.table import house

PRESSES = 12
TEXTS = ("a1-a2", "b3", "c4-c2-d2 a4-d3", "2", "nonsense", "/help")


@pytest.fixture
def simcord_bot(empty_valkey) -> Client:
    return house(empty_valkey)


@pytest.mark.parametrize(("place", "game"), [(Place.CHANNEL, "curves"), (Place.FRIENDS, "lgame"), (Place.OWN, "dots")])
async def test_any_press_is_answered(simcord_env, monkeypatch, place, game):
    monkeypatch.setattr(interactions, "base_payload", payloads_of(place))
    monkeypatch.setattr("bot.platforms.discord.interaction_answers._ACKNOWLEDGED_AFTER", 0.2)
    spot, chance = await open_place(simcord_env, place), Random(place)
    await begin(spot, game)
    for _ in range(PRESSES):
        who = chance.choice([spot.ann] if place is Place.OWN else [spot.ann, spot.bob])
        await _press(spot, who, chance)
        await settle(spot)
    assert len(ledger().presses) > PRESSES
    assert ledger().refused == []


async def _press(spot: Spot, who: Any, chance: Random) -> None:
    """Press one of all buttons, or choose one of all options, that a person sees; fill in a form that opens."""
    sightings = [board for board in map(spot.board, spot.messages()) if board.message._message.visible_to(who.id)]
    buttons = [(board, id_, "") for board in sightings for id_ in board.presses().values()]
    options = [(board, id_, text) for board in sightings for text, id_ in board.options().items()]
    board, custom_id, option = chance.choice(chance.choice([result for result in (buttons, options) if result]))
    if option:
        await who.select(board.message, [option], custom_id=custom_id)
        return
    interaction = await who.click(board.message, custom_id=custom_id)
    if interaction._interaction.modal:
        await who.submit_modal(interaction, {"move": chance.choice(TEXTS)})
