"""The finished games of a chat and their results, computed once and stored."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter

from bot.core.game.results import Result, mark_of, read, result_of, write
from bot.core.game.session import Session
from bot.core.handlers.services import Interaction, Services

_AT_ONCE = 10
"""Games per query; more would delay players' messages."""


@dataclass(frozen=True)
class ChatResults:
    """The results of a chat's games, and the number of games that cannot be read."""

    found: Sequence[Result]
    unreadable: int


async def chat_results(services: Services, interaction: Interaction) -> ChatResults:
    """Return how the games of the chat ended; each result is computed once and stored."""
    interaction.ticket.leave()
    codes = await services.store.findings.finished_games(interaction.known.chat)
    stored_results = await services.store.findings.results(codes)
    results = [result for code, text in stored_results.items() if (result := read(code, text))]
    known_codes, unreadable = {result.code for result in results}, 0
    async for sessions, number in finished_sessions(services, [code for code in codes if code not in known_codes]):
        new_results = await services.heavy.run(interaction.incoming.person.key, partial(_results_of, sessions))
        await services.store.findings.store_results({result.code: write(result) for result in new_results})
        results, unreadable = [*results, *new_results], unreadable + number
    return ChatResults(results, unreadable)


def _results_of(sessions: Sequence[Session]) -> list[Result]:
    return [*map(result_of, sessions)]


async def finished_sessions(services: Services, codes: Sequence[str]) -> AsyncIterator[tuple[Sequence[Session], int]]:
    """Yield the finished games in batches, with the number of games that cannot be read."""
    for start in range(0, len(codes), _AT_ONCE):
        batch = codes[start : start + _AT_ONCE]
        yield await services.games.finished_sessions(batch), await services.games.count_unreadable(batch)


async def newest_games_of(services: Services, interaction: Interaction, most: int) -> tuple[list[Session], int]:
    """Return the person's newest finished games of the chat, and the number that cannot be read."""
    mark, results = mark_of(interaction.incoming.person), await chat_results(services, interaction)
    own_results = sorted((each for each in results.found if mark in each.marks), key=attrgetter("at"))
    sessions = await services.games.finished_sessions([result.code for result in own_results[: -most - 1 : -1]])
    return sorted(sessions, key=attrgetter("since"), reverse=True), results.unreadable
