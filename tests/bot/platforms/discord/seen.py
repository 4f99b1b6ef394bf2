"""What a reader sees of a message, be it plain or laid out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain

import discord


def parts_of(components: Iterable[discord.Component]) -> Iterator[discord.Component]:
    """All components, what they hold after what holds it."""
    for component in components:
        yield component
        if isinstance(component, discord.Container | discord.ActionRow):
            yield from parts_of(component.children)


def text_of_message(message: discord.Message) -> str:
    """The whole text of a message, as a client shows it: a command's mention reads like the command."""
    displays = (part.content for part in parts_of(message.components) if isinstance(part, discord.TextDisplay))
    return re.sub(r"</([a-z]+):\d+>", r"/\1", "\n".join(chain(filter(None, [message.content]), displays)))


def rows_of(message: discord.Message) -> list[list[discord.Button]]:
    """The buttons of a message, row by row."""
    rows = (part for part in parts_of(message.components) if isinstance(part, discord.ActionRow))
    return [[button for button in row.children if isinstance(button, discord.Button)] for row in rows]
