"""The finished games of a chat: the ratings that they make, and their records."""

from __future__ import annotations

import asyncio

from bot.core.commands.questions import ExportGames, ShowMe, ShowTop
from bot.core.game.ratings import counts, ratings
from bot.core.game.session import Session
from bot.core.handlers.services import Answers, Asked, Services
from bot.core.view import lists
from bot.core.view.answers import records
from engines import GAMES

_AT_ONCE = 50
"""Games read in one question; more would keep those who type waiting."""


async def top(services: Services, request: ShowTop, asked: Asked) -> Answers:
    """The strongest of this chat, in one game or in each."""
    rated = await _rated(services, asked)
    games = [request.game] if request.game else [*GAMES]
    return (lists.top({game: ratings(each for each in rated if each.game == game) for game in games}, asked.words),)


async def me(services: Services, request: ShowMe, asked: Asked) -> Answers:
    """How the asker has played in this chat."""
    rated = await _rated(services, asked)
    tables = {game: ratings(each for each in rated if each.game == game) for game in GAMES}
    return (lists.me(asked.incoming.person, tables, rated, asked.words),)


async def export_games(services: Services, request: ExportGames, asked: Asked) -> Answers:
    """The records of the chat's games in one file."""
    sessions = await played(services, asked)
    return (await asyncio.to_thread(records, sessions, asked.words),)


async def _rated(services: Services, asked: Asked) -> list[Session]:
    return [session for session in await played(services, asked) if counts(session)]


async def played(services: Services, asked: Asked) -> list[Session]:
    """The games that were played to an end in the chat, the newest last."""
    asked.ticket.leave()
    codes = await services.store.settings.played(asked.known.chat)
    found: list[Session] = []
    for start in range(0, len(codes), _AT_ONCE):
        found += await services.games.ended(codes[start : start + _AT_ONCE])
    return sorted(found, key=lambda session: session.turns[-1].at)
