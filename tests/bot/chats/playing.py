"""A conversation file played at a door, deed by deed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from types import ModuleType
from typing import Protocol

from tests.bot.chats import discord, page, telegram
from tests.bot.chats.script import Deed, Hidden, Seen

DOORS: Mapping[str, ModuleType] = {"telegram": telegram, "discord": discord, "page": page}
LACKING: Mapping[tuple[str, str], str] = {
    (
        "page",
        "two_people_in_private",
    ): "nobody has a private chat on the page; a channel of one's own is for all who know its name",
    (
        "page",
        "a_challenge_is_passed_on",
    ): "nobody has a private chat on the page, and a channel's address is what is passed on",
}
"""The conversations that a door cannot have, with the reason."""


class Chat(Protocol):
    """A door with the people of a conversation before it."""

    async def act(self, deed: Deed) -> Sequence[Seen]:
        """Does it, and returns what is seen for it; raises `Hidden`."""


async def play(
    opened: AbstractAsyncContextManager[Chat], deeds: Sequence[Deed]
) -> AsyncIterator[tuple[Deed, Sequence[Seen] | None]]:
    """Each deed with what is seen for it; None where somebody does not see what they were to press."""
    async with opened as chat:
        for deed in deeds:
            try:
                yield deed, await chat.act(deed)
            except Hidden:
                yield deed, None
