"""A `Message` rendered as what Discord is sent: plain messages, or one laid out by Components V2."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, TypedDict, TypeGuard

import discord
from discord.utils import escape_markdown, escape_mentions

from bot.core.game.people import Person
from bot.core.ports.platform import Button, Due, Message, Paint, Picture
from bot.platforms.discord.components import buttons_view, rows_of, with_form
from bot.platforms.discord.incoming import PLATFORM
from renderers.scene import Ink
from renderers.themes import LIGHT


class PlainPart(TypedDict, total=False):
    """The arguments with which discord.py sends one message."""

    content: str
    allowed_mentions: discord.AllowedMentions
    files: list[discord.File]
    view: discord.ui.View
    suppress_embeds: bool


class LayoutPart(TypedDict, total=False):
    """The same for a message that is nothing but its layout."""

    allowed_mentions: discord.AllowedMentions
    files: list[discord.File]
    view: discord.ui.LayoutView


MessagePart = PlainPart | LayoutPart


class EditArguments(TypedDict):
    """The arguments with which discord.py changes a message: what is not said is taken away."""

    content: str | None
    allowed_mentions: discord.AllowedMentions
    attachments: list[discord.File]
    view: discord.ui.View | discord.ui.LayoutView | None


def as_edit(letter: MessagePart) -> EditArguments:
    """A letter that takes the place of another."""
    said = letter.get("content")
    return EditArguments(
        content=said if isinstance(said, str) else None,
        allowed_mentions=letter["allowed_mentions"],
        attachments=letter.get("files", []),
        view=letter.get("view"),
    )


_PICTURE = ".png"
LayoutItem = discord.ui.Item[discord.ui.LayoutView]


class Layout(discord.ui.LayoutView):
    """A text, pictures, other files and buttons, one under the other; framed if somebody is to move, or was."""

    def __init__(
        self, text: str, files: Sequence[discord.File], buttons: Sequence[Sequence[Button]], side: Ink | None
    ) -> None:
        super().__init__(timeout=None)
        self.text = text
        self.buttons = buttons
        parts = (*_told(text, files), *(discord.ui.ActionRow[Any](*row) for row in rows_of(buttons)))
        for part in (_framed(parts, side),) if side else parts:
            self.add_item(part)


def colour_of(side: Ink) -> discord.Colour:
    """The colour in which a side is drawn."""
    return discord.Colour.from_rgb(*LIGHT.colours[side])


def _framed(parts: Sequence[LayoutItem], side: Ink) -> LayoutItem:
    return discord.ui.Container[discord.ui.LayoutView](*parts, accent_colour=colour_of(side))


def _told(text: str, files: Sequence[discord.File]) -> Iterator[LayoutItem]:
    yield discord.ui.TextDisplay(text)
    pictures = [file for file in files if file.filename.endswith(_PICTURE)]
    if pictures:
        items = (discord.MediaGalleryItem(picture.uri, description=picture.description) for picture in pictures)
        yield discord.ui.MediaGallery(*items)
    yield from (discord.ui.File(file.uri) for file in files if file not in pictures)


def without_layout(letter: LayoutPart) -> PlainPart:
    """The same letter without its layout, to be sent where that is refused."""
    layout = letter["view"]
    assert isinstance(layout, Layout)
    again = PlainPart(content=layout.text, allowed_mentions=letter["allowed_mentions"], suppress_embeds=True)
    if files := letter.get("files"):
        again["files"] = [_copy(file) for file in files]
    if view := buttons_view(layout.buttons):
        again["view"] = view
    return again


def _copy(file: discord.File) -> discord.File:
    assert isinstance(file.fp, io.BytesIO)
    return discord.File(io.BytesIO(file.fp.getvalue()), file.filename, description=file.description)


_CONTENT = 2000
_ALT = 1024
_FILES = 10
_FENCE = "```"
_WORDS = "board.txt"
_REST = f" … {_WORDS}"
_UNSEEN = "\u200b"
_TYPED = re.compile(rf"(?<=/challenge <@){_UNSEEN}(?=\d+>)")


# Where Discord would make a channel, a time, a command, an emoji, an invitation or a link of what somebody is called;
# not the address of a message on Discord.
_MESSAGE_LINK = r"//discord\.com/channels/(?:@me|\d+)/\d+/\d+"


_INVITATION = r"(?<=discord)(?=\.gg/|(?:app)?\.com/invite/)"
_ALIVE = re.compile(rf"<(?=[#:/]|[at]:|id:)|(?<=[a-z]):(?=//)(?!{_MESSAGE_LINK}\b)|{_INVITATION}", re.IGNORECASE)


async def parts_of(message: Message, paint: Paint, laid_out: bool = False) -> list[MessagePart]:
    """A message as one letter, or more where the text is too long for one; the last has the files and the buttons.

    `laid_out` as components if it is not too long.
    """
    pages, allowed = pages_of(text_of(message)), _allowed(_pinged(message))
    files, buttons = await _files(message, paint), with_form(message.buttons)
    if laid_out and len(pages) == 1 and pages[0]:
        layout = Layout(pages[0], files, buttons, _side(message))
        return [LayoutPart(allowed_mentions=allowed, files=files, view=layout)]
    letters = [PlainPart(content=page, allowed_mentions=allowed, suppress_embeds=True) for page in pages]
    if files:
        letters[-1]["files"] = files
    if view := buttons_view(buttons):
        letters[-1]["view"] = view
    return [*letters]


def text_of(message: Message) -> str:
    """The text with nothing in it that Discord would format or link, after the mention of whoever is to be pinged.

    A text that begins with their name begins with the mention instead.
    """
    text, called = _living(_formatted(message.text, message.grid), message.due), _pinged(message)
    addressed = "".join(f"{_plain(person.name)}," for person in called)
    if len(called) == 1 and text.startswith(addressed):
        return f"<@{called[0].id}>,{text.removeprefix(addressed)}"
    return " ".join((*(f"<@{person.id}>" for person in called), text))


def _living(text: str, due: Due | None) -> str:
    """The text with how long is left told by Discord, which keeps it up to date and in the reader's language."""
    return text.replace(_plain(due.says), f"{_plain(due.called)} <t:{round(due.until)}:R>", 1) if due else text


def _formatted(text: str, grid: str) -> str:
    """A board drawn in characters keeps its columns; all else is plain."""
    if not grid:
        return _plain(text)
    before, board, after = text.partition(grid)
    board = board.replace("`", "'")
    parts = (_plain(before.removesuffix("\n")), f"{_FENCE}\n{board}\n{_FENCE}", _plain(after.removeprefix("\n")))
    return "\n".join(part for part in parts if part)


def _plain(text: str) -> str:
    """Markdown escaped, and an unseen sign in all else that Discord would bring to life, but for who is challenged in
    a line to be typed: nobody could read their number."""
    return _TYPED.sub("", _ALIVE.sub(rf"\g<0>{_UNSEEN}", escape_mentions(escape_markdown(text, ignore_links=False))))


def pages_of(text: str, most: int = _CONTENT) -> list[str]:
    """The text in pieces of at most `most` characters, cut at the ends of lines where there are any.

    A drawn board stays whole if a page can hold it; one that is cut goes on as one.
    """
    pages: list[str] = []
    while len(text) > most:
        cut = text.rfind("\n", len(_FENCE) + 1, most - len(_FENCE))
        cut = _before_board(text, cut, most) if cut > 0 else most - len(_FENCE) - 1
        page, text = text[:cut], text[cut:].removeprefix("\n")
        within = page.count(_FENCE) % 2
        pages.append(f"{page}\n{_FENCE}" if within else page)
        text = f"{_FENCE}\n{text}" if within else text
    return [*pages, text]


def _before_board(text: str, cut: int, most: int) -> int:
    """Where to cut instead if the cut would go through a drawn board that fits on the next page."""
    start = text.rfind(_FENCE, 0, cut)
    end = text.find(_FENCE, cut) + len(_FENCE)
    is_within = text.count(_FENCE, 0, cut) % 2 == 1
    return start - 1 if is_within and start > 0 and end - start <= most else cut


def alt_of(alt: str, most: int = _ALT) -> str:
    """As many whole sentences as Discord takes for a picture, and where the rest is."""
    if len(alt) <= most:
        return alt
    for rest in (_REST, ""):
        end = alt.rfind(". ", 0, max(0, most - len(rest)))
        if end > 0:
            return alt[: end + 1] + rest
    return alt[: most - 1] + "…"


def _side(message: Message) -> Ink | None:
    return message.picture.side if message.picture else None


def _pinged(message: Message) -> list[Person]:
    called = (message.mention, *message.besides)
    return [person for person in called if person and person.platform == PLATFORM and person.id.isdecimal()]


def _allowed(people: Sequence[Person]) -> discord.AllowedMentions:
    users = [discord.Object(int(person.id)) for person in people] or False
    return discord.AllowedMentions(users=users, everyone=False, roles=False, replied_user=False)


async def _files(message: Message, paint: Paint) -> list[discord.File]:
    files = [await _picture(each, number, paint) for number, each in enumerate(message.drawn)]
    if message.picture and len(message.picture.alt) > _ALT:
        files.append(discord.File(io.BytesIO(message.picture.alt.encode()), _WORDS))
    if message.file:
        name, text = message.file
        files.insert(0, discord.File(io.BytesIO(text.encode()), name))
    return files[:_FILES]


async def _picture(picture: Picture, number: int, paint: Paint) -> discord.File:
    painted, alt = io.BytesIO(await paint(picture.scene)), alt_of(picture.alt)
    return discord.File(painted, f"board{number or ''}.png", description=alt or None)


_MOST_REMEMBERED = 10_000
_log = logging.getLogger(__name__)


class PartSender:
    """Writes and sends letters: boards laid out, until Discord refuses that."""

    def __init__(self, paint: Paint) -> None:
        self._paint = paint
        self._is_taken = True
        self._laid_out: dict[str, None] = {}

    def has_layout(self, message_id: str) -> bool:
        """Whether this process laid a message out, which must not be taken from it."""
        return message_id in self._laid_out

    async def letters(self, message: Message, keeps: bool = False) -> list[MessagePart]:
        """A message as letters; `keeps`: in place of one that has a layout."""
        return await parts_of(message, self._paint, keeps or (self._is_taken and _side(message) is not None))

    async def send(self, letter: MessagePart, way: Callable[[MessagePart], Awaitable[str]]) -> str:
        """Sends a letter, without its layout if Discord takes none; the message's id, which `way` returns."""
        if not _is_laid_out(letter):
            return await way(letter)
        if self._is_taken:
            try:
                return self._noted(await way(letter))
            except discord.HTTPException as refused:
                if not _is_about_layout(refused):
                    raise
        shown = await way(without_layout(letter))
        if self._is_taken:
            _log.warning("Discord takes no layouts; boards are plain messages from here on")
        self._is_taken = False
        return shown

    def _noted(self, message_id: str) -> str:
        self._laid_out[message_id] = None
        if len(self._laid_out) > _MOST_REMEMBERED:
            del self._laid_out[next(iter(self._laid_out))]
        return message_id


def _is_laid_out(letter: MessagePart) -> TypeGuard[LayoutPart]:
    return isinstance(letter.get("view"), Layout)


def _is_about_layout(refused: discord.HTTPException) -> bool:
    return refused.status == 400 and "component" in refused.text.lower()
