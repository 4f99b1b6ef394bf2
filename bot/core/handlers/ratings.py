"""The finished games of a chat: the ratings that they make, and their records."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter

from bot.core.commands.questions import ExportGames, ShowMe, ShowTop
from bot.core.game.people import Player
from bot.core.game.ratings import Rating, counted, ratings, strongest
from bot.core.game.results import Result, mark_of, read, result_of, write
from bot.core.game.session import Session
from bot.core.handlers.services import Answers, Asked, Services
from bot.core.view import lists
from bot.core.view.answers import records
from engines import GAMES
from engines.game import Seat

_AT_ONCE = 10
"""Games read in one question; more would keep those who type waiting."""
_MOST_RANKED = 10


@dataclass(frozen=True)
class _Results:
    """The results of a chat's games, and the number of games that cannot be read."""

    found: Sequence[Result]
    unreadable: int

    def tables(self, games: Iterable[str]) -> dict[str, Mapping[str, Rating]]:
        """Return the ratings of each of these games."""
        rated = counted(self.found)
        return {game: ratings(result for result in rated if result.game == game) for game in games}


async def top(services: Services, request: ShowTop, asked: Asked) -> Answers:
    """The strongest of this chat, in one game or in each."""
    results = await _results(services, asked)
    tables = results.tables([request.game] if request.game else GAMES)
    ranked = {game: strongest(table, _MOST_RANKED) for game, table in tables.items()}
    players = await _players(services, results.found, {mark for marks in ranked.values() for mark in marks})
    told = {
        game: [(players[mark], tables[game][mark]) for mark in marks if mark in players]
        for game, marks in ranked.items()
    }
    return (lists.with_left_out(lists.top(told, asked.words), results.unreadable, asked.words),)


async def me(services: Services, request: ShowMe, asked: Asked) -> Answers:
    """How the asker has played in this chat."""
    person, results = asked.incoming.person, await _results(services, asked)
    told = lists.me(person, results.tables(GAMES), counted(results.found), results.found, asked.words)
    return (lists.with_left_out(told, results.unreadable, asked.words),)


async def _results(services: Services, asked: Asked) -> _Results:
    """Return how the games of the chat ended; each is found out once, and then kept."""
    asked.ticket.leave()
    codes = await services.store.findings.played(asked.known.chat)
    kept = await services.store.findings.results(codes)
    found = [result for code, text in kept.items() if (result := read(code, text))]
    known, unreadable = {result.code for result in found}, 0
    async for sessions, number in _sessions(services, [code for code in codes if code not in known]):
        new = await services.heavy.run(asked.incoming.person.key, partial(_results_of, sessions))
        await services.store.findings.keep_results({result.code: write(result) for result in new})
        found, unreadable = [*found, *new], unreadable + number
    return _Results(found, unreadable)


def _results_of(sessions: Sequence[Session]) -> list[Result]:
    return [*map(result_of, sessions)]


async def _sessions(services: Services, codes: Sequence[str]) -> AsyncIterator[tuple[Sequence[Session], int]]:
    """Yield those of the games that are over, some at a time, and how many of these cannot be read."""
    for start in range(0, len(codes), _AT_ONCE):
        some = codes[start : start + _AT_ONCE]
        yield await services.games.ended(some), await services.games.unreadable(some)


async def _players(services: Services, results: Sequence[Result], marks: set[str]) -> Mapping[str, Player]:
    """Return who goes by these marks, as they were called last; not who was forgotten since."""
    newest = {mark: result.code for result in sorted(results, key=attrgetter("at")) for mark in result.marks}
    sessions = await services.games.ended(list({newest[mark] for mark in marks}))
    seated = (player for session in sessions for player in map(session.player, Seat) if player)
    return {mark: player for player in seated if (mark := mark_of(player)) in marks}


async def export_games(services: Services, request: ExportGames, asked: Asked) -> Answers:
    """The records of the chat's games in one file."""
    person = asked.incoming.person
    asked.ticket.leave()
    codes = await services.store.findings.played(asked.known.chat)
    found, unreadable = list[Session](), 0
    with services.heavy.admitted(person):
        async for sessions, number in _sessions(services, codes):
            found, unreadable = [*found, *sessions], unreadable + number
        played = sorted(found, key=attrgetter("since"))
        told = await services.heavy.run(person.key, partial(records, played, asked.words))
    return (lists.with_left_out(told, unreadable, asked.words),)


async def newest_games_of(services: Services, asked: Asked, most: int) -> tuple[list[Session], int]:
    """Return the asker's newest games of the chat that are over, newest first, and how many of the chat's games cannot
    be read."""
    mark, results = mark_of(asked.incoming.person), await _results(services, asked)
    own = sorted((each for each in results.found if mark in each.marks), key=attrgetter("at"))
    sessions = await services.games.ended([result.code for result in own[: -most - 1 : -1]])
    return sorted(sessions, key=attrgetter("since"), reverse=True), results.unreadable
