"""What crosses the WebSocket: the frames a browser may send, and a message as the page gets it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from bot.core.game.people import Person
from bot.core.ports.platform import LARGEST_FILE
from bot.features import COMMANDS
from bot.platforms.web.history import Entry, ServedPicture
from bot.platforms.web.presence import word_of

LONGEST_TEXT = 16 * 1024
LONGEST_FRAME = 2 * LARGEST_FILE + 512 * 1024
"""Characters of a frame: JSON writes the quotes and line ends of a file with two."""
THEMES = ("light", "dark")
MOST_TAPS = 40
LONGEST_STROKE = 4000
"""Characters of the places that one stroke goes over: all of the largest board."""
LARGEST = 2**53 - 1
"""The largest number that a browser counts to without a gap."""

_Text = Annotated[str, Field(max_length=LONGEST_TEXT)]
_Short = Annotated[str, Field(max_length=200)]
_Places = Annotated[str, Field(pattern=r"^[A-Za-z0-9.-]+( [A-Za-z0-9.-]+)*$", max_length=LONGEST_STROKE)]
_Number = Annotated[int, Field(ge=0, le=LARGEST)]
_Pixel = Annotated[float, Field(ge=-1_000_000, le=1_000_000, allow_inf_nan=False)]
_Nonce = Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{1,40}$")]
Json = dict[str, object]


@dataclass(frozen=True)
class Hello:
    """Who I am, where I want to be, and the last news that I have."""

    kind: Literal["hello"]
    token: Annotated[str, Field(min_length=16, max_length=2000)]
    name: _Short
    channel: Annotated[str, Field(pattern=r"^[\w-]{1,32}$")]
    language: _Short = ""
    since: _Short = ""


@dataclass(frozen=True)
class File:
    """An attached text file."""

    name: _Short
    text: Annotated[str, Field(max_length=LARGEST_FILE)]


@dataclass(frozen=True)
class Say:
    """A text, typed or by a button of the message `reply`; one nonce is heard once."""

    kind: Literal["say"]
    nonce: _Nonce
    text: _Text
    pressed: bool = False
    reply: _Short = ""
    file: File | None = None


@dataclass(frozen=True)
class Look:
    """The board of a message is pinned beside the talk: show it, or what of it has changed since I looked last."""

    kind: Literal["look"]
    message: _Short


@dataclass(frozen=True)
class Replay:
    """The pinned board as it stood after so many turns."""

    kind: Literal["replay"]
    of: _Short
    turn: _Number


@dataclass(frozen=True)
class Table:
    """The pinned board as a table of its places."""

    kind: Literal["table"]
    of: _Short


@dataclass(frozen=True)
class Touched:
    """A move in the making on a board: its `text` so far, the places tapped since, the one that I ask about, and the
    pixel at which I hold the handle of a line.

    The answer bears the number.
    """

    kind: Literal["touch"]
    number: _Number
    of: _Short
    text: _Short = ""
    taps: Annotated[tuple[_Places, ...], Field(max_length=MOST_TAPS)] = ()
    about: _Short = ""
    at: tuple[_Pixel, _Pixel] | None = None


Frame = Hello | Say | Look | Replay | Table | Touched
_FRAME: TypeAdapter[Frame] = TypeAdapter(Annotated[Frame, Field(discriminator="kind")])


def read(text: str) -> Frame:
    """The frame that a browser sent; raises `ValueError` for anything else."""
    return _FRAME.validate_json(text)


def news(at: str, changed: Json) -> Json:
    """What changed up to the stamp `at`: `messages`, who is `here`, texts that are `done`, the `language`."""
    return {"kind": "news", "at": at} | changed


def here(count: int, before: Mapping[str, Person], named: Mapping[str, Person], reader: Person) -> Json:
    """How many are here, and who of those that are named, by id, came and went since `before`.

    Who went is told by handle; `anew`: a reader who was told nothing before forgets what another connection told.
    """
    came = [person for key, person in named.items() if before.get(key) != person]
    gone = [word_of(person) for key, person in before.items() if named.get(key) != person]
    people = [{"name": person.name, "handle": word_of(person), "you": person.id == reader.id} for person in came]
    return {"count": count, "came": people, "gone": gone, "anew": not before}


def refused(code: str) -> Json:
    """A word to this connection alone: what it sent was not taken, and why."""
    return {"kind": "no", "code": code}


def message(entry: Entry, reader: Person, channel: str, base: str = "") -> Json:
    """One message of a channel as `reader` sees it, whose browser has the page's addresses under `base`."""
    said = entry.message
    return {
        "id": entry.id,
        "time": round(entry.time * 1000),
        "author": entry.author.name if entry.author else None,
        "mine": entry.author is not None and entry.author.id == reader.id,
        "private": entry.audience is not None,
        "text": said.text,
        "heading": said.heading,
        "small": said.small,
        "grid": said.grid,
        "reply": entry.reply,
        "mention": said.mention.name if said.mention else None,
        "calls": said.mention is not None and said.mention.id == reader.id,
        "pictures": [_picture(picture, channel, base) for picture in entry.pictures],
        "buttons": [
            [{"label": b.label, "types": b.types, "tone": str(COMMANDS.tone(b.types))} for b in row]
            for row in said.buttons
        ],
        "file": {"name": said.file[0], "text": said.file[1]} if said.file else None,
    }


def _picture(picture: ServedPicture, channel: str, base: str) -> Json:
    urls = {theme: f"{base}/pictures/{theme}/{channel}/{picture.id}.png" for theme in THEMES}
    return {**urls, "alt": picture.alt, "width": picture.size[0], "height": picture.size[1]}
