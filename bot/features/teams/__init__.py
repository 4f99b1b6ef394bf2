"""Teams: a chat as one player, whose members vote for its moves."""

from bot.core.boards.context import Context
from bot.core.commands.command import ANY_RUNNING, CODE
from bot.core.game.people import Person
from bot.core.game.session import Session
from bot.core.handlers.handling import about_game
from bot.core.handlers.services import Extension, Row, Services
from bot.features.teams.handlers import ShowVotes, WithdrawVotes, act, read_votes, show_votes, withdraw_votes
from bot.features.teams.members import VOTES_SETTING, note_membership
from bot.features.teams.turns import end_turn, take_notes


async def _forget_votes(context: Context, session: Session) -> None:
    if session.places.teams:
        await context.store.votes.end(session.code)


async def _export(services: Services, person: Person) -> dict[str, object]:
    """Return a person's votes in the games that are not over."""
    games = await services.store.votes.votes_of(person.key)
    votes = [
        {"game": game, "ballot": name, "vote": vote.choice, "at": vote.at}
        for game, ballots in games.items()
        for name, vote in ballots.items()
    ]
    return {"votes": votes}


async def _forget(services: Services, person: Person) -> None:
    await services.store.votes.forget(person.key)


FEATURE = Extension(
    rows=(
        Row(
            "votes",
            read_votes,
            ANY_RUNNING,
            (CODE,),
            after="claim",
            handlers={**about_game(ShowVotes, show_votes), **about_game(WithdrawVotes, withdraw_votes)},
        ),
    ),
    act=act,
    advance=end_turn,
    note=take_notes,
    on_membership=note_membership,
    chat_settings=(VOTES_SETTING,),
    on_end=_forget_votes,
    export=_export,
    forget=_forget,
)
