"""A person's data: what the bot stores, a copy of it, and its deletion."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from bot.core.commands.personal import Forget, GiveCopy, ShowPrivacy
from bot.core.game.audience import chat_read_by
from bot.core.game.events import Event, LogEntry, Planned, Unplanned, nameless_text
from bot.core.game.people import Chat, Person
from bot.core.game.referee import Cancel, Decline, Resign
from bot.core.game.requests import Action, GameReference, code_of, new_code
from bot.core.game.session import Session, Stage, plans_of
from bot.core.handlers.blocking import blocked_people, forget_blocked
from bot.core.handlers.changes import commit
from bot.core.handlers.services import Answers, Interaction, Services
from bot.core.language.speech import Speech
from bot.core.ports.platform import SECRET
from bot.core.ports.store import CorruptDataError, of_chat, of_person
from bot.core.repository import GAME_LOG, forget_person
from bot.core.view import answers
from bot.core.view.buttons import notice
from bot.core.view.lists import with_unreadable_games
from engines.game import Seat
from engines.record import record_of, write
from engines.refusals import Illegal

_PAUSE = 0.2  # seconds
_FORGETTING_SECONDS = 120.0
"""Seconds for which a person's other messages are refused if the deletion is never finished."""


async def show_privacy(services: Services, request: ShowPrivacy, interaction: Interaction) -> Answers:
    """State which data is stored, and for how long."""
    return (answers.privacy(interaction.words),)


async def give_copy(services: Services, request: GiveCopy, interaction: Interaction) -> Answers:
    """Answer with a file of everything stored about the person, and the number of unreadable games that name them.

    This reads all logs, since finished games are in no list of the person.
    """
    person, games, unreadable = interaction.incoming.person, list[dict[str, object]](), 0
    async for code, session in _games_of(services, person):
        if session is not None:
            games.append(_game_data(session, person))
        else:
            log = (await services.store.logs.load_all({code: 0}))[code]
            texts = () if isinstance(log, CorruptDataError) else log
            unreadable += any(nameless_text(text, person) != text for text in texts)
    file = ("tetradka.json", await _copy(services, person, games))
    message = replace(notice("mydata", interaction.words, envelope=SECRET), file=file)
    return (with_unreadable_games(message, unreadable, interaction.words),)


async def forget(services: Services, request: Forget, interaction: Interaction) -> Answers:
    """Delete a person's data after a confirmation; running games are resigned so that no opponent waits."""
    person = interaction.incoming.person
    cause = interaction.incoming.cause
    token = code_of(cause, 0) if cause else new_code(services.random)  # identifies no person
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
        request: Action = Cancel(GameReference()) if session.challenger.is_same(person) else Decline(GameReference())
        if session.stage is Stage.RUNNING:
            request = Resign(GameReference(), sure=True)
        with suppress(Illegal):
            await commit(services, session, request, interaction.incoming)
    await services.delivery.wait_until_idle()
    return await _erase_everywhere(services, person, token, interaction.words)


async def _copy(services: Services, person: Person, games: Sequence[object]) -> str:
    """Return the person's `games`, and everything else stored about them, as JSON text."""
    stored_data = {
        "name": person.name,
        "platform": person.platform,
        "id": person.id,
        "handle": person.handle,
        "elsewhere": await services.store.people.data_of(person.key),
        "chosen": await services.store.settings.choices(of_person(person)),
        "games": games,
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
    games = dict[str, Session]()
    async for code, session in _games_of(services, person):
        if session is not None:
            games[code] = session
        else:
            await _erase(services, code, person, None)
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


async def _games_of(services: Services, person: Person) -> AsyncIterator[tuple[str, Session | None]]:
    """Yield each game that involves a person, by code, and None for each unreadable game."""
    async for code in services.store.logs.all_games():
        try:
            session = await services.games.load(code)
        except Illegal:
            yield code, None
        else:
            if session is not None and session.involves(person):
                yield code, session


async def _erase(services: Services, code: str, person: Person, seat: Seat | None) -> None:
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

    def nameless(value: object) -> object:
        if isinstance(value, Person) and person.is_same(value):
            return Person(person.platform, "", "")
        is_own_chat = isinstance(value, Chat) and value.key == person.key
        return Chat(person.platform, "", direct=True) if is_own_chat else value

    fields: Mapping[str, Any] = {name: nameless(value) for name, value in vars(event).items()}
    return replace(event, **fields)
