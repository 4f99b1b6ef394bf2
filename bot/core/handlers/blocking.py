"""Permission to start or join games: block lists and the number of open games."""

import logging
from collections.abc import Sequence, Set
from dataclasses import replace

from pydantic import TypeAdapter

from bot.core.commands.personal import Block, Unblock
from bot.core.game.people import Person, Player, Robot, key_digest
from bot.core.game.requests import code_of
from bot.core.game.session import Session, Stage
from bot.core.handlers.services import Answers, Interaction, Services
from bot.core.ports.store import Store, of_person
from bot.core.view.lists import block_list
from engines.refusals import Illegal

People = tuple[Person, ...]
MOST_BLOCKED = 200
_UNBLOCKED, _NOBODY = "unblocked", "-"
_PEOPLE: TypeAdapter[People] = TypeAdapter(People)
_log = logging.getLogger(__name__)


async def block(services: Services, request: Block, interaction: Interaction) -> Answers:
    """Add a person to the sender's block list; raise `Illegal`."""
    person = interaction.incoming.person
    before = await blocked_people(services.store, person)
    return await _store_changes(services, before, _with_person(before, request, person), interaction)


async def unblock(services: Services, request: Unblock, interaction: Interaction) -> Answers:
    """Remove a person from the list; a number means the same person when the message is delivered again."""
    person, cause = interaction.incoming.person, interaction.incoming.cause
    before = await blocked_people(services.store, person)
    if request.number and cause and not request.mark:
        request = replace(request, mark=await _identify(services, before, request, interaction))
    return await _store_changes(services, before, _without_person(before, request), interaction)


async def _identify(services: Services, people: People, request: Unblock, interaction: Interaction) -> str:
    """Return the code of the person that a number means, and store it with the cause."""
    key = of_person(interaction.incoming.person)
    cause, _, mark = (await services.store.settings.choices(key)).get(_UNBLOCKED, "").rpartition(" ")
    if cause == interaction.incoming.cause:
        return mark
    mark = next((code_of(each.key) for each in people[request.number - 1 : request.number]), _NOBODY)
    await services.store.settings.choose(key, {_UNBLOCKED: f"{interaction.incoming.cause} {mark}"})
    return mark


async def _store_changes(services: Services, before: People, after: People, interaction: Interaction) -> Answers:
    if after != before:
        await services.store.people.store_blocklist(interaction.incoming.person.keys, _write(after))
    return (block_list(after, interaction.words),)


async def blocked_people(store: Store, person: Person) -> People:
    """Return the people whom a person has blocked."""
    return next(map(_read, await store.people.blocklists_of(person.keys)), ())


def _read(text: str) -> People:
    """Return the people on a stored list; log an unreadable list and return none."""
    try:
        return _PEOPLE.validate_json(text)
    except ValueError:
        _log.error("a block list cannot be read, so it blocks nobody")
        return ()


async def is_blocked(store: Store, person: Person, by: Player | None) -> bool:
    """Return whether `by` refuses challenges from `person`."""
    return isinstance(by, Person) and any(_means(each, person) for each in await blocked_people(store, by))


async def forget_blocked(services: Services, person: Person) -> None:
    """Delete a person's list, and anonymize them on other lists, which still block them."""
    await services.store.people.store_blocklist(person.keys, None)
    for key, text in (await services.store.people.all_blocklists()).items():
        people = _read(text)
        anonymous = tuple(_anonymous_entry(person) if each.is_same(person) else each for each in people)
        if anonymous != people or not people:
            await services.store.people.store_blocklist([key], _write(anonymous))


def _write(people: People) -> str | None:
    return _PEOPLE.dump_json(people).decode() if people else None


def _with_person(people: People, request: Block, person: Person) -> People:
    target = request.person
    if target is None or any(target.is_same(blocked_person) for blocked_person in people):
        return people
    if target.is_same(person):
        raise Illegal("blocks-oneself")
    if len(people) >= MOST_BLOCKED:
        raise Illegal("too-many-blocked", most=MOST_BLOCKED)
    return (*people, replace(target, language=""))


def _without_person(people: People, request: Unblock) -> People:
    if request.mark:
        return tuple(blocked_person for blocked_person in people if code_of(blocked_person.key) != request.mark)
    if request.number:
        return tuple(blocked_person for number, blocked_person in enumerate(people, 1) if number != request.number)
    return tuple(each for each in people if request.person is None or not _means(each, request.person))


def _means(entry: Person, person: Person) -> bool:
    """Return whether an entry means a person, even if they were forgotten and returned."""
    return entry.is_same(person) or entry == _anonymous_entry(person)


def _anonymous_entry(person: Person) -> Person:
    """Return an entry that recognizes a forgotten person without revealing them."""
    return Person(person.platform, f"~{key_digest(person.key)}", "")


async def check_can_challenge(
    services: Services,
    person: Person,
    opponent: Player | None,
    games_here: Sequence[str],
    replaces: Set[str] = frozenset(),
) -> None:
    """Raise `Illegal` if `person` may not challenge `opponent` in a chat with these games.

    The challenge `replaces` some of these, which no limit counts.
    """
    if await is_blocked(services.store, person, by=opponent):
        assert isinstance(opponent, Person)
        raise Illegal("takes-no-challenges", opponent=opponent.name)
    if len({*games_here} - replaces) >= services.limits.chat:
        raise Illegal("too-many-games", most=services.limits.chat)
    own_games = await _games_with_room(services, person, replaces)
    open_challenges = [game for game in own_games if game.stage is Stage.OFFERED and game.challenger.is_same(person)]
    if not isinstance(opponent, Robot) and len(open_challenges) >= services.limits.challenges:
        example = f"/cancel {open_challenges[0].code}"
        raise Illegal("too-many-challenges", most=services.limits.challenges, example=example)


async def check_can_accept(services: Services, person: Person, session: Session, chat_games: Sequence[str]) -> None:
    """Raise `Illegal` if `person` may not accept a challenge; `chat_games` are those of a chat that joins it."""
    if len(chat_games) >= services.limits.chat:
        raise Illegal("too-many-games", most=services.limits.chat)
    if session.opponent is None and await is_blocked(services.store, person, by=session.challenger):
        raise Illegal("challenge-of-others", game=session.code)
    if not session.involves(person):
        await _games_with_room(services, person)


async def _games_with_room(services: Services, person: Person, replaces: Set[str] = frozenset()) -> list[Session]:
    """Return the games that a person started or joined, without those to replace; raise `Illegal` at the maximum."""
    games = [game for game in await services.games.of(person) if game.code not in replaces]
    own_games = [game for game in games if game.stage is Stage.RUNNING or game.challenger.is_same(person)]
    if len(own_games) >= services.limits.games:
        raise Illegal("too-many-own-games", most=services.limits.games)
    return own_games
