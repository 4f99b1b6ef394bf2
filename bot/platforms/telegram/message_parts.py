"""A message as the Bot API takes it: parts of limited length, entities, inline keyboards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil
from urllib.parse import quote

from telegram import CopyTextButton, InlineKeyboardButton, InlineKeyboardMarkup, MessageEntity, User, WebAppInfo

from bot.core.game.people import Person
from bot.core.ports.platform import Button, Message, Tone
from bot.features import COMMANDS
from bot.platforms.telegram.people import PLATFORM
from renderers.scene import Scene

LONGEST_TEXT = 4096
LONGEST_CAPTION = 1024
_LETTERS_IN_A_ROW = 40
_TELEGRAM = "https://t.me/"
_SHARES = f"{_TELEGRAM}share/url?url="
_BUTTON_PADDING = 2
_MOST_LISTED = 25
"""Moves that stand under a board by themselves, in five rows; more are behind the button that leads to them."""
_LISTED_IN_A_ROW = 5
_STYLES = {Tone.LEADS: "primary", Tone.AGREES: "success", Tone.ENDS: "danger"}
"""Bot API 9.4; a server or an app that is older leaves it out."""
Row = tuple[Button, ...]
Rows = tuple[Row, ...]


@dataclass(frozen=True)
class TextPart:
    """A text alone."""

    text: str


@dataclass(frozen=True)
class PhotoPart:
    """A picture above its caption; `share` is the key of the person for whom a film is painted."""

    scene: Scene
    text: str
    share: str = ""


@dataclass(frozen=True)
class FilePart:
    """A text file with its caption."""

    name: str
    content: str
    text: str


Part = TextPart | PhotoPart | FilePart


def parts_of(message: Message, text: str) -> tuple[Part, ...]:
    """The parts of a message that says `text`, at least one; the last one is where its buttons belong.

    The text is the caption of a picture or a file; it follows both, and what has no room for it.
    """
    picture, file = message.picture, message.file
    if utf16_length(text) <= LONGEST_CAPTION:
        if picture and not file:
            return (PhotoPart(picture.scene, text, picture.share),)
        if file and not picture:
            return (FilePart(*file, text),)
    drawn = [PhotoPart(picture.scene, caption(picture.alt), picture.share)] if picture else []
    files = [FilePart(*file, "")] if file else []
    texts = map(TextPart, _text_pages(text, message.grid))
    return (*drawn, *files, *texts) or (TextPart(text),)


def in_characters(part: PhotoPart, message: Message) -> tuple[TextPart, Message]:
    """Return a picture's part as a text with the board in it, above what is small, and the message that marks it."""
    grid = message.picture.grid if message.picture else ""
    said, small = part.text.removesuffix(message.small).rstrip("\n"), message.small
    text = "\n".join(filter(None, (said, grid, small if part.text.endswith(small) else "")))
    is_whole = grid and utf16_length(text) <= LONGEST_TEXT
    return (TextPart(text), replace(message, grid=grid)) if is_whole else (TextPart(part.text), message)


def caption(text: str) -> str:
    """As much of a text as a caption holds."""
    return text if utf16_length(text) <= LONGEST_CAPTION else next(pages(text, LONGEST_CAPTION - 1)) + "…"


def _text_pages(text: str, grid: str) -> tuple[str, ...]:
    """The text in pieces; if there is more than one, a drawn board is one of its own, so that it stays whole."""
    if not grid or utf16_length(text) <= LONGEST_TEXT:
        return tuple(pages(text))
    before, drawn, after = text.partition(grid)
    return (*pages(before.rstrip("\n")), *pages(drawn), *pages(after.lstrip("\n")))


def pages(text: str, longest: int = LONGEST_TEXT) -> Iterator[str]:
    """The text in pieces of at most `longest` UTF-16 units, cut at the ends of lines where there are any."""
    while utf16_length(text) > longest:
        fitting = text.encode("utf-16-le")[: 2 * longest].decode("utf-16-le", "ignore")
        cut = fitting.rfind("\n") if "\n" in fitting.strip() else len(fitting)
        yield text[:cut]
        text = text[cut:].lstrip("\n")
    if text:
        yield text


def utf16_length(text: str) -> int:
    """The length that Telegram counts: in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


def entities_of(text: str, message: Message) -> list[MessageEntity]:
    """The entities over the heading of a text and the board in it; none over a page that does not hold them whole."""
    marked = ((MessageEntity.BOLD, message.heading), (MessageEntity.PRE, message.grid))
    entities = [MessageEntity(kind, text.index(part), len(part)) for kind, part in marked if part and part in text]
    return list(MessageEntity.adjust_message_entities_to_utf_16(text, entities))


def with_mention(text: str, person: Person | None) -> str:
    """The text with the person's name in it, put first if it is not there yet."""
    if person is None or person.platform != PLATFORM or _named(text, person):
        return text
    return f"{person.name}: {text}"


def mention_entities(text: str, person: Person | None) -> list[MessageEntity]:
    """A link to the person where the text names them last; one known by `@handle` only needs none."""
    if person is None or person.platform != PLATFORM or not person.id.isdecimal():
        return []
    name = _named(text, person)
    if name is None:
        return []
    user = User(int(person.id), person.name, is_bot=False)
    entity = MessageEntity(MessageEntity.TEXT_MENTION, name.start(), len(name[0]), user=user)
    return list(MessageEntity.adjust_message_entities_to_utf_16(text, [entity]))


def _named(text: str, person: Person) -> re.Match[str] | None:
    """Where the person is named last, as a whole word."""
    found = list(re.finditer(rf"(?<!\w){re.escape(person.name)}(?!\w)", text)) if person.name else []
    return found[-1] if found else None


def rows_of(message: Message) -> Rows:
    """The buttons of a message; those of the moves to a board, if they are few, stand where one leads to them."""
    typing = message.typing
    if typing is None or not 0 < len(typing.moves) <= _MOST_LISTED:
        return message.buttons
    return tuple(part for row in message.buttons for part in _with_moves(row, f"/pick {typing.to}", typing.moves))


def _with_moves(row: Row, leads: str, moves: Row) -> Rows:
    beside = tuple(button for button in row if button.types != leads)
    if beside == row:
        return (row,)
    listed = tuple(button for button in moves if button not in beside)
    wide = ceil(len(listed) / ceil(len(listed) / _LISTED_IN_A_ROW)) if listed else 1
    return (*(listed[at : at + wide] for at in range(0, len(listed), wide)), beside)


def keyboard_of(buttons: Rows) -> InlineKeyboardMarkup | None:
    """What a press types is all the data of a button, so it outlives restarts; no label is cut on a phone."""
    rows = [[_key(button) for button in fitting] for row in buttons for fitting in _on_a_phone(row)]
    return InlineKeyboardMarkup(rows) if rows else None


def _on_a_phone(row: Row) -> Iterator[Row]:
    """The same buttons in as many rows as they need: all of a row are as wide as the widest, in letters."""
    fitting: Row = ()
    for button in row:
        more = (*fitting, button)
        if fitting and len(more) * (max(len(each.label) for each in more) + _BUTTON_PADDING) > _LETTERS_IN_A_ROW:
            yield fitting
            more = (button,)
        fitting = more
    yield fitting


def _key(button: Button) -> InlineKeyboardButton:
    if button.link:
        return InlineKeyboardButton(button.label, url=button.link)
    if button.shares:
        return InlineKeyboardButton(button.label, url=f"{_SHARES}{quote(button.shares, safe='')}")
    if button.copies:
        return InlineKeyboardButton(button.label, copy_text=CopyTextButton(button.copies))
    if button.opens:
        is_link = button.opens.startswith(_TELEGRAM)
        return InlineKeyboardButton(
            button.label, url=button.opens if is_link else None, web_app=None if is_link else WebAppInfo(button.opens)
        )
    style = _STYLES.get(COMMANDS.tone(button.types))
    return InlineKeyboardButton(
        button.label, callback_data=button.types, api_kwargs={"style": style} if style else None
    )
