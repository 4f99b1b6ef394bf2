"""The menus of commands that Telegram offers."""

from __future__ import annotations

from bot.core.language.speech import say
from bot.features import COMMANDS
from tests.bot.platforms.telegram.opening import adapter_to, serving
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.scripted import ScriptedCore
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Town


async def test_the_menu_offers_every_command_in_every_language(
    api: BotApi, core: ScriptedCore, town: Town, ann: Human
) -> None:
    for start in (1, 2):
        async with serving(adapter_to(api), core, has_profile=True):
            await api.until_asked("setMyShortDescription", 3 * start)
    assert {code: [entry["command"] for entry in menu] for code, menu in town.menus.items()} == {
        code: [command.name for command in COMMANDS.listed] for code in ("", "ru", "uk")
    }
    assert town.menus["uk"][0]["description"] == say("uk", "command-challenge")
    assert town.menus[""][0]["description"] == say("en", "command-challenge")
    assert town.descriptions["ru"][:2] == [say("ru", "bot-description"), say("ru", "bot-short-description")]


async def test_a_command_that_is_turned_off_stands_in_no_menu(api: BotApi, core: ScriptedCore, town: Town) -> None:
    adapter = adapter_to(api)
    adapter.hidden_commands = frozenset({"seek"})
    async with serving(adapter, core, has_profile=True):
        await api.until_asked("setMyShortDescription", 3)
    menus = (*town.menus.values(), *town.group_menus.values())
    assert menus and not any(entry["command"] == "seek" for menu in menus for entry in menu)


async def test_in_groups_every_personal_command_is_ephemeral(api: BotApi, core: ScriptedCore, town: Town) -> None:
    async with serving(adapter_to(api), core, has_profile=True):
        await api.until_asked("setMyShortDescription", 3)
    seen = {entry["command"] for entry in town.group_menus["uk"] if not entry.get("is_ephemeral", False)}
    challenges, moves = {"challenge", "accept", "decline", "cancel"}, {"move", "draw", "undo"}
    assert seen == challenges | moves | {"abort", "claim", "wake"}
    assert {entry["command"] for entry in town.group_menus["uk"]} == {command.name for command in COMMANDS.listed}
