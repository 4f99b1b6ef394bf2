"""Buttons and menus that live for ever: all their state is in what Discord keeps with the message."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, count
from math import ceil
from typing import Any, Self, TypeVar

import discord

from bot.core.ports.platform import Button

_ROWS = 5
_IN_A_ROW = 5
_IN_A_MENU = 25
_LABEL = 80
_STYLES = {
    "/accept": discord.ButtonStyle.success,
    "/resign": discord.ButtonStyle.danger,
    "/decline": discord.ButtonStyle.danger,
}
_T = TypeVar("_T")


class Press(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"tetradka:\d+:(?P<types>[\s\S]+)"):
    """A button; its id ends with the text it types. The number only keeps two ids of one message apart."""

    def __init__(self, item: discord.ui.Button[discord.ui.View], types: str, row: int | None = None) -> None:
        super().__init__(item, row=row)
        self.types = types

    @classmethod
    def of(cls, button: Button, number: int, row: int) -> Self:
        custom_id = f"tetradka:{number}:{button.types}"
        style = _STYLES.get(button.types.partition(" ")[0], discord.ButtonStyle.secondary)
        return cls(discord.ui.Button(label=_short(button.label), custom_id=custom_id, style=style), button.types, row)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        assert isinstance(item, discord.ui.Button)
        return cls(item, match["types"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.press(interaction, self.types)


class Menu(discord.ui.DynamicItem[discord.ui.Select[discord.ui.View]], template=r"tetradka-menu:\d"):
    """A menu of up to 25 buttons; the chosen option's value is the text it types."""

    @classmethod
    def of(cls, buttons: Sequence[Button], number: int) -> Self:
        options = [discord.SelectOption(label=_short(button.label), value=button.types) for button in buttons]
        span = f"{options[0].label} … {options[-1].label}"
        return cls(discord.ui.Select(custom_id=f"tetradka-menu:{number}", placeholder=span, options=options))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        assert isinstance(item, discord.ui.Select)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.press(interaction, self.item.values[0])


def view_of(rows: Sequence[Sequence[Button]]) -> discord.ui.View | None:
    """The buttons as laid out, with short rows joined to 5; else in full rows of 5, else as menus (125 at most)."""
    items = tuple(chain.from_iterable(rows_of(rows)))
    if not items:
        return None
    view = discord.ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    return view


def rows_of(rows: Sequence[Sequence[Button]]) -> Sequence[Sequence[Press | Menu]]:
    """The same row by row."""
    buttons = tuple(chain.from_iterable(rows))
    if len(buttons) > _ROWS * _IN_A_ROW:
        return [(menu,) for menu in _menus(buttons)]
    return _presses(_laid_out(rows, buttons)) if buttons else ()


def _laid_out(rows: Sequence[Sequence[Button]], buttons: Sequence[Button]) -> Sequence[Sequence[Button]]:
    rows = [part for row in rows if row for part in _halves(row)]
    while len(rows) > _ROWS:
        at = min(range(len(rows) - 1), key=lambda at: len(rows[at]) + len(rows[at + 1]))
        rows[at : at + 2] = [(*rows[at], *rows[at + 1])]
    fits = len(rows) <= _ROWS and all(len(row) <= _IN_A_ROW for row in rows)
    return rows if fits else _parts(buttons, _IN_A_ROW)


def _halves(row: Sequence[Button]) -> list[Sequence[Button]]:
    """A row that is too long as two of about the same length, or as many as it takes."""
    return _parts(row, ceil(len(row) / ceil(len(row) / _IN_A_ROW)))


def _presses(rows: Sequence[Sequence[Button]]) -> list[list[Press]]:
    numbers = count()
    return [[Press.of(button, next(numbers), at) for button in row] for at, row in enumerate(rows)]


def _menus(buttons: Sequence[Button]) -> list[Menu]:
    """A menu may not hold the same value twice, so of buttons that type the same the last is kept."""
    different = tuple({button.types: button for button in buttons}.values())
    return [Menu.of(part, number) for number, part in enumerate(_parts(different, _IN_A_MENU)[:_ROWS])]


def _parts(things: Sequence[_T], size: int) -> list[Sequence[_T]]:
    return [things[at : at + size] for at in range(0, len(things), size)]


def _short(label: str) -> str:
    return label if len(label) <= _LABEL else label[: _LABEL - 1] + "…"
