"""Members of a team's chat: who may vote, and the votes of people who have left."""

from collections.abc import Mapping, Set
from dataclasses import replace

from bot.core.boards.context import Context
from bot.core.commands.settings import ChatSetting
from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person, Team
from bot.core.game.session import Session
from bot.core.handlers.services import Interaction, Services
from bot.core.language.speech import Speech
from bot.core.ports.platform import Button
from bot.core.ports.votes import Ballot, Vote
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


async def without_former_members(
    context: Context, session: Session, team: Team, name: str, ballot: Ballot, least: int = 0
) -> Ballot:
    """Withdraw the votes of people who have left the team's chat, and return the ballot without them.

    A platform may check only the first people, so it is asked again while people who left could change the choice, or
    leave it fewer than the `least` votes.
    """
    platform, votes = context.platforms.get(team.platform), dict(ballot.votes)
    memberships = await context.store.votes.memberships(_whole_chat(team.chat), [*votes])
    former_members = [voter for voter in votes if memberships.get(voter) is False]
    checked_voters = set(former_members)
    for asks_again in range(_MOST_QUESTIONS if platform else 0):
        votes = {voter: vote for voter, vote in votes.items() if voter not in former_members}
        voters = [voter for voter in _deciding_first(votes) if voter not in checked_voters]
        if not platform or not voters or (asks_again and _is_certain(votes, checked_voters, least)):
            break
        checked_voters |= {*voters[:CHECKED_AT_ONCE]}
        people = [Person(team.platform, voter.partition(":")[2], "") for voter in voters]
        former_members += [person.key for person in await platform.former_members(team.chat, people)]
    if not former_members:
        return ballot
    return await context.store.votes.withdraw(session.code, name, former_members)


CHECKED_AT_ONCE, _MOST_QUESTIONS = 200, 6
"""The people about whom one question to a platform is enough, and the most questions: they may take a minute."""


def _deciding_first(votes: Mapping[str, Vote]) -> list[str]:
    """Return the voters for the leading choice, then the others, and of both those first who voted long ago.

    The former decide, and those who voted long ago had the most time to leave.
    """
    leading = next((choice for choice, _ in tally(votes.values())), "")
    return sorted(votes, key=lambda voter: (votes[voter].choice != leading, votes[voter].number))


def _is_certain(votes: Mapping[str, Vote], checked_voters: Set[str], least: int) -> bool:
    """Return whether the leading choice has enough votes of members to win even if all unchecked voters left."""
    counts = (*tally(votes.values()), ("", 0), ("", 0))
    members = sum(vote.choice == counts[0][0] for voter, vote in votes.items() if voter in checked_voters)
    return members > counts[1][1] and members >= least


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
