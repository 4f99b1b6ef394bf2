"""The store of the web page's channels, shared by all processes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


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
    """The channels that changed, the newest stamp of the news, and the people forgotten, as pairs of channel and ID."""

    changed: frozenset[str]
    stamp: str
    forgotten: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class NameClaim:
    """A person's claim to a name: `folded` is the name for comparison, `former` the one to be released."""

    person: str
    folded: str
    former: str
    written: str


class Archive(Protocol):
    """Channels by name. Every method may raise `StoreUnavailableError`; times are seconds since the epoch.

    Stamps are shared by all processes: `""` is before the first, and a greater one is later (`Order`).
    """

    async def write(self, channel: str, entry: str, text: str, since: str, now: float) -> ChannelState:
        """Add or change an entry, notify every process, and return the changes after `since`, this one included."""

    async def read(self, channel: str, since: str, now: float) -> ChannelState:
        """Return what changed after `since`."""

    async def enter(self, channel: str, claim: NameClaim, visit: str, until: float, now: float) -> bool:
        """Admit a person under a name, present until `until` by this visit; return False if the name is taken."""

    async def stay(self, channel: str, visits: dict[str, str], names: frozenset[str], until: float) -> None:
        """Extend visits, which map to their person's ID or "", and reserve the visitors' names for longer."""

    async def leave(self, channel: str, visit: str) -> None:
        """End a visit."""

    async def channels(self) -> list[str]:
        """Return all stored channels."""

    async def rewrite(self, channel: str, upto: str, lines: Sequence[tuple[str, str]], person: str) -> None:
        """Replace all lines up to a stamp by pairs of entry and text, and remove a person from the channel.

        Their visits and names go too, and every process learns that the person is forgotten there.
        """

    async def once(self, proof: str, seconds: float) -> bool:
        """Return whether a proof is used for the first time in `seconds` seconds."""

    async def follow(self, since: str) -> ChannelNews:
        """Return the news of all channels after a stamp, waiting a few seconds for some."""
