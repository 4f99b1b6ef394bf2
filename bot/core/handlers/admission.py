"""Limits on starting or joining games: block lists and the number of open games."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.game.people import Person, Player, Robot
from bot.core.game.session import Session, Stage
from bot.core.handlers.blocking import is_blocked
from bot.core.handlers.services import Services
from engines.refusals import Illegal


async def check_can_challenge(
    services: Services, person: Person, opponent: Player | None, games_here: Sequence[str]
) -> None:
    """Raise `Illegal` if `person` may not challenge `opponent` in a chat with these games."""
    if await is_blocked(services.store, person, by=opponent):
        assert isinstance(opponent, Person)
        raise Illegal("takes-no-challenges", opponent=opponent.name)
    if len(games_here) >= services.limits.chat:
        raise Illegal("too-many-games", most=services.limits.chat)
    own_games = await _games_with_room(services, person)
    if not isinstance(opponent, Robot):
        _check_open_challenges(services, own_games, person)


def _check_open_challenges(services: Services, own_games: Sequence[Session], person: Person) -> None:
    open_challenges = [game for game in own_games if game.stage is Stage.OFFERED and game.challenger.is_same(person)]
    if len(open_challenges) >= services.limits.challenges:
        raise Illegal(
            "too-many-challenges", most=services.limits.challenges, example=f"/cancel {open_challenges[0].code}"
        )


async def check_can_accept(
    services: Services, person: Person, session: Session, chat_games: Sequence[str] = ()
) -> None:
    """Raise `Illegal` if `person` may not accept a challenge; `chat_games` are those of a chat that joins it."""
    if len(chat_games) >= services.limits.chat:
        raise Illegal("too-many-games", most=services.limits.chat)
    if session.opponent is None and await is_blocked(services.store, person, by=session.challenger):
        raise Illegal("challenge-of-others", game=session.code)
    if not session.involves(person):
        await _games_with_room(services, person)


async def _games_with_room(services: Services, person: Person) -> list[Session]:
    """Return the games that a person started or joined; raise `Illegal` if there may be no more."""
    games = await services.games.of(person)
    own_games = [game for game in games if game.stage is Stage.RUNNING or game.challenger.is_same(person)]
    if len(own_games) >= services.limits.games:
        raise Illegal("too-many-own-games", most=services.limits.games)
    return own_games
