"""Buttons as inline keyboards."""

from __future__ import annotations

from collections.abc import Iterator

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.core.ports.platform import Button

_WIDTH = 40
_EDGES = 2
Row = tuple[Button, ...]


def keyboard_of(buttons: tuple[Row, ...]) -> InlineKeyboardMarkup | None:
    """What a press types is all the data of a button, so it outlives restarts; no label is cut on a phone."""
    rows = [[_key(button) for button in fitting] for row in buttons for fitting in _on_a_phone(row)]
    return InlineKeyboardMarkup(rows) if rows else None


def _on_a_phone(row: Row) -> Iterator[Row]:
    """The same buttons in as many rows as they need: all of a row are as wide as the widest, in letters."""
    fitting: Row = ()
    for button in row:
        more = (*fitting, button)
        if fitting and len(more) * (max(len(each.label) for each in more) + _EDGES) > _WIDTH:
            yield fitting
            more = (button,)
        fitting = more
    yield fitting


def _key(button: Button) -> InlineKeyboardButton:
    if button.link:
        return InlineKeyboardButton(button.label, url=button.link)
    return InlineKeyboardButton(button.label, callback_data=button.types)
