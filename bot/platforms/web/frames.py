"""Frames of the WebSocket: those a browser may send, and messages in the form that the page receives."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from bot.core.game.people import Person
from bot.core.ports.adapters import LARGEST_FILE
from bot.features import COMMANDS
from bot.platforms.web.history import Entry, ServedPicture
from bot.platforms.web.presence import word_of

LONGEST_TEXT = 16 * 1024
LONGEST_FRAME = 2 * LARGEST_FILE + 512 * 1024
"""Maximum characters of a frame; JSON escapes quotes and line ends of a file with two characters."""
THEMES = ("light", "dark")
MOST_TAPS = 40
LONGEST_STROKE = 4000
"""Maximum characters of the places under one stroke: all of the largest board."""
LARGEST = 2**53 - 1
"""The largest integer that a browser represents exactly."""

_Text = Annotated[str, Field(max_length=LONGEST_TEXT)]
_Short = Annotated[str, Field(max_length=200)]
_Places = Annotated[str, Field(pattern=r"^[A-Za-z0-9.-]+( [A-Za-z0-9.-]+)*$", max_length=LONGEST_STROKE)]
_Number = Annotated[int, Field(ge=0, le=LARGEST)]
_Pixel = Annotated[float, Field(ge=-1_000_000, le=1_000_000, allow_inf_nan=False)]
_Nonce = Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{1,40}$")]
Json = dict[str, object]


@dataclass(frozen=True)
class Hello:
    """A greeting: the visitor's identity, the channel, and the stamp of their last news."""

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
    """A text, typed or sent by a button of the message `reply`; each nonce is handled once.

    `spent`: the milliseconds since the page showed the position, while a clock ticks.
    """

    kind: Literal["say"]
    nonce: _Nonce
    text: _Text
    pressed: bool = False
    reply: _Short = ""
    file: File | None = None
    spent: _Number | None = None


@dataclass(frozen=True)
class Look:
    """A request for the board of a message, or for its changes since the last look."""

    kind: Literal["look"]
    message: _Short


@dataclass(frozen=True)
class Replay:
    """A request for the pinned board as it was after a number of turns."""

    kind: Literal["replay"]
    of: _Short
    turn: _Number


@dataclass(frozen=True)
class Table:
    """A request for the pinned board as a table of its places."""

    kind: Literal["table"]
    of: _Short


@dataclass(frozen=True)
class TouchRequest:
    """A move in progress: its `text` so far, the places tapped since, the place asked about, and the handle's pixel.

    The answer carries the number.
    """

    kind: Literal["touch"]
    number: _Number
    of: _Short
    text: _Short = ""
    taps: Annotated[tuple[_Places, ...], Field(max_length=MOST_TAPS)] = ()
    about: _Short = ""
    at: tuple[_Pixel, _Pixel] | None = None


Frame = Hello | Say | Look | Replay | Table | TouchRequest
_FRAME: TypeAdapter[Frame] = TypeAdapter(Annotated[Frame, Field(discriminator="kind")])


def read(text: str) -> Frame:
    """Parse a frame of a browser; raise `ValueError` for anything else."""
    return _FRAME.validate_json(text)


def news(at: str, changes: Json) -> Json:
    """Return the frame of changes up to the stamp `at`: `messages`, `here`, `done` texts and the `language`."""
    return {"kind": "news", "at": at} | changes


def here(count: int, before: Mapping[str, Person], people_listed: Mapping[str, Person], reader: Person) -> Json:
    """Return the number of people present, and which named people came and went since `before`.

    Those who went are given by handle. A reader without earlier news drops what another connection received.
    """
    came = [person for key, person in people_listed.items() if before.get(key) != person]
    former_handles = [word_of(person) for key, person in before.items() if people_listed.get(key) != person]
    people = [{"name": person.name, "handle": word_of(person), "you": person.id == reader.id} for person in came]
    return {"count": count, "came": people, "gone": former_handles, "anew": not before}


def refusal(code: str) -> Json:
    """Return the frame that tells a connection why its frame was refused."""
    return {"kind": "no", "code": code}


def message(entry: Entry, reader: Person, channel: str, base: str = "") -> Json:
    """Return a message as shown to `reader`, whose browser has the page's addresses under `base`."""
    content = entry.message
    return {
        "id": entry.id,
        "time": round(entry.time * 1000),
        "author": entry.author.name if entry.author else None,
        "mine": entry.author is not None and entry.author.id == reader.id,
        "private": entry.audience is not None,
        "text": content.text,
        **asdict(content.layout),
        "shares": content.share.line if content.share else "",
        "reply": entry.reply,
        "mention": content.mention.name if content.mention else None,
        "calls": content.mention is not None and content.mention.id == reader.id,
        "pictures": [_picture(picture, channel, base, entry.audience is None) for picture in entry.pictures],
        "buttons": [
            [{"label": b.label, "types": b.types, "tone": str(COMMANDS.tone(b.types))} for b in row]
            for row in content.buttons
        ],
        "file": {"name": content.file[0], "text": content.file[1]} if content.file else None,
    }


def _picture(picture: ServedPicture, channel: str, base: str, is_public: bool) -> Json:
    """Return a picture's addresses and size, and whether it is a board of the reader's or of a game in the channel."""
    urls = {theme: f"{base}/pictures/{theme}/{channel}/{picture.id}.png" for theme in THEMES}
    is_exercise = picture.of.startswith("/")
    return {
        **urls,
        "board": not (is_public and is_exercise),
        "alt": picture.alt,
        "width": picture.size[0],
        "height": picture.size[1],
    }
