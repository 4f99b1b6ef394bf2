"""Messages and requests of a whole 3x3 game between two people, on stand-ins of Telegram and Discord."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from unittest.mock import patch

import simcord

from benchmarks.figure import Figure
from bot.platforms.telegram import Telegram, flood_control
from bot.store.connection import connect
from bot.store.embedded import serve
from bot.store.redis import RedisStore
from tests.bot.calm import Calm
from tests.bot.platforms.discord import whole_game as on_discord
from tests.bot.platforms.discord.places import Place, open_place
from tests.bot.platforms.discord.table import house, seat_players
from tests.bot.platforms.telegram import places as telegram_places
from tests.bot.platforms.telegram import whole_game as on_telegram
from tests.bot.platforms.telegram.house import living
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Town

_PRESSED = 2.1
"""The most calls per move on Telegram, where a press is answered and then the board changes."""

_ANSWERED = 1.3
"""The most calls per move on Discord, where the changed board answers the press."""

_BOT, _GROUP, _FRIENDS = "against the bot", "between two people in a group", "between two people in a chat of their own"
_ON_TELEGRAM = {
    _BOT: telegram_places.Place.PRIVATE,
    _GROUP: telegram_places.Place.PRIVACY,
    _FRIENDS: telegram_places.Place.ELSEWHERE,
}
_ON_DISCORD = {_BOT: Place.OWN, _GROUP: Place.CHANNEL, _FRIENDS: Place.FRIENDS}
_CALLS = 3
"""The most calls per move of two presses, each of which is answered."""
_TWO_CHOICES = {"lgame": "hints=3", "curves": "8x6 points=5"}


def figures() -> Iterable[Figure]:
    """Yield the bot's remaining messages, the pings, and the requests per move."""
    games = {
        "Telegram, typed": (_telegram(presses=False), 2.2),
        "Telegram, by presses": (_telegram(presses=True), _PRESSED),
        "Telegram, by presses, slowly": (_telegram(presses=True, gathers=False), _PRESSED),
        "Discord, by commands": (_discord(presses=False), 2.2),
        "Discord, by presses": (_discord(presses=True), _ANSWERED),
        "Discord, by presses, in a thread": (_discord(presses=True, options="3x3 thread=yes"), _ANSWERED),
    }
    for name, (playing, most_calls) in games.items():
        game = asyncio.run(playing)
        yield Figure(f"messages left after {game.moves} moves ({name})", game.left, 4, "messages")
        yield Figure(f"pings ({name})", game.pings, 17, "pings")
        yield Figure(f"calls per move ({name})", game.calls / game.moves, most_calls, "calls")
        if game.toasts:
            without = (game.calls - game.toasts) / game.moves
            yield Figure(f"calls per move, without answers to presses ({name})", without, most_calls - 1, "calls")
    yield from _figures_of_presses()


def _figures_of_presses() -> Iterator[Figure]:
    """Yield presses and requests per move where a move takes two choices, against the bot and between two people."""
    for game, options in _TWO_CHOICES.items():
        for who in (_BOT, _GROUP, _FRIENDS) if game == "lgame" else (_BOT, _GROUP):
            runs = {
                "Telegram": _press_on_telegram(game, options, _ON_TELEGRAM[who]),
                "Discord": _press_on_discord(game, options, _ON_DISCORD[who]),
            }
            for platform, playing in runs.items():
                calm = asyncio.run(playing)
                name = f"{game} {who}, {platform}"
                yield Figure(f"presses per move ({name})", calm.toasts / calm.moves, 2, "presses")
                if game == "lgame":
                    yield Figure(f"calls per move by presses ({name})", calm.calls / calm.moves, _CALLS, "calls")


async def _press_on_telegram(game: str, options: str, place: telegram_places.Place) -> Calm:
    town = Town()
    api, is_fast = BotApi(town), patch.multiple(flood_control, _GROUP_PACE=0.01, _PRIVATE_PACE=0.01)
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server, is_fast:
        async with api.serving(), living(api, RedisStore(connect(server.url))) as core:
            return await on_telegram.press_whole_game(api, telegram_places.spot_at(place, town, core, game, options))


async def _press_on_discord(game: str, options: str, place: Place) -> Calm:
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server:
        async with simcord.run(house(server.url)) as env:
            return await on_discord.press_whole_game(await open_place(env, place), game, options)


async def _telegram(presses: bool, gathers: bool = True) -> Calm:
    town = Town()
    api, room = BotApi(town), town.group("Friends")
    fast_pace = patch.object(flood_control, "_GROUP_PACE", 0.01)
    batch_size = patch.object(Telegram, "gathers", Telegram.gathers if gathers else 1)
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server, fast_pace, batch_size:
        async with api.serving(), living(api, RedisStore(connect(server.url))):
            return await on_telegram.play_whole_game(api, town, room, presses)


async def _discord(presses: bool, options: str = "3x3") -> Calm:
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server:
        async with simcord.run(house(server.url)) as env:
            return await on_discord.play_whole_game(seat_players(env), presses, options)
