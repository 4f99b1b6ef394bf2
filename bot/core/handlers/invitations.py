"""Games in chats where the bot is not: an invitation is sent there, and the person who presses its button sits down."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace

from bot.core.chats.address_book import known_as
from bot.core.commands.challenges import Challenge, Join, invitation_id, read_challenge, read_join
from bot.core.game.instants import MINUTE
from bot.core.game.people import INLINE, Chat, Person, Robot
from bot.core.game.requests import new_code
from bot.core.game.session import Session
from bot.core.handlers.beginnings import begin_challenge
from bot.core.handlers.services import Asked, Services
from bot.core.language.speech import LANGUAGES, Speech, speech
from bot.core.ports.platform import Incoming, Invitation
from bot.core.queues.user_queue import Ticket
from bot.core.view.challenges import invitation as shown_invitation
from bot.core.view.challenges import invitation_to_any
from engines import GAMES
from engines.refusals import Illegal, Refusal

INVITATION_OVER = "invitation-over"
_LONGEST_TYPED = 256
_MOST_WORDS = 8
_HANDLE = re.compile(r"@\w{1,32}")


@dataclass(frozen=True)
class Invitations:
    """An invitation is kept until it counts no longer; the message that it stands in begins one game, and no more."""

    services: Services

    async def offers(self, person: Person, text: str, opponent: Person | None = None) -> tuple[Invitation, ...]:
        """One for each game that a text may mean; to the opponent, unless the text names another."""
        if await self.services.rate_limit.takes(person.key, person.key) is not True:
            return ()
        words = await _words(self.services, person)
        opponent = None if person.is_same(opponent) else opponent
        meant = await asyncio.to_thread(challenges, text[:_LONGEST_TYPED], person, opponent)
        if not meant:
            return ()
        token = await _keep(self.services, person, text[:_LONGEST_TYPED], opponent, words)
        who, door = known_as(person, words.language), self.services.platforms[person.platform]
        return tuple(
            shown_invitation(
                request, who, invitation_id(person.id, token, game), words, door.invitation(f"rules-{game}")
            )
            for game, request in meant.items()
        )

    async def offer(self, person: Person, text: str, opponent: Person | None = None) -> Invitation | None:
        """All of them in one."""
        offers = await self.offers(person, text, opponent)
        if len(offers) < 2:
            return next(iter(offers), None)
        words = await _words(self.services, person)
        return invitation_to_any(offers, known_as(person, words.language), words)

    async def invited(self, chat: Chat, person: Person, invitation: str) -> None:
        """The game of an invitation that its own challenger has sent, as a challenge that is open to all."""
        request = read_join(invitation)
        if request.id == person.id:
            with suppress(Refusal):
                await opened(self.services, request, await _asked(self.services, chat, person))


async def opened(services: Services, request: Join, asked: Asked) -> Session:
    """The game of the message in which an invitation stands, begun by its challenger; raises `Refusal`."""
    if not asked.incoming.chat.inline:
        raise Illegal(INVITATION_OVER)
    challenger, wanted = await _found(services, request, asked.incoming.chat.platform)
    if isinstance(wanted.opponent, Robot) and not challenger.is_same(asked.incoming.person):
        raise Illegal("invitation-to-the-bot", challenger=challenger.name)
    cause = f"invitation:{asked.incoming.chat.thread}"
    incoming = replace(asked.incoming, person=challenger, cause=cause, pressed=False)
    begun = replace(asked, incoming=incoming, words=speech(challenger.language))
    try:
        return await begin_challenge(services, wanted, begun)
    except Illegal:
        if challenger.is_same(asked.incoming.person):
            raise
        raise Illegal("invitation-not-now", challenger=challenger.name) from None


async def _found(services: Services, request: Join, platform: str) -> tuple[Person, Challenge]:
    """Who invites, and to what; raises `Illegal` for what does not count any more."""
    kept = await services.store.people.invitation(Person(platform, request.id, "").key, request.token)
    who, text, until, *opponents = json.loads(kept) if kept else ({}, "", 0.0)
    if services.now() < until:
        challenger, opponent = Person(**who), next((Person(**each) for each in opponents if each), None)
        meant = await asyncio.to_thread(challenges, text, challenger, opponent)
        if request.game in meant:
            return challenger, meant[request.game]
    raise Illegal(INVITATION_OVER)


async def _keep(services: Services, person: Person, text: str, opponent: Person | None, words: Speech) -> str:
    token, who = new_code(services.random), asdict(known_as(person, words.language))
    seconds = services.patience.passed_on * MINUTE
    kept = json.dumps([who, text, services.now() + seconds, opponent and asdict(opponent)])
    await services.store.people.keep_invitation(person.key, token, kept, seconds)
    return token


async def _words(services: Services, person: Person) -> Speech:
    known = await services.store.settings.known(Chat(person.platform, INLINE).key, person.key)
    return speech(known.person_language or person.language)


async def _asked(services: Services, chat: Chat, person: Person) -> Asked:
    known = await services.store.settings.known(chat.key, person.key)
    incoming = Incoming(chat, person, "")
    return Asked(incoming, speech(person.language), known, Ticket(), services.now())


def is_unopened(asked: Asked) -> bool:
    """Whether what was sent in an inline message never became a game."""
    return asked.incoming.chat.inline and not asked.known.games and asked.known.over is None


def challenges(text: str, person: Person, opponent: Person | None = None) -> Mapping[str, Challenge]:
    """What may be meant by a text that is being typed, by game: as much of it as can be understood.

    A game with its options, options of any game, or a game's name that is not typed to its end; against the opponent,
    unless it says otherwise.
    """
    typed = text.split()[:_MOST_WORDS]
    for end in range(len(typed), 0, -1):
        so_far = " ".join(typed[:end])
        if whole := _read(so_far, person, opponent):
            return {whole.game: whole}
        if of_any := {game: found for game in GAMES if (found := _read(f"{game} {so_far}", person, opponent))}:
            return of_any
    named = [game for game in GAMES if any(map(_begins(text), _names(game)))]
    return {game: Challenge(game, opponent=opponent) for game in named or GAMES}


def _read(text: str, person: Person, opponent: Person | None) -> Challenge | None:
    """A challenge that could begin; a challenge without options always can."""
    with suppress(Refusal):
        named = {word: Person(person.platform, "", word, word[1:]) for word in text.split() if _HANDLE.fullmatch(word)}
        named |= {"reply": opponent} if opponent else {}
        found = read_challenge(text, Incoming(Chat(person.platform, INLINE), person, text, mentions=named))
        if isinstance(found, Challenge):
            game = GAMES[found.game]
            if found.settings:
                game.start(game.offer.defaults(found.settings), 0)
            return found
    return None


def _names(game: str) -> Iterator[str]:
    yield game
    yield from (speech(language).say(f"game-{game}").casefold() for language in LANGUAGES)


def _begins(text: str) -> Callable[[str], bool]:
    return lambda name: bool(text.strip()) and name.startswith(text.strip().casefold())
