"""A text that speaks to the bot by its name: `@bot a1-a2`, `@bot hint`, `/move a1-a2 @bot`."""

from __future__ import annotations

import re

from bot.core.commands import BY_NAME
from bot.core.commands.command import Kind
from bot.core.commands.reading import command_word

_OWN = "bot"


def spoken_to(text: str, raw: str, username: str) -> tuple[str, bool]:
    """The text without the bot's name around it, and whether it was there.

    `raw` is the text as it was typed, where the name stands as `@username`; in `text` it is `bot`. A name alone
    asks for help. Where a person may be named, the bot's name at the end means the bot.
    """
    name = re.escape(f"@{username}")
    leads = re.match(rf"{name}\b", raw, re.IGNORECASE) is not None
    ends = re.search(rf"\s{name}$", raw, re.IGNORECASE) is not None
    if leads:
        text = text.removeprefix(_OWN).lstrip(" ,:\n") or "/help"
    if ends and not _names_people(text):
        text = text.removesuffix(_OWN).rstrip()
    return text, leads or ends


def bare(text: str) -> str:
    """What is asked for by a text to the bot: the words of a challenge, with or without its command."""
    return command_word(text)[1] if text.startswith("/") else text


def _names_people(text: str) -> bool:
    row = BY_NAME.get(command_word(text)[0]) if text.startswith("/") else None
    return row is not None and any(parameter.kind is Kind.PERSON for parameter in row.parameters)
