"""Answers to `/top` and `/me`: the ratings from the finished games of a chat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter

from bot.core.game.people import Player
from bot.core.game.results import Result, mark_of
from bot.core.handlers.finished_games import chat_results
from bot.core.handlers.services import Answers, Interaction, Services
from bot.core.view import lists
from bot.features.ratings import view
from bot.features.ratings.commands import ShowMe, ShowTop
from bot.features.ratings.ratings import Rating, rated_results, ratings, strongest
from engines import GAMES
from engines.game import Seat

_MOST_RANKED = 10


async def top(services: Services, request: ShowTop, interaction: Interaction) -> Answers:
    """List the strongest players of this chat, in one game or in each."""
    results = await chat_results(services, interaction)
    tables = _tables(results.found, [request.game] if request.game else GAMES)
    marks_by_game = {game: strongest(table, _MOST_RANKED) for game, table in tables.items()}
    players = await _players(services, results.found, {mark for marks in marks_by_game.values() for mark in marks})
    players_by_game = {
        game: [(players[mark], tables[game][mark]) for mark in marks if mark in players]
        for game, marks in marks_by_game.items()
    }
    return (
        lists.with_unreadable_games(
            view.top(players_by_game, interaction.words), results.unreadable, interaction.words
        ),
    )


async def me(services: Services, request: ShowMe, interaction: Interaction) -> Answers:
    """Show the person's results in this chat."""
    person, results = interaction.incoming.person, await chat_results(services, interaction)
    message = view.me(
        person, _tables(results.found, GAMES), rated_results(results.found), results.found, interaction.words
    )
    return (lists.with_unreadable_games(message, results.unreadable, interaction.words),)


def _tables(results: Sequence[Result], games: Iterable[str]) -> dict[str, Mapping[str, Rating]]:
    """Return the ratings of each of these games."""
    results_to_rate = rated_results(results)
    return {game: ratings(result for result in results_to_rate if result.game == game) for game in games}


async def _players(services: Services, results: Sequence[Result], marks: set[str]) -> Mapping[str, Player]:
    """Return the players with these marks under their latest names, without forgotten people."""
    newest = {mark: result.code for result in sorted(results, key=attrgetter("at")) for mark in result.marks}
    sessions = await services.games.finished_sessions(list({newest[mark] for mark in marks}))
    players = (player for session in sessions for player in map(session.player, Seat) if player)
    return {mark: player for player in players if (mark := mark_of(player)) in marks}
