"""Requests of a team's members: each is a vote, and the team acts once enough of them agree."""

from __future__ import annotations

import asyncio

from bot.core.boards.context import Context
from bot.core.game.events import Moved
from bot.core.game.people import Chat, Team
from bot.core.game.referee import Play, Wake, decide
from bot.core.game.requests import GameReference, GameRequest
from bot.core.game.session import Session, Stage
from bot.core.handlers.changes import commit
from bot.core.handlers.services import Answers, Interaction, Services
from bot.core.language.speech import Speech
from bot.core.ports.store import CLOCKS
from bot.core.ports.votes import Ballot, Casting
from bot.core.view.boards import BoardNotes
from bot.features.teams import view
from bot.features.teams.ballots import Kind, ballot_name, is_decided, quorum_of
from engines.refusals import Illegal

SECONDS_BETWEEN_EDITS = 10.0
_MOVED_ON = ("game-moved-on", "not-your-turn")


async def act(services: Services, session: Session, request: GameRequest, interaction: Interaction) -> Answers | None:
    """Answer a request of a team's member; None if anyone may make it alone."""
    if interaction.team is None:
        return None
    match request:
        case Play():
            return await _vote_for_move(services, session, request, interaction.team, interaction)
        case Wake():
            await commit(services, session, request, interaction.incoming, sender=interaction.team)
            return ()
    return None


async def _vote_for_move(
    services: Services, session: Session, request: Play, team: Team, interaction: Interaction
) -> Answers:
    incoming, store = interaction.incoming, services.store
    if session.stage is Stage.FILED:
        session = await commit(services, session, Wake(GameReference(session.code)), incoming, sender=team)
    try:
        events = await decide(session, request, team, interaction.at)
    except Illegal as error:
        if error.code in _MOVED_ON and session.turns:
            raise Illegal("team-vote-late", game=session.code) from error
        raise
    choice = next(event.text for event in events if isinstance(event, Moved))
    seat = session.position.turn
    name = ballot_name(session, Kind.MOVE, seat)
    ballot = await store.votes.cast(session.code, name, incoming.person.key, choice, incoming.cause, interaction.at)
    await _show_votes(services, session, ballot)
    if ballot.outcome is Casting.LATE:
        raise Illegal("team-vote-late", game=session.code)
    if ballot.outcome is Casting.REPEATED:
        return (view.counted_before(interaction.words),)
    return (view.receipt(ballot, choice, interaction.words),)


async def _show_votes(services: Services, session: Session, ballot: Ballot) -> None:
    """Let the boards show the votes, at most once in ten seconds, or the move that they have decided at once."""
    now, boards, seat = services.now(), services.store.boards, session.position.turn
    is_over = ballot.is_closed or is_decided(ballot, quorum_of(session, seat, ballot))
    due_at = now if is_over else await services.store.votes.turn(session.code, "edit", now, SECONDS_BETWEEN_EDITS)
    if due_at > now:
        ends_at = session.clocks.deadline if session.clocks else due_at
        await boards.schedule(CLOCKS, session.code, min(due_at, ends_at) if ends_at > now else due_at)
        return
    team = session.player(seat)
    for chat in session.places.chats:
        if is_over or (isinstance(team, Team) and team.chat.key == chat.key):
            services.delivery.soon(await boards.add(chat.key, session.code, now, redraw=True), is_known=False)


async def take_notes(context: Context, session: Session, here: Chat, speech: Speech) -> BoardNotes | None:
    """Return what the board of a team shows of its votes."""
    team = session.on_turn
    if not isinstance(team, Team) or team.chat.key != here.key:
        return None
    ballot = await context.store.votes.ballot(session.code, ballot_name(session, Kind.MOVE, session.position.turn))
    return await asyncio.to_thread(view.notes, session, ballot, context.now(), speech)
