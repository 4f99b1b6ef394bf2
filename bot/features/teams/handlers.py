"""Requests of a team's members: each is a vote, and the team acts once enough of them agree; and `/votes`."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from bot.core.commands.command import split_reference
from bot.core.commands.playing import AskWhy
from bot.core.commands.read_back import to_typed_words
from bot.core.game.events import Moved
from bot.core.game.instants import MINUTE
from bot.core.game.people import Sender, Team
from bot.core.game.referee import (
    Abort,
    AskHint,
    AskIdeas,
    Claim,
    OfferDraw,
    Plan,
    Play,
    Resign,
    TakeBack,
    Wake,
    decide,
    require_running,
)
from bot.core.game.requests import Action, GameReference, GameRequest, Request
from bot.core.game.session import Session, Stage, play
from bot.core.game.terms import Consent
from bot.core.handlers.advice import hint
from bot.core.handlers.boards import wants_boards_in_words
from bot.core.handlers.changes import commit
from bot.core.handlers.services import Answers, Interaction, Services
from bot.core.ports.platform import OPEN, REFUSED, Incoming, Message
from bot.core.ports.store import CLOCKS
from bot.core.ports.votes import Ballot, Casting
from bot.core.view.answers import sender_takes_no_seat
from bot.core.view.buttons import notice
from bot.features.teams import view
from bot.features.teams.ballots import (
    OFFER,
    Kind,
    VoteState,
    ballot_name,
    first_step,
    is_decided,
    quorum_of,
    votes_needed,
    winner_of,
)
from bot.features.teams.members import may_vote, without_former_members
from bot.features.teams.turns import load_state
from engines.game import Seat
from engines.refusals import Illegal, Refusal, Unreadable

SECONDS_BETWEEN_EDITS = 10.0
_SECONDS_TO_NOTICE = 15.0
"""Seconds after a turn in which a move that is illegal in the team's next turn was probably meant for the former."""
_SECONDS_TO_END = 1.0
"""Seconds that the end of a decided turn may take before another vote sees to it."""


async def act(services: Services, session: Session, request: GameRequest, interaction: Interaction) -> Answers | None:
    """Answer a request of a team's member; None if anyone may make it alone.

    Raise `Refusal` for what a team does not do, and for members who are elsewhere.
    """
    team, seat = interaction.team, session.seat_of(interaction.player)
    if team is None or seat is None:
        is_running = session.stage is Stage.RUNNING
        if is_running and isinstance(request, Action | AskWhy) and await _is_elsewhere(services, session, interaction):
            raise Illegal("team-plays-elsewhere", game=session.code)
        return None
    if isinstance(request, Action) and interaction.incoming.sender is not Sender.PERSON:
        return (sender_takes_no_seat(interaction.incoming, interaction.words),)
    if isinstance(request, Action) and not await may_vote(services, interaction):
        return (notice("team-votes-after-day", interaction.words, envelope=REFUSED),)
    match request:
        case Play():
            return await _vote_for_move(services, session, request, team, interaction)
        case Resign() | OfferDraw() | TakeBack():
            return await _vote_for_action(services, session, request, team, seat, interaction)
        case AskHint():
            return await _vote_for_hint(services, session, request, team, seat, interaction)
        case AskIdeas() | AskWhy():
            await _check_advice(services, session, seat)
        case Abort():
            return await _abort(services, session, request, team, interaction)
        case Wake():
            await commit(services, session, request, interaction.incoming, sender=team)
            return ()
        case Plan():
            raise Illegal("team-plans-nothing")
        case Claim():
            raise Illegal("team-claims-nothing")
    return None


async def _is_elsewhere(services: Services, session: Session, interaction: Interaction) -> bool:
    """Return whether a member of a team writes outside its chat: in private, or where its thread was opened."""
    is_member = session.involves(interaction.incoming.person)
    return is_member or await services.games.is_in(session, interaction.known.chat)


async def _vote_for_move(
    services: Services, session: Session, request: Play, team: Team, interaction: Interaction
) -> Answers:
    incoming, name = interaction.incoming, ballot_name(session, Kind.MOVE, session.position.turn)
    try:
        events = await decide(session, request, team, interaction.at)
    except Refusal as error:
        if (await services.store.votes.ballot(session.code, name, incoming.cause)).outcome is Casting.REPEATED:
            return (await _quietly(services, notice("team-vote-counted", interaction.words), interaction),)
        if _is_for_last_turn(session, request, error, team, interaction):
            return (await _late_answer(services, session, interaction),)
        if error.code == "not-your-turn":
            return (notice("team-waits", interaction.words, envelope=REFUSED),)
        raise
    moved = next(event for event in events if isinstance(event, Moved))
    choice = await asyncio.to_thread(first_step, session.position, moved.text)
    ballot = await _cast(services, session, name, choice, interaction)
    if session.stage is Stage.FILED:
        await commit(services, session, Wake(GameReference(session.code)), incoming, sender=team)
    elif ballot.is_closed or is_decided(ballot, quorum_of(session, session.position.turn, ballot)):
        await _end_turn(services, session, name, ballot)
    else:
        await _show_new_votes(services, session, team)
    if ballot.outcome is Casting.LATE:
        return (await _late_answer(services, session, interaction),)
    return (await _quietly(services, view.receipt(ballot, choice, interaction.words), interaction),)


async def _quietly(services: Services, receipt: Message, interaction: Interaction, sign: str = view.NOTED) -> Message:
    """Return a receipt for which a reaction is enough if the vote was typed, unless the voter wants boards in words."""
    is_enough = not (interaction.incoming.pressed or await wants_boards_in_words(services, interaction))
    return receipt.with_delivery(sign=sign) if is_enough else receipt


async def _late_answer(services: Services, session: Session, interaction: Interaction) -> Message:
    """Return the answer to a vote that is too late; where many are, words to the first one tell the others too."""
    answer, now = notice("team-vote-late", interaction.words, envelope=REFUSED), services.now()
    is_first = await services.store.votes.turn(session.code, "late", now, SECONDS_BETWEEN_EDITS) <= now
    return answer if is_first else await _quietly(services, answer, interaction, view.TOO_LATE)


def _is_for_last_turn(session: Session, request: Play, error: Refusal, team: Team, interaction: Interaction) -> bool:
    """Return whether a refused move is a vote in the team's last turn, which has just ended."""
    if error.code == "game-moved-on":
        return bool(session.turns)
    turn = next((turn for turn in reversed(session.turns) if turn.seat is session.seat_of(team)), None)
    seconds = MINUTE if error.code == "not-your-turn" else _SECONDS_TO_NOTICE
    if turn is None or interaction.at - turn.at > seconds:
        return False
    with suppress(Refusal):
        return bool(play(turn.positions[0], request.text))
    return False


async def _cast(services: Services, session: Session, name: str, choice: str, interaction: Interaction) -> Ballot:
    voter, cause = interaction.incoming.person.key, interaction.incoming.cause
    return await services.store.votes.cast(session.code, name, voter, choice, cause, interaction.at)


async def _end_turn(services: Services, session: Session, name: str, ballot: Ballot) -> None:
    """Let a decided turn end before its boards are shown; of many votes that arrive meanwhile, one sees to it."""
    now, boards = services.now(), services.store.boards
    due_at = await services.store.votes.turn(session.code, f"end {name}", now, _SECONDS_TO_END)
    if due_at > now:
        if not ballot.is_closed:
            await boards.schedule(CLOCKS, session.code, due_at)
        return
    for chat in session.places.chats:
        services.delivery.soon(await boards.add(chat.key, session.code, now, redraw=True), is_known=False)


async def _show_new_votes(services: Services, session: Session, team: Team) -> None:
    """Let a team's board show the votes, at most once in ten seconds."""
    now, boards = services.now(), services.store.boards
    name = f"edit {session.seat_of(team)}"
    due_at = await services.store.votes.turn(session.code, name, now, SECONDS_BETWEEN_EDITS)
    if due_at > now:
        deadline = session.clocks.deadline if session.clocks else due_at
        await boards.schedule(CLOCKS, session.code, min(due_at, deadline) if deadline > now else due_at)
        return
    services.delivery.soon(await boards.add(team.chat.key, session.code, now, redraw=True), is_known=False)


async def _vote_for_action(
    services: Services,
    session: Session,
    request: Resign | OfferDraw | TakeBack,
    team: Team,
    seat: Seat,
    interaction: Interaction,
) -> Answers:
    """Vote for what a team does besides moving; do it once two thirds of a quorum want it."""
    if session.follows_from(interaction.incoming.cause):
        return (notice("team-vote-counted", interaction.words),)
    request.decide(session, team, interaction.at)
    kind, choice = _KINDS[type(request)], _answer_of(session, request, seat)
    ballot = await _cast_for_action(services, session, kind, choice, team, seat, interaction)
    quorum = quorum_of(session, seat, ballot)
    if winner := winner_of(ballot, quorum):
        pinned_reference = GameReference(session.code, session.ply)
        with suppress(Illegal):  # another vote has made the team do it
            pinned_request = replace(request, reference=pinned_reference)
            if isinstance(pinned_request, Resign):
                pinned_request = replace(pinned_request, sure=True)
            else:
                answer = Consent.UNSAID if winner == OFFER else Consent(winner)
                pinned_request = replace(pinned_request, answer=answer, question=0)
            await commit(services, session, pinned_request, interaction.incoming, sender=team)
    else:
        await _show_new_votes(services, session, team)
    receipt = view.action_receipt(ballot, kind, choice, quorum, interaction.words)
    return (await _quietly(services, receipt, interaction),)


async def _cast_for_action(
    services: Services, session: Session, kind: Kind, choice: str, team: Team, seat: Seat, interaction: Interaction
) -> Ballot:
    """Cast a vote for an action; if it decides, withdraw the votes of people who have left."""
    name = ballot_name(session, kind, seat)
    ballot = await _cast(services, session, name, choice, interaction)
    quorum = quorum_of(session, seat, ballot)
    if not winner_of(ballot, quorum) or winner_of(_without(ballot, interaction), quorum):
        return ballot
    remaining = await without_former_members(services, session, team, name, ballot, votes_needed(quorum))
    return replace(ballot, votes=remaining.votes)


_KINDS = {Resign: Kind.RESIGN, OfferDraw: Kind.DRAW, TakeBack: Kind.UNDO}


def _answer_of(session: Session, request: Resign | OfferDraw | TakeBack, seat: Seat) -> str:
    """Return the choice of a vote: yes or no to the opponent's offer, or an own offer."""
    offers = {Kind.DRAW: session.offers.draw, Kind.UNDO: session.offers.undo}
    if isinstance(request, Resign) or offers[_KINDS[type(request)]] is not seat.opponent:
        return OFFER
    return Consent.NO if request.answer is Consent.NO else Consent.YES


async def _vote_for_hint(
    services: Services, session: Session, request: AskHint, team: Team, seat: Seat, interaction: Interaction
) -> Answers:
    """Vote for a hint; once two thirds of a quorum want one, show it to the whole team."""
    request.decide(session, team, interaction.at)
    ballot = await _cast_for_action(services, session, Kind.HINT, OFFER, team, seat, interaction)
    quorum = quorum_of(session, seat, ballot)
    if not winner_of(ballot, quorum):
        await _show_new_votes(services, session, team)
        receipt = view.action_receipt(ballot, Kind.HINT, OFFER, quorum, interaction.words)
        return (await _quietly(services, receipt, interaction),)
    answers = await hint(services, session, request, interaction)
    is_new = ballot.outcome is Casting.COUNTED and not winner_of(_without(ballot, interaction), quorum)
    return tuple(replace(answer, envelope=OPEN) for answer in answers) if is_new else answers


def _without(ballot: Ballot, interaction: Interaction) -> Ballot:
    voter = interaction.incoming.person.key
    return replace(ballot, votes={key: vote for key, vote in ballot.votes.items() if key != voter})


async def _check_advice(services: Services, session: Session, seat: Seat) -> None:
    """Raise `Illegal` unless the team has voted for a hint in this position."""
    if session.stage is not Stage.RUNNING:
        return
    ballot = await services.store.votes.ballot(session.code, ballot_name(session, Kind.HINT, seat))
    if not winner_of(ballot, quorum_of(session, seat, ballot)):
        raise Illegal("team-votes-for-hints", game=session.code)


async def _abort(services: Services, session: Session, request: Abort, team: Team, interaction: Interaction) -> Answers:
    """Abort a game before both sides have moved; only its challenger and administrators can."""
    incoming = interaction.incoming
    platform = services.platforms[incoming.chat.platform]
    is_own = session.challenger.is_same(incoming.person)
    if not is_own and not await platform.administers(incoming.chat, incoming.person):
        raise Illegal("team-aborts-by-challenger", game=session.code)
    await commit(services, session, request, incoming, sender=team)
    return ()


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
    await _show_new_votes(services, session, team)
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
        if session.places.teams and await _is_elsewhere(services, session, interaction):
            raise Illegal("team-plays-elsewhere", game=session.code)
        raise Illegal("no-team-here")
    return await load_state(services, session, seat)
