"""Boards laid out as components: a frame in the colour of who is to move around text, picture and buttons."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import Any

import discord

from bot.core.ports.platform import Button
from bot.platforms.discord.buttons import rows_of, view_of
from bot.platforms.discord.letters import LaidOut, Plain
from renderers.scene import Ink
from renderers.themes import LIGHT

_PICTURE = ".png"

Part = discord.ui.Item[discord.ui.LayoutView]


class Layout(discord.ui.LayoutView):
    """A text, pictures, other files and buttons, one under the other; framed if somebody is to move, or was."""

    def __init__(
        self, text: str, files: Sequence[discord.File], buttons: Sequence[Sequence[Button]], side: Ink | None
    ) -> None:
        super().__init__(timeout=None)
        self.text = text
        self.buttons = buttons
        parts = (*_told(text, files), *(discord.ui.ActionRow[Any](*row) for row in rows_of(buttons)))
        for part in (_framed(parts, side),) if side else parts:
            self.add_item(part)


def colour_of(side: Ink) -> discord.Colour:
    """The colour in which a side is drawn."""
    return discord.Colour.from_rgb(*LIGHT.colours[side])


def _framed(parts: Sequence[Part], side: Ink) -> Part:
    return discord.ui.Container[discord.ui.LayoutView](*parts, accent_colour=colour_of(side))


def _told(text: str, files: Sequence[discord.File]) -> Iterator[Part]:
    yield discord.ui.TextDisplay(text)
    pictures = [file for file in files if file.filename.endswith(_PICTURE)]
    if pictures:
        items = (discord.MediaGalleryItem(picture.uri, description=picture.description) for picture in pictures)
        yield discord.ui.MediaGallery(*items)
    yield from (discord.ui.File(file.uri) for file in files if file not in pictures)


def plain(letter: LaidOut) -> Plain:
    """The same letter without its layout, to be sent where that is refused."""
    layout = letter["view"]
    assert isinstance(layout, Layout)
    again = Plain(content=layout.text, allowed_mentions=letter["allowed_mentions"], suppress_embeds=True)
    if files := letter.get("files"):
        again["files"] = [_fresh(file) for file in files]
    if view := view_of(layout.buttons):
        again["view"] = view
    return again


def _fresh(file: discord.File) -> discord.File:
    assert isinstance(file.fp, io.BytesIO)
    return discord.File(io.BytesIO(file.fp.getvalue()), file.filename, description=file.description)
