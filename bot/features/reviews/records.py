"""Game records as files."""

from __future__ import annotations

import asyncio
from functools import partial
from operator import attrgetter

from bot.core.game.session import Session
from bot.core.handlers.finished_games import finished_sessions
from bot.core.handlers.in_place import in_place_of_question
from bot.core.handlers.services import Answers, Interaction, Services
from bot.core.view import answers, lists
from bot.core.view.answers import records
from bot.features.reviews.commands import ExportGames, ShowRecord


async def export_games(services: Services, request: ExportGames, interaction: Interaction) -> Answers:
    """Return the records of the chat's games in one file."""
    person = interaction.incoming.person
    interaction.ticket.leave()
    codes = await services.store.findings.finished_games(interaction.known.chat)
    sessions_found, unreadable = list[Session](), 0
    with services.heavy.admission(person):
        async for sessions, number in finished_sessions(services, codes):
            sessions_found, unreadable = [*sessions_found, *sessions], unreadable + number
        sessions_in_order = sorted(sessions_found, key=attrgetter("since"))
        message = await services.heavy.run(person.key, partial(records, sessions_in_order, interaction.words))
    return (lists.with_unreadable_games(message, unreadable, interaction.words),)


async def show_record(services: Services, session: Session, request: ShowRecord, interaction: Interaction) -> Answers:
    """Return a game as a file, as text or as a page."""
    person = interaction.incoming.person
    if not request.as_page:
        return in_place_of_question(
            (await asyncio.to_thread(answers.record, session, interaction.words),), request, interaction
        )
    with services.heavy.admission(person):  # every board of the game is drawn
        message = await services.heavy.run(person.key, partial(answers.replay_page, session, interaction.words))
    return in_place_of_question((message,), request, interaction)
