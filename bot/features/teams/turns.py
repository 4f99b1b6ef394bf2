"""The end of a team's turn: the votes are closed, and the leading move is played.

Once a ballot is closed its votes never change, so any process that finds it closed plays the same move, once.
"""

import asyncio

from bot.core.boards.context import Context
from bot.core.boards.occasions import new_entries
from bot.core.game.events import Event, Filed, LogEntry, Moved
from bot.core.game.people import Chat, Team
from bot.core.game.session import Session, Stage, play
from bot.core.language.speech import Speech
from bot.core.ports.votes import Ballot
from bot.core.repository import retry
from bot.core.view.boards import BoardNotes
from bot.features.teams import view
from bot.features.teams.ballots import (
    CROWD,
    Kind,
    VoteState,
    ballot_name,
    is_decided,
    quorum_of,
    recent_move_ballots,
    tally,
    turn_ends,
)
from bot.features.teams.members import without_former_members
from engines.game import Seat


async def end_turn(context: Context, session: Session) -> Session:
    """Play the leading move of a team's turn if its time is up or a quorum has decided; archive a game without votes.

    Return the game after that.
    """
    team, seat = session.on_turn, session.position.turn
    if not isinstance(team, Team):
        return session
    name = ballot_name(session, Kind.MOVE, seat)
    ballot = await context.store.votes.ballot(session.code, name)
    if not ballot.is_closed:
        if not _is_due(context, session, ballot):
            return session
        if not ballot.votes:
            return await _append(context, session, Filed(context.now()), f"votes:{name}:filed:{session.version}")
        ballot = await without_former_members(context, session, team, name, ballot)
        if not ballot.votes or not _is_due(context, session, ballot):
            return session
        ballot = await context.store.votes.close(session.code, name)
    await _note_crowd(context, session, ballot)
    return await _play(context, session, name, ballot)


def _is_due(context: Context, session: Session, ballot: Ballot) -> bool:
    ends_at = turn_ends(session, ballot)
    is_over = ends_at is not None and context.now() >= ends_at
    return is_over or is_decided(ballot, quorum_of(session, session.position.turn, ballot))


async def _note_crowd(context: Context, session: Session, ballot: Ballot) -> None:
    """Note how many people voted in the team's last turns, and delete the votes of earlier ones."""
    votes, seat = context.store.votes, session.position.turn
    recent, older = recent_move_ballots(ballot.names, seat)
    crowd = len(await votes.voters(session.code, recent))
    await votes.note(session.code, {f"{CROWD} {seat}": str(crowd)}, drop=older)


async def _play(context: Context, session: Session, name: str, ballot: Ballot) -> Session:
    counts = tally(ballot.votes.values())
    result = await asyncio.to_thread(play, session.position, counts[0][0])
    moved = Moved(context.now(), session.position.turn, str(result.move), result, tally=counts)
    return await _append(context, session, moved, f"votes:{name}")


async def take_notes(context: Context, session: Session, here: Chat, speech: Speech) -> BoardNotes | None:
    """Return what the board in a team's chat shows of its votes."""
    if session.stage is not Stage.RUNNING:
        return None
    for seat in session.places.teams:
        team = session.player(seat)
        if isinstance(team, Team) and team.chat.key == here.key:
            state = await load_state(context, session, seat)
            return await asyncio.to_thread(view.notes, session, state, context.now(), speech)
    return None


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


async def _append(context: Context, session: Session, event: Event, cause: str) -> Session:
    """Append an event that belongs to the session's position, unless the game has moved on."""

    async def attempt(newest: Session) -> Session | None:
        if newest.follows_from(cause) or newest.ply != session.ply or newest.stage is not Stage.RUNNING:
            return newest
        chats = newest.places.chats if len(newest.places.chats) > 1 else ()
        return await context.games.append(newest, LogEntry((event,), cause), new_entries(context, newest, chats))

    return await retry(session, attempt, context.games.load)
