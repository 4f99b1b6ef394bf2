"""What is for one person alone never stands before others, however late it comes."""

from __future__ import annotations

import pytest

from bot.platforms.discord.client import Client
from tests.bot.platforms.discord.places import Place, Spot, open_place
from tests.bot.platforms.discord.short_games import begin, settle
from tests.bot.platforms.discord.table import house

pytestmark = pytest.mark.excused("Discord takes no answer to the interaction", faults=["unanswered"])


@pytest.fixture
def simcord_bot(empty_valkey) -> Client:
    return house(empty_valkey)


async def late_hint(spot: Spot, is_closed: bool) -> list[str]:
    """Ask for a hint when Discord takes no answers, and return what everybody in the channel reads."""
    direct_channel = spot.ann.user.dm_channel.id
    spot.env.inject_error("POST", "/interactions/*", status=404, code=10062, times=None)
    spot.env.inject_error("*", "/webhooks/*", status=404, code=10015, times=None)
    if is_closed:
        spot.env.inject_error("POST", f"/channels/{direct_channel}/messages", status=403, code=50007, times=None)
    await spot.slash(spot.ann, "hint")
    await settle(spot)
    spot.env.backend.faults.clear()
    return [board.text for board in spot.boards]


async def test_a_late_hint_goes_to_the_askers_private_chat(simcord_env):
    spot = await open_place(simcord_env, Place.CHANNEL)
    await begin(spot, "dots")
    before = len(spot.boards)
    text = await late_hint(spot, is_closed=False)
    assert len(text) == before
    assert spot.ann.user.dm_channel.last_message.content.startswith("Hint")


async def test_a_line_announces_an_answer_that_only_the_asker_opens_if_private_messages_are_closed(simcord_env):
    spot = await open_place(simcord_env, Place.CHANNEL)
    await begin(spot, "dots")
    text = await late_hint(spot, is_closed=True)
    assert text[-1] == f"{spot.ann.mention}, your answer is ready. Press to see it."
    line = spot.boards[-1]
    [button] = line.presses().values()
    refusal = spot.answer_seen_by(await spot.bob.click(line.message, custom_id=button))
    assert (refusal.message.ephemeral, refusal.text.partition(".")[0]) == (True, "This answer is for someone else")
    opened = spot.answer_seen_by(await spot.ann.click(line.message, custom_id=button))
    assert (opened.message.ephemeral, opened.text.partition(":")[0]) == (True, "Hint")
