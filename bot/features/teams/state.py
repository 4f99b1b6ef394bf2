"""The ballots of a team in the current position, as the store has them."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.core.boards.context import Context
from bot.core.game.session import Session
from bot.core.ports.votes import Ballot
from bot.features.teams.ballots import Kind, ballot_name, quorum_of
from engines.game import Seat


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


async def load_state(context: Context, session: Session, seat: Seat) -> VoteState:
    """Return what a team has voted in the current position."""
    votes = context.store.votes
    move = await votes.ballot(session.code, ballot_name(session, Kind.MOVE, seat))
    names = {kind: ballot_name(session, kind, seat) for kind in Kind if kind is not Kind.MOVE}
    others: dict[Kind, Ballot] = {
        kind: ballot
        for kind, name in names.items()
        if name in move.names and (ballot := await votes.ballot(session.code, name)).votes
    }
    return VoteState(seat, quorum_of(session, seat, move), move, others)
