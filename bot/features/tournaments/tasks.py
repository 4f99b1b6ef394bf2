"""Tournaments are tended: results taken from their games, rounds paired and their games begun, each once whichever
process it is; and one living message in each of their chats."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from bot.core.boards.context import Context
from bot.core.boards.delivery import Delivery
from bot.core.game.entries import LogEntry
from bot.core.game.events import Accepted, Challenged, Claimed, DeadlineSet, Resigned
from bot.core.game.instants import Instant
from bot.core.game.people import Chat
from bot.core.game.requests import code_of
from bot.core.game.session import Session, Stage
from bot.core.game.terms import CONTEST, HINTS, IDEAS, UNDO, Consent
from bot.core.language.speech import speech
from bot.core.ports.cleanups import Cleanup
from bot.core.ports.platform import Unshown
from bot.core.ports.store import CLOCKS, OutboxEntry, choices_of
from bot.core.repository import listing
from bot.core.upkeep.isolation import isolated
from bot.features.tournaments import view
from bot.features.tournaments.events import Events, Posted, Scored
from bot.features.tournaments.log import (
    KIND,
    TOURNAMENTS,
    change,
    load,
    moved_from,
    write_events,
)
from bot.features.tournaments.round_ends import less_late, postponed
from bot.features.tournaments.tournament import Phase, Tournament, cause_of, next_of, scored, unplayed
from engines.game import Seat
from engines.refusals import Illegal

_log = logging.getLogger(__name__)

_ONE_AT_A_TIME = 120.0  # seconds

_LOOK_AGAIN = 60.0

_TENDED = -1.0
"""The instant for which a tournament is scheduled while it is tended: due at once after a crash, and no other writer
schedules one for it, so that what is scheduled meanwhile stays."""

_WITHOUT_DOOR = 60.0

_CODES_TRIED = 20


async def tend_tournaments(context: Context, delivery: Delivery, now: Instant) -> None:
    """Tend the tournaments whose time has come."""
    for code in await context.store.boards.due_games(TOURNAMENTS, now):
        if await context.store.leases.take(f"tournament:{code}", _ONE_AT_A_TIME, inherits=True):
            again: Instant | None = context.now() + _LOOK_AGAIN
            try:
                await context.store.boards.schedule(TOURNAMENTS, code, _TENDED)
                with isolated(f"tournament {code}"):
                    again = await _tend(context, delivery, code)
                await context.store.boards.schedule(TOURNAMENTS, code, again, instead=_TENDED)
            finally:
                await context.store.leases.release(f"tournament:{code}")


async def _tend(context: Context, delivery: Delivery, code: str) -> Instant | None:
    """Do all that is due, and return when there may be more. In an outage nothing is due before it is over."""
    tournament = await load(context, code)
    if tournament and not all(context.outages.is_heard(chat.platform) for chat in tournament.chats):
        return context.now()
    return await _done(context, delivery, tournament)


async def _done(context: Context, delivery: Delivery, tournament: Tournament | None) -> Instant | None:
    """Do all that is due, and return when there may be more. Its boards come below its table."""
    owed: list[OutboxEntry] = []
    try:
        while tournament and (events := await _due(context, owed, tournament)):
            after = await write_events(context, tournament.code, tournament, events)
            tournament = after or await load(context, tournament.code)
        if tournament is None:
            return None
        tournament, later = await _show(context, delivery, tournament)
    finally:
        for entry in owed:
            delivery.soon(entry)
    soon = _next_look(tournament, context.now())
    return soon if later is None else min(later, soon or later)


def _next_look(tournament: Tournament, now: Instant) -> Instant | None:
    match tournament.phase:
        case Phase.OPEN:
            return tournament.opened.starts
        case Phase.RUNNING:
            return min(now + _LOOK_AGAIN, max(now + 1, tournament.rounds[-1].until))
    return None


async def _due(context: Context, owed: list[OutboxEntry], tournament: Tournament) -> Events:
    """Return what an outage has postponed, then the results that are in, else what follows from them."""
    if later := postponed(tournament, context.outages.known_outages(), context.now()):
        return later
    if tournament.phase is Phase.RUNNING and tournament.rounds:
        places = [place for place, match in enumerate(tournament.rounds[-1].matches) if match.points is None]
        games = await _known(context, tournament, places)
        found = [await _result(context, owed, tournament, place, games.get(place)) for place in places]
        if results := tuple(chain.from_iterable(found)):
            return results
    return await asyncio.to_thread(next_of, tournament, context.now())


async def _known(context: Context, tournament: Tournament, places: Sequence[int]) -> dict[int, Session]:
    """The games of matches as far as two questions find them."""
    codes = {code_of(cause_of(tournament, place), 0): place for place in places}
    found = [*await context.games.open_sessions(codes), *await context.games.finished_sessions([*codes])]
    return {codes[each.code]: each for each in found if each.follows_from(cause_of(tournament, codes[each.code]))}


async def _result(
    context: Context, owed: list[OutboxEntry], tournament: Tournament, place: int, session: Session | None
) -> Events:
    """The result of a match, if there is one; its game is begun, or ended if the round or one of the two is over."""
    now, is_late = context.now(), context.now() >= tournament.rounds[-1].until
    try:
        session = session or await _game(context, tournament, place)
        if session is None:
            if forfeited := unplayed(tournament, place, now):
                return forfeited
            session = await _begun(context, owed, tournament, place)
    except Illegal:  # its game cannot be read, and has no second one beside it
        session = None
    if session is None:
        return (Scored(now, place, (1, 1), played=False),) if is_late else ()
    if session.stage in (Stage.RUNNING, Stage.FILED):
        session = await _limited(context, tournament, session)
        session = await _ended(context, owed, tournament, place, session)
    return scored(tournament, place, session, now)


async def _game(context: Context, tournament: Tournament, place: int) -> Session | None:
    """Return the game of a match, None before it is begun; raise `Illegal` if its log cannot be read."""
    cause = cause_of(tournament, place)
    for attempt in range(_CODES_TRIED):
        session = await context.games.load(code_of(cause, attempt))
        if session is None or session.follows_from(cause):
            return session
    return None


async def _limited(context: Context, tournament: Tournament, session: Session) -> Session:
    """Set the deadline of a game to the end of its round, which may have been put off."""
    until, now = tournament.rounds[-1].until, context.now()
    if session.stage is not Stage.RUNNING or (session.deadline and session.deadline.until == until):
        return session
    after = await context.games.append(session, LogEntry((DeadlineSet(now, until),), f"deadline:{session.version}"))
    if after:
        await context.store.boards.schedule(CLOCKS, after.code, listing(after, ()).clock)
    return after or session


async def _ended(
    context: Context, owed: list[OutboxEntry], tournament: Tournament, place: int, session: Session
) -> Session:
    """The game, given up for who has left, and at the end of the round won by who has let the other wait less."""
    now, match = context.now(), tournament.rounds[-1].matches[place]
    gone = [seat for seat, number in zip(Seat, match.seats, strict=True) if number in tournament.gone]
    if gone:
        ends: Resigned | Claimed = Resigned(now, gone[0])
    elif now >= tournament.rounds[-1].until:
        ends = Claimed(now, less_late(session, now, context.outages.known_outages()))
    else:
        return session
    boards = [context.store.boards.entry(chat.key, session.code, now) for chat in session.places.chats]
    after = await context.games.append(session, LogEntry((ends,), f"{cause_of(tournament, place)}:end"), boards)
    owed += boards if after else []
    return after or session


async def _begun(context: Context, owed: list[OutboxEntry], tournament: Tournament, place: int) -> Session | None:
    """The game of a match, under the first code that is free; begun twice it is one."""
    cause, opened, now = cause_of(tournament, place), tournament.opened, context.now()
    first, second = map(tournament.entrant, tournament.rounds[-1].matches[place].seats)
    challenged = Challenged(
        at=now,
        code="",
        game=opened.game,
        settings=opened.settings,
        seed=opened.seed,
        chat=first.chat,
        challenger=first.person,
        opponent=second.person,
        expires=now,
        language=tournament.language_in(first.chat),
        terms=_terms(tournament),
        asks_in=second.chat if second.chat.key != first.chat.key else None,
        asks_language=tournament.language_in(second.chat),
    )
    current = await context.store.settings.current_keys([chat.key for chat in challenged.chats])
    for attempt in range(_CODES_TRIED):
        code = code_of(cause, attempt)
        marks = [await context.store.boards.add(chat.key, code, now) for chat in challenged.chats]
        until = DeadlineSet(now, tournament.rounds[-1].until)
        events = (replace(challenged, code=code), Accepted(now, second.person), until)
        begun = await context.games.begin(code, LogEntry(events, cause), tuple(current.values()))
        begun = begun or await _game(context, tournament, place)
        if begun:
            owed += marks
            return begun
    return None


def _terms(tournament: Tournament) -> tuple[tuple[str, str], ...]:
    """Without help, unless the tournament was opened with some."""
    alone = {UNDO: str(Consent.NO), HINTS: "0", IDEAS: str(Consent.NO)}
    return tuple({**alone, **dict(tournament.opened.terms), CONTEST: tournament.code}.items())


async def _show(context: Context, delivery: Delivery, tournament: Tournament) -> tuple[Tournament, Instant | None]:
    """The living message of each chat says what is new; the tournament after that, and when to try again a chat that
    takes none for now."""
    whose = choices_of(KIND, tournament.code)
    shown = await context.store.settings.choices(whose)
    newly: dict[str, str] = {}
    later: list[Instant] = []
    for chat in tournament.chats:
        if shown.get(chat.key) != str(tournament.version):
            try:
                tournament = await _shown(context, delivery, tournament, chat)
                newly[chat.key] = str(tournament.version)
            except Unshown as failed:
                _log.warning("no table of tournament %s: %s", tournament.code, failed)
                later += [context.now() + failed.retry_after] if failed.retry_after is not None else []
    if newly:
        await context.store.settings.choose(whose, newly)
    return tournament, min(later, default=None)


async def _shown(context: Context, delivery: Delivery, tournament: Tournament, chat: Chat) -> Tournament:
    """The tournament with the message in which it is shown in a chat; at-least-once if a crash comes in between.

    A message that this one replaces is deleted. A chat that has moved has left its message behind.
    """
    place = await context.store.boards.place(chat.key, "")
    here = moved_from(chat, place)
    platform = context.platforms.get(here.platform)
    if platform is None:
        raise Unshown(f"no door to {here.platform} is open", retry_after=_WITHOUT_DOOR)
    words = speech(place.language or tournament.language_in(chat))
    message = await asyncio.to_thread(view.table, tournament, context.now(), words)
    posted = dict(tournament.posted).get(here.key)
    if posted is not None and await platform.edit(here, posted, message):
        return tournament
    number = await platform.show(here, message)
    if platform.tidies and (replaced := dict(tournament.replaced).get(here.key)):
        await delivery.tidying.begin([Cleanup(here, tournament.code, replaced, context.now(), message.heading)])
    noted = (Posted(context.now(), here.key, number),)
    if after := await write_events(context, tournament.code, tournament, noted):
        return after
    await change(context, tournament.code, lambda newer: noted)
    return tournament  # which is not the newest: the change has it looked at again
