"""Accepting from another chat, which then is the game's second one."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace

from bot.core.commands.challenges import Accept
from bot.core.games import Games
from bot.core.requests.asked import Asked
from bot.core.requests.settling import played_here
from bot.core.session import Session
from bot.core.storage import Store


@dataclass(frozen=True)
class Joining:
    """Makes sure that the second chat can be reached."""

    store: Store
    games: Games

    async def from_here(self, session: Session, request: Accept, asked: Asked) -> Accept:
        """What is asked for, with the chat if it is none where the question stands; raises `Illegal` if that chat does
        not play the game."""
        if await self.games.is_in(session, asked.known.chat):
            return request
        played_here(session.game, asked.known.settings)
        chat = asked.incoming.chat
        await self.store.remember_chat(asked.known.chat, json.dumps(asdict(chat)))
        return replace(request, chat=chat, language=asked.known.chat_language or asked.words.language)
