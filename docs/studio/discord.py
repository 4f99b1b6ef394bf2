"""A game against the bot in a Discord channel, from the messages that the real adapter sends to a simulated Discord."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import discord
import simcord

from bot.core.router import Router
from bot.features import FEATURES
from bot.platform_adapters import Painter
from bot.platforms.discord import Discord
from bot.store.connection import connect
from bot.store.redis import RedisStore
from docs.studio.chat import Bubble, Chat
from docs.studio.story import Story
from tests.bot.platforms.discord.seen import rows_of, text_of_message
from tests.bot.platforms.discord.whole_game import menus_of
from tests.bot.scripted import Deep

MOVES = ("b2-b3", "c2-d2")
SHOWN = 2


async def chat(story: Story, store: str) -> Chat:
    """Return the last messages on the screen of a player who asks for a hint."""
    redis = RedisStore(connect(store))
    await redis.check_ready()
    adapter = Discord("token", paint=Painter().paint)
    router = Router(redis, Deep(), {adapter.name: adapter}, features=FEATURES, now=time.time, random=Random(7))
    async with simcord.run(adapter.connect(router)) as env:
        bubbles = await _play(story, env)
    await router.close()
    await redis.close()
    return Chat("discord", "tetradka", "", story.write, tuple(bubbles[-SHOWN:]))


async def _play(story: Story, env: simcord.Env) -> list[Bubble]:
    guild = env.create_guild()
    channel = guild.create_text_channel("tetradka")
    ann = guild.add_member(env.create_user("ann", global_name=story.ann))
    for whose in ("me", "chat"):
        await ann.slash(channel, "language", language=story.language, **{"for": whose})
    await ann.slash(channel, "challenge", game="dots", level="easy", options="3x3 second")
    bubbles = []
    for move in MOVES:
        await ann.slash(channel, "move", move=move)
        bubbles.append(await _bubble(channel.history()[-1], f"{story.ann} {story.command} /move {move}", story))
    hint = await ann.slash(channel, "hint")
    assert hint.response
    above = f"{story.ann} {story.command} /hint"
    return [*bubbles, await _bubble(hint.response.message, above, story, story.ephemeral)]


async def _bubble(message: discord.Message, above: str, story: Story, below: str = "") -> Bubble:
    text = text_of_message(message)
    for person in message.mentions:
        text = text.replace(f"<@{person.id}>", f"@{person.display_name}")
    pictures = [await each.read() for each in message.attachments]
    picture, rows = next(iter(pictures), b""), _labels(message)
    lines = text.replace("\\", "").split("\n")
    heading, small = (_lines_with_mark(lines, mark) for mark in ("### ", "-# "))
    body = "\n".join(line for line in lines if not line.startswith(("### ", "-# ")))
    bubble = Bubble("Tetradka", body, picture, rows, above=above, below=below, badge=story.bot)
    look = replace(bubble, heading=heading, small=small, frame=_frame(message), leads=_leads(message))
    return replace(look, menus=tuple(menu.placeholder or "" for menu in menus_of(message)))


def _lines_with_mark(lines: Sequence[str], mark: str) -> str:
    return "\n".join(line.removeprefix(mark) for line in lines if line.startswith(mark))


def _frame(message: discord.Message) -> str:
    """Return the colour of a board's frame; "" for a message without one."""
    containers = (part for part in message.components if isinstance(part, discord.Container))
    return next((str(part.accent_colour) for part in containers if part.accent_colour), "")


def _leads(message: discord.Message) -> tuple[str, ...]:
    buttons = (button for row in rows_of(message) for button in row)
    return tuple(button.label or "" for button in buttons if button.style is discord.ButtonStyle.primary)


def _labels(message: discord.Message) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(button.label or "" for button in row) for row in rows_of(message) if row)
