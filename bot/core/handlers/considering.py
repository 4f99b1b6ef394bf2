"""Moves worth considering, asked in a chat: found elsewhere, and noted in the log so that a number can play one."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.game.referee import AskIdeas, decide
from bot.core.game.requests import Which
from bot.core.game.session import Session
from bot.core.handlers.asked import Asked
from bot.core.handlers.deeds import Deeds
from bot.core.ports.platform import Message
from bot.core.ports.thinking import Thinking
from bot.core.queues.running_searches import Underway
from bot.core.view import answers, ideas

SECONDS = 0.3


@dataclass(frozen=True)
class Considering:
    """The menus of those who are on turn; they count as no hints."""

    deeds: Deeds
    thinking: Thinking
    underway: Underway

    async def answer(self, session: Session, request: AskIdeas, asked: Asked) -> tuple[Message, ...]:
        """The menu for the asker alone, whose next text does not wait for it.

        Raises `Illegal` for who may not ask, or when the game has moved on.
        """
        decide(session, request, asked.incoming.person, asked.at)
        asked.turn.leave()
        found = await self.underway.result(session, self.thinking.consider(session.problem(SECONDS)))
        if not found:
            return (answers.moves(session, asked.words),)
        shown = tuple(str(each.move) for each in found)
        here = AskIdeas(Which(session.code, session.ply), moves=shown)
        await self.deeds.keep(session, here, asked.incoming, lambda game: game.hints.ideas == shown)
        return (ideas.menu(session, found, asked.words, request.as_text),)
