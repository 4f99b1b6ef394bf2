"""The store of the web page's channels, shared by processes and outliving them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Change:
    """One change of a channel: its stamp, the id of the entry that it adds or changes, and the entry as text."""

    stamp: str
    entry: str
    text: str


@dataclass(frozen=True)
class ChannelState:
    """What changed in a channel, oldest first, and its people: id -> person as text, those seen longest ago first;
    `here` are the ids of those who are present."""

    lines: tuple[Change, ...]
    people: dict[str, str]
    here: frozenset[str]


@dataclass(frozen=True)
class ChannelNews:
    """The channels in which something changed, the newest stamp of the news, and who was forgotten (channel, id)."""

    changed: frozenset[str]
    stamp: str
    forgotten: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class NameClaim:
    """A person wants a name: `folded` is the name as it is compared, `former` the one to be given back."""

    person: str
    folded: str
    former: str
    written: str


class Archive(Protocol):
    """Channels by name. Every method may raise `StoreUnavailableError`; times are seconds since the epoch.

    Stamps are those of all processes: `""` is before the first, and a greater one is later (`Order`).
    """

    async def write(self, channel: str, entry: str, text: str, since: str, now: float) -> ChannelState:
        """Adds or changes an entry, tells every process, and gives what changed after `since`, this included."""

    async def read(self, channel: str, since: str, now: float) -> ChannelState:
        """What changed after `since`."""

    async def enter(self, channel: str, claim: NameClaim, visit: str, until: float, now: float) -> bool:
        """Lets a person in under a name, present `until` then by this visit; False if the name is another's."""

    async def stay(self, channel: str, visits: dict[str, str], names: frozenset[str], until: float) -> None:
        """Those who are still there (visit -> nothing, or their id) are present for longer, and keep their names."""

    async def leave(self, channel: str, visit: str) -> None:
        """A visit is over."""

    async def channels(self) -> list[str]:
        """All channels that are kept."""

    async def rewrite(self, channel: str, upto: str, lines: Sequence[tuple[str, str]], person: str) -> None:
        """Puts lines (entry, text) in the place of all up to a stamp, and takes a person by id, with their visits and
        names, out of the channel; every process is told that the person is forgotten there."""

    async def once(self, proof: str, seconds: float) -> bool:
        """Whether a proof is seen for the first time in so many seconds."""

    async def follow(self, since: str) -> ChannelNews:
        """What is new in any channel after a stamp of the news; waits a few seconds for something."""
