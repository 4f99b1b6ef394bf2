"""Block lists: whose challenges a person does not want; kept for both, told to the one alone."""

from __future__ import annotations

import logging
from dataclasses import replace
from hashlib import blake2b

from pydantic import TypeAdapter

from bot.core.commands.personal import Block, Unblock
from bot.core.game.people import Person, Player
from bot.core.handlers.services import Answers, Asked, Services
from bot.core.ports.store import Store, of_person
from bot.core.view.lists import blocked_listed, mark_of
from engines.refusals import Illegal

People = tuple[Person, ...]
MOST_BLOCKED = 200
_UNBLOCKED, _NOBODY = "unblocked", "-"
_PEOPLE: TypeAdapter[People] = TypeAdapter(People)
_log = logging.getLogger(__name__)


async def block(services: Services, request: Block, asked: Asked) -> Answers:
    """The list with one more; raises `Illegal`."""
    person = asked.incoming.person
    before = await blocked_by(services.store, person)
    return await _changed(services, before, _blocked(before, request, person), asked)


async def unblock(services: Services, request: Unblock, asked: Asked) -> Answers:
    """Return the list with one fewer; one who was named by a number before is the same whenever that comes again."""
    person, cause = asked.incoming.person, asked.incoming.cause
    before = await blocked_by(services.store, person)
    if request.number and cause and not request.mark:
        request = replace(request, mark=await _meant(services, before, request, asked))
    return await _changed(services, before, _unblocked(before, request), asked)


async def _meant(services: Services, people: People, request: Unblock, asked: Asked) -> str:
    """Return the mark of who is meant by a number, and keep it beside the cause."""
    whose = of_person(asked.incoming.person)
    cause, _, mark = (await services.store.settings.choices(whose)).get(_UNBLOCKED, "").rpartition(" ")
    if cause == asked.incoming.cause:
        return mark
    mark = next((mark_of(other) for other in people[request.number - 1 : request.number]), _NOBODY)
    await services.store.settings.choose(whose, {_UNBLOCKED: f"{asked.incoming.cause} {mark}"})
    return mark


async def _changed(services: Services, before: People, after: People, asked: Asked) -> Answers:
    if after != before:
        await _keep(services, asked.incoming.person, after)
    return (blocked_listed(after, asked.words),)


async def blocked_by(store: Store, person: Person) -> People:
    """Whom a person has blocked."""
    return next(map(_read, await store.people.blocklists_of(person.keys)), ())


def _read(text: str) -> People:
    """Return the people of a list as it is stored; nobody, and a line in the log, for what is no such list."""
    try:
        return _PEOPLE.validate_json(text)
    except ValueError:
        _log.error("a list of blocked people cannot be read, and blocks nobody")
        return ()


async def is_blocked(store: Store, person: Person, by: Player | None) -> bool:
    """Whether a player wants no challenges of a person."""
    return isinstance(by, Person) and any(_means(other, person) for other in await blocked_by(store, by))


async def forget_blocked(services: Services, person: Person) -> None:
    """Forgets a person's list, and who is meant on those of others: a mark stays there, so that the block holds."""
    await services.store.people.store_blocklist(person.keys, None)
    for key, text in (await services.store.people.all_blocklists()).items():
        people = _read(text)
        nameless = tuple(_mark(person) if other.is_same(person) else other for other in people)
        if nameless != people or not people:
            await services.store.people.store_blocklist([key], _written(nameless))


async def _keep(services: Services, person: Person, people: People) -> None:
    await services.store.people.store_blocklist(person.keys, _written(people))


def _written(people: People) -> str | None:
    return _PEOPLE.dump_json(people).decode() if people else None


def _blocked(people: People, request: Block, person: Person) -> People:
    other = request.person
    if other is None or any(other.is_same(blocked) for blocked in people):
        return people
    if other.is_same(person):
        raise Illegal("blocks-oneself")
    if len(people) >= MOST_BLOCKED:
        raise Illegal("too-many-blocked", most=MOST_BLOCKED)
    return (*people, replace(other, language=""))


def _unblocked(people: People, request: Unblock) -> People:
    if request.mark:
        return tuple(other for other in people if mark_of(other) != request.mark)
    if request.number:
        return tuple(other for number, other in enumerate(people, 1) if number != request.number)
    return tuple(other for other in people if request.person is None or not _means(other, request.person))


def _means(blocked: Person, person: Person) -> bool:
    """Whether an entry of a list means a person, also one who was forgotten meanwhile and is back."""
    return blocked.is_same(person) or blocked == _mark(person)


def _mark(person: Person) -> Person:
    """Who a forgotten person was, so that it can be recognised but not read."""
    return Person(person.platform, f"~{blake2b(person.key.encode(), digest_size=12).hexdigest()}", "")
