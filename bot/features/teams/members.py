"""Members of a team's chat: who may vote, and the votes of people who have left."""

from collections.abc import Mapping
from dataclasses import replace

from bot.core.boards.context import Context
from bot.core.commands.settings import ChatSetting
from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person, Team
from bot.core.game.session import Session
from bot.core.handlers.services import Interaction, Services
from bot.core.language.speech import Speech
from bot.core.ports.platform import Button
from bot.core.ports.votes import Ballot
from bot.features.teams.ballots import tally

_DAY: Instant = 86400.0
_LONGEST_TURN: Instant = 7 * _DAY
VOTES, MEMBERS, DAY = "votes", "members", "day"


async def note_membership(services: Services, chat: Chat, person: Person, is_member: bool) -> None:
    """Remember for a day that a person joined a chat, and until every open turn is over that they left it."""
    seconds = _DAY if is_member else _LONGEST_TURN
    await services.store.votes.note_membership(_whole_chat(chat), person.key, is_member, seconds)


def _whole_chat(chat: Chat) -> str:
    """Return the key of a chat, or of the group that a topic belongs to."""
    return replace(chat, thread="").key


async def may_vote(services: Services, interaction: Interaction) -> bool:
    """Return whether the sender has been a member for a day, if the chat requires that."""
    incoming = interaction.incoming
    if interaction.known.settings.get(VOTES, MEMBERS) != DAY:
        return True
    if incoming.member_since:
        return interaction.at - incoming.member_since >= _DAY
    memberships = await services.store.votes.memberships(_whole_chat(incoming.chat), [incoming.person.key])
    return not memberships.get(incoming.person.key, False)


async def without_former_members(context: Context, session: Session, team: Team, name: str, ballot: Ballot) -> Ballot:
    """Withdraw the votes of people who have left the team's chat, and return the ballot without them.

    The voters for the leading move are checked first, since they decide which move is played, and those who voted
    long ago before others, since they had the most time to leave.
    """
    platform = context.platforms.get(team.platform)
    votes, leading = ballot.votes, next((choice for choice, _ in tally(ballot.votes.values())), "")
    voters = sorted(votes, key=lambda voter: (votes[voter].choice != leading, votes[voter].number))
    memberships = await context.store.votes.memberships(_whole_chat(team.chat), voters)
    former_members = [voter for voter in voters if memberships.get(voter) is False]
    if platform:
        others = [_person_of(voter) for voter in voters if memberships.get(voter) is not False]
        former_members += [person.key for person in await platform.former_members(team.chat, others)]
    if not former_members:
        return ballot
    return await context.store.votes.withdraw(session.code, name, former_members)


def _person_of(voter: str) -> Person:
    """Return the person with a voter's key."""
    platform, _, number = voter.partition(":")
    return Person(platform, number, "")


def _read(text: str) -> str | None:
    return text if text in (MEMBERS, DAY) else None


def _line(values: Mapping[str, str], speech: Speech) -> str:
    value = speech.say("votes-day") if values[VOTES] == DAY else speech.say("votes-members")
    return speech.say("settled-votes", value=value)


def _buttons(values: Mapping[str, str], speech: Speech) -> tuple[Button, ...]:
    if values[VOTES] == DAY:
        return (Button(speech.say("votes-members-button"), f"/settings {VOTES}={MEMBERS}"),)
    return (Button(speech.say("votes-day-button"), f"/settings {VOTES}={DAY}"),)


VOTES_SETTING = ChatSetting(VOTES, MEMBERS, _read, f"{MEMBERS} {DAY}", _line, _buttons)
