"""Challenges, the answers to them, rematches; invitations to chats where the bot is not: who presses one sits down."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace

from bot.core.chats.address_book import for_reader
from bot.core.commands.challenges import Again, Challenge, Join, invitation_id, read_challenge, read_join
from bot.core.game.instants import MINUTE, Instant
from bot.core.game.people import INLINE, Chat, Person, Robot
from bot.core.game.referee import Accept, Cancel, Decline
from bot.core.game.requests import GameReference, new_code
from bot.core.game.session import Session, Stage
from bot.core.handlers.admission import may_sit_down
from bot.core.handlers.beginnings import begin_challenge, begin_rematch
from bot.core.handlers.changes import commit, expect_hints, outcome, receipt
from bot.core.handlers.chat_settings import played_here
from bot.core.handlers.rights import missing_rights, rights_remarks
from bot.core.handlers.services import Answers, Asked, Services
from bot.core.language.speech import LANGUAGES, Speech, speech
from bot.core.ports.platform import IN_PLACE, Incoming, Invitation, Message
from bot.core.queues.user_queue import Ticket
from bot.core.view.answers import which_level
from bot.core.view.challenges import accepted, invitation_over, invitation_to_any, rematch_offered
from bot.core.view.challenges import invitation as shown_invitation
from engines import GAMES
from engines.refusals import Illegal, Refusal

INVITATION_OVER = "invitation-over"
_LONGEST_TYPED = 256
_MOST_WORDS = 8
_HANDLE = re.compile(r"@\w{1,32}")


async def challenge(services: Services, request: Challenge, asked: Asked) -> Answers:
    """A menu that has led to a game gives way to what one would have typed; pressed twice, it leads to one game."""
    if request.level_open and request.game in asked.known.won:
        return (which_level(asked.incoming.text, asked.words),)
    if missing := await missing_rights(services, request, asked):
        return missing
    under = asked.incoming.replies_to
    if request.typed and under:
        once = replace(asked.incoming, cause=f"{asked.incoming.chat.key} {under} {request.typed}")
        asked = replace(asked, incoming=once)
    expect_hints(services, await begin_challenge(services, request, asked))
    typed = (Message(request.typed, envelope=IN_PLACE),) if request.typed else ()
    return (*typed, *await rights_remarks(services, request, asked))


async def join(services: Services, request: Join, asked: Asked) -> Answers:
    """Sits down at the game of an invitation; a message that began no game in time says so.

    Against the bot there is no other who has to accept.
    """
    try:
        session = await opened(services, request, asked)
    except Illegal as refused:
        if refused.code == INVITATION_OVER and is_unopened(asked):
            return invitation_over(asked.words)
        raise
    if isinstance(session.opponent, Robot):
        return receipt(session, asked, lambda: accepted(session, asked.words))
    return await accept(services, session, Accept(GameReference(session.code)), asked)


async def rematch(services: Services, session: Session, request: Again, asked: Asked) -> Answers:
    """Two who ask each other for a rematch have agreed on one."""
    after = await begin_rematch(services, session, asked)
    if after.stage is Stage.OFFERED and not after.challenger.is_same(asked.incoming.person):
        sits_down = await _from_here(services, after, Accept(GameReference(after.code)), asked)
        after = await commit(services, after, sits_down, asked.incoming)
    expect_hints(services, after)
    said = rematch_offered if after.stage is Stage.OFFERED else accepted
    return receipt(after, asked, lambda: said(after, asked.words))


async def accept(services: Services, session: Session, request: Accept, asked: Asked) -> Answers:
    """The question gives way to its answer, however it was given, and however often it is delivered."""
    after = session
    if not session.follows_from(asked.incoming.cause):
        request = await _from_here(services, session, request, asked)
        await may_sit_down(services, asked.incoming.person, session, asked.known.games if request.chat else ())
        after = await _settled(services, session, request, asked)
    return receipt(after, asked, lambda: accepted(after, asked.words))


async def call_off(services: Services, session: Session, request: Decline | Cancel, asked: Asked) -> Answers:
    """As `accept`, for a challenge that comes to nothing."""
    repeated = session.follows_from(asked.incoming.cause)
    after = session if repeated else await _settled(services, session, request, asked)
    return receipt(after, asked, lambda: outcome(after, asked))


async def _settled(services: Services, session: Session, request: Accept | Decline | Cancel, asked: Asked) -> Session:
    """The game after the answer, which is told in a chat that it has left as well."""
    after = await commit(services, session, request, asked.incoming)
    if session.places.second and session.places.second not in after.places.chats:
        await services.delivery.leave(after, session.places.second)
    expect_hints(services, after)
    return after


async def _from_here(services: Services, session: Session, request: Accept, asked: Asked) -> Accept:
    """What is asked for, with the chat if it is none where the question stands; raises `Illegal` if that chat does
    not play the game."""
    if await services.games.is_in(session, asked.known.chat):
        return request
    played_here(session.game, asked.known.settings)
    chat = asked.incoming.chat
    await services.store.settings.remember_chat(asked.known.chat, json.dumps(asdict(chat)))
    return replace(request, chat=chat, language=asked.known.chat_language or asked.words.language)


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
        meant = await asyncio.to_thread(meant_by, text[:_LONGEST_TYPED], person, opponent)
        if not meant:
            return ()
        token = await _keep(self.services, person, text[:_LONGEST_TYPED], opponent, words)
        who, door = for_reader(person, words.language), self.services.platforms[person.platform]
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
        return invitation_to_any(offers, for_reader(person, words.language), words)

    async def open_invitation(self, chat: Chat, person: Person, invitation: str) -> None:
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
    challenger, text, until, opponent = _read_invitation(kept)
    if challenger and services.now() < until:
        meant = await asyncio.to_thread(meant_by, text, challenger, opponent)
        if request.game in meant:
            return challenger, meant[request.game]
    raise Illegal(INVITATION_OVER)


def _read_invitation(kept: str | None) -> tuple[Person | None, str, Instant, Person | None]:
    """Return who invites, what they typed, until when it counts, and whom they invite; nobody for what says nothing."""
    with suppress(ValueError, TypeError):
        who, text, until, *opponents = json.loads(kept or "")
        opponent = next((Person(**each) for each in opponents if each), None)
        return Person(**who), str(text), float(until), opponent
    return None, "", 0.0, None


async def _keep(services: Services, person: Person, text: str, opponent: Person | None, words: Speech) -> str:
    token, who = new_code(services.random), asdict(for_reader(person, words.language))
    seconds = services.patience.link_minutes * MINUTE
    kept = json.dumps([who, text, services.now() + seconds, opponent and asdict(opponent)])
    await services.store.people.store_invitation(person.key, token, kept, seconds)
    return token


async def _words(services: Services, person: Person) -> Speech:
    known = await services.store.settings.facts_for(Chat(person.platform, INLINE).key, person.key)
    return speech(known.person_language or person.language)


async def _asked(services: Services, chat: Chat, person: Person) -> Asked:
    known = await services.store.settings.facts_for(chat.key, person.key)
    incoming = Incoming(chat, person, "")
    return Asked(incoming, speech(person.language), known, Ticket(), services.now())


def is_unopened(asked: Asked) -> bool:
    """Whether what was sent in an inline message never became a game."""
    return asked.incoming.chat.inline and not asked.known.games and asked.known.over is None


def meant_by(text: str, person: Person, opponent: Person | None = None) -> Mapping[str, Challenge]:
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
