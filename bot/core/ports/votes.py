"""The port of votes: ballots beside a game's log, each open until it is closed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from bot.core.game.instants import Instant


@dataclass(frozen=True)
class Vote:
    """A person's vote: the choice, its number among all votes of the game, and its instant."""

    choice: str
    number: int
    at: Instant


class Casting(StrEnum):
    """The outcome of casting a vote: counted, the same as before, delivered before, or too late."""

    COUNTED = "counted"
    SAME = "same"
    REPEATED = "repeated"
    LATE = "late"


@dataclass(frozen=True)
class Ballot:
    """The votes of a ballot by the voters' keys, whether it is closed, and the game's `notes` by name.

    `outcome` is that of the vote just cast. `names` are the ballots of the game that are stored.
    """

    votes: Mapping[str, Vote] = field(default_factory=dict)
    is_closed: bool = False
    notes: Mapping[str, str] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    outcome: Casting | None = None


class Votes(Protocol):
    """The ballots of games, by the game's code and the ballot's name; they are deleted with the game's end."""

    async def cast(self, game: str, ballot: str, voter: str, choice: str, cause: str, at: Instant) -> Ballot:
        """Cast or change a person's vote unless the ballot is closed, and return the ballot.

        A vote with the cause of an earlier one in any ballot of the game changes nothing.
        """

    async def ballot(self, game: str, ballot: str, cause: str = "") -> Ballot:
        """Return a ballot; one without votes if it does not exist.

        Its outcome is that of a repetition if a vote with this cause was counted in any ballot of the game.
        """

    async def close(self, game: str, ballot: str) -> Ballot:
        """Close a ballot, whose votes never change again, and return it."""

    async def withdraw(self, game: str, ballot: str, voters: Sequence[str], cause: str = "") -> Ballot:
        """Remove the votes of some people from a ballot unless it is closed, and return it.

        A withdrawal with the cause of an earlier vote or withdrawal changes nothing.
        """

    async def voters(self, game: str, ballots: Sequence[str]) -> frozenset[str]:
        """Return the keys of the people with a vote in any of these ballots."""

    async def note(self, game: str, notes: Mapping[str, str], drop: Sequence[str] = ()) -> None:
        """Store notes beside the game's ballots, and drop the votes of some ballots, which stay closed."""

    async def turn(self, game: str, name: str, now: Instant, pause: float) -> Instant:
        """Take the next turn at something that happens at most once in `pause` seconds, or return when that is.

        It is now if the turn was taken.
        """

    async def note_membership(self, chat: str, person: str, is_member: bool, seconds: float) -> None:
        """Remember for `seconds` seconds that a person has joined or left a chat."""

    async def memberships(self, chat: str, people: Sequence[str]) -> Mapping[str, bool]:
        """Return which of these people are known to have joined a chat lately, or to have left it (False)."""

    async def end(self, game: str) -> None:
        """Delete everything about a game."""

    async def votes_of(self, voter: str) -> Mapping[str, Mapping[str, Vote]]:
        """Return a person's votes by game and ballot."""

    async def forget(self, voter: str) -> None:
        """Remove a person's votes, and every trace of them, from all games."""
