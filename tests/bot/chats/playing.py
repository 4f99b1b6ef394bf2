"""A conversation file played at an adapter, action by action."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from types import ModuleType
from typing import Protocol

from tests.bot.chats import discord, page, telegram
from tests.bot.chats.script import Action, Hidden, Seen

ADAPTERS: Mapping[str, ModuleType] = {"telegram": telegram, "discord": discord, "page": page}
LACKING: Mapping[tuple[str, str], str] = {
    ("discord", "no_thread_of_its_own"): "Discord has such threads",
    ("discord", "an_opponent_blocks_the_bot"): "Discord does not say who blocks a bot before it refuses a message",
    ("telegram", "an_l_in_two_presses"): "Telegram lists both halves of a move below the board, and opens no menu",
    ("telegram", "a_curve_in_two_presses"): "Telegram lists the points of a line below the board, and opens no menu",
    ("page", "an_opponent_blocks_the_bot"): "on the page nobody has a private chat with the bot",
    ("page", "wanted_news_in_private"): "on the page nobody has a private chat with the bot",
    ("page", "two_people_in_private"): "on the page nobody has a private chat with the bot",
    ("page", "a_clock_typed_alone"): "on the page nobody has a private chat with the bot",
    ("page", "no_team_in_private"): "on the page nobody has a private chat with the bot",
    ("page", "sentences_between_games"): "on the page nobody has a private chat with the bot",
    (
        "page",
        "a_challenge_is_passed_on",
    ): "on the page nobody has a private chat in which a challenge could be passed on",
}
"""The conversations that an adapter cannot have, with the reason."""


class Chat(Protocol):
    """An adapter with the people of a conversation before it."""

    async def act(self, action: Action) -> Sequence[Seen]:
        """Does it, and returns what is seen for it; raises `Hidden`."""


async def play(
    opened: AbstractAsyncContextManager[Chat], actions: Sequence[Action]
) -> AsyncIterator[tuple[Action, Sequence[Seen] | None]]:
    """Each action with what is seen for it; None where somebody does not see what they were to press."""
    async with opened as chat:
        for action in actions:
            try:
                yield action, await chat.act(action)
            except Hidden:
                yield action, None
