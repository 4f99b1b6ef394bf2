"""A person's settings and data: reminders, absences, a copy of their data, and its deletion."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime

from bot.core.boards.occasions import spot_of
from bot.core.chats import QUIET
from bot.core.commands.personal import Away, Forget, GiveCopy, Notify, SetTimeZone, Way, way_of
from bot.core.commands.playing import Form, ReadAloud
from bot.core.commands.read_back import text_in_all
from bot.core.game.audience import chat_read_by, sole_reader
from bot.core.game.events import Accepted, Challenged, Event, Followed, LogEntry, Planned, Unplanned, nameless_text
from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person
from bot.core.game.referee import Cancel, Decline, GoAway, Resign
from bot.core.game.requests import Action, GameReference, code_of, new_code
from bot.core.game.session import Session, Stage, has_ticking_clock, plans_of
from bot.core.game.terms import Consent
from bot.core.handlers.blocking import blocked_people, forget_blocked
from bot.core.handlers.changes import commit, show_again
from bot.core.handlers.services import Answers, Interaction, Notification, Services
from bot.core.language.speech import Speech
from bot.core.ports.platform import SECRET, DeliveryError
from bot.core.ports.store import ALOUD, AWAY, NOTIFY, TIME_ZONE, CorruptDataError, of_chat, of_person
from bot.core.repository import GAME_LOG, forget_person
from bot.core.upkeep.reminding import show_quietly, zone_of
from bot.core.view import answers, notices, settings
from bot.core.view.buttons import notice
from bot.core.view.lists import with_unreadable_games
from engines.game import Seat
from engines.record import record_of, write
from engines.refusals import Illegal, Unreadable

_PAUSE = 0.2  # seconds
_FORGETTING_SECONDS = 120.0
"""Seconds for which a person's other messages are refused if the deletion is never finished."""


async def give_copy(services: Services, request: GiveCopy, interaction: Interaction) -> Answers:
    """Answer with a file of everything stored about the person."""
    person = interaction.incoming.person
    file = ("tetradka.json", await _copy(services, person))
    message = replace(notice("mydata", interaction.words, envelope=SECRET), file=file)
    return (with_unreadable_games(message, await _unreadable_of(services, person), interaction.words),)


async def forget(services: Services, request: Forget, interaction: Interaction) -> Answers:
    """Delete a person's data after a confirmation; running games are resigned so that no opponent waits."""
    person = interaction.incoming.person
    cause = interaction.incoming.cause
    token = code_of(cause, 0) if cause else new_code(services.random)  # names nobody
    if not request.sure or await _is_unsure(services, request, token, interaction):
        return (answers.confirm_forgetting(len(await _games_to_leave(services, person)), interaction.words),)
    services.erased[token] = None
    await services.store.forgetting.note(person.key, token)  # first: texts that other processes read before see it
    if not await services.store.forgetting.begin(person.key, token, _FORGETTING_SECONDS):
        raise Illegal("being-forgotten")
    try:
        await interaction.ticket.outlast()
        number = await _forget(services, token, interaction)
    finally:
        await services.store.forgetting.end(person.key)
    return (notice("forgotten", interaction.words, n=number),)


async def forget_again(services: Services, interaction: Interaction) -> None:
    """Erase the traces of a text if another process has begun to forget its sender since it was read.

    Within one process `forget` waits for such texts; elsewhere their last writes may come after it has erased.
    """
    person, forgetting = interaction.incoming.person, services.store.forgetting
    await services.delivery.outlast()
    latest = await forgetting.latest(person.key)
    if latest is None or latest == interaction.known.erasure_token or latest in services.erased:
        return
    token = new_code(services.random)
    while not await forgetting.begin(person.key, token, _FORGETTING_SECONDS):  # noqa: ASYNC110 (a process says nothing)
        await asyncio.sleep(_PAUSE)
    try:
        await _forget(services, token, replace(interaction, incoming=replace(interaction.incoming, cause=token)))
    finally:
        await forgetting.end(person.key)


async def _is_unsure(services: Services, request: Forget, token: str, interaction: Interaction) -> bool:
    """Return whether a button confirmed a different state; a press that was applied before is a confirmation."""
    if not interaction.incoming.pressed or interaction.known.deletion_token == token:
        return False
    games = len(await _games_to_leave(services, interaction.incoming.person))
    return request.games != games and await services.store.forgetting.stored_count(token) is None


async def _games_to_leave(services: Services, person: Person) -> list[Session]:
    """Return a person's open games without those that their team plays on."""
    sessions = await services.games.of(person)
    return [each for each in sessions if each.stage is not Stage.RUNNING or each.seat_of(person) is not None]


async def _forget(services: Services, token: str, interaction: Interaction) -> int:
    person = interaction.incoming.person
    for extension in services.extensions:
        if extension.leave:
            await extension.leave(services, person)
    for session in await _games_to_leave(services, person):
        with suppress(Illegal):
            await commit(services, session, _leave_request(session, person), interaction.incoming)
    await services.delivery.wait_until_idle()
    return await _erase_everywhere(services, person, token, interaction.words)


async def _copy(services: Services, person: Person) -> str:
    """Return everything stored about a person as JSON text.

    This reads all logs, since finished games are in no list of the person.
    """
    played_games = [_game_data(session, person) async for session in _games_of(services, person)]
    stored_data = {
        "name": person.name,
        "platform": person.platform,
        "id": person.id,
        "handle": person.handle,
        "elsewhere": await services.store.people.data_of(person.key),
        "chosen": await services.store.settings.choices(of_person(person)),
        "games": played_games,
        **{
            name: value
            for each in services.extensions
            if each.export
            for name, value in (await each.export(services, person)).items()
        },
        "blocked": [
            {"name": blocked_person.name, "handle": blocked_person.handle}
            for blocked_person in await blocked_people(services.store, person)
        ],
        "said": [messages for platform in services.platforms.values() for messages in await platform.data_of(person)],
    }
    return json.dumps(stored_data, ensure_ascii=False, indent=1) + "\n"


async def _erase_everywhere(services: Services, person: Person, token: str, words: Speech) -> int:
    """Anonymize the person in all logs and remove them from all lists; return the number of their games."""
    services.acquaintances.pop(person.key, None)
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
        if entry := await services.store.boards.find_entry(person.key, code):
            await services.store.boards.remove(entry)
    await forget_blocked(services, person)
    for extension in services.extensions:
        if extension.forget:
            await extension.forget(services, person)
    for choices_key in (of_person(person), of_chat(person.key)):
        await services.store.forgetting.forget_choices(choices_key)
    await services.store.settings.schedule_digest(person.key, None)
    await services.store.cleanups.forget(person.key, list(games))
    handle = (f"@{person.handle}",) if person.handle else ()
    identifying_texts = (f'"id": {json.dumps(person.id)}', *handle)
    await services.store.forgetting.forget(person.key, list(games), identifying_texts)
    return number


async def _games_of(services: Services, person: Person) -> AsyncIterator[Session]:
    async for code in services.store.logs.all_games():
        try:
            session = await services.games.load(code)
        except Illegal:
            continue
        if session is not None and session.involves(person):
            yield session


async def _unreadable_of(services: Services, person: Person) -> int:
    """Return the number of unreadable games that name the person."""
    number = 0
    async for code in services.store.logs.all_games():
        if await services.games.count_unreadable([code]):
            log = (await services.store.logs.load_all({code: 0}))[code]
            number += not isinstance(log, CorruptDataError) and any(nameless_text(text, person) != text for text in log)
    return number


async def _erase(services: Services, code: str, person: Person, seat: Seat | None) -> None:
    """Erase a person from a log and the cached game."""
    await forget_person(GAME_LOG, services.store.logs, code, person, lambda entry: _without_person(entry, person, seat))
    services.games.drop(code)


def _game_data(session: Session, person: Person) -> dict[str, object]:
    """Return a game as its player may receive it, with only the public name of the opponent."""
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
        "conditional moves": [list(line) for line in plans_of(session.plans, seat)],
    }


def _without_person(entry: LogEntry, person: Person, seat: Seat | None) -> LogEntry:
    """Return the entry without the person and their secret plans."""
    remaining_events = (
        event for event in entry.events if not (isinstance(event, Planned | Unplanned) and event.seat is seat)
    )
    events = tuple(_anonymize(event, person) for event in remaining_events)
    return replace(entry, events=events, cause=entry.cause.replace(person.key, person.platform))


def _anonymize(event: Event, person: Person) -> Event:
    """Return the event with an anonymous person, and without private chats, which carry the person's ID."""
    nameless = Person(person.platform, "", "")
    match event:
        case Challenged():
            opponent = nameless if person.is_same(event.opponent) else event.opponent
            return replace(
                event,
                chat=_anonymous_chat(event.chat) if event.chat.key == person.key else event.chat,
                asks_in=_anonymous_chat(event.asks_in)
                if event.asks_in and event.asks_in.key == person.key
                else event.asks_in,
                challenger=nameless if person.is_same(event.challenger) else event.challenger,
                opponent=opponent,
            )
        case Accepted() if person.is_same(event.by):
            is_own_chat = event.chat and event.chat.key == person.key
            return replace(
                event, by=nameless, chat=_anonymous_chat(event.chat) if is_own_chat and event.chat else event.chat
            )
        case Followed(chat=chat) if chat.key == person.key:
            return replace(event, chat=_anonymous_chat(chat))
        case _:
            return event


def _anonymous_chat(chat: Chat) -> Chat:
    """Return a private chat that belongs to nobody."""
    return Chat(chat.platform, "", direct=True)


def _leave_request(session: Session, person: Person) -> Action:
    """Return the request by which a player leaves a game."""
    if session.stage is Stage.RUNNING:
        return Resign(GameReference(), sure=True)
    return Cancel(GameReference()) if session.challenger.is_same(person) else Decline(GameReference())


async def notify(services: Services, request: Notify, interaction: Interaction) -> Answers:
    """Set the way in which the person is reminded, or begin or end some news; `/notify off` ends them all."""
    news = {each.name: each for extension in services.extensions for each in extension.notifications}
    changes = {_news_called(request.more, news): request.on} if request.more else {}
    for name in changes or (news if request.way is Way.OFF else ()):
        await news[name].choose(services, interaction, changes.get(name, False))
    choices = await _choose(services, interaction.incoming.person, NOTIFY, request.way)
    is_on = {name: choices.get(name) == Consent.YES for name, each in news.items() if each.listed}
    return (settings.reminder_ways(way_of(choices), is_on, interaction.words),)


def _news_called(word: str, news: Mapping[str, Notification]) -> str:
    """Return the news that a word names, by its label in any language too; raise `Unreadable` for any other word."""
    for name in news:
        if word == name or word in map(str.casefold, text_in_all(f"way-{name}")):
            return name
    listed_names = (name for name, each in news.items() if each.listed)
    raise Unreadable("unknown-way", part=word[:40], expected=" ".join((*Way, *listed_names)))


async def read_aloud(services: Services, request: ReadAloud, interaction: Interaction) -> Answers:
    """Set whether the person's boards come in words; show boards that only they read again at once."""
    person, here = interaction.incoming.person, interaction.incoming.chat
    await _choose(services, person, ALOUD, Form.TEXT if request.on else Form.PICTURE)
    for session in await services.games.open_sessions(interaction.known.games):
        if session.stage is Stage.RUNNING and sole_reader(session, here) == person.key:
            await show_again(services, session, here)
    return (settings.board_style(request.on, interaction.words),)


async def set_time_zone(services: Services, request: SetTimeZone, interaction: Interaction) -> Answers:
    """Set the time zone of the person's quiet hours."""
    person = interaction.incoming.person
    choices = await _choose(services, person, TIME_ZONE, request.zone)
    quiet_begins, quiet_ends = (f"{hour:%H:%M}" for hour in QUIET)
    zone = settings.zone_name(zone_of(choices, person))
    return (notice("time-zone", interaction.words, zone=zone, begins=quiet_begins, ends=quiet_ends),)


async def _choose(services: Services, person: Person, name: str, value: str | None) -> dict[str, str]:
    """Store a choice, if there is a new value; return all choices of the person."""
    changes = {name: str(value)} if value else {}
    if changes:
        await services.store.settings.choose(of_person(person), changes)
    return await services.store.settings.choices(of_person(person)) | changes


async def away(services: Services, request: Away, interaction: Interaction) -> Answers:
    """Pause the clocks of the person's games and tell the opponents; raise `Illegal` if too little absence is left."""
    person, now, cause = interaction.incoming.person, interaction.at, interaction.incoming.cause
    choices = await services.store.settings.choices(of_person(person))
    absences, is_repeated = stored_absences(choices), bool(cause) and choices.get(_AWAY_BY) == cause
    games = [each for each in await services.games.of(person) if each.stage is Stage.RUNNING and each.seat_of(person)]
    running = [session for session in games if not has_ticking_clock(session)]  # both players are present there
    timed_games, untimed_games = [s for s in running if s.clocks], _one_game_per_reader(running, person)
    if request.seconds or (request.seconds == 0 and away_until(absences, now)):
        if not is_repeated:
            absences = _with_absence(absences, request.seconds, now)
            await services.store.settings.choose(of_person(person), {AWAY: write_absences(absences), _AWAY_BY: cause})
        until = now + request.seconds if request.seconds else None
        for session in timed_games:
            with suppress(Illegal):
                request_away = GoAway(GameReference(session.code), until)
                session_after = await commit(services, session, request_away, interaction.incoming)
                if not is_repeated:
                    await _announce(services, session_after, request.seconds, interaction)
        for session in untimed_games if not is_repeated else ():
            await _announce(services, session, request.seconds, interaction)
    seconds_left = (away_until(absences, now) or now) - now
    seconds_allowed, has_untimed = absence_left(absences, now), bool(untimed_games)
    menu = settings.absence_menu(seconds_left, seconds_allowed, len(timed_games), has_untimed, interaction.words)
    return (menu,)


async def _announce(services: Services, session: Session, seconds: Instant, interaction: Interaction) -> None:
    """Tell the opponent once; a board with clocks shows it too."""
    seat = session.seat_of(interaction.incoming.person)
    chat = chat_read_by(session, session.player(seat.opponent) if seat else None)
    if seat and not chat.inline:
        words = (await spot_of(services, session, chat)).words
        with suppress(DeliveryError):
            await show_quietly(services, chat, notices.absence(session, seat, seconds, words))


def _with_absence(absences: Absences, seconds: Instant, now: Instant) -> Absences:
    """Return the absences with a new one in place of the current one; raise `Illegal` if it is too long."""
    absences = past_absences(absences, now)
    if seconds:
        if not absence_fits(absences, now, seconds):
            raise Illegal("away-too-long", most=MOST_DAYS_AWAY)
        absences = (*absences, (now, now + seconds))
    return absences


def stored_absences(choices: Mapping[str, str]) -> Absences:
    """Return a person's absences from their choices; none if they cannot be read."""
    with suppress(ValueError):
        return read_absences(choices.get(AWAY, ""))
    return ()


_AWAY_BY = "away-by"
"""The choice that says by what cause its person went away, or came back, last."""


def _one_game_per_reader(running: Sequence[Session], person: Person) -> list[Session]:
    """Return an untimed game for each opponent and chat that no timed game notifies."""
    games_by_reader = dict[tuple[str, str], Session]()
    for session in sorted(running, key=lambda session: session.clocks is None):
        seat = session.seat_of(person)
        opponent = session.player(seat.opponent) if seat else None
        if isinstance(opponent, Person) and opponent.is_known:
            games_by_reader.setdefault((opponent.key, chat_read_by(session, opponent).key), session)
    return [session for session in games_by_reader.values() if session.clocks is None]


MOST_DAYS_AWAY = 14
_DAY: Instant = 86400
Absences = tuple[tuple[Instant, Instant], ...]
"""From when until when, the last one last."""


def absence_left(absences: Absences, now: Instant) -> Instant:
    """Return the seconds that a player may still be away in the quarter of `now`."""
    begins, ends = _quarter(now)
    return MOST_DAYS_AWAY * _DAY - sum(max(0.0, min(until, ends) - max(since, begins)) for since, until in absences)


def absence_fits(absences: Absences, now: Instant, seconds: Instant) -> bool:
    """Return whether one more absence keeps every quarter within its limit."""
    more = (*absences, (now, now + seconds))
    return all(absence_left(more, instant) >= 0 for instant in (now, now + seconds))


def past_absences(absences: Absences, now: Instant) -> Absences:
    """Return the absences up to now that still count for a quarter."""
    return tuple((since, min(until, now)) for since, until in absences if now - until < 200 * _DAY and since < now)


def away_until(absences: Absences, now: Instant) -> Instant | None:
    """Return the instant until which a player is away now, or None."""
    return next((end for since, end in reversed(absences) if since <= now < end), None)


def write_absences(absences: Absences) -> str:
    """Return absences in their stored form."""
    return " ".join(f"{since!r}-{end!r}" for since, end in absences)


def read_absences(text: str) -> Absences:
    """Parse stored absences; raise `ValueError`."""
    pairs = (each.partition("-") for each in text.split())
    return tuple((float(since), float(end)) for since, _, end in pairs)


def _quarter(now: Instant) -> tuple[Instant, Instant]:
    day = datetime.fromtimestamp(now, UTC)
    first_month = (day.month - 1) // 3 * 3 + 1
    next_quarter = (day.year + 1, 1) if first_month == 10 else (day.year, first_month + 3)
    begins = datetime(day.year, first_month, 1, tzinfo=UTC)
    return begins.timestamp(), datetime(*next_quarter, 1, tzinfo=UTC).timestamp()
