"""What is settled for a whole server holds in each of its chats that has settled nothing else."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from bot.core.game.people import Chat
from bot.core.ports.store import Store
from tests.bot.scripted import ScriptedPlatform, Stage

GENERAL, GAMES = Chat("stage", "general"), Chat("stage", "games")
ELSEWHERE = Chat("stage", "elsewhere")


@dataclass
class InServer(ScriptedPlatform):
    """An adapter to two channels of one server, and a chat of none."""

    def server(self, chat: Chat) -> str:
        return "" if chat == ELSEWHERE else "7"


@pytest.fixture
def stage(store: Store) -> Stage:
    return Stage(store, adapter=InServer())


async def _is_refused(stage: Stage, chat: Chat) -> bool:
    answers = await stage.type("bob", "/challenge @carl dots 2x2", chat)
    return any("doesn’t play that" in message.text for message in answers)


async def test_it_holds_in_every_channel_and_nowhere_else(stage: Stage):
    await stage.type("ann", "/settings games=lgame server", GENERAL)
    assert [await _is_refused(stage, chat) for chat in (GENERAL, GAMES, ELSEWHERE)] == [True, True, False]


async def test_a_channel_s_own_setting_overrides_the_server_s(stage: Stage):
    await stage.type("ann", "/settings games=dots channel", GAMES)
    await stage.type("ann", "/settings games=lgame server", GENERAL)
    assert [await _is_refused(stage, chat) for chat in (GENERAL, GAMES)] == [True, False]


async def test_a_server_wide_setting_overrides_older_ones_of_channels(stage: Stage):
    await stage.type("ann", "/settings games=dots mentions=no", GENERAL)
    await stage.type("ann", "/settings games=lgame server", GENERAL)
    [answer] = await stage.type("ann", "/settings", GENERAL)
    assert "games: L-game" in answer.text
    assert "mentions: no" in answer.text.casefold()


async def test_its_language_is_spoken_in_every_channel(stage: Stage):
    await stage.type("ann", "/settings language=uk server", GENERAL)
    await stage.type("bob", "/challenge @carl dots 2x2", GAMES)
    assert stage.board.text.startswith("Carl, Bob викликає вас")
    await stage.type("ann", "/settings language=none server", GENERAL)
    await stage.type("bob", "/challenge @dan dots 2x2", GAMES)
    assert stage.board.text.startswith("Dan, Bob challenges you")


async def test_its_pace_and_mentions_hold_for_boards(stage: Stage):
    await stage.type("ann", "/settings time=1d mentions=no server", GENERAL)
    await stage.type("bob", "/challenge @carl dots 2x2", GAMES)
    assert stage.board.mention is None
    await stage.press("carl", "Accept", GAMES)
    assert "1\u00a0day left" in stage.board.text


async def test_the_menu_leads_to_the_server_and_back(stage: Stage):
    await stage.type("ann", "/settings", GENERAL)
    [answer] = await stage.press("ann", "Whole server …", GENERAL)
    assert answer.text.startswith("Server-wide settings")
    assert all(button.types.endswith(" server") for row in answer.buttons for button in row if "=" in button.types)
    [answer] = await stage.press("ann", "Allow admins only", GENERAL)
    assert answer.text.startswith("Server-wide settings")
    [answer] = await stage.press("ann", "This channel …", GENERAL)
    assert "challenge: administrators" in answer.text


async def test_only_administrators_settle_and_only_where_there_is_a_server(stage: Stage):
    [answer] = await stage.type("bob", "/settings games=lgame server", GENERAL)
    assert "administrators" in answer.text
    [answer] = await stage.type("ann", "/settings games=lgame server", ELSEWHERE)
    assert "part of a server" in answer.text
    [answer] = await stage.type("ann", "/settings", ELSEWHERE)
    assert not any("server" in button.types for row in answer.buttons for button in row)


async def test_a_cooldown_of_the_server_is_counted_in_each_channel(stage: Stage):
    await stage.type("ann", "/settings cooldown=300s server", GENERAL)
    for chat in (GENERAL, GAMES):
        await stage.type("bob", "/challenge @carl dots 2x2", chat)
        [answer] = await stage.type("bob", "/challenge @dan dots 2x2", chat)
        assert "a pause between challenges" in answer.text
    await stage.type("ann", "/settings cooldown=none server", GENERAL)
    assert await stage.type("bob", "/challenge @dan dots 2x2", GAMES) == ()
