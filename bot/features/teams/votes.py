"""`/votes`: the state of a team's votes, and the withdrawal of votes for anything but a move."""

import asyncio
from collections.abc import Mapping

from bot.core.commands.command import split_reference
from bot.core.commands.read_back import to_typed_words
from bot.core.game.referee import require_running
from bot.core.game.requests import GameRequest, Request
from bot.core.game.session import Session
from bot.core.game.terms import Consent
from bot.core.handlers.services import Answers, Interaction, Services
from bot.core.ports.platform import Incoming
from bot.features.teams import view
from bot.features.teams.ballots import OFFER, Kind, VoteState, ballot_name
from bot.features.teams.handlers import is_elsewhere, show_new_votes
from bot.features.teams.turns import load_state
from engines.refusals import Illegal, Unreadable

WITHDRAW = "withdraw"


class ShowVotes(GameRequest):
    """A request for the state of the vote."""


class WithdrawVotes(GameRequest):
    """A request to withdraw the sender's votes for a draw, a resignation, an undo or a hint."""


def read_votes(rest: str, incoming: Incoming) -> Request:
    """Parse `/votes` and `/votes withdraw`; raise `Unreadable` for any other word."""
    reference, word = split_reference(to_typed_words(rest))
    if word.casefold() not in ("", WITHDRAW):
        raise Unreadable("words-or-game-wanted", part=word[:40], name="votes", expected=WITHDRAW)
    return WithdrawVotes(reference) if word else ShowVotes(reference)


async def show_votes(services: Services, session: Session, request: ShowVotes, interaction: Interaction) -> Answers:
    """Show a member of a team what it has voted so far; raise `Illegal` to others."""
    state = await _load_votes(services, session, interaction)
    return (view.vote_state(session, state, interaction.incoming.person, interaction.at, interaction.words),)


async def withdraw_votes(
    services: Services, session: Session, request: WithdrawVotes, interaction: Interaction
) -> Answers:
    """Withdraw a member's votes for anything but a move, and tell them; raise `Illegal` if there are none."""
    incoming, team = interaction.incoming, interaction.team
    state = await _load_votes(services, session, interaction)
    actions = state.actions_of(incoming.person.key)
    for kind, choice in actions.items():
        name, cause = ballot_name(session, kind, state.seat), _cause_of(incoming, kind, choice)
        await services.store.votes.withdraw(session.code, name, [incoming.person.key], cause)
    actions = {**await _withdrawn_before(services, session, incoming), **actions}
    if not actions or team is None:
        raise Illegal("team-nothing-to-withdraw")
    await show_new_votes(services, session, team)
    return (view.withdrawal(actions, interaction.words),)


def _cause_of(incoming: Incoming, kind: Kind, choice: str) -> str:
    return incoming.cause and f"{incoming.cause} {kind} {choice}"


_CHOICES = (OFFER, str(Consent.YES), str(Consent.NO))


async def _withdrawn_before(services: Services, session: Session, incoming: Incoming) -> Mapping[Kind, str]:
    """Return the votes that an earlier delivery of a message withdrew."""
    votes = [(kind, choice) for kind in Kind if kind is not Kind.MOVE for choice in _CHOICES] if incoming.cause else []
    causes = [_cause_of(incoming, kind, choice) for kind, choice in votes]
    ballots = await asyncio.gather(*(services.store.votes.ballot(session.code, "", cause) for cause in causes))
    return {kind: choice for (kind, choice), each in zip(votes, ballots, strict=True) if each.outcome}


async def _load_votes(services: Services, session: Session, interaction: Interaction) -> VoteState:
    require_running(session)
    seat = session.seat_of(interaction.player)
    if interaction.team is None or seat is None:
        if session.places.teams and await is_elsewhere(services, session, interaction):
            raise Illegal("team-plays-elsewhere", game=session.code)
        raise Illegal("no-team-here")
    return await load_state(services, session, seat)
