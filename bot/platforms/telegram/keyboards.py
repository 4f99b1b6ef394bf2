"""Buttons as inline keyboards."""

from __future__ import annotations

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.core.ports import Button


def keyboard_of(buttons: tuple[tuple[Button, ...], ...]) -> InlineKeyboardMarkup | None:
    """What a press types is all the data of a button, so it outlives restarts."""
    rows = [[InlineKeyboardButton(button.label, callback_data=button.types) for button in row] for row in buttons]
    return InlineKeyboardMarkup(rows) if rows else None
