"""A `Message` rendered as what Discord is sent: plain messages, or one laid out by Components V2."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import replace
from time import monotonic
from typing import Any, TypedDict, TypeGuard

import discord
from discord.utils import escape_markdown, escape_mentions

from bot.core.game.people import Person
from bot.core.ports.painting import Paint
from bot.core.ports.platform import Due, Message
from bot.core.queues.bounded_dict import BoundedDict
from bot.platforms.discord.components import Menu, Rows, buttons_view, menus_of_moves, rows_of, with_form
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
"""Where Discord would begin a list."""
# Where Discord would make a channel, a time, a command, an emoji, an invitation or a link of what a person is called;
# not the address of a message on Discord.
_MESSAGE_LINK = r"//discord\.com/channels/(?:@me|\d+)/\d+/\d+"
_INVITATION = r"(?<=discord)(?=\.gg/|(?:app)?\.com/invite/)"
_MARKUP = re.compile(rf"<(?=[#:/]|[at]:|id:)|(?<=[a-z]):(?=//)(?!{_MESSAGE_LINK}\b)|{_INVITATION}", re.IGNORECASE)
_TYPED_MENTION = re.compile(rf"(?<=/challenge <@){_ZERO_WIDTH_SPACE}(?=\d+>)")
_log = logging.getLogger(__name__)


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


class PartSender:
    """Renders and sends boards laid out; one whose layout Discord refuses goes as a plain message.

    Where it refuses one after another, none is tried for a while.
    """

    def __init__(self, paint: Paint) -> None:
        self._paint = paint
        self._have_layouts = BoundedDict[str, bool]()
        self._refusals = 0
        self._plain_until = 0.0

    def may_have_layout(self, message_id: str) -> bool:
        """Whether a message has a layout, which must not be taken from it, or may have one: another process sent it."""
        return self._have_layouts.get(message_id, self._lays_out)

    async def parts(self, message: Message, keeps: bool = False, is_heard: bool = False) -> list[MessagePart]:
        """A message in parts; `keeps`: in place of one that has a layout; `is_heard`: what is typed to it, as it says,
        reaches the bot."""
        message = message if is_heard else by_command(message)
        return await parts_of(message, self._paint, keeps or (self._lays_out and _side(message) is not None))

    async def send(self, part: MessagePart, send: Callable[[MessagePart], Awaitable[str]]) -> str:
        """Sends a part, without its layout if Discord does not take that; the message's id, which `send` returns."""
        if not _is_laid_out(part):
            return self._remembered(await send(part), False)
        try:
            shown = await send(part)
        except discord.HTTPException as refused:
            if refused.status != 400 or "component" not in refused.text.lower():
                raise
            self._note_refusal(refused)
            return self._remembered(await send(_without_layout(part)), False)
        self._refusals = 0
        return self._remembered(shown, True)

    @property
    def _lays_out(self) -> bool:
        return monotonic() >= self._plain_until

    def _note_refusal(self, refused: discord.HTTPException) -> None:
        self._refusals += 1
        _log.warning("a message goes without its layout, which Discord does not take: %s", refused)
        if self._refusals >= _REFUSED_IN_A_ROW:
            self._refusals, self._plain_until = 0, monotonic() + _PLAIN_SECONDS

    def _remembered(self, message_id: str, has_layout: bool) -> str:
        self._have_layouts[message_id] = has_layout
        return message_id


async def parts_of(message: Message, paint: Paint, laid_out: bool = False) -> list[MessagePart]:
    """A message in one part, or more where its text is too long for one; the last has the files and the buttons.

    `laid_out` as components if it is not too long.
    """
    pages, allowed = pages_of(text_of(message)), _allowed(_pinged(message))
    files, buttons, menus = await _files(message, paint), with_form(message), menus_of_moves(message)
    if laid_out and len(pages) == 1 and pages[0]:
        layout = Layout(pages[0], files, buttons, _side(message), _lines_of(message.small), menus)
        return [LayoutPart(allowed_mentions=allowed, files=files, view=layout)]
    *before, last = pages
    parts = [_plain_part(page, allowed) for page in before]
    return [*parts, _plain_part(last, allowed, files, buttons, menus)]


def as_edit(part: MessagePart) -> EditArguments:
    """A part that takes the place of another."""
    content = part.get("content")
    return EditArguments(
        content=content if isinstance(content, str) else None,
        allowed_mentions=part["allowed_mentions"],
        attachments=part.get("files", []),
        view=part.get("view"),
    )


def by_command(message: Message) -> Message:
    """The message as it says how to move where no other text reaches the bot."""
    typing = message.typing
    if typing is None or not typing.says:
        return message
    text, small = (said.replace(typing.says, typing.by_command, 1) for said in (message.text, message.small))
    return replace(message, text=text, small=small)


def _plain_part(
    text: str,
    allowed: discord.AllowedMentions,
    files: Sequence[discord.File] = (),
    buttons: Rows = (),
    menus: Sequence[Menu] = (),
) -> PlainPart:
    part = PlainPart(content=text, allowed_mentions=allowed, suppress_embeds=True)
    if files:
        part["files"] = [*files]
    if view := buttons_view(buttons, menus):
        part["view"] = view
    return part


def _side(message: Message) -> Ink | None:
    return message.picture.side if message.picture else None


def _pinged(message: Message) -> list[Person]:
    called = (message.mention, *message.envelope.besides)
    return [person for person in called if person and person.platform == PLATFORM and person.id.isdecimal()]


def _allowed(people: Sequence[Person]) -> discord.AllowedMentions:
    users = [discord.Object(int(person.id)) for person in people] or False
    return discord.AllowedMentions(users=users, everyone=False, roles=False, replied_user=False)


# Text


def text_of(message: Message) -> str:
    """The text with nothing in it that Discord would format or link, after the mentions of those who are to be pinged.

    A text that begins with their name begins with the mention instead.
    """
    text = _with_time_left(_formatted(message.text, message.grid), message.envelope.due)
    return _marked_up(_addressed(text, _pinged(message)), message)


def _addressed(text: str, called: Sequence[Person]) -> str:
    named = "".join(f"{_escaped(person.name)}," for person in called)
    if len(called) == 1 and text.startswith(named):
        return f"<@{called[0].id}>,{text.removeprefix(named)}"
    return " ".join((*(f"<@{person.id}>" for person in called), text))


def _marked_up(text: str, message: Message) -> str:
    """The text with its heading and its small print."""
    lines = text.split("\n")
    headed, small = _lines_of(message.heading), len(lines) - _lines_of(message.small)
    large = (f"{_HEADING}{line}" for line in lines[:headed])
    return "\n".join((*large, *lines[headed:small], *(f"{_SMALL}{line}" for line in lines[small:])))


def _lines_of(said: str) -> int:
    return said.count("\n") + 1 if said else 0


def _with_time_left(text: str, due: Due | None) -> str:
    """The text with how long is left told by Discord, which keeps it up to date and in the reader's language."""
    return text.replace(_escaped(due.says), f"{_escaped(due.called)} <t:{round(due.until)}:R>", 1) if due else text


def _formatted(text: str, grid: str) -> str:
    """A board drawn in characters keeps its columns; all else is escaped."""
    if not grid:
        return _escaped(text)
    before, board, after = text.partition(grid)
    board = board.replace("`", "'")
    parts = (_escaped(before.removesuffix("\n")), f"{_FENCE}\n{board}\n{_FENCE}", _escaped(after.removeprefix("\n")))
    return "\n".join(part for part in parts if part)


def _escaped(text: str) -> str:
    """Markdown escaped, and a zero-width space in all other markup, but for who is challenged in a line to be typed:
    no reader could know their number."""
    text = _NUMBERED.sub(r"\g<0>\\", escape_markdown(text, ignore_links=False))
    spaced = _MARKUP.sub(rf"\g<0>{_ZERO_WIDTH_SPACE}", escape_mentions(text))
    return _TYPED_MENTION.sub("", spaced)


def pages_of(text: str, longest: int = _LONGEST_CONTENT) -> list[str]:
    """The text in pieces of at most `longest` characters, cut at the ends of lines where there are any.

    A drawn board stays whole if a page can hold it; one that is cut goes on as one.
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
    """Where to cut instead if the cut would go through a drawn board that fits on the next page."""
    start = text.rfind(_FENCE, 0, cut)
    end = text.find(_FENCE, cut) + len(_FENCE)
    is_within = text.count(_FENCE, 0, cut) % 2 == 1
    return start - 1 if is_within and start > 0 and end - start <= longest else cut


# Files


async def _files(message: Message, paint: Paint) -> list[discord.File]:
    files = [_text_file(*message.file)] if message.file else []
    if picture := message.picture:
        drawn = io.BytesIO(await paint(picture.scene, picture.share))
        files.append(
            discord.File(drawn, _FILM if picture.scene.earlier else _PICTURE, description=alt_of(picture.alt) or None)
        )
        if len(picture.alt) > _LONGEST_ALT:
            files.append(_text_file(_BOARD_IN_WORDS, picture.alt))
    return files


def _text_file(name: str, text: str) -> discord.File:
    return discord.File(io.BytesIO(text.encode()), name)


def alt_of(alt: str, longest: int = _LONGEST_ALT) -> str:
    """As many whole sentences as Discord takes for a picture, and where the rest is."""
    if len(alt) <= longest:
        return alt
    for rest in (_SEE_FILE, ""):
        end = alt.rfind(". ", 0, max(0, longest - len(rest)))
        if end > 0:
            return alt[: end + 1] + rest
    return alt[: longest - 1] + "…"


# Components V2


class Layout(discord.ui.LayoutView):
    """A text, pictures, other files, the last `small` lines of the text, menus and buttons, one under the other; framed
    if a seat is to move, or was."""

    def __init__(
        self,
        text: str,
        files: Sequence[discord.File],
        buttons: Rows,
        side: Ink | None,
        small: int = 0,
        menus: Sequence[Menu] = (),
    ) -> None:
        super().__init__(timeout=None)
        self.text = text
        self.buttons, self.menus = buttons, menus
        items = (*_content(text, files, small), *(discord.ui.ActionRow[Any](*row) for row in rows_of(buttons, menus)))
        if side:
            items = (discord.ui.Container[discord.ui.LayoutView](*items, accent_colour=colour_of(side)),)
        for item in items:
            self.add_item(item)
        self.stop()


_LayoutItem = discord.ui.Item[discord.ui.LayoutView]


def colour_of(side: Ink) -> discord.Colour:
    """The colour in which a side is drawn."""
    return discord.Colour.from_rgb(*LIGHT.colours[side])


def _content(text: str, files: Sequence[discord.File], small: int) -> Iterator[_LayoutItem]:
    lines = text.split("\n")
    above, below = ("\n".join(part) for part in (lines[: len(lines) - small], lines[len(lines) - small :]))
    if above:
        yield discord.ui.TextDisplay(above)
    pictures = [
        discord.MediaGalleryItem(f.uri, description=f.description) for f in files if f.filename in (_PICTURE, _FILM)
    ]
    if pictures:
        yield discord.ui.MediaGallery(*pictures)
    yield from (discord.ui.File(file.uri) for file in files if file.filename not in (_PICTURE, _FILM))
    if below:
        yield discord.ui.TextDisplay(below)


def _is_laid_out(part: MessagePart) -> TypeGuard[LayoutPart]:
    return isinstance(part.get("view"), Layout)


def _without_layout(part: LayoutPart) -> PlainPart:
    """The same part as a plain message, to be sent where layouts are refused."""
    layout = part["view"]
    assert isinstance(layout, Layout)
    files = [_copy(file) for file in part.get("files", ())]
    return _plain_part(layout.text, part["allowed_mentions"], files, layout.buttons, layout.menus)


def _copy(file: discord.File) -> discord.File:
    assert isinstance(file.fp, io.BytesIO)
    return discord.File(io.BytesIO(file.fp.getvalue()), file.filename, description=file.description)
