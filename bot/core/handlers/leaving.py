"""Being forgotten: games that go on are given up first, then nobody is known by that name any more."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from bot.core.boards.delivery import Delivery
from bot.core.commands.personal import Forget
from bot.core.game.people import Person
from bot.core.game.referee import Cancel, Decline, Resign
from bot.core.game.requests import Deed, Which
from bot.core.game.session import Session, Stage
from bot.core.handlers.asked import Asked
from bot.core.handlers.deeds import Deeds
from bot.core.handlers.personal import Personal
from bot.core.ports.platform import Message
from bot.core.repository import Games
from bot.core.view import answers
from engines.refusals import Illegal


@dataclass(frozen=True)
class Leaving:
    """Leaves nobody waiting for somebody who is not known any more."""

    games: Games
    deeds: Deeds
    delivery: Delivery
    personal: Personal

    async def forget(self, request: Forget, asked: Asked) -> Message:
        """Asks first whether that is really wanted."""
        person = asked.incoming.person
        games = await self.games.of(person)
        if not request.sure:
            return answers.sure_to_forget(len(games), asked.words)
        for session in games:
            with suppress(Illegal):
                await self.deeds.commit(session, _end(session, person), asked.incoming)
        await self.delivery.idle()
        return answers.said("forgotten", asked.words, n=await self.personal.forget(person))


def _end(session: Session, person: Person) -> Deed:
    """How somebody leaves a game."""
    if session.stage is Stage.RUNNING:
        return Resign(Which(), sure=True)
    return Cancel(Which()) if session.challenger.is_same(person) else Decline(Which())
