"""A person's data: export a copy of it, or erase it from every log and list."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace

from bot.core.commands.personal import Forget, GiveCopy
from bot.core.game import entries
from bot.core.game.audience import chat_read_by
from bot.core.game.entries import LogEntry
from bot.core.game.events import Accepted, Challenged, Event, Followed, Planned, Unplanned
from bot.core.game.people import Chat, Person, Player
from bot.core.game.planning import plans_of
from bot.core.game.referee import Cancel, Decline, Resign
from bot.core.game.requests import Deed, Which
from bot.core.game.session import Session, Stage
from bot.core.handlers.blocking import blocked_by, forget_blocked
from bot.core.handlers.changes import commit
from bot.core.handlers.services import Answers, Asked, Services
from bot.core.ports.store import Spoilt, of_person
from bot.core.view import answers
from engines.game import Seat
from engines.record import record_of, write
from engines.refusals import Illegal

_TRIES = 5


async def give_copy(services: Services, request: GiveCopy, asked: Asked) -> Answers:
    """All that is kept of the asker, as a file."""
    return (answers.copy(await _copy(services, asked.incoming.person), asked.words),)


async def forget(services: Services, request: Forget, asked: Asked) -> Answers:
    """Asks first whether that is really wanted; games that go on are given up, so that no player is left waiting."""
    person = asked.incoming.person
    games = await services.games.of(person)
    if not request.sure:
        return (answers.sure_to_forget(len(games), asked.words),)
    for session in games:
        with suppress(Illegal):
            await commit(services, session, _end(session, person), asked.incoming)
    await services.delivery.idle()
    return (answers.said("forgotten", asked.words, n=await _erase_everywhere(services, person)),)


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
        "elsewhere": await services.store.people.kept_of(person.key),
        "chosen": await services.store.settings.choices(of_person(person)),
        "games": played,
        "blocked": [{"name": other.name, "handle": other.handle} for other in await blocked_by(services.store, person)],
    }
    return json.dumps(kept, ensure_ascii=False, indent=1) + "\n"


async def _erase_everywhere(services: Services, person: Person) -> int:
    """Makes the person a nameless one in all logs and takes them off all lists; the number of their games."""
    services.meetings.forget(person)
    games = {session.code: session.seat_of(person) async for session in _games_of(services, person)}
    for code, seat in games.items():
        await _erase(services, code, person, seat)
    await forget_blocked(services, person)
    await services.store.settings.keep_choices(of_person(person), {})
    await services.store.settings.digest(person.key, None)
    await services.store.people.forget(person.key, list(games))
    return len(games)


async def _games_of(services: Services, person: Person) -> AsyncIterator[Session]:
    async for code in services.store.logs.all_games():
        try:
            session = await services.games.load(code)
        except Illegal:
            continue
        if session is not None and session.involves(person):
            yield session


async def _erase(services: Services, code: str, person: Person, seat: Seat | None) -> None:
    """Retried until no other writer has appended meanwhile (optimistic lock)."""
    for _ in range(_TRIES):
        try:
            log = await services.store.logs.load(code, 0)
        except Spoilt:
            return
        without = [entries.write(_without(entries.read(text), person, seat)) for text in log]
        if await services.store.logs.rewrite(code, without):
            services.games.drop(code)
            return


def _told(session: Session, person: Person) -> dict[str, object]:
    """A game as its player may have it: nothing of the other but the name that everybody saw."""
    seat = session.seat_of(person)
    record = record_of(session.game, session.position, session.messages)
    return {
        "code": session.code,
        "game": session.game,
        "chat": chat_read_by(session, person).key,
        "began": session.started,
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
            asked = nameless if _is(event.opponent, person) else event.opponent
            return replace(
                event,
                chat=_nowhere(event.chat) if event.chat.key == person.key else event.chat,
                asks_in=_nowhere(event.asks_in) if event.asks_in and event.asks_in.key == person.key else event.asks_in,
                challenger=nameless if _is(event.challenger, person) else event.challenger,
                opponent=asked,
            )
        case Accepted() if _is(event.by, person):
            theirs = event.chat and event.chat.key == person.key
            return replace(event, by=nameless, chat=_nowhere(event.chat) if theirs and event.chat else event.chat)
        case Followed(chat=chat) if chat.key == person.key:
            return replace(event, chat=_nowhere(chat))
        case _:
            return event


def _nowhere(chat: Chat) -> Chat:
    """A private chat that belongs to no person any more."""
    return Chat(chat.platform, "", direct=True)


def _is(player: Player | None, person: Person) -> bool:
    return isinstance(player, Person) and player.is_same(person)


def _end(session: Session, person: Person) -> Deed:
    """How a player leaves a game."""
    if session.stage is Stage.RUNNING:
        return Resign(Which(), sure=True)
    return Cancel(Which()) if session.challenger.is_same(person) else Decline(Which())
