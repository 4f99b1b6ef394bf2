"""Buttons, select menus and the modal to type a move in: each is stateless, all it means is in its `custom_id`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count
from math import ceil
from typing import Any, Self, TypeVar

import discord

from bot.core.game.requests import LETTERS
from bot.core.ports.platform import Button, Message, Tone
from bot.core.ports.words import Words
from bot.features import COMMANDS
from bot.platforms.discord.incoming import Interaction, language_of

_MOST_ROWS = 5
_ROW_SIZE = 5
_MENU_SIZE = 25
_MOST_MENUS_OF_MOVES = 2
_LONGEST_LABEL = 80
_STYLES = {
    Tone.PLAIN: discord.ButtonStyle.secondary,
    Tone.LEADS: discord.ButtonStyle.primary,
    Tone.AGREES: discord.ButtonStyle.success,
    Tone.ENDS: discord.ButtonStyle.danger,
}
_BUTTON_ID, _MENU_ID = re.compile(r"tetradka:\d+:(?P<types>[\s\S]+)"), re.compile(r"tetradka-menu:\d")
_FORM_ID = "tetradka-form:"
_OPENS_FORM = re.compile(r"/move (\w+@\d+)")
_CODE = re.compile(rf"\b[{LETTERS}]{{6}}\b")
_LONGEST_TITLE = 45
_LONGEST_MOVE = 200
_T = TypeVar("_T")

Rows = Sequence[Sequence[Button]]
_Button = discord.ui.Button[discord.ui.View]
_Select = discord.ui.Select[discord.ui.View]


class PressButton(discord.ui.DynamicItem[_Button], template=_BUTTON_ID):
    """A button; its id ends with the text it types. The number only keeps two ids of one message apart."""

    def __init__(self, item: _Button, types: str, row: int | None = None) -> None:
        super().__init__(item, row=row)
        self.types = types

    @classmethod
    def of(cls, button: Button, number: int, row: int, tone: Tone | None = None) -> Self:
        """The core's button as Discord's, in one of a view's rows, perhaps in another tone."""
        custom_id = f"tetradka:{number}:{button.types}"
        made = _Button(
            label=_short(button.label), custom_id=custom_id, style=_STYLES[tone or COMMANDS.tone(button.types)]
        )
        return cls(made, button.types, row)

    @classmethod
    async def from_custom_id(cls, _: Interaction, item: discord.ui.Item[Any], match: re.Match[str], /) -> Self:
        """The button that was pressed, made anew from its id by whichever process hears of it."""
        assert isinstance(item, discord.ui.Button)
        return cls(item, match["types"])

    async def callback(self, interaction: Interaction) -> None:
        """Types its text."""
        await interaction.client.press(interaction, self.types)


class PressMenu(discord.ui.DynamicItem[_Select], template=_MENU_ID):
    """A menu of up to 25 buttons; the chosen option's value is the text it types."""

    @classmethod
    def of(cls, buttons: Sequence[Button], number: int, asks: str = "") -> Self:
        """The core's buttons as one of a view's menus."""
        options = [discord.SelectOption(label=_short(button.label), value=button.types) for button in buttons]
        said = asks or f"{options[0].label} … {options[-1].label}"
        return cls(discord.ui.Select(custom_id=f"tetradka-menu:{number}", placeholder=said, options=options))

    @classmethod
    async def from_custom_id(cls, _: Interaction, item: discord.ui.Item[Any], match: re.Match[str], /) -> Self:
        """The menu that was used."""
        assert isinstance(item, discord.ui.Select)
        return cls(item)

    async def callback(self, interaction: Interaction) -> None:
        """Types the text of the chosen option."""
        await interaction.client.press(interaction, self.item.values[0])


def buttons_view(rows: Rows, menus: Sequence[PressMenu] = ()) -> discord.ui.View | None:
    """Menus, and the buttons as laid out, with short rows joined to 5; else in full rows of 5, else as menus."""
    items = tuple(chain.from_iterable(rows_of(rows, menus)))
    if not items:
        return None
    view = discord.ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    return view


def rows_of(rows: Rows, menus: Sequence[PressMenu] = ()) -> Sequence[Sequence[PressButton | PressMenu]]:
    """The same row by row; 125 buttons at most."""
    buttons, most = tuple(chain.from_iterable(rows)), _MOST_ROWS - len(menus)
    if len(buttons) > most * _ROW_SIZE:
        return [(menu,) for menu in _menus(buttons)]
    below = _press_buttons(_fitting_rows(rows, buttons, most), len(menus)) if buttons else ()
    return [*((menu,) for menu in menus), *below]


def _fitting_rows(rows: Rows, buttons: Sequence[Button], most: int) -> Rows:
    rows = [part for row in rows if row for part in _halves(row)]
    while len(rows) > most:
        at = min(range(len(rows) - 1), key=lambda at: len(rows[at]) + len(rows[at + 1]))
        rows[at : at + 2] = [(*rows[at], *rows[at + 1])]
    fits = len(rows) <= most and all(len(row) <= _ROW_SIZE for row in rows)
    return rows if fits else _chunks(buttons, _ROW_SIZE)


def _halves(row: Sequence[Button]) -> list[Sequence[Button]]:
    """A row that is too long as two of about the same length, or as many as it takes."""
    return _chunks(row, ceil(len(row) / ceil(len(row) / _ROW_SIZE)))


def _press_buttons(rows: Rows, above: int) -> list[list[PressButton]]:
    """Below menus of moves, the form to type one in leads."""
    numbers = count()
    return [
        [
            PressButton.of(button, next(numbers), at, Tone.LEADS if above and _opens_form(button) else None)
            for button in row
        ]
        for at, row in enumerate(rows, above)
    ]


def _opens_form(button: Button) -> bool:
    return _OPENS_FORM.fullmatch(button.types) is not None


def _menus(buttons: Sequence[Button]) -> list[PressMenu]:
    """A menu may not hold the same value twice, so of buttons that type the same the last is kept."""
    different = tuple({button.types: button for button in buttons}.values())
    return [PressMenu.of(part, number) for number, part in enumerate(_chunks(different, _MENU_SIZE)[:_MOST_ROWS])]


def _chunks(things: Sequence[_T], size: int) -> list[Sequence[_T]]:
    return [things[at : at + size] for at in range(0, len(things), size)]


def _short(label: str) -> str:
    return label if len(label) <= _LONGEST_LABEL else label[: _LONGEST_LABEL - 1] + "…"


# A move in one step, and the modal to type one in


def menus_of_moves(message: Message) -> list[PressMenu]:
    """The moves to a board that waits for one, in menus of 25, at most two; none if these do not hold them all."""
    typing = message.typing
    if typing is None or len(typing.moves) > _MOST_MENUS_OF_MOVES * _MENU_SIZE:
        return []
    parts = _chunks(typing.moves, _MENU_SIZE)
    return [PressMenu.of(part, number, typing.asks * (len(parts) == 1)) for number, part in enumerate(parts)]


def with_form(message: Message) -> Rows:
    """The buttons of a message, and one more that opens the form to type a move in, if it waits for one; without the
    one that leads to moves which menus hold."""
    rows, typing = message.buttons, message.typing
    if typing is None:
        return rows
    is_listed = bool(menus_of_moves(message))
    if is_listed:
        rows = tuple(tuple(button for button in row if button.types != f"/pick {typing.to}") for row in rows)
    opens = Button(typing.called, f"/move {typing.to}")
    at = next((at for at, row in enumerate(rows) if _leads(row) and len(row) < _ROW_SIZE), None)
    if at is None:
        return (*rows, (opens,))
    row = (opens, *rows[at]) if is_listed else (*rows[at][:-1], opens, rows[at][-1])
    return (*rows[:at], row, *rows[at + 1 :])


def form_button(message: discord.Message) -> tuple[tuple[Button, ...], ...]:
    """The button that opens the form, if a message has it, to stand elsewhere too."""
    buttons = [
        (button.label or "", _OPENS_FORM.search(button.custom_id or "")) for button in _buttons(message.components)
    ]
    return tuple((Button(label, opens[0]),) for label, opens in buttons if opens)


def form_of(interaction: Interaction, types: str, words: Words) -> discord.ui.Modal | None:
    """Return the form that a button opens; None if it types its text."""
    found = _OPENS_FORM.fullmatch(types)
    if found is None:
        return None
    title = words(language_of(interaction.locale), "form-move")[:_LONGEST_TITLE]
    form = discord.ui.Modal(title=title, custom_id=f"{_FORM_ID}{found[1]}", timeout=None)
    field = discord.ui.TextInput[discord.ui.Modal](custom_id="move", max_length=_LONGEST_MOVE)
    form.add_item(discord.ui.Label[discord.ui.Modal](text=title, component=field))
    return form


def game_in(message: discord.Message) -> str:
    """Return the code of the game that the buttons of a message are for, or else its text names; "" for none."""
    typed = (_typed(button) for button in _buttons(message.components))
    found = (_CODE.search(text) for text in chain(typed, (message.content,)))
    return next((code[0] for code in found if code), "")


def _typed(button: discord.Button) -> str:
    """The text that one of our buttons types."""
    ours = _BUTTON_ID.fullmatch(button.custom_id or "")
    return ours["types"] if ours else ""


def is_unknown(interaction: Interaction) -> bool:
    """Return whether the id of a used button or menu is none of ours, such as one of an older version."""
    used: Any = interaction.data or {}
    is_ours = any(known.fullmatch(str(used.get("custom_id", ""))) for known in (_BUTTON_ID, _MENU_ID))
    return interaction.type is discord.InteractionType.component and not is_ours


def text_in_form(interaction: Interaction) -> str | None:
    """The text that a filled-in form stands for; None if the interaction is none of a form's."""
    filled: Any = interaction.data or {}
    form_id = str(filled.get("custom_id", ""))
    if interaction.type is not discord.InteractionType.modal_submit or not form_id.startswith(_FORM_ID):
        return None
    parts = [part.get("component", part) for part in filled.get("components", ())]
    return f"/move {form_id.removeprefix(_FORM_ID)} {' '.join(str(part.get('value', '')) for part in parts)}"


def _leads(row: Sequence[Button]) -> bool:
    """Whether a row is that of a board's usual buttons, which ends with what leads to more."""
    return bool(row) and row[-1].types.startswith("/more ")


def _buttons(components: Iterable[discord.Component]) -> Iterator[discord.Button]:
    for component in components:
        if isinstance(component, discord.Button):
            yield component
        elif isinstance(component, discord.Container | discord.ActionRow):
            yield from _buttons(component.children)
