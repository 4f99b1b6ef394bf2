"""What discord.py sends as one message: a plain one, or one that is laid out as components."""

from __future__ import annotations

from typing import TypedDict

import discord


class Plain(TypedDict, total=False):
    """The arguments with which discord.py sends one message."""

    content: str
    allowed_mentions: discord.AllowedMentions
    files: list[discord.File]
    view: discord.ui.View
    suppress_embeds: bool


class LaidOut(TypedDict, total=False):
    """The same for a message that is nothing but its layout."""

    allowed_mentions: discord.AllowedMentions
    files: list[discord.File]
    view: discord.ui.LayoutView


Letter = Plain | LaidOut


class Edited(TypedDict):
    """The arguments with which discord.py changes a message: what is not said is taken away."""

    content: str | None
    allowed_mentions: discord.AllowedMentions
    attachments: list[discord.File]
    view: discord.ui.View | discord.ui.LayoutView | None


def edited(letter: Letter) -> Edited:
    """A letter that takes the place of another."""
    said = letter.get("content")
    return Edited(
        content=said if isinstance(said, str) else None,
        allowed_mentions=letter["allowed_mentions"],
        attachments=letter.get("files", []),
        view=letter.get("view"),
    )
