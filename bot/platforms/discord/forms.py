"""A form to type a move in, opened by a button under a board: all its state is in its own id, as that of buttons is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import discord

from bot.core.ports.platform import Button
from bot.platforms.discord.incoming import language_of
from bot.platforms.discord.localized import Words

_OPENS = re.compile(r"/move (\w+@\d+)")
_TAGGED = re.compile(r"/hint (\w+@\d+)")
_ID = "tetradka-form:"
_PEN = "✏️"
_IN_A_ROW = 5
_LONGEST = 200

Rows = Sequence[Sequence[Button]]


def awaits_move(rows: Rows) -> bool:
    """Whether these are the buttons of a board that waits for a move."""
    return _tag_in(rows) is not None


def with_form(rows: Rows) -> Rows:
    """The buttons of a board that waits for a move, and one more that opens the form."""
    tag = _tag_in(rows)
    if tag is None:
        return rows
    pen = Button(_PEN, f"/move {tag}")
    at = next((at for at, row in enumerate(rows) if 0 < len(row) < _IN_A_ROW), None)
    return (*rows, (pen,)) if at is None else (*rows[:at], (*rows[at], pen), *rows[at + 1 :])


def _tag_in(rows: Rows) -> str | None:
    return next((found[1] for row in rows for button in row if (found := _TAGGED.fullmatch(button.types))), None)


def way_to_form(message: discord.Message) -> tuple[tuple[Button, ...], ...]:
    """The button that opens the form, if a message has it, to stand elsewhere too."""
    found = (_OPENS.search(button.custom_id or "") for button in _buttons(message.components))
    return tuple((Button(_PEN, opens[0]),) for opens in found if opens)


def _buttons(components: Iterable[discord.Component]) -> Iterator[discord.Button]:
    for component in components:
        if isinstance(component, discord.Button):
            yield component
        elif isinstance(component, discord.Container | discord.ActionRow):
            yield from _buttons(component.children)


async def opened(asked: discord.Interaction[Any], types: str, words: Words) -> bool:
    """Opens the form if that is what a button is for; whether it is."""
    found = _OPENS.fullmatch(types)
    if found is None:
        return False
    said = words(language_of(asked.locale), "form-move")
    form = discord.ui.Modal(title=said[:45], custom_id=f"{_ID}{found[1]}", timeout=None)
    field = discord.ui.TextInput[discord.ui.Modal](custom_id="move", max_length=_LONGEST)
    form.add_item(discord.ui.Label[discord.ui.Modal](text=said[:45], component=field))
    await asked.response.send_modal(form)
    return True


def typed_in(asked: discord.Interaction[Any]) -> str | None:
    """The text that a filled-in form stands for; None if it is no form of a move."""
    filled: Any = asked.data or {}
    number = str(filled.get("custom_id", ""))
    if asked.type is not discord.InteractionType.modal_submit or not number.startswith(_ID):
        return None
    parts = [part.get("component", part) for part in filled.get("components", ())]
    return f"/move {number.removeprefix(_ID)} {' '.join(str(part.get('value', '')) for part in parts)}"
