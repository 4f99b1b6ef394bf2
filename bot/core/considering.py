"""Moves worth considering, asked in a chat: found elsewhere, and noted in the log so that a number can play one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.core.asked import Asked
from bot.core.clock import Now
from bot.core.commands.playing import AskIdeas
from bot.core.entries import Entry
from bot.core.games import Games
from bot.core.ports import Message, Thinking
from bot.core.referee import decide
from bot.core.session import Session
from bot.core.underway import Underway
from bot.core.view import answers, ideas
from engines.refusals import Illegal

SECONDS = 0.3
_TRIES = 100


@dataclass(frozen=True)
class Considering:
    """The menus of those who are on turn; they count as no hints."""

    games: Games
    thinking: Thinking
    underway: Underway
    now: Now

    async def answer(self, session: Session, request: AskIdeas, asked: Asked) -> tuple[Message, ...]:
        """The menu for the asker alone, whose next text does not wait for it.

        Raises `Illegal` for who may not ask, or when the game has moved on.
        """
        decide(session, request, asked.incoming.person, self.now())
        asked.turn.leave()
        thought = self.thinking.consider(session.rules, session.position, SECONDS, session.chat.key, session.messages)
        found = await self.underway.result(session, thought)
        if not found:
            return (answers.moves(session, asked.words),)
        await self._note(session, replace(request, moves=tuple(str(each.move) for each in found)), asked)
        return (ideas.menu(session, found, asked.words, request.as_text),)

    async def _note(self, session: Session, request: AskIdeas, asked: Asked) -> None:
        """Puts the numbers of these moves into the log, unless they are there."""
        for _ in range(_TRIES):
            current = await self.games.load(session.code) or session
            if current.ply != session.ply:
                raise Illegal("game-moved-on", game=session.code)
            happened = decide(current, request, asked.incoming.person, self.now())
            is_noted = current.follows_from(asked.incoming.cause) or current.ideas == request.moves
            if is_noted or await self.games.append(current, Entry(happened, asked.incoming.cause)):
                return
        raise Illegal("busy", game=session.code)
