"""Ballots: the leading moves, the quorum, and when a turn is decided; pure."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from math import ceil

from bot.core.game.instants import Instant
from bot.core.game.session import Session, play
from bot.core.game.terms import QUORUM
from bot.core.ports.votes import Ballot, Vote
from engines.game import AnyPosition, Seat
from engines.refusals import Refusal

Tally = tuple[tuple[str, int], ...]
"""Choices with the number of their votes, the leading one first."""
_LEAST = 3
_TURNS = 3
OFFER = "offer"
"""The choice of everyone who wants an action, where it is no answer to the opponent."""
CROWD = "crowd"
"""The note with the number of people who voted in a seat's last turns."""


class Kind(StrEnum):
    """The kind of a ballot: for the move of a turn, or for something else that a team decides together."""

    MOVE = "move"
    DRAW = "draw"
    RESIGN = "resign"
    UNDO = "undo"
    HINT = "hint"


def ballot_name(session: Session, kind: Kind, seat: Seat) -> str:
    """Return the name of a seat's ballot in the current position; an answer to each question has its own."""
    question = session.offers.questions if kind in (Kind.DRAW, Kind.UNDO) else 0
    return " ".join((str(session.ply), str(kind), seat.value, *([str(question)] if question else ())))


@dataclass(frozen=True)
class VoteState:
    """The votes of the team of a `seat` in the current position: for its `move`, and for `others` that have any."""

    seat: Seat
    quorum: int
    move: Ballot
    others: Mapping[Kind, Ballot]

    def actions_of(self, voter: str) -> Mapping[Kind, str]:
        """Return a member's votes for anything but a move."""
        return {kind: ballot.votes[voter].choice for kind, ballot in self.others.items() if voter in ballot.votes}


def recent_move_ballots(names: Iterable[str], seat: Seat) -> tuple[list[str], list[str]]:
    """Return a seat's ballots of its last turns, oldest first, and all its older ballots."""
    own_names = sorted((name for name in names if name.split()[2] == seat.value), key=_ply_of)
    moves = [name for name in own_names if name.split()[1] == Kind.MOVE][-_TURNS:]
    older = [name for name in own_names if moves and _ply_of(name) < _ply_of(moves[0])]
    return moves, older


def _ply_of(name: str) -> int:
    return int(name.split(maxsplit=1)[0])


def tally(votes: Iterable[Vote]) -> Tally:
    """Return the votes for each choice; a tie goes to the choice that had as many votes first."""
    numbers: dict[str, list[int]] = {}
    for vote in votes:
        numbers.setdefault(vote.choice, []).append(vote.number)
    choices = sorted(numbers, key=lambda choice: (-len(numbers[choice]), max(numbers[choice])))
    return tuple((choice, len(numbers[choice])) for choice in choices)


def quorum_of(session: Session, seat: Seat, ballot: Ballot) -> int:
    """Return the votes after which a turn can end early.

    That is the agreed number, or three, or more than half of the people who voted in the seat's last three turns.
    """
    if QUORUM in session.terms:
        return int(session.terms[QUORUM])
    crowd = ballot.notes.get(f"{CROWD} {seat}", "0")
    return max(_LEAST, int(crowd) // 2 + 1 if crowd.isdecimal() else 0)


def is_decided(ballot: Ballot, quorum: int) -> bool:
    """Return whether a quorum has voted and the leading choice has more than half of the votes."""
    counts, total = tally(ballot.votes.values()), len(ballot.votes)
    return bool(counts) and total >= quorum and 2 * counts[0][1] > total


def votes_needed(quorum: int) -> int:
    """Return the votes that a draw, a resignation, an undo or a hint needs: two thirds of a quorum."""
    return ceil(2 * quorum / 3)


def winner_of(ballot: Ballot, quorum: int) -> str:
    """Return the choice that has the votes it needs in a ballot other than for a move, or ""."""
    counts = tally(ballot.votes.values())
    return counts[0][0] if counts and counts[0][1] >= votes_needed(quorum) else ""


def first_step(position: AnyPosition, move: str) -> str:
    """Return the first step of a move, after which its player is to move again; a vote is for one step."""
    words = move.split()
    for end in range(1, len(words)):
        with suppress(Refusal):
            result = play(position, " ".join(words[:end]))
            if result.position.turn is position.turn and result.position.outcome is None:
                return str(result.move)
    return move


def turn_ends(session: Session, ballot: Ballot) -> Instant | None:
    """Return the instant at which the time of a turn is over, which runs once more if nobody votes; None without time.

    Someone who voted before the first time was over decides that it did not run once more.
    """
    clocks = session.clocks
    if clocks is None:
        return None
    is_first_time = any(vote.at < clocks.deadline for vote in ballot.votes.values())
    return clocks.deadline if is_first_time else clocks.filing_time
