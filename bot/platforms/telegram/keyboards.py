"""Buttons as inline keyboards."""

from __future__ import annotations

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.core.ports import Button


def keyboard_of(buttons: tuple[tuple[Button, ...], ...]) -> InlineKeyboardMarkup | None:
    """What a press types is all the data of a button, so it outlives restarts."""
    rows = [[_key(button) for button in row] for row in buttons]
    return InlineKeyboardMarkup(rows) if rows else None


def _key(button: Button) -> InlineKeyboardButton:
    if button.link:
        return InlineKeyboardButton(button.label, url=button.link)
    return InlineKeyboardButton(button.label, callback_data=button.types)
