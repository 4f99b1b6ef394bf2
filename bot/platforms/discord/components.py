"""Stateless buttons, select menus and the move form, whose whole meaning is in the `custom_id`."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count, islice
from math import ceil
from typing import Any

import discord
from discord.utils import as_chunks

from bot.core.commands.command import Tone
from bot.core.game.requests import LETTERS
from bot.core.language.speech import say
from bot.core.ports.platform import Button, Message
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
_PAGE_ID = re.compile(r"tetradka-page:\d+")
_FORM_ID = "tetradka-form:"
_UNKNOWN = "/games"
_OPENS_FORM = re.compile(r"/move (\w+@\d+)")
_CODE = re.compile(rf"\b[{LETTERS}]{{6}}\b")
_LONGEST_TITLE = 45
_LONGEST_MOVE = 200

Rows = Sequence[Sequence[Button]]
_Button = discord.ui.Button[discord.ui.View]
Menu = discord.ui.Select[discord.ui.View]


def press_button(button: Button, number: int, row: int, tone: Tone | None = None) -> _Button:
    """Return the core's button as Discord's; its ID ends with the text it types, after a number to keep IDs apart."""
    custom_id = f"tetradka-page:{number}" if button.opens else f"tetradka:{number}:{button.types}"
    style = _STYLES[tone or COMMANDS.tone(button.types)]
    return _Button(label=_truncate_label(button.label), custom_id=custom_id, style=style, row=row)


def press_menu(buttons: Sequence[Button], number: int, asks: str = "") -> Menu:
    """Return up to 25 of the core's buttons as a menu; the chosen option's value is the text it types."""
    options = [discord.SelectOption(label=_truncate_label(button.label), value=button.types) for button in buttons]
    placeholder = asks or f"{options[0].label} … {options[-1].label}"
    return Menu(custom_id=f"tetradka-menu:{number}", placeholder=placeholder, options=options)


def rows_of(rows: Rows, menus: Sequence[Menu] = ()) -> Sequence[Sequence[_Button | Menu]]:
    """Return the menus and buttons of a message row by row; at most 125 buttons.

    Short rows are joined to fit five rows of five; else the buttons fill rows of five, else they become menus. Of
    buttons that become menus and have the same text the last is kept, as a menu's values are unique. Below menus of
    moves, the button that opens the move form is highlighted.
    """
    buttons, most, numbers = tuple(chain.from_iterable(rows)), _MOST_ROWS - len(menus), count()
    if len(buttons) > most * _ROW_SIZE:
        different = tuple({button.types: button for button in buttons}.values())
        parts = islice(as_chunks(different, _MENU_SIZE), _MOST_ROWS)
        return [(press_menu(part, number),) for number, part in enumerate(parts)]
    opens_form = {button.types: Tone.LEADS for button in buttons if menus and _OPENS_FORM.fullmatch(button.types)}
    below = [
        [press_button(button, next(numbers), at, opens_form.get(button.types)) for button in row]
        for at, row in enumerate(_fitting_rows(rows, buttons, most) if buttons else (), len(menus))
    ]
    return [*((menu,) for menu in menus), *below]


def _fitting_rows(rows: Rows, buttons: Sequence[Button], most: int) -> Rows:
    # A row that is too long is split into parts of about the same length.
    rows = [part for row in rows if row for part in as_chunks(row, ceil(len(row) / ceil(len(row) / _ROW_SIZE)))]
    while len(rows) > most:
        at = min(range(len(rows) - 1), key=lambda at: len(rows[at]) + len(rows[at + 1]))
        rows[at : at + 2] = [[*rows[at], *rows[at + 1]]]
    fits = len(rows) <= most and all(len(row) <= _ROW_SIZE for row in rows)
    return rows if fits else list(as_chunks(buttons, _ROW_SIZE))


def _truncate_label(label: str) -> str:
    return label if len(label) <= _LONGEST_LABEL else label[: _LONGEST_LABEL - 1] + "…"


# A move in one step, and the modal to type one in


def menus_of_moves(message: Message) -> list[Menu]:
    """Return the legal moves in menus of 25; none if the board awaits no move or two menus cannot hold them."""
    typing = message.typing
    if typing is None or len(typing.moves) > _MOST_MENUS_OF_MOVES * _MENU_SIZE:
        return []
    parts = list(as_chunks(typing.moves, _MENU_SIZE))
    return [press_menu(part, number, typing.asks * (len(parts) == 1)) for number, part in enumerate(parts)]


def with_form(message: Message) -> Rows:
    """Return a message's buttons, those that post its result and open the move form included.

    Menus of moves replace the move menu's button.
    """
    rows, typing = message.buttons, message.typing
    share = message.share.button if message.share else None
    if share and share.types:
        rows = (*rows[:-1], (*(rows[-1] if rows else ()), share))
    if typing is None:
        return rows
    is_listed = bool(menus_of_moves(message))
    if is_listed:
        rows = tuple(tuple(button for button in row if button.types != typing.picks) for row in rows)
    if not typing.called:
        return rows
    opens = Button(typing.called, typing.plays)
    shorter = ((at, row[-1].types) for at, row in enumerate(rows) if 0 < len(row) < _ROW_SIZE)
    at = next((at for at, last in shorter if last.startswith("/more ")), None)
    if at is None:
        return (*rows, (opens,))
    row = (opens, *rows[at]) if is_listed else (*rows[at][:-1], opens, rows[at][-1])
    return (*rows[:at], row, *rows[at + 1 :])


def form_button(message: discord.Message) -> tuple[tuple[Button, ...], ...]:
    """Return the button that opens the move form, if the message has one, for use in another message."""
    buttons = [(each.label or "", _OPENS_FORM.search(each.custom_id or "")) for each in _buttons(message.components)]
    return tuple((Button(label, opens[0]),) for label, opens in buttons if opens)


def form_of(interaction: Interaction, types: str) -> discord.ui.Modal | None:
    """Return the form that a button opens; None if the button types its text."""
    match = _OPENS_FORM.fullmatch(types)
    if match is None:
        return None
    title = say(language_of(interaction.locale), "form-move")[:_LONGEST_TITLE]
    form = discord.ui.Modal(title=title, custom_id=f"{_FORM_ID}{match[1]}", timeout=None)
    field = discord.ui.TextInput[discord.ui.Modal](custom_id="move", max_length=_LONGEST_MOVE)
    form.add_item(discord.ui.Label[discord.ui.Modal](text=title, component=field))
    form.stop()
    return form


def has_button(message: discord.Message, text: str) -> bool:
    """Return whether a button of a message types a text."""
    return any(text in (button.custom_id or "") for button in _buttons(message.components))


def texts_of_buttons(message: object) -> tuple[str, ...]:
    """Return the texts that a message's buttons type; none for anything other than a message."""
    components = message.components if isinstance(message, discord.Message) else ()
    ids = (_BUTTON_ID.fullmatch(button.custom_id or "") for button in _buttons(components))
    return tuple(each["types"] for each in ids if each)


def game_code_in(message: discord.Message) -> str:
    """Return the game code in a message's buttons, else in its text, or "" without one."""
    texts = (*texts_of_buttons(message), message.content)
    return next((code[0] for code in map(_CODE.search, texts) if code), "")


def opens_page(interaction: Interaction) -> bool:
    """Return whether a press is on the button that opens the page inside the chat."""
    payload: Any = interaction.data or {}
    return bool(_PAGE_ID.fullmatch(str(payload.get("custom_id", ""))))


def text_of_interaction(interaction: Interaction) -> str | None:
    """Return the text of a press, menu choice or form; None for any other interaction.

    A component that this version does not know, such as a button of an older version, leads to the list of games.
    """
    payload: Any = interaction.data or {}
    custom_id = str(payload.get("custom_id", ""))
    if interaction.type is discord.InteractionType.modal_submit:
        if not custom_id.startswith(_FORM_ID):
            return _UNKNOWN
        parts = [part.get("component", part) for part in payload.get("components") or ()]
        return f"/move {custom_id.removeprefix(_FORM_ID)} {' '.join(str(part.get('value', '')) for part in parts)}"
    if interaction.type is not discord.InteractionType.component:
        return None
    button, values = _BUTTON_ID.fullmatch(custom_id), payload.get("values")
    if button:
        return button["types"]
    return str(values[0]) if values and _MENU_ID.fullmatch(custom_id) else _UNKNOWN


def _buttons(components: Iterable[discord.Component]) -> Iterator[discord.Button]:
    for component in components:
        if isinstance(component, discord.Button):
            yield component
        elif isinstance(component, discord.Container | discord.ActionRow):
            yield from _buttons(component.children)
