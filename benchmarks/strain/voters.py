"""Voters of a team: their plans for a turn, the answers to their votes, and the comparison with the game's log."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from random import Random
from typing import Protocol

from bot.core.language.speech import speech

_LEADING = 0.62
"""The share of voters who want the leading move."""
_CHANGE, _AGAIN, _TWICE, _TYPE = 0.12, 0.10, 0.05, 0.35
"""The shares of voters who change their vote, repeat it, whose update is delivered twice, and who type."""
_OTHERS = 5
_SIGN, _SHRUG = "✍", "🤷"
_IN_ENGLISH = speech("en")


class Answer(Enum):
    """The meaning of the answer to a vote: it stands, it is too late, or something else.

    `SLOW`: the bot says that it is thinking, and answers later by a message. `NONE`: no answer came. `UNDELIVERED`: the
    platform had no process to give it to, as it tells its sender.
    """

    STANDS = auto()
    LATE = auto()
    OTHER = auto()
    SLOW = auto()
    NONE = auto()
    UNDELIVERED = auto()


@dataclass(frozen=True)
class Reply:
    """The bot's answer to a vote, and the seconds from the vote to it."""

    answer: Answer
    seconds: float
    text: str = ""


def meaning_of(text: str) -> Answer:
    """Return the meaning of the text that answers a vote."""
    if text in (_SHRUG, _IN_ENGLISH.say("team-vote-late")):
        return Answer.LATE
    if text == _IN_ENGLISH.say("thinking"):
        return Answer.SLOW
    is_receipt = (
        text == _SIGN or text == _IN_ENGLISH.say("team-vote-counted") or any(each.match(text) for each in _RECEIPTS)
    )
    return Answer.STANDS if is_receipt else Answer.OTHER


def _receipt(code: str) -> re.Pattern[str]:
    move, number = "MOVE", 987
    text = re.escape(_IN_ENGLISH.say(code, move=move, n=number))
    beginning, _, _ = text.replace(move, ".+").partition(str(number))
    return re.compile(beginning)


_RECEIPTS = (_receipt("team-vote"), _receipt("team-vote-same"))


@dataclass(frozen=True)
class Step:
    """A vote to cast: for which move, typed or pressed, and whether its update is delivered twice."""

    move: str
    is_typed: bool
    is_twice: bool = False


@dataclass(frozen=True)
class Plan:
    """The votes of one voter in a turn, one after another, the first after `start` seconds."""

    voter: int
    start: float
    steps: tuple[Step, ...]


def plans(voters: int, moves: Sequence[str], seconds: float, chance: Random) -> list[Plan]:
    """Return a turn's plans: most voters, and the first of all, want the same move; all begin within `seconds`."""
    leading, *others = chance.sample(moves, min(len(moves), 1 + _OTHERS))
    order = chance.sample(range(voters), voters)
    starts = [0.0, *(chance.uniform(0, seconds) for _ in order[1:])]
    return [
        _plan(voter, start, place < _LEADING * voters, (leading, *others), chance)
        for place, (voter, start) in enumerate(zip(order, starts, strict=True))
    ]


def _plan(voter: int, start: float, is_of_majority: bool, moves: Sequence[str], chance: Random) -> Plan:
    leading, *others = moves
    wish = leading if is_of_majority or not others else chance.choice(others)
    wishes = [wish]
    if chance.random() < _CHANGE and others:
        wishes = [chance.choice([each for each in moves if each != wish]), wish]
    elif chance.random() < _AGAIN:
        wishes = [wish, wish]
    steps = (Step(move, chance.random() < _TYPE, chance.random() < _TWICE) for move in wishes)
    return Plan(voter, start, tuple(steps))


@dataclass
class Votes:
    """The votes of one team in one turn, by voter, in the order of casting."""

    by_voter: dict[int, list[tuple[str, Reply]]] = field(default_factory=dict)

    def note(self, voter: int, move: str, reply: Reply) -> None:
        """Add a vote and its answer."""
        self.by_voter.setdefault(voter, []).append((move, reply))

    def replies(self) -> Iterator[Reply]:
        """Yield all answers."""
        return (reply for votes in self.by_voter.values() for _, reply in votes)

    def certain_votes(self) -> Counter[str]:
        """Return the votes that must be in the tally, by move."""
        last = (self._standing(votes) for votes in self.by_voter.values())
        return Counter(moves[0] for moves in last if len(moves) == 1 and moves[0])

    def possible_votes(self) -> list[frozenset[str]]:
        """Return the moves of each voter of whom it is open which vote, or whether one, was counted.

        A vote whose answer did not come before its process died may have been counted.
        """
        last = (self._standing(votes) for votes in self.by_voter.values())
        return [frozenset(moves) for moves in last if len(moves) > 1]

    def _standing(self, votes: Sequence[tuple[str, Reply]]) -> tuple[str, ...]:
        """Return the move that a voter's last counted vote is for, "" for none; several if that is not known."""
        moves: tuple[str, ...] = ("",)
        for move, reply in votes:
            match reply.answer:
                case Answer.STANDS:
                    moves = (move,)
                case Answer.SLOW | Answer.NONE:
                    moves = tuple(dict.fromkeys((*moves, move)))
                case _:
                    pass
        return moves


def errors_in(tally: Counter[str], votes: Votes) -> int:
    """Return the number of votes that a turn's tally lacks or has too many."""
    rest, missing = tally.copy(), 0
    for move, count in votes.certain_votes().items():
        missing += max(0, count - rest[move])
        rest[move] -= count
    surplus = +rest
    for moves in votes.possible_votes():
        if move := next((move for move in moves if surplus[move] > 0), ""):
            surplus[move] -= 1
    return missing + (+surplus).total()


class Place(Protocol):
    """A team's chat on a platform: its voters, its newest board, and the calls of the bot there by kind."""

    calls: Counter[str]

    @property
    def name(self) -> str:
        """Return the name of the platform."""

    @property
    def buttons(self) -> Sequence[str]:
        """Return the texts that the buttons of the newest board type."""

    async def type_command(self, voter: int, text: str) -> None:
        """Type a command whose answer is not awaited."""

    async def cast(self, voter: int, step: Step) -> Reply:
        """Cast a vote, by a press if the board has a button for it, and return the answer."""

    def count_unanswered(self) -> int:
        """Return the number of votes that reached a process that lived, and that it did not answer."""

    def count_doubled(self) -> int:
        """Return the number of votes with more than one answer."""


def button_for(place: Place, step: Step) -> str:
    """Return the text of the button that votes as a step wants; "" to type it."""
    if step.is_typed:
        return ""
    return next((text for text in place.buttons if text.startswith("/move ") and text.endswith(f" {step.move}")), "")
