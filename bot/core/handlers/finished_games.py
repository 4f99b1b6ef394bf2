"""The finished games of a chat and their results, each found out once and then kept."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter

from bot.core.game.results import Result, mark_of, read, result_of, write
from bot.core.game.session import Session
from bot.core.handlers.services import Asked, Services

_AT_ONCE = 10
"""Games read in one question; more would keep those who type waiting."""


@dataclass(frozen=True)
class ChatResults:
    """The results of a chat's games, and the number of games that cannot be read."""

    found: Sequence[Result]
    unreadable: int


async def chat_results(services: Services, asked: Asked) -> ChatResults:
    """Return how the games of the chat ended; each is found out once, and then kept."""
    asked.ticket.leave()
    codes = await services.store.findings.finished_games(asked.known.chat)
    kept = await services.store.findings.results(codes)
    found = [result for code, text in kept.items() if (result := read(code, text))]
    known, unreadable = {result.code for result in found}, 0
    async for sessions, number in finished_sessions(services, [code for code in codes if code not in known]):
        new = await services.heavy.run(asked.incoming.person.key, partial(_results_of, sessions))
        await services.store.findings.store_results({result.code: write(result) for result in new})
        found, unreadable = [*found, *new], unreadable + number
    return ChatResults(found, unreadable)


def _results_of(sessions: Sequence[Session]) -> list[Result]:
    return [*map(result_of, sessions)]


async def finished_sessions(services: Services, codes: Sequence[str]) -> AsyncIterator[tuple[Sequence[Session], int]]:
    """Yield those of the games that are over, some at a time, and how many of these cannot be read."""
    for start in range(0, len(codes), _AT_ONCE):
        some = codes[start : start + _AT_ONCE]
        yield await services.games.finished_sessions(some), await services.games.count_unreadable(some)


async def newest_games_of(services: Services, asked: Asked, most: int) -> tuple[list[Session], int]:
    """Return the asker's newest games of the chat that are over, newest first, and how many of the chat's games cannot
    be read."""
    mark, results = mark_of(asked.incoming.person), await chat_results(services, asked)
    own = sorted((each for each in results.found if mark in each.marks), key=attrgetter("at"))
    sessions = await services.games.finished_sessions([result.code for result in own[: -most - 1 : -1]])
    return sorted(sessions, key=attrgetter("since"), reverse=True), results.unreadable
