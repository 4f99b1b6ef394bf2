"""A whole 3x3 game of two people in a Discord channel, from the challenge to the last board."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import discord
import simcord

from bot.core.game.session import Stage
from tests.bot.calm import Calm
from tests.bot.platforms.discord.inputs import press
from tests.bot.platforms.discord.places import Place, Spot
from tests.bot.platforms.discord.seen import parts_of, rows_of, text_of_message
from tests.bot.platforms.discord.short_games import begin, session_of, settle
from tests.bot.platforms.discord.table import Table
from tests.bot.presses import way_by_menu

_MOVE = re.compile(r"\w\d-\w\d")


async def play_whole_game(table: Table, presses: bool, options: str = "3x3") -> Calm:
    """Played by presses under the boards, or by commands, in the game's thread if it has one; each time the first move
    that there is. What is left is counted in the channel too."""
    await table.begin(options)
    around = [table.channel] if table.channel.threads else []
    table = replace(table, channel=table.channel.threads[0]) if around else table
    moves, pings, began = 0, 0, _calls(table)
    while who := on_turn(table):
        board, another = table.last, table.bob if who is table.ann else table.ann
        await (_press(table, who) if presses else table.move(who, _first_move(board)))
        moves += 1
        pings += table.last.id != board.id and [user.id for user in table.last.mentions] == [another.id]
    await table.env.settle()
    left = len(table.seen) + sum(len(replace(table, channel=channel).seen) for channel in around)
    return Calm(moves, left, pings, _calls(table) - began)


async def press_whole_game(spot: Spot, game: str, options: str, most_moves: int = 12) -> Calm:
    """Play a game by presses, as far as `most_moves` of the people; its presses are the toasts."""
    code, chance, moves = await begin(spot, game, options), Random(1), 0
    began = len(spot.env.http_requests)
    while (session := await session_of(spot, code)).stage is Stage.RUNNING and moves < most_moves:
        who = spot.ann if spot.place is Place.OWN or session.on_turn == session.challenger else spot.bob
        await press(spot, who, spot.boards[-1], way_by_menu(session, chance))
        await settle(spot)
        moves += 1
    calls = [request for request in spot.env.http_requests[began:] if request.method != "GET"]
    presses = sum(request.path.endswith("/callback") for request in calls)
    return Calm(moves, len(spot.boards), 0, len(calls), presses)


def on_turn(table: Table) -> simcord.MemberActor | None:
    """Return the player to move on the last board; None at the end."""
    request = re.search(r"(\w+)>?, your move", text_of_message(table.last))
    if request is None:
        return None
    return table.ann if request[1] in ("Ann", str(table.ann.id)) else table.bob


def menus_of(message: discord.Message) -> list[discord.SelectMenu]:
    """The menus under a message."""
    return [part for part in parts_of(message.components) if isinstance(part, discord.SelectMenu)]


async def _press(table: Table, who: simcord.MemberActor) -> None:
    if listed := menus_of(table.last):
        await who.select(table.last, [listed[0].options[0].value], custom_id=listed[0].custom_id)
    else:
        await who.click(table.last, label=_first_move(table.last))


def _first_move(board: discord.Message) -> str:
    """The first move in a menu or on a button under a board."""
    if listed := menus_of(board):
        return listed[0].options[0].label
    labels = (button.label or "" for row in rows_of(board) for button in row)
    return next(label for label in labels if _MOVE.fullmatch(label))


def _calls(table: Table) -> int:
    """Return the number of requests to Discord, except downloads."""
    return sum(request.method != "GET" for request in table.env.http_requests)
