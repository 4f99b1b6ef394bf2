"""Game records as files."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter

from bot.core.game.session import Session
from bot.core.handlers.finished_games import finished_sessions
from bot.core.handlers.in_place import in_place_of_question
from bot.core.handlers.services import Answers, Interaction, Services
from bot.core.language.speech import Speech
from bot.core.ports.platform import Message
from bot.core.view import lists
from bot.core.view.buttons import button, notice
from bot.core.view.names import heading, names, picture_in_words, title
from bot.features.reviews.commands import ExportGames, ShowRecord
from engines.game import AnyMove, AnyPosition, Seat, advance
from engines.record import record_of, write
from renderers import DRAWINGS
from renderers.paper import Header
from renderers.replay import Labels, Step, page


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
            (await asyncio.to_thread(record, session, interaction.words),), request, interaction
        )
    with services.heavy.admission(person):  # every board of the game is drawn
        message = await services.heavy.run(person.key, partial(replay_page, session, interaction.words))
    return in_place_of_question((message,), request, interaction)


def record(session: Session, speech: Speech) -> Message:
    """Return the game record so far as an attached file."""
    file = f"{session.game}-{session.code}.txt", f"{_record_text(session, speech)}\n"
    as_page = button("page", f"/record {session.code} page", speech)
    return replace(notice("record", speech, as_page, title=title(session, speech)), file=file)


def records(sessions: Sequence[Session], speech: Speech) -> Message:
    """Return all these games in one file, a record per line, or say that there are none."""
    if not sessions:
        return notice("no-games-to-record", speech)
    lines = (_record_text(session, speech).replace("\n", "; ") for session in sessions)
    return replace(
        notice("records", speech, n=len(sessions)), file=("games.txt", "".join(f"{line}\n" for line in lines))
    )


def _record_text(session: Session, speech: Speech) -> str:
    seats = names(session, speech)
    planned_moves = [str(number) for number, turn in enumerate(session.turns, 1) if turn.planned]
    tags = {str(seat): seats[seat] for seat in Seat} | ({"planned": ", ".join(planned_moves)} if planned_moves else {})
    game_record = record_of(session.game, session.position, session.messages)
    result = str(session.status.outcome) if session.status.outcome else game_record.result
    return write(replace(game_record, tags=tags, result=result))


def replay_page(session: Session, speech: Speech) -> Message:
    """Return an HTML page that replays the game, with every board drawn and in words."""
    header = heading(session, speech)
    position = session.at(0).position
    steps = [_step(session, position, "", (), header, speech)]
    for turn in session.turns:
        position, forced_moves = advance(position, turn.move)
        steps.append(_step(session, position, str(turn.move), (turn.move, *forced_moves), header, speech))
    labels = Labels(
        f"{title(session, speech)}: {header.first} – {header.second}",
        speech.language,
        first=speech.say("replay-first"),
        back=speech.say("replay-back"),
        forward=speech.say("replay-forward"),
        last=speech.say("replay-last"),
        moves=speech.say("replay-moves"),
    )
    file = f"{session.game}-{session.code}.html", page(steps, labels)
    return replace(notice("replay-page", speech, title=title(session, speech)), file=file)


def _step(
    session: Session, position: AnyPosition, text: str, last: tuple[AnyMove, ...], header: Header, speech: Speech
) -> Step:
    scene = DRAWINGS[session.game].draw(position, last, None, header)
    return Step(scene, text, picture_in_words(scene, speech, names(session, speech)))
