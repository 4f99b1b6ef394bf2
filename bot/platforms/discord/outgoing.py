"""From the core's messages to what Discord is sent: text without markup, files with alt texts, one ping at most."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence

import discord
from discord.utils import escape_markdown, escape_mentions

from bot.core.game.people import Person
from bot.core.ports.platform import Due, Message, Paint
from bot.platforms.discord.buttons import view_of
from bot.platforms.discord.forms import with_form
from bot.platforms.discord.incoming import PLATFORM
from bot.platforms.discord.layouts import Layout
from bot.platforms.discord.letters import LaidOut, Letter, Plain
from renderers.scene import Scene

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
_MESSAGE = r"//discord\.com/channels/(?:@me|\d+)/\d+/\d+"
_INVITATION = r"(?<=discord)(?=\.gg/|(?:app)?\.com/invite/)"
_ALIVE = re.compile(rf"<(?=[#:/]|[at]:|id:)|(?<=[a-z]):(?=//)(?!{_MESSAGE}\b)|{_INVITATION}", re.IGNORECASE)


async def letters_of(message: Message, paint: Paint, laid_out: bool = False) -> list[Letter]:
    """A message as one letter, or more where the text is too long for one; the last has the files and the buttons.

    `laid_out` as components if it is not too long.
    """
    pages, allowed = pages_of(text_of(message)), _allowed(_pinged(message))
    files, buttons = await _files(message, paint), with_form(message.buttons)
    if laid_out and len(pages) == 1 and pages[0]:
        layout = Layout(pages[0], files, buttons, message.side)
        return [LaidOut(allowed_mentions=allowed, files=files, view=layout)]
    letters = [Plain(content=page, allowed_mentions=allowed, suppress_embeds=True) for page in pages]
    if files:
        letters[-1]["files"] = files
    if view := view_of(buttons):
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


def _pinged(message: Message) -> list[Person]:
    called = (message.mention, *message.besides)
    return [person for person in called if person and person.platform == PLATFORM and person.id.isdecimal()]


def _allowed(people: Sequence[Person]) -> discord.AllowedMentions:
    users = [discord.Object(int(person.id)) for person in people] or False
    return discord.AllowedMentions(users=users, everyone=False, roles=False, replied_user=False)


async def _files(message: Message, paint: Paint) -> list[discord.File]:
    pictures = ((message.picture, message.alt),) if message.picture else ()
    files = [
        await _picture(scene, alt, number, paint) for number, (scene, alt) in enumerate((*pictures, *message.pictures))
    ]
    if len(message.alt) > _ALT and message.picture:
        files.append(discord.File(io.BytesIO(message.alt.encode()), _WORDS))
    if message.file:
        name, text = message.file
        files.insert(0, discord.File(io.BytesIO(text.encode()), name))
    return files[:_FILES]


async def _picture(scene: Scene, alt: str, number: int, paint: Paint) -> discord.File:
    return discord.File(io.BytesIO(await paint(scene)), f"board{number or ''}.png", description=alt_of(alt) or None)
