"""A message as the Bot API takes it: parts of limited length, entities, keyboards, pictures uploaded before."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from math import ceil
from urllib.parse import quote

from telegram import Bot, CopyTextButton, InlineKeyboardButton, InlineKeyboardMarkup, MessageEntity, User, WebAppInfo

from bot.core.commands.command import Tone
from bot.core.game.people import Person
from bot.core.ports.people import TemporaryTexts
from bot.core.ports.platform import Button, Message, Picture
from bot.core.ports.store import StoreUnavailableError
from bot.core.queues.caches import BoundedDict
from bot.core.view.buttons import rows
from bot.features import COMMANDS
from bot.platforms.telegram.incoming import PLATFORM

LONGEST_TEXT = 4096
LONGEST_CAPTION = 1024
_LETTERS_IN_A_ROW = 40
_TELEGRAM = "https://t.me/"
_SHARES = f"{_TELEGRAM}share/url?url="
_LONGEST_QUERY = 256
_BUTTON_PADDING = 2
_MOST_LISTED = 25
"""Moves listed under a board, in five rows; if there are more, a button leads to them."""
_LISTED_IN_A_ROW = 5
_STYLES = {Tone.LEADS: "primary", Tone.AGREES: "success", Tone.ENDS: "danger"}
"""Requires Bot API 9.4; an older server or app ignores it."""
Row = tuple[Button, ...]
Rows = tuple[Row, ...]


@dataclass(frozen=True)
class Part:
    """A text, or a picture or a text file with a caption."""

    text: str
    picture: Picture | None = None
    file: tuple[str, str] | None = None


def parts_of(message: Message, text: str) -> tuple[Part, ...]:
    """Return the parts of a message with `text`, at least one; the last one carries the buttons.

    The text is the caption of a picture or a file; with both, or if it is too long, it follows as a message.
    """
    picture, file = message.picture, message.file
    if utf16_length(text) <= LONGEST_CAPTION and not (picture and file):
        return (Part(text, picture, file),)
    pictures = [Part(caption(picture.alt), picture)] if picture else []
    files = [Part("", file=file)] if file else []
    return (*pictures, *files, *map(Part, _text_pages(text, message.layout.grid))) or (Part(text),)


def as_text_board(part: Part, message: Message) -> tuple[Part, Message]:
    """Return a picture's part as text with the board above the small print, and the message for its formatting."""
    grid, small_print = part.picture.grid if part.picture else "", message.layout.small
    main_text = part.text.removesuffix(small_print).rstrip("\n")
    text = "\n".join(filter(None, (main_text, grid, small_print if part.text.endswith(small_print) else "")))
    if not grid or utf16_length(text) > LONGEST_TEXT:
        return Part(part.text), message
    return Part(text), replace(message, layout=replace(message.layout, grid=grid))


def caption(text: str) -> str:
    """Return the part of a text that fits a caption."""
    return text if utf16_length(text) <= LONGEST_CAPTION else next(pages(text, LONGEST_CAPTION - 1)) + "…"


def _text_pages(text: str, grid: str) -> tuple[str, ...]:
    """Split the text into pieces; if there are several, a drawn board is a separate piece and stays whole."""
    if not grid or utf16_length(text) <= LONGEST_TEXT:
        return tuple(pages(text))
    before, board, after = text.partition(grid)
    return (*pages(before.rstrip("\n")), *pages(board), *pages(after.lstrip("\n")))


def pages(text: str, longest: int = LONGEST_TEXT) -> Iterator[str]:
    """Split the text into pieces of at most `longest` UTF-16 units, at line ends where possible."""
    while utf16_length(text) > longest:
        fitting = text.encode("utf-16-le")[: 2 * longest].decode("utf-16-le", "ignore")
        cut = fitting.rfind("\n") if "\n" in fitting.strip() else len(fitting)
        yield text[:cut]
        text = text[cut:].lstrip("\n")
    if text:
        yield text


def utf16_length(text: str) -> int:
    """Return the length in UTF-16 units, as Telegram counts it."""
    return len(text.encode("utf-16-le")) // 2


def entities_of(text: str, message: Message) -> list[MessageEntity]:
    """Return the entities for a text's heading and board; none on a page that does not contain them whole."""
    formats = ((MessageEntity.BOLD, message.layout.heading), (MessageEntity.PRE, message.layout.grid))
    entities = [MessageEntity(kind, text.index(part), len(part)) for kind, part in formats if part and part in text]
    return list(MessageEntity.adjust_message_entities_to_utf_16(text, entities))


def with_mention(text: str, person: Person | None) -> str:
    """Return the text with the person's name, added in front if it is missing."""
    if person is None or person.platform != PLATFORM or _last_mention(text, person):
        return text
    return f"{person.name}: {text}"


def mention_entities(text: str, person: Person | None) -> list[MessageEntity]:
    """Return a link to the person at their last mention; a person known by `@handle` needs none."""
    is_linked = person is not None and person.platform == PLATFORM and person.id.isdecimal()
    name = _last_mention(text, person) if person and is_linked else None
    if person is None or name is None:
        return []
    user = User(int(person.id), person.name, is_bot=False)
    entity = MessageEntity(MessageEntity.TEXT_MENTION, name.start(), len(name[0]), user=user)
    return list(MessageEntity.adjust_message_entities_to_utf_16(text, [entity]))


def _last_mention(text: str, person: Person) -> re.Match[str] | None:
    """Return the last match of the person's name as a whole word."""
    matches = list(re.finditer(rf"(?<!\w){re.escape(person.name)}(?!\w)", text)) if person.name else []
    return matches[-1] if matches else None


def rows_of(message: Message, is_inline: bool = False) -> Rows:
    """Return the buttons of a message; if a board has few moves, they replace the button that leads to them.

    In a bot that `is_inline`, the button that shares the message stands last; elsewhere what it types can share a
    private one.
    """
    typing, share = message.typing, message.share.button if message.share else None
    if share and is_inline:
        return (*message.buttons, (share,))
    if share and share.types and message.envelope.private:
        return (*message.buttons, (replace(share, inline=""),))
    listed = typing.halves or (typing.moves,) if typing else ()
    if typing is None or not all(0 < len(moves) <= _MOST_LISTED for moves in listed):
        return message.buttons
    return tuple(part for row in message.buttons for part in _with_moves(row, typing.picks, listed))


def _with_moves(row: Row, leads: str, listed: Rows) -> Rows:
    beside = tuple(button for button in row if button.types != leads)
    if beside == row:
        return (row,)
    new_moves = ([button for button in moves if button not in beside] for moves in listed)
    even_rows = (rows(moves, ceil(len(moves) / ceil(len(moves) / _LISTED_IN_A_ROW))) for moves in new_moves if moves)
    return (*chain.from_iterable(even_rows), beside)


def keyboard_of(buttons: Rows) -> InlineKeyboardMarkup | None:
    """Return an inline keyboard that fits a phone; each button's data is its text, so it survives restarts."""
    keys = [[_key(button) for button in fitting] for row in buttons for fitting in _on_a_phone(row)]
    return InlineKeyboardMarkup(keys) if keys else None


def _on_a_phone(row: Row) -> Iterator[Row]:
    """Split a row so that no label is cut off, given that all buttons of a row share the widest one's width."""
    fitting: Row = ()
    for button in row:
        more = (*fitting, button)
        if fitting and len(more) * (max(len(each.label) for each in more) + _BUTTON_PADDING) > _LETTERS_IN_A_ROW:
            yield fitting
            more = (button,)
        fitting = more
    yield fitting


def _key(button: Button) -> InlineKeyboardButton:
    shares = f"{_SHARES}{quote(button.shares, safe='')}" if button.shares else ""
    is_app = bool(button.opens) and not button.opens.startswith(_TELEGRAM)
    if url := button.link or shares or ("" if button.copies or is_app else button.opens):
        return InlineKeyboardButton(button.label, url=url)
    if button.copies:
        return InlineKeyboardButton(button.label, copy_text=CopyTextButton(button.copies))
    if is_app:
        return InlineKeyboardButton(button.label, web_app=WebAppInfo(button.opens))
    if button.inline:
        return InlineKeyboardButton(button.label, switch_inline_query=button.inline[:_LONGEST_QUERY])
    style = _STYLES.get(COMMANDS.tone(button.types))
    style_fields = {"style": style} if style else None
    return InlineKeyboardButton(button.label, callback_data=button.types, api_kwargs=style_fields)


_MOST = 1000
"""File IDs in the memory of a process."""
_SECONDS = 7 * 86400.0
"""Seconds for which a picture can be shared."""


class Uploads:
    """The file IDs of uploaded pictures, by the board or exercise that they show.

    They are kept as `temporary` texts for a week, if there are any, so that a restart forgets none.
    """

    def __init__(self, bot: Bot, temporary: TemporaryTexts | None) -> None:
        self._bot = bot
        self._temporary = temporary
        self._ids = BoundedDict[str, str](_MOST)

    async def note(self, message: Message, file_id: str) -> None:
        """Keep the file ID of a message's picture if that may be shared: a board with a result, or an exercise."""
        of = message.picture.of if message.picture else ""
        if not of or not (message.share or of.startswith("/")) or self._ids.get(of) == file_id:
            return
        self._ids[of] = file_id
        if self._temporary:
            with suppress(StoreUnavailableError):
                await self._temporary.write(self._name(of), file_id, _SECONDS)

    async def find(self, message: Message) -> str:
        """Return the file ID of a message's picture, or "" if it was not uploaded lately."""
        of = message.picture.of if message.picture else ""
        if not of or of in self._ids or not self._temporary:
            return self._ids.get(of, "")
        with suppress(StoreUnavailableError):
            return await self._temporary.read(self._name(of))
        return ""

    def _name(self, of: str) -> str:
        return f"{PLATFORM}:{self._bot.id}:{of}"
