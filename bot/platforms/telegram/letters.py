"""A message as the letters that Telegram takes it in: texts, photos, albums and files, each of limited length."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.core.ports.platform import Message
from renderers.scene import Scene

LONGEST_TEXT = 4096
LONGEST_CAPTION = 1024
LARGEST_ALBUM = 10

Picture = tuple[Scene, str]


@dataclass(frozen=True)
class Text:
    """A text alone."""

    text: str


@dataclass(frozen=True)
class Photo:
    """A picture above its caption."""

    scene: Scene
    text: str


@dataclass(frozen=True)
class Album:
    """Two to ten pictures, each with its caption."""

    pictures: tuple[Picture, ...]


@dataclass(frozen=True)
class File:
    """A text file with its caption."""

    name: str
    content: str
    text: str


Letter = Text | Photo | Album | File


def letters_of(message: Message, text: str) -> tuple[Letter, ...]:
    """The letters of a message that says `text`, at least one; the last one is where its buttons belong.

    The text is the caption of a single picture or file; otherwise it follows all of them.
    """
    pictures = (*_main_picture(message), *message.pictures)
    if length(text) <= LONGEST_CAPTION:
        if len(pictures) == 1 and message.file is None:
            return (Photo(pictures[0][0], text),)
        if message.file and not pictures:
            return (File(*message.file, text),)
    files = [File(*message.file, "")] if message.file else []
    return (*_albums(pictures), *files, *(Text(page) for page in _pages(text, message.grid))) or (Text(text),)


def pages(text: str, longest: int = LONGEST_TEXT) -> Iterator[str]:
    """The text in pieces of at most `longest` UTF-16 units, cut at the ends of lines where there are any."""
    while length(text) > longest:
        fitting = text.encode("utf-16-le")[: 2 * longest].decode("utf-16-le", "ignore")
        cut = fitting.rfind("\n") if "\n" in fitting.strip() else len(fitting)
        yield text[:cut]
        text = text[cut:].lstrip("\n")
    if text:
        yield text


def _pages(text: str, grid: str) -> tuple[str, ...]:
    """The text in pieces; if there is more than one, a drawn board is one of its own, so that it stays whole."""
    if not grid or length(text) <= LONGEST_TEXT:
        return tuple(pages(text))
    before, drawn, after = text.partition(grid)
    return (*pages(before.rstrip("\n")), *pages(drawn), *pages(after.lstrip("\n")))


def length(text: str) -> int:
    """As Telegram counts: in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


def _main_picture(message: Message) -> tuple[Picture, ...]:
    return ((message.picture, message.alt),) if message.picture else ()


def _albums(pictures: tuple[Picture, ...]) -> Iterator[Letter]:
    for start in range(0, len(pictures), LARGEST_ALBUM):
        batch = tuple((scene, caption(alt)) for scene, alt in pictures[start : start + LARGEST_ALBUM])
        yield Album(batch) if len(batch) > 1 else Photo(*batch[0])


def caption(text: str) -> str:
    """As much of a text as a caption holds."""
    return text if length(text) <= LONGEST_CAPTION else next(pages(text, LONGEST_CAPTION - 1)) + "…"
