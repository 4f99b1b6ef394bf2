"""Who may begin a game or sit down at one: players who are wanted there and have not too many already."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.game.people import Person, Player, Robot
from bot.core.game.session import Session, Stage
from bot.core.handlers.blocking import is_blocked
from bot.core.handlers.services import Services
from engines.refusals import Illegal


async def may_challenge(services: Services, person: Person, opponent: Player | None, here: Sequence[str]) -> None:
    """Raises `Illegal` if a person may not challenge that opponent in a chat with those games."""
    if await is_blocked(services.store, person, by=opponent):
        assert isinstance(opponent, Person)
        raise Illegal("takes-no-challenges", opponent=opponent.name)
    if len(here) >= services.limits.chat:
        raise Illegal("too-many-games", most=services.limits.chat)
    own = await _room_for_one(services, person)
    if not isinstance(opponent, Robot):
        _no_more_than_can_be_answered(services, own, person)


def _no_more_than_can_be_answered(services: Services, own: Sequence[Session], person: Person) -> None:
    offered = [game for game in own if game.stage is Stage.OFFERED and game.challenger.is_same(person)]
    if len(offered) >= services.limits.challenges:
        raise Illegal("too-many-challenges", most=services.limits.challenges, example=f"/cancel {offered[0].code}")


async def may_sit_down(services: Services, person: Person, session: Session, joining: Sequence[str] = ()) -> None:
    """Raises `Illegal` if a person may not accept a challenge; `joining` are the games of a chat that joins it."""
    if len(joining) >= services.limits.chat:
        raise Illegal("too-many-games", most=services.limits.chat)
    if session.opponent is None and await is_blocked(services.store, person, by=session.challenger):
        raise Illegal("challenge-of-others", game=session.code)
    if not session.involves(person):
        await _room_for_one(services, person)


async def _room_for_one(services: Services, person: Person) -> list[Session]:
    """The games that a person has begun or sat down at, if there is room for one more."""
    found = await services.games.of(person)
    own = [game for game in found if game.stage is Stage.RUNNING or game.challenger.is_same(person)]
    if len(own) >= services.limits.games:
        raise Illegal("too-many-own-games", most=services.limits.games)
    return own
