"""Rendering of a `Message` for Discord: as plain messages, or as one Components V2 layout."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from time import monotonic
from typing import Any

import discord
from discord.utils import escape_markdown, escape_mentions

from bot.core.game.people import Person
from bot.core.ports.adapters import Paint, by_command
from bot.core.ports.platform import Message
from bot.core.queues.caches import BoundedDict
from bot.platforms.discord.components import Menu, Rows, menus_of_moves, rows_of, with_form
from bot.platforms.discord.incoming import PLATFORM
from renderers.scene import Ink
from renderers.themes import LIGHT

_REFUSED_IN_A_ROW = 3
_PLAIN_SECONDS = 600.0
_LONGEST_CONTENT = 2000
_LONGEST_ALT = 1024
_PICTURE, _FILM = "board.png", "game.gif"
_BOARD_IN_WORDS = "board.txt"
_SEE_FILE = f" … {_BOARD_IN_WORDS}"
_FENCE = "```"
_ZERO_WIDTH_SPACE = "\u200b"
_HEADING, _SMALL = "### ", "-# "
_NUMBERED = re.compile(r"^\s*\d+(?=\. )", re.MULTILINE)
"""Line starts that Discord would render as a list."""
# Where Discord would turn a person's name into a channel, time, command, emoji, invitation or link;
# not the address of a message on Discord.
_MESSAGE_LINK = r"//discord\.com/channels/(?:@me|\d+)/\d+/\d+"
_INVITATION = r"(?<=discord)(?=\.gg/|(?:app)?\.com/invite/)"
_MARKUP = re.compile(rf"<(?=[#:/]|[at]:|id:)|(?<=[a-z]):(?=//)(?!{_MESSAGE_LINK}\b)|{_INVITATION}", re.IGNORECASE)
_COMMAND = re.compile(r"(?<![\w/:<\u200b])/([a-z]+)(?![\w/-])")
_TYPED_MENTION = re.compile(rf"(?<=/challenge <@){_ZERO_WIDTH_SPACE}(?=\d+>)")
_Item = discord.ui.Item[Any]
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class MessagePart:
    """A message for discord.py: plain, or a layout of text, pictures, files, small print, menus and buttons.

    The small print is the last `small_lines` lines of the text; a layout is framed in the colour of `side`.
    """

    text: str
    allowed_mentions: discord.AllowedMentions
    files: Sequence[discord.File] = ()
    buttons: Rows = ()
    menus: Sequence[Menu] = ()
    side: Ink | None = None
    small_lines: int = 0
    is_layout: bool = False

    def sending(self) -> dict[str, Any]:
        """Return the arguments with which discord.py sends the message."""
        arguments = {"allowed_mentions": self.allowed_mentions, "files": [*self.files], "view": self._view}
        arguments |= {} if self.is_layout else {"content": self.text, "suppress_embeds": True}
        return {name: value for name, value in arguments.items() if value}

    def editing(self) -> dict[str, Any]:
        """Return the arguments with which discord.py edits a message; None removes a part."""
        content = None if self.is_layout else self.text
        edit = {"content": content, "allowed_mentions": self.allowed_mentions}
        return {**edit, "attachments": [*self.files], "view": self._view}

    @property
    def _view(self) -> discord.ui.View | discord.ui.LayoutView | None:
        rows = rows_of(self.buttons, self.menus)
        items: Sequence[_Item] = tuple(chain.from_iterable(rows))
        if self.is_layout:
            items = (*self._content(), *(discord.ui.ActionRow[Any](*row) for row in rows))
        if self.is_layout and self.side:
            items = (discord.ui.Container[Any](*items, accent_colour=colour_of(self.side)),)
        if not items:
            return None
        view = discord.ui.LayoutView(timeout=None) if self.is_layout else discord.ui.View(timeout=None)
        for item in items:
            view.add_item(item)
        view.stop()  # discord.py need not store it: any process can handle a press by its id
        return view

    def _content(self) -> Iterator[_Item]:
        lines = self.text.split("\n")
        small_start = len(lines) - self.small_lines
        above, below = "\n".join(lines[:small_start]), "\n".join(lines[small_start:])
        if above:
            yield discord.ui.TextDisplay(above)
        pictures = [file for file in self.files if file.filename in (_PICTURE, _FILM)]
        if pictures:
            items = (discord.MediaGalleryItem(file.uri, description=file.description) for file in pictures)
            yield discord.ui.MediaGallery(*items)
        yield from (discord.ui.File(file.uri) for file in self.files if file not in pictures)
        if below:
            yield discord.ui.TextDisplay(below)


def colour_of(side: Ink) -> discord.Colour:
    """Return the colour in which a side is drawn."""
    return discord.Colour.from_rgb(*LIGHT.colours[side])


class PartSender:
    """A renderer and sender of boards as layouts; a layout that Discord refuses is sent as a plain message.

    After several refusals in a row no layout is tried for a while. `command_ids`: the ids of the commands by name, once
    Discord lists them.
    """

    def __init__(self, paint: Paint) -> None:
        self._paint = paint
        self.command_ids: Mapping[str, str] = {}
        self._have_layouts = BoundedDict[str, bool]()
        self._refusals = 0
        self._plain_until = 0.0

    def may_have_layout(self, message_id: str) -> bool:
        """Return whether a message has a layout, which it must keep, or may have one from another process."""
        return self._have_layouts.get(message_id, self._lays_out)

    async def parts(self, message: Message, keeps: bool = False, is_heard: bool = False) -> list[MessagePart]:
        """Render a message in parts.

        `keeps`: it replaces a message that has a layout. `is_heard`: the bot receives text typed in reply to it.
        """
        message = message if is_heard else by_command(message)
        has_side = message.picture is not None and message.picture.side is not None
        return await parts_of(message, self._paint, keeps or (self._lays_out and has_side), self.command_ids)

    async def send(self, part: MessagePart, send: Callable[[MessagePart], Awaitable[str]]) -> str:
        """Send a part, without its layout if Discord refuses that; return the message's ID."""
        try:
            message_id = await send(part)
        except discord.HTTPException as error:
            if not part.is_layout or error.status != 400 or "component" not in error.text.lower():
                raise
            self._refusals += 1
            _log.warning("Discord refuses a message's layout, so it is sent without: %s", error)
            if self._refusals >= _REFUSED_IN_A_ROW:
                self._refusals, self._plain_until = 0, monotonic() + _PLAIN_SECONDS
            part = replace(part, is_layout=False, files=[*map(_copy, part.files)])
            message_id = await send(part)
        if part.is_layout:
            self._refusals = 0
        self._have_layouts[message_id] = part.is_layout
        return message_id

    @property
    def _lays_out(self) -> bool:
        return monotonic() >= self._plain_until


async def parts_of(
    message: Message, paint: Paint, as_layout: bool = False, command_ids: Mapping[str, str] | None = None
) -> list[MessagePart]:
    """Render a message as one part, or several if it is too long, the last with the extras; one part `as_layout`."""
    users = [discord.Object(int(person.id)) for person in _people_to_ping(message)] or False
    allowed_mentions = discord.AllowedMentions(users=users, everyone=False, roles=False, replied_user=False)
    *before, text = pages_of(link_commands(text_of(message), command_ids or {}))
    last = MessagePart(
        text,
        allowed_mentions,
        await _files(message, paint),
        with_form(message),
        menus_of_moves(message),
        message.picture.side if message.picture else None,
        _line_count(message.layout.small),
        is_layout=as_layout and not before and bool(text),
    )
    return [*(MessagePart(page, allowed_mentions) for page in before), last]


def _people_to_ping(message: Message) -> list[Person]:
    people = (message.mention, *message.envelope.besides)
    return [person for person in people if person and person.platform == PLATFORM and person.id.isdecimal()]


# Text


def text_of(message: Message) -> str:
    """Return the escaped text, with mentions of the people to be pinged in front.

    A text that begins with a person's name begins with the mention instead. Its heading and its small print are marked.
    """
    text, due, people = _format_text(message.text, message.layout.grid), message.envelope.due, _people_to_ping(message)
    is_copy = message.envelope.private and due and due.clocks  # which stays when a running clock has gone on
    if due and not is_copy:  # Discord keeps its timestamps up to date, in the reader's language
        text = text.replace(_escape(due.says), f"{_escape(due.called)} <t:{round(due.until)}:R>", 1)
    name_prefix = "".join(f"{_escape(person.name)}," for person in people)
    if len(people) == 1 and text.startswith(name_prefix):
        text = f"<@{people[0].id}>,{text.removeprefix(name_prefix)}"
    else:
        text = " ".join((*(f"<@{person.id}>" for person in people), text))
    lines = text.split("\n")
    heading_end, small_start = _line_count(message.layout.heading), len(lines) - _line_count(message.layout.small)
    large = (f"{_HEADING}{line}" for line in lines[:heading_end])
    return "\n".join((*large, *lines[heading_end:small_start], *(f"{_SMALL}{line}" for line in lines[small_start:])))


def link_commands(text: str, command_ids: Mapping[str, str]) -> str:
    """Return the text with its commands as mentions, which fill in the command when clicked.

    A mention has to name the command as it is registered: Discord ignores clicks on one with a localised name.
    """

    def link(command: re.Match[str]) -> str:
        number = command_ids.get(command[1])
        return f"</{command[1]}:{number}>" if number else command[0]

    parts = text.split(_FENCE)
    parts[::2] = [_COMMAND.sub(link, part) for part in parts[::2]]
    return _FENCE.join(parts)


def _line_count(text: str) -> int:
    return text.count("\n") + 1 if text else 0


def _format_text(text: str, grid: str) -> str:
    """Return the text with its drawn board in a code block and everything else escaped."""
    if not grid:
        return _escape(text)
    before, board, after = text.partition(grid)
    board = board.replace("`", "'")
    parts = (_escape(before.removesuffix("\n")), f"{_FENCE}\n{board}\n{_FENCE}", _escape(after.removeprefix("\n")))
    return "\n".join(part for part in parts if part)


def _escape(text: str) -> str:
    """Escape Markdown, and break all other markup with a zero-width space.

    The mention in a challenge to be typed is kept, as no reader could know the user's number.
    """
    text = _NUMBERED.sub(r"\g<0>\\", escape_markdown(text, ignore_links=False))
    safe_text = _MARKUP.sub(rf"\g<0>{_ZERO_WIDTH_SPACE}", escape_mentions(text))
    return _TYPED_MENTION.sub("", safe_text)


def pages_of(text: str, longest: int = _LONGEST_CONTENT) -> list[str]:
    """Split the text into pieces of at most `longest` characters, at line ends where possible.

    A drawn board stays whole if a page can hold it; one that is cut continues in a code block.
    """
    pages: list[str] = []
    while len(text) > longest:
        cut = text.rfind("\n", len(_FENCE) + 1, longest - len(_FENCE))
        cut = _before_board(text, cut, longest) if cut > 0 else longest - len(_FENCE) - 1
        page, text = text[:cut], text[cut:].removeprefix("\n")
        within = page.count(_FENCE) % 2
        pages.append(f"{page}\n{_FENCE}" if within else page)
        text = f"{_FENCE}\n{text}" if within else text
    return [*pages, text]


def _before_board(text: str, cut: int, longest: int) -> int:
    """Return the end of the text before a drawn board that `cut` would split and the next page can hold, else `cut`."""
    start = text.rfind(_FENCE, 0, cut)
    end = text.find(_FENCE, cut) + len(_FENCE)
    is_within = text.count(_FENCE, 0, cut) % 2 == 1
    return start - 1 if is_within and start > 0 and end - start <= longest else cut


# Files


async def _files(message: Message, paint: Paint) -> list[discord.File]:
    files = [_text_file(*message.file)] if message.file else []
    if picture := message.picture:
        image = io.BytesIO(await paint(picture.scene, picture.share))
        name = _FILM if picture.scene.earlier else _PICTURE
        files.append(discord.File(image, name, description=alt_of(picture.alt) or None))
        if len(picture.alt) > _LONGEST_ALT:
            files.append(_text_file(_BOARD_IN_WORDS, picture.alt))
    return files


def _copy(file: discord.File) -> discord.File:
    """Return a file that can be sent again, since a request closes the file it sends."""
    assert isinstance(file.fp, io.BytesIO)
    return discord.File(io.BytesIO(file.fp.getvalue()), file.filename, description=file.description)


def _text_file(name: str, text: str) -> discord.File:
    return discord.File(io.BytesIO(text.encode()), name)


def alt_of(alt: str, longest: int = _LONGEST_ALT) -> str:
    """Cut a picture's description to whole sentences within Discord's limit, with a note on where to find the rest."""
    if len(alt) <= longest:
        return alt
    for rest in (_SEE_FILE, ""):
        end = alt.rfind(". ", 0, max(0, longest - len(rest)))
        if end > 0:
            return alt[: end + 1] + rest
    return alt[: longest - 1] + "…"
