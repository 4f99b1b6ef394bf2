"""What a person settles about themselves: reminders, absences, a copy of what is kept of them, and its end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime

from bot.core.chats.chat_settings import effective_settings
from bot.core.chats.time_zones import QUIET
from bot.core.commands.personal import Away, Forget, GiveCopy, Notify, SetTimeZone, way_of
from bot.core.commands.playing import Form, ReadAloud
from bot.core.commands.settings import MENTIONS
from bot.core.game import entries
from bot.core.game.audience import chat_read_by, sole_reader
from bot.core.game.entries import LogEntry
from bot.core.game.events import Accepted, Challenged, Event, Followed, Planned, Unplanned
from bot.core.game.forgetting import nameless_text
from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person
from bot.core.game.planning import plans_of
from bot.core.game.referee import Cancel, Decline, GoAway, Resign
from bot.core.game.requests import Action, GameReference, code_of, new_code
from bot.core.game.session import Session, Stage
from bot.core.game.terms import Consent
from bot.core.handlers.blocking import blocked_by, forget_blocked
from bot.core.handlers.changes import commit, show_again
from bot.core.handlers.services import Answers, Asked, Services
from bot.core.language.speech import Speech, speech
from bot.core.ports.platform import Unshown
from bot.core.ports.store import ALOUD, AWAY, NOTIFY, TIME_ZONE, CorruptDataError, of_chat, of_person
from bot.core.upkeep.reminding import zone_of
from bot.core.view import answers, notices, settings
from bot.core.view.lists import with_left_out
from engines.game import Seat
from engines.record import record_of, write
from engines.refusals import Illegal

_TRIES = 5
_PAUSE = 0.2  # seconds
_FORGETTING_SECONDS = 120.0
"""For so long, if nobody finishes it, a person's other texts are refused."""


async def give_copy(services: Services, request: GiveCopy, asked: Asked) -> Answers:
    """All that is kept of the asker, as a file."""
    person = asked.incoming.person
    copied = answers.copy(await _copy(services, person), asked.words)
    return (with_left_out(copied, await _unreadable_of(services, person), asked.words),)


async def forget(services: Services, request: Forget, asked: Asked) -> Answers:
    """Asks first whether that is really wanted; games that go on are given up, so that no player is left waiting."""
    person = asked.incoming.person
    token = forgetting_token(asked.incoming.cause) or new_code(services.random)
    if not request.sure or await _is_unsure(services, request, token, asked):
        return (answers.sure_to_forget(len(await services.games.of(person)), asked.words),)
    services.erased[token] = None
    await services.store.forgetting.note(person.key, token)  # first: texts that other processes read before see it
    if not await services.store.forgetting.begin(person.key, token, _FORGETTING_SECONDS):
        raise Illegal("being-forgotten")
    try:
        await asked.ticket.outlast()
        number = await _forget(services, token, asked)
    finally:
        await services.store.forgetting.end(person.key)
    return (answers.said("forgotten", asked.words, n=number),)


async def forget_again(services: Services, asked: Asked) -> None:
    """Erase what a text has left of its sender, if another process has begun to forget them since the text was read.

    Within one process `forget` waits for such texts; elsewhere their last writes may come after it has erased.
    """
    person, forgetting = asked.incoming.person, services.store.forgetting
    await services.delivery.outlast()
    latest = await forgetting.latest(person.key)
    if latest is None or latest == asked.known.erased or latest in services.erased:
        return
    token = new_code(services.random)
    while not await forgetting.begin(person.key, token, _FORGETTING_SECONDS):  # noqa: ASYNC110 (a process says nothing)
        await asyncio.sleep(_PAUSE)
    try:
        await _forget(services, token, replace(asked, incoming=replace(asked.incoming, cause=token)))
    finally:
        await forgetting.end(person.key)


async def _is_unsure(services: Services, request: Forget, token: str, asked: Asked) -> bool:
    """Return whether a button was sure of something else; one whose press has had an effect already is sure."""
    if not asked.incoming.pressed or asked.known.forgetting == token:
        return False
    games = len(await services.games.of(asked.incoming.person))
    return request.games != games and await services.store.forgetting.stored_count(token) is None


def forgetting_token(cause: str) -> str:
    """Return what tells a request to be forgotten from another one, without naming anyone; "" if nothing does."""
    return code_of(cause, 0) if cause else ""


async def _forget(services: Services, token: str, asked: Asked) -> int:
    person = asked.incoming.person
    for extension in services.extensions:
        if extension.leave:
            await extension.leave(services, person)
    for session in await services.games.of(person):
        with suppress(Illegal):
            await commit(services, session, _end(session, person), asked.incoming)
    await services.delivery.wait_until_idle()
    return await _erase_everywhere(services, person, token, asked.words)


async def _copy(services: Services, person: Person) -> str:
    """All that is kept of a person, as JSON text.

    Every log that there is is looked at: no list of a person's ended games is kept.
    """
    played = [_told(session, person) async for session in _games_of(services, person)]
    kept = {
        "name": person.name,
        "platform": person.platform,
        "id": person.id,
        "handle": person.handle,
        "elsewhere": await services.store.people.data_of(person.key),
        "chosen": await services.store.settings.choices(of_person(person)),
        "games": played,
        **{
            name: value
            for each in services.extensions
            if each.export
            for name, value in (await each.export(services, person)).items()
        },
        "blocked": [{"name": other.name, "handle": other.handle} for other in await blocked_by(services.store, person)],
        "said": [said for platform in services.platforms.values() for said in await platform.data_of(person)],
    }
    return json.dumps(kept, ensure_ascii=False, indent=1) + "\n"


async def _erase_everywhere(services: Services, person: Person, token: str, words: Speech) -> int:
    """Make the person nameless in all logs and take them off all lists; return the number of their games."""
    services.address_book.forget(person)
    games: dict[str, Session] = {}
    async for code in services.store.logs.all_games():
        try:
            session = await services.games.load(code)
        except Illegal:
            await _erase(services, code, person, None)
            continue
        if session is not None and session.involves(person):
            games[code] = session
    number = await services.store.forgetting.count(token, len(games))
    chats = [chat for session in games.values() for chat in session.places.all_chats]
    for platform in services.platforms.values():  # first, for once the logs are erased these chats are not known
        await platform.forget(person, words.say("somebody"), chats)
    for code, session in games.items():
        await _erase(services, code, person, session.seat_of(person))
        if unshown := await services.store.boards.find_entry(person.key, code):
            await services.store.boards.remove(unshown)
    await forget_blocked(services, person)
    for extension in services.extensions:
        if extension.forget:
            await extension.forget(services, person)
    for whose in (of_person(person), of_chat(person.key)):
        await services.store.forgetting.forget_choices(whose)
    await services.store.settings.schedule_digest(person.key, None)
    await services.store.cleanups.forget(person.key, list(games))
    await services.store.forgetting.forget(person.key, list(games), _written(person))
    return number


def _written(person: Person) -> tuple[str, ...]:
    """How a person stands in what others have written down."""
    handle = (f"@{person.handle}",) if person.handle else ()
    return (f'"id": {json.dumps(person.id)}', *handle)


async def _games_of(services: Services, person: Person) -> AsyncIterator[Session]:
    async for code in services.store.logs.all_games():
        try:
            session = await services.games.load(code)
        except Illegal:
            continue
        if session is not None and session.involves(person):
            yield session


async def _unreadable_of(services: Services, person: Person) -> int:
    """Count the games that cannot be read, but name the person."""
    number = 0
    async for code in services.store.logs.all_games():
        if await services.games.count_unreadable([code]):
            log = (await services.store.logs.load_all({code: 0}))[code]
            number += not isinstance(log, CorruptDataError) and any(nameless_text(text, person) != text for text in log)
    return number


async def _erase(services: Services, code: str, person: Person, seat: Seat | None) -> None:
    """Retried until no other writer has appended meanwhile (optimistic lock)."""
    for _ in range(_TRIES):
        log = (await services.store.logs.load_all({code: 0}))[code]
        if isinstance(log, CorruptDataError):
            return
        without = [_erased(text, person, seat) for text in log]
        if without == log or await services.store.logs.rewrite(code, without):
            services.games.drop(code)
            return


def _erased(text: str, person: Person, seat: Seat | None) -> str:
    """Return an entry without the person; also one that a newer version wrote, as far as it names them."""
    try:
        entry = entries.read(text)
    except ValueError:
        return nameless_text(text, person)
    after = _without(entry, person, seat)
    return text if after == entry else entries.write(after)


def _told(session: Session, person: Person) -> dict[str, object]:
    """A game as its player may have it: nothing of the other but the name that everybody saw."""
    seat = session.seat_of(person)
    record = record_of(session.game, session.position, session.messages)
    return {
        "code": session.code,
        "game": session.game,
        "chat": chat_read_by(session, person).key,
        "began": session.start.at,
        "stage": str(session.stage),
        "seat": str(seat) if seat else None,
        "result": str(session.status.outcome) if session.status.outcome else None,
        "record": write(record),
        "conditional moves": [list(line) for line in plans_of(session, seat)],
    }


def _without(entry: LogEntry, person: Person, seat: Seat | None) -> LogEntry:
    """The entry without the person, and without what the person planned in secret."""
    kept = (event for event in entry.events if not (isinstance(event, Planned | Unplanned) and event.seat is seat))
    events = tuple(_nameless_in(event, person) for event in kept)
    return replace(entry, events=events, cause=entry.cause.replace(person.key, person.platform))


def _nameless_in(event: Event, person: Person) -> Event:
    """The event with a nameless person in the place of this one; a private chat goes by its person's id, so it goes."""
    nameless = Person(person.platform, "", "")
    match event:
        case Challenged():
            asked = nameless if person.is_same(event.opponent) else event.opponent
            return replace(
                event,
                chat=_nowhere(event.chat) if event.chat.key == person.key else event.chat,
                asks_in=_nowhere(event.asks_in) if event.asks_in and event.asks_in.key == person.key else event.asks_in,
                challenger=nameless if person.is_same(event.challenger) else event.challenger,
                opponent=asked,
            )
        case Accepted() if person.is_same(event.by):
            theirs = event.chat and event.chat.key == person.key
            return replace(event, by=nameless, chat=_nowhere(event.chat) if theirs and event.chat else event.chat)
        case Followed(chat=chat) if chat.key == person.key:
            return replace(event, chat=_nowhere(chat))
        case _:
            return event


def _nowhere(chat: Chat) -> Chat:
    """A private chat that belongs to no person any more."""
    return Chat(chat.platform, "", direct=True)


def _end(session: Session, person: Person) -> Action:
    """How a player leaves a game."""
    if session.stage is Stage.RUNNING:
        return Resign(GameReference(), sure=True)
    return Cancel(GameReference()) if session.challenger.is_same(person) else Decline(GameReference())


async def notify(services: Services, request: Notify, asked: Asked) -> Answers:
    """How the asker is reminded from now on."""
    choices = await _chosen(services, asked.incoming.person, NOTIFY, request.way)
    return (settings.reminder_ways(way_of(choices), asked.words),)


async def read_aloud(services: Services, request: ReadAloud, asked: Asked) -> Answers:
    """Whether the asker's boards come in words from now on; those of the asker alone are shown so at once."""
    person, here = asked.incoming.person, asked.incoming.chat
    await _chosen(services, person, ALOUD, Form.TEXT if request.on else Form.PICTURE)
    for session in await services.games.open_sessions(asked.known.games):
        if session.stage is Stage.RUNNING and sole_reader(session, here) == person.key:
            await show_again(services, session, here)
    return (settings.boards_read(request.on, asked.words),)


async def set_time_zone(services: Services, request: SetTimeZone, asked: Asked) -> Answers:
    """In which time zone the asker has nights."""
    person = asked.incoming.person
    choices = await _chosen(services, person, TIME_ZONE, request.zone)
    begins, ends = (f"{hour:%H:%M}" for hour in QUIET)
    return (settings.time_zone(zone_of(choices, person), (begins, ends), asked.words),)


async def _chosen(services: Services, person: Person, name: str, value: str | None) -> dict[str, str]:
    """What a person has chosen, with one more choice if there is one."""
    changes = {name: str(value)} if value else {}
    if changes:
        await services.store.settings.choose(of_person(person), changes)
    return await services.store.settings.choices(of_person(person)) | changes


async def away(services: Services, request: Away, asked: Asked) -> Answers:
    """The clocks of all games of the asker stand, and those they play with are told; raises `Illegal` for more time
    than there is left."""
    person, now, cause = asked.incoming.person, asked.at, asked.incoming.cause
    choices = await services.store.settings.choices(of_person(person))
    spent, is_said = _spent(choices), bool(cause) and choices.get(_AWAY_BY) == cause
    running = [session for session in await services.games.of(person) if session.stage is Stage.RUNNING]
    timed, others = [s for s in running if s.clocks], _one_of_each(running, person)
    if request.seconds or (request.seconds == 0 and away_until(spent, now)):
        if not is_said:
            spent = _with_absence(spent, request.seconds, now)
            await services.store.settings.choose(of_person(person), {AWAY: write_absences(spent), _AWAY_BY: cause})
        until = now + request.seconds if request.seconds else None
        for session in timed:
            with suppress(Illegal):
                after = await commit(services, session, GoAway(GameReference(session.code), until), asked.incoming)
                if not is_said:
                    await _announce(services, after, request.seconds, asked)
        for session in others if not is_said else ():
            await _announce(services, session, request.seconds, asked)
    left = (away_until(spent, now) or now) - now
    return (settings.absence_menu(left, absence_left(spent, now), len(timed), bool(others), asked.words),)


async def _announce(services: Services, session: Session, left: Instant, asked: Asked) -> None:
    """Once, to the other player; a board with clocks says it too."""
    seat = session.seat_of(asked.incoming.person)
    chat = chat_read_by(session, session.player(seat.opponent) if seat else None)
    platform = services.platforms.get(chat.platform)
    if seat and platform and not chat.inline:
        said = notices.absence(session, seat, left, speech(session.places.language_in(chat)))
        settled = await effective_settings(chat, services.store, services.platforms)
        said = replace(said, mention=None) if settled.get(MENTIONS) == Consent.NO else said
        with suppress(Unshown):
            await platform.show(chat, said)


def _with_absence(spent: Absences, seconds: Instant, now: Instant) -> Absences:
    """Return the absences with one in the place of another that is not over; raises `Illegal` for more than is left."""
    spent = absences_ended(spent, now)
    if seconds:
        if not absence_fits(spent, now, seconds):
            raise Illegal("away-too-long", most=MOST_DAYS_AWAY)
        spent = (*spent, (now, now + seconds))
    return spent


def _spent(choices: Mapping[str, str]) -> Absences:
    with suppress(ValueError):
        return read_absences(choices.get(AWAY, ""))
    return ()


_AWAY_BY = "away-by"
"""The choice that says by what cause its person went away, or came back, last."""


def _one_of_each(running: Sequence[Session], person: Person) -> list[Session]:
    """A game without clocks for each person in each chat who would not be told by one with clocks."""
    told = dict[tuple[str, str], Session]()
    for session in sorted(running, key=lambda session: session.clocks is None):
        seat = session.seat_of(person)
        other = session.player(seat.opponent) if seat else None
        if isinstance(other, Person) and other.is_known:
            told.setdefault((other.key, chat_read_by(session, other).key), session)
    return [session for session in told.values() if session.clocks is None]


MOST_DAYS_AWAY = 14
_DAY: Instant = 86400
Absences = tuple[tuple[Instant, Instant], ...]
"""From when until when, the last one last."""


def absence_left(absences: Absences, now: Instant) -> Instant:
    """So many seconds a player may still be away in the quarter of an instant."""
    begins, ends = _quarter(now)
    return MOST_DAYS_AWAY * _DAY - sum(max(0.0, min(until, ends) - max(since, begins)) for since, until in absences)


def absence_fits(absences: Absences, now: Instant, seconds: Instant) -> bool:
    """Whether one more absence leaves no quarter with too much."""
    more = (*absences, (now, now + seconds))
    return all(absence_left(more, instant) >= 0 for instant in (now, now + seconds))


def absences_ended(absences: Absences, now: Instant) -> Absences:
    """The same, but for what would still have come, and what no quarter asks for any more."""
    return tuple((since, min(until, now)) for since, until in absences if now - until < 200 * _DAY and since < now)


def away_until(absences: Absences, now: Instant) -> Instant | None:
    """Until when a player is away now."""
    return next((end for since, end in reversed(absences) if since <= now < end), None)


def write_absences(absences: Absences) -> str:
    """Absences as the store keeps them."""
    return " ".join(f"{since!r}-{end!r}" for since, end in absences)


def read_absences(text: str) -> Absences:
    """What `write_absences` has written; raises `ValueError`."""
    pairs = (each.partition("-") for each in text.split())
    return tuple((float(since), float(end)) for since, _, end in pairs)


def _quarter(now: Instant) -> tuple[Instant, Instant]:
    day = datetime.fromtimestamp(now, UTC)
    first = (day.month - 1) // 3 * 3 + 1
    after = (day.year + 1, 1) if first == 10 else (day.year, first + 3)
    return datetime(day.year, first, 1, tzinfo=UTC).timestamp(), datetime(*after, 1, tzinfo=UTC).timestamp()
