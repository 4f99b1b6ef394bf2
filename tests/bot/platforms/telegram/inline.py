"""Games in one message of a chat where the bot is not."""

from __future__ import annotations

from bot.doors import words
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.town import Post, Town

ACCEPT = words("ru", "button-accept")


async def edited(town: Town, part: str) -> Post:
    """The message as soon as it says that."""
    while part not in (post := await town.elsewhere.edited()).text:
        pass
    return post


async def board(town: Town) -> Post:
    """The message as soon as a board stands there."""
    while not (post := await town.elsewhere.edited()).has_grid:
        pass
    return post


async def begun(town: Town, text: str, challenger: Human, opponent: Human) -> Post:
    """A game that the two play in one message; its first board."""
    listed = await challenger.queries(text)
    opponent.presses(challenger.sends(listed[0]), ACCEPT)
    return await board(town)
