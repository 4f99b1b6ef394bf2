"""The finished games of a chat: the ratings that they make, and their records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter

from bot.core.commands.questions import ExportGames, ShowMe, ShowTop
from bot.core.game.ratings import counts, ratings
from bot.core.game.session import Session
from bot.core.handlers.services import Answers, Asked, Services
from bot.core.view import lists
from bot.core.view.answers import records
from engines import GAMES

_AT_ONCE = 50
"""Games read in one question; more would keep those who type waiting."""


@dataclass(frozen=True)
class Played:
    """The games of a chat that were played to an end, the newest last, and how many more cannot be read."""

    sessions: Sequence[Session]
    unreadable: int

    @property
    def rated(self) -> list[Session]:
        """The games that ratings are made from."""
        return [*filter(counts, self.sessions)]


async def top(services: Services, request: ShowTop, asked: Asked) -> Answers:
    """The strongest of this chat, in one game or in each."""
    found = await played(services, asked)
    games = [request.game] if request.game else [*GAMES]
    tables = {game: ratings(each for each in found.rated if each.game == game) for game in games}
    return (lists.with_left_out(lists.top(tables, asked.words), found.unreadable, asked.words),)


async def me(services: Services, request: ShowMe, asked: Asked) -> Answers:
    """How the asker has played in this chat."""
    found = await played(services, asked)
    tables = {game: ratings(each for each in found.rated if each.game == game) for game in GAMES}
    told = lists.me(asked.incoming.person, tables, found.rated, asked.words)
    return (lists.with_left_out(told, found.unreadable, asked.words),)


async def export_games(services: Services, request: ExportGames, asked: Asked) -> Answers:
    """The records of the chat's games in one file."""
    person = asked.incoming.person
    with services.heavy.admitted(person):
        found = await played(services, asked)
        told = await services.heavy.run(person, partial(records, found.sessions, asked.words))
    return (lists.with_left_out(told, found.unreadable, asked.words),)


async def played(services: Services, asked: Asked) -> Played:
    """Return the games that were played to an end in the chat."""
    asked.ticket.leave()
    codes = await services.store.settings.played(asked.known.chat)
    sessions: list[Session] = []
    unreadable = 0
    for start in range(0, len(codes), _AT_ONCE):
        some = codes[start : start + _AT_ONCE]
        sessions += await services.games.ended(some)
        unreadable += await services.games.unreadable(some)
    return Played(sorted(sessions, key=attrgetter("since")), unreadable)
