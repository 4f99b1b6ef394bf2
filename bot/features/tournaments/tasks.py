"""Background work on tournaments: results, pairings, games, and a table message in each chat.

Each step is done once, whichever process does it.
"""

import asyncio
import logging
from dataclasses import replace

from bot.core.boards.context import Context
from bot.core.boards.delivery import Delivery
from bot.core.boards.occasions import adapter_of, new_entries
from bot.core.game.events import Accepted, Challenged, Claimed, DeadlineSet, LogEntry, Resigned
from bot.core.game.instants import Instant
from bot.core.game.people import Chat
from bot.core.game.requests import code_of, codes_of
from bot.core.game.session import Session, Stage
from bot.core.game.terms import HINTS, IDEAS, UNDO, Consent
from bot.core.language.speech import speech
from bot.core.ports.platform import DeliveryError
from bot.core.ports.store import CLOCKS, Cleanup, OutboxEntry, choices_of
from bot.core.repository import listing
from bot.core.upkeep.tasks import log_failures
from bot.features.tournaments import view
from bot.features.tournaments.events import Event, Events, Posted, Scored
from bot.features.tournaments.log import CONTEST, KIND, TOURNAMENTS, change, load, write_events
from bot.features.tournaments.tournament import (
    Phase,
    Tournament,
    cause_of,
    less_late_seat,
    next_events,
    postponement,
    result_events,
    walkover_events,
)
from engines.game import Seat
from engines.refusals import Illegal

_log = logging.getLogger(__name__)

_ONE_AT_A_TIME = 120.0  # seconds

_LOOK_AGAIN = 60.0

_TENDED = -1.0
"""The instant for which a tournament is scheduled while it is tended: due at once after a crash, and no other writer
schedules one for it, so that what is scheduled meanwhile stays."""


async def tend_tournaments(context: Context, delivery: Delivery, now: Instant) -> None:
    """Advance the tournaments that are due."""
    for code in await context.store.boards.due_games(TOURNAMENTS, now):
        if await context.store.leases.take(f"tournament:{code}", _ONE_AT_A_TIME, inherits=True):
            again: Instant | None = context.now() + _LOOK_AGAIN
            try:
                await context.store.boards.schedule(TOURNAMENTS, code, _TENDED)
                with log_failures(f"tournament {code}"):
                    again = await _tend(context, delivery, code)
                await context.store.boards.schedule(TOURNAMENTS, code, again, instead=_TENDED)
            finally:
                await context.store.leases.release(f"tournament:{code}")


async def _tend(context: Context, delivery: Delivery, code: str) -> Instant | None:
    """Do everything that is due, boards last, and return when to check again; nothing is due in an outage."""
    tournament, board_entries = await load(context, code), list[OutboxEntry]()
    if tournament and not all(context.outages.is_heard(chat.platform) for chat in tournament.chats):
        return context.now()
    try:
        while tournament and (events := await _due_events(context, board_entries, tournament)):
            tournament = await write_events(context, code, tournament, events) or await load(context, code)
        if tournament is None:
            return None
        tournament, later = await _show(context, delivery, tournament)
    finally:
        for entry in board_entries:
            delivery.soon(entry)
    return min(filter(None, (later, _next_look(tournament, context.now()))), default=None)


def _next_look(tournament: Tournament, now: Instant) -> Instant | None:
    match tournament.phase:
        case Phase.OPEN:
            return tournament.opened.starts
        case Phase.RUNNING:
            return min(now + _LOOK_AGAIN, max(now + 1, tournament.rounds[-1].until))
    return None


async def _due_events(context: Context, board_entries: list[OutboxEntry], tournament: Tournament) -> Events:
    """Return a postponement, else the new results, else the events that follow from them."""
    if later := postponement(tournament, context.outages.known_outages(), context.now()):
        return later
    if tournament.phase is Phase.RUNNING and tournament.rounds:
        matches = enumerate(tournament.rounds[-1].matches)
        causes = {place: cause_of(tournament, place) for place, match in matches if match.points is None}
        codes = [*map(code_of, causes.values())]
        sessions = [*await context.games.open_sessions(codes), *await context.games.finished_sessions(codes)]
        results = list[Event]()
        for place, cause in causes.items():
            session = next((each for each in sessions if each.follows_from(cause)), None)
            results += await _result(context, board_entries, tournament, place, session)
        if results:
            return tuple(results)
    return await asyncio.to_thread(next_events, tournament, context.now())


async def _result(
    context: Context, board_entries: list[OutboxEntry], tournament: Tournament, place: int, session: Session | None
) -> Events:
    """Return the result of a match, if any; start its game, or end it if the round or a player is out."""
    now, is_late = context.now(), context.now() >= tournament.rounds[-1].until
    try:
        session = session or await _load_game(context, tournament, place)
        if session is None:
            if forfeit := walkover_events(tournament, place, now):
                return forfeit
            session = await _begin_game(context, board_entries, tournament, place)
    except Illegal:  # its game cannot be read, and has no second one beside it
        session = None
    if session is None:
        return (Scored(now, place, (1, 1), played=False),) if is_late else ()
    if session.stage in (Stage.RUNNING, Stage.FILED):
        session = await _set_deadline(context, tournament, session)
        session = await _end_game(context, board_entries, tournament, place, session)
    return result_events(tournament, place, session, now)


async def _load_game(context: Context, tournament: Tournament, place: int) -> Session | None:
    """Return the game of a match, None before it starts; raise `Illegal` if its log is unreadable."""
    cause = cause_of(tournament, place)
    for code in codes_of(cause):
        session = await context.games.load(code)
        if session is None or session.follows_from(cause):
            return session
    return None


async def _set_deadline(context: Context, tournament: Tournament, session: Session) -> Session:
    """Set the deadline of a game to the end of its round, which may have been postponed."""
    until, now = tournament.rounds[-1].until, context.now()
    if session.stage is not Stage.RUNNING or (session.deadline and session.deadline.until == until):
        return session
    newer = await context.games.append(session, LogEntry((DeadlineSet(now, until),), f"deadline:{session.version}"))
    if newer:
        await context.store.boards.schedule(CLOCKS, newer.code, listing(newer, ()).clock)
    return newer or session


async def _end_game(
    context: Context, board_entries: list[OutboxEntry], tournament: Tournament, place: int, session: Session
) -> Session:
    """Resign the game for a player who left, or award it to the less late player at the end of the round."""
    now, match = context.now(), tournament.rounds[-1].matches[place]
    absent_seats = [seat for seat, number in zip(Seat, match.seats, strict=True) if number in tournament.gone]
    if absent_seats:
        end_event: Resigned | Claimed = Resigned(now, absent_seats[0])
    elif now >= tournament.rounds[-1].until:
        end_event = Claimed(now, less_late_seat(session, now, context.outages.known_outages()))
    else:
        return session
    boards = new_entries(context, session, session.places.chats)
    newer = await context.games.append(session, LogEntry((end_event,), f"{cause_of(tournament, place)}:end"), boards)
    board_entries += boards if newer else ()
    return newer or session


async def _begin_game(
    context: Context, board_entries: list[OutboxEntry], tournament: Tournament, place: int
) -> Session | None:
    """Start the game of a match under the first free code; a second start returns the same game."""
    cause, opening, now = cause_of(tournament, place), tournament.opened, context.now()
    first, second = map(tournament.entrant, tournament.rounds[-1].matches[place].seats)
    challenge = Challenged(
        at=now,
        code="",
        game=opening.game,
        settings=opening.settings,
        seed=opening.seed,
        chat=first.chat,
        challenger=first.person,
        opponent=second.person,
        expires=now,
        language=tournament.language_in(first.chat),
        terms=_terms(tournament),
        asks_in=second.chat if second.chat.key != first.chat.key else None,
        asks_language=tournament.language_in(second.chat),
    )
    current = await context.store.settings.current_keys([chat.key for chat in challenge.chats])
    for code in codes_of(cause):
        marks = [await context.store.boards.add(chat.key, code, now) for chat in challenge.chats]
        until = DeadlineSet(now, tournament.rounds[-1].until)
        events = (replace(challenge, code=code), Accepted(now, second.person), until)
        session = await context.games.begin(code, LogEntry(events, cause), tuple(current.values()))
        session = session or await _load_game(context, tournament, place)
        if session:
            board_entries += marks
            return session
    return None


def _terms(tournament: Tournament) -> tuple[tuple[str, str], ...]:
    """Return the terms of the games: no help, unless the tournament was opened with some."""
    strict_terms = {UNDO: str(Consent.NO), HINTS: "0", IDEAS: str(Consent.NO)}
    return tuple({**strict_terms, **dict(tournament.opened.terms), CONTEST: tournament.code}.items())


async def _show(context: Context, delivery: Delivery, tournament: Tournament) -> tuple[Tournament, Instant | None]:
    """Update the table message of each chat; return the tournament, and when to retry a chat that failed."""
    choices_key = choices_of(KIND, tournament.code)
    shown_versions = await context.store.settings.choices(choices_key)
    new_versions: dict[str, str] = {}
    later: list[Instant] = []
    for chat in tournament.chats:
        if shown_versions.get(chat.key) != str(tournament.version):
            try:
                tournament = await _show_in(context, delivery, tournament, chat)
                new_versions[chat.key] = str(tournament.version)
            except DeliveryError as error:
                _log.warning("the table of tournament %s could not be shown: %s", tournament.code, error)
                later += [context.now() + error.retry_after] if error.retry_after is not None else []
    if new_versions:
        await context.store.settings.choose(choices_key, new_versions)
    return tournament, min(later, default=None)


async def _show_in(context: Context, delivery: Delivery, tournament: Tournament, chat: Chat) -> Tournament:
    """Show the table in a chat and return the tournament with its message; at least once after a crash.

    A message that this one replaces is deleted. A chat that has moved has left its message behind.
    """
    place = await context.store.boards.place(chat.key, "")
    here = place.current_chat(chat)
    platform = adapter_of(context, here)
    words = speech(place.language or tournament.language_in(chat))
    message = await asyncio.to_thread(view.table, tournament, context.now(), words)
    message_id = dict(tournament.posted).get(here.key)
    if message_id is not None and await platform.edit(here, message_id, message):
        return tournament
    number = await platform.show(here, message)
    if platform.tidies and (old_message := dict(tournament.replaced).get(here.key)):
        heading = message.layout.heading
        await delivery.tidying.begin([Cleanup(here, tournament.code, old_message, context.now(), heading)])
    events = (Posted(context.now(), here.key, number),)
    if after := await write_events(context, tournament.code, tournament, events):
        return after
    await change(context, tournament.code, lambda newer: events)
    return tournament  # not the newest state; the change schedules another task
