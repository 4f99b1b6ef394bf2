"""Ports of the web page: boards played by touch, the page inside a platform's chats, and its stored channels."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person
from renderers.board_input import Place
from renderers.scene import Item, Point, Scene


class Fit(StrEnum):
    """The state of a partial move: incomplete, complete, or no move at all (`unread`)."""

    PART = "part"
    LEGAL = "legal"
    WHOLE = "whole"
    WRONG = "wrong"
    UNREAD = "unread"


@dataclass(frozen=True)
class RunningClocks:
    """Both players' clocks that tick, `at` an instant: names, seconds left, and which one `runs` (0, 1 or None).

    `limit`: the seconds left for a first turn, which the running clock does not count.
    """

    at: Instant
    players: tuple[str, str]
    seconds: tuple[float, float]
    runs: int | None = None
    limit: float | None = None


@dataclass(frozen=True)
class Touchable:
    """A touchable board: its title `called`, its `places`, and the moves that are `words`.

    It is `mine` if the reader is to move; `asked` is the person who has to act, perhaps to answer an offer. Also the
    handles of the `players`, the `turns` so far, and the reader's `planned` moves. `plays` is the command that is typed
    before a move: `/move CODE@ply`, or the answer to a puzzle or lesson; `aim` is the game's aim before the first one.
    `clocks` are those of a game on time that ticks.
    """

    called: str
    places: tuple[Place, ...]
    words: tuple[tuple[str, str], ...] = ()
    mine: bool = False
    asked: Person | None = None
    players: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
    planned: tuple[Item, ...] = ()
    plays: str = ""
    aim: str = ""
    clocks: RunningClocks | None = None


@dataclass(frozen=True)
class Past:
    """The board after a number of turns, and its text."""

    scene: Scene
    said: str


@dataclass(frozen=True)
class Touch:
    """A partial move on the board `of` a game and ply, or of an exercise, tagged by the command that answers it.

    Its `text` so far, the `taps` on places since, the place asked `about`, and where the handle of a line is dragged
    (`at`).
    """

    of: str
    text: str = ""
    taps: tuple[str, ...] = ()
    about: str = ""
    at: Point | None = None


@dataclass(frozen=True)
class Verdict:
    """The result of a touch: the move's text, its state, and the comment `said` about it.

    `ghost` is drawn over the board, `handle` is where its handle is, `instead` the nearest legal move to a wrong one,
    and `told` describes the place asked about.
    """

    text: str
    fit: Fit
    said: str = ""
    ghost: tuple[Item, ...] = ()
    handle: Point | None = None
    instead: str = ""
    told: str = ""


@dataclass(frozen=True)
class Touching:
    """Touchable boards, of games shown in a chat and of exercises; every function returns None for one that is gone.

    `board` returns the board of a game and ply for a person, `table` every place of a board by name with its content,
    `past` the board after a number of turns, and `judge` the verdict on a partial move, without playing it. The last
    argument is a language.
    """

    board: Callable[[Chat, Person, str, str], Awaitable[Touchable | None]]
    table: Callable[[Chat, str, str], Awaitable[Sequence[tuple[str, str]] | None]]
    past: Callable[[Chat, str, int, str], Awaitable[Past | None]]
    judge: Callable[[Chat, Touch, str], Awaitable[Verdict | None]]


@dataclass(frozen=True)
class Seat:
    """The person at a page inside a platform's chat; each `proof` works once.

    `opens` is the code of the game whose board the page shows first, "" for the newest.
    """

    chat: Chat
    person: Person
    proof: str = ""
    opens: str = ""


class InvalidProofError(Exception):
    """A proof of identity that is false, expired or impossible to check."""


class Embedding(Protocol):
    """The way in which a platform shows the page inside its chats.

    `name`: the first part of the page's paths there. `base`: the prefix of all paths as the browser sees them.
    `framed_by`: the sources that may frame the page, for the content security policy. `origins`: other origins whose
    scripts may connect. `secret`: a secret of the platform.
    """

    name: str
    base: str
    framed_by: str
    secret: str

    @property
    def origins(self) -> frozenset[str]:
        """Return the origins, besides the page's, whose scripts may connect."""

    async def seat(self, headers: Mapping[str, str], message: str) -> Seat:
        """Return the seat that a request's headers and the page's message prove; raise `InvalidProofError`."""

    async def is_inside(self, seat: Seat) -> bool:
        """Return whether the platform confirms that the person is in the chat now."""


@dataclass(frozen=True)
class Change:
    """A change in a channel: its stamp, the ID of the added or changed entry, and the entry as text."""

    stamp: str
    entry: str
    text: str


@dataclass(frozen=True)
class ChannelState:
    """The changes of a channel, oldest first, and its people.

    `people` maps IDs to people as text, those seen longest ago first; `here` are the IDs of those who are present.
    """

    lines: tuple[Change, ...]
    people: dict[str, str]
    here: frozenset[str]


@dataclass(frozen=True)
class ChannelNews:
    """The channels that changed, the newest stamp of the news, and forgotten people as (channel, ID)."""

    changed: frozenset[str]
    stamp: str
    forgotten: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class NameClaim:
    """A person's claim to a name: `folded` is the name for comparison, `former` the one to release."""

    person: str
    folded: str
    former: str
    written: str


class Archive(Protocol):
    """Channels by name. Every method may raise `StoreUnavailableError`; times are seconds since the epoch.

    Stamps are shared by all processes: `""` is before the first, and a greater one is later (`Order`).
    """

    async def write(self, channel: str, entry: str, text: str, since: str, now: float) -> ChannelState:
        """Add or change an entry, notify every process, and return the changes after `since`, including this one."""

    async def read(self, channel: str, since: str, now: float) -> ChannelState:
        """Return the changes after `since`."""

    async def enter(self, channel: str, claim: NameClaim, visit: str, until: float, now: float) -> bool:
        """Admit a person under a name, present until `until`; return False if the name is taken."""

    async def stay(self, channel: str, visits: dict[str, str], names: frozenset[str], until: float) -> None:
        """Extend visits (a map from visit to the person's ID or ""), and reserve the visitors' names for longer."""

    async def leave(self, channel: str, visit: str) -> None:
        """End a visit."""

    async def channels(self) -> list[str]:
        """Return all stored channels."""

    async def rewrite(self, channel: str, upto: str, lines: Sequence[tuple[str, str]], person: str) -> None:
        """Replace all lines up to a stamp by pairs of entry and text, and remove a person from the channel.

        Their visits and names go too, and every process learns that the person is forgotten there.
        """

    async def once(self, proof: str, seconds: float) -> bool:
        """Return whether this is the first use of a proof in `seconds` seconds."""

    async def follow(self, since: str) -> ChannelNews:
        """Return the news of all channels after a stamp, after waiting a few seconds for some."""
