"""Who may begin a game or sit down at one: nobody who is not wanted there, nobody who has too many already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.core.game.people import Person, Player, Robot
from bot.core.game.session import Session, Stage
from bot.core.handlers.blocking import Blocking
from bot.core.repository import Games
from engines.refusals import Illegal


@dataclass(frozen=True)
class Limits:
    """The most open challenges and open games of a person, and the most open games of a chat."""

    challenges: int = 10
    games: int = 50
    chat: int = 50


@dataclass(frozen=True)
class Admission:
    """Looks at the games that go on, and at the lists of those who are not wanted."""

    games: Games
    blocking: Blocking
    limits: Limits

    async def to_challenge(self, person: Person, opponent: Player | None, here: Sequence[str]) -> None:
        """Raises `Illegal` if a person may not challenge that opponent in a chat with those games."""
        if await self.blocking.is_blocked(person, by=opponent):
            assert isinstance(opponent, Person)
            raise Illegal("takes-no-challenges", opponent=opponent.name)
        if len(here) >= self.limits.chat:
            raise Illegal("too-many-games", most=self.limits.chat)
        own = await self._room_for_one(person)
        if not isinstance(opponent, Robot):
            self._no_more_than_can_be_answered(own, person)

    def _no_more_than_can_be_answered(self, own: Sequence[Session], person: Person) -> None:
        offered = [game for game in own if game.stage is Stage.OFFERED and game.challenger.is_same(person)]
        if len(offered) >= self.limits.challenges:
            raise Illegal("too-many-challenges", most=self.limits.challenges, example=f"/cancel {offered[0].code}")

    async def to_sit_down(self, person: Person, session: Session, joining: Sequence[str] = ()) -> None:
        """Raises `Illegal` if a person may not accept a challenge; `joining` are the games of a chat that joins it."""
        if len(joining) >= self.limits.chat:
            raise Illegal("too-many-games", most=self.limits.chat)
        if session.opponent is None and await self.blocking.is_blocked(person, by=session.challenger):
            raise Illegal("challenge-of-others", game=session.code)
        if not session.involves(person):
            await self._room_for_one(person)

    async def _room_for_one(self, person: Person) -> list[Session]:
        """The games that a person has begun or sat down at, if there is room for one more."""
        found = await self.games.of(person)
        own = [game for game in found if game.stage is Stage.RUNNING or game.challenger.is_same(person)]
        if len(own) >= self.limits.games:
            raise Illegal("too-many-own-games", most=self.limits.games)
        return own
