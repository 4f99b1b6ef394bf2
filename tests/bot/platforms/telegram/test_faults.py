"""A game by presses goes on to its end while Telegram fails in turn, floods and loses what it says."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from bot.core.game.session import Stage
from bot.platforms.telegram import adapter, flood_control
from bot.store.redis import RedisStore
from tests.bot.platforms.telegram.house import living
from tests.bot.platforms.telegram.inputs import Input, enter
from tests.bot.platforms.telegram.opening import paint
from tests.bot.platforms.telegram.places import Chat, Place
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Town
from tests.bot.short_games import LINES

METHODS = ("sendPhoto", "sendMessage", "answerCallbackQuery", "deleteMessage", "deleteMessages", "getChatMember")
BESIDE = ("Hint", "More")


def _fail(api: BotApi, method: str) -> None:
    api.hiccups[method] = 1


def _flood(api: BotApi, method: str) -> None:
    api.floods[method] = 0.05


def _lose(api: BotApi, method: str) -> None:
    api.losses[method] = 1


FAULTS: Mapping[str, Callable[[BotApi, str], None]] = {"fails": _fail, "floods": _flood, "loses": _lose}


@pytest.mark.sample(one_in=7)
@pytest.mark.excused(reason="Telegram tells no id of a board whose sending was cut off", faults=["stale"])
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("method", METHODS)
async def test_every_press_is_answered_once_and_the_game_ends(
    api: BotApi, store: RedisStore, town: Town, monkeypatch: pytest.MonkeyPatch, method: str, fault: str
) -> None:
    monkeypatch.setattr(adapter, "_SOON", 0.05)
    monkeypatch.setattr(flood_control, "_GROUP_PACE", 0.01)
    town.has_ephemeral = True
    async with living(api, store, paint=paint) as core:
        spot = Chat(Place.SUPERGROUP, town, core, "dots")
        await spot.begin()
        while (await spot.session()).stage is Stage.RUNNING:
            session, who = await spot.turn()
            for label in BESIDE if session.ply == 0 else ():
                board = await spot.board()
                FAULTS[fault](api, method)
                await who.presses(board, label).toast()
            FAULTS[fault](api, method)
            await enter(spot, who, Input.BUTTON, session, LINES["dots"].moves[session.ply])
            await spot.moved(session)
        await spot.quiet()
