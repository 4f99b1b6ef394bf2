"""How games begin: challenges and rematches; one that is delivered again leads to the game that it began."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, replace

from bot.core.boards.bot_player import shows_thinking
from bot.core.commands.challenges import Challenge
from bot.core.commands.setup import Setup, setting_variants, usual_seat
from bot.core.game.audience import chat_read_by
from bot.core.game.clocks import TIME
from bot.core.game.entries import LogEntry
from bot.core.game.events import Accepted, Challenged, Event, SetUp
from bot.core.game.instants import Instant, after
from bot.core.game.people import Chat, Person, Player, Robot, rung_of
from bot.core.game.requests import code_of, new_code
from bot.core.game.session import Session, Stage
from bot.core.game.terms import CONTEST, HINTS, IDEAS, NONE, UNDO, Terms, agreed_terms
from bot.core.handlers.admission import may_challenge
from bot.core.handlers.chat_settings import allow_challenge, allow_game_in, usual_pace
from bot.core.handlers.rights import gives_thread
from bot.core.handlers.services import Asked, Services
from bot.core.ports.thinking import Thinking
from engines import GAMES
from engines.game import AnyGame, AnyPosition, Seat
from engines.refusals import Illegal, Unreadable

_CODES_TRIED = 20


async def begin_challenge(services: Services, request: Challenge, asked: Asked) -> Session:
    """The game that a challenge begins, or has begun before; raises `Refusal`."""
    incoming, here = asked.incoming, asked.known.games
    if isinstance(request.opponent, Robot) and request.terms.get(TIME, NONE) != NONE:
        raise Illegal("no-time-with-bot")
    if incoming.person.is_same(request.opponent):
        raise Illegal("challenges-oneself")
    is_new = not incoming.cause or set(here).isdisjoint(_codes(services, incoming.cause))
    met = await _met(services, request, asked) if incoming.in_private else None
    if met:
        request = replace(request, opponent=met[0])
    elif not incoming.in_private:
        request = replace(request, opponent=await _reader(services, request.opponent))
    if is_new:
        await may_challenge(services, incoming.person, request.opponent, here)
        await allow_challenge(services, request, asked)
    challenged = await _challenged(services, request, asked)
    if incoming.in_private and not isinstance(request.opponent, Robot):
        challenged = replace(challenged, lonely=True, expires=_until(services, challenged.at, met is None))
    if met:
        challenged = replace(challenged, asks_in=met[1], asks_language=met[0].language)
    return await _begin(services, challenged, asked, _codes(services, incoming.cause))


async def _met(services: Services, request: Challenge, asked: Asked) -> tuple[Person, Chat] | None:
    """The opponent, if the bot has met them, and their private chat."""
    met = await services.address_book.find(request.opponent) if isinstance(request.opponent, Person) else None
    if met and met[0].is_same(asked.incoming.person):
        raise Illegal("challenges-oneself")
    return met


async def _reader(services: Services, opponent: Player | None) -> Player | None:
    """The opponent, with the language that they read if the bot has met them and their platform does not say it."""
    if not isinstance(opponent, Person) or opponent.language:
        return opponent
    met = await services.address_book.find(opponent)
    return replace(opponent, language=met[0].language) if met else opponent


def _without_contest(terms: Terms) -> Terms:
    """Return the terms without those that only a contest asked for."""
    return terms.without(CONTEST, UNDO, HINTS, IDEAS) if CONTEST in terms else terms


async def begin_rematch(services: Services, session: Session, asked: Asked) -> Session:
    """A rematch with the seats exchanged, perhaps one that the other player asks for; only the players can ask.

    Who plays an opponent of the ladder keeps the seat. All rematches of a game go by the same codes, so that two that
    are asked for at once meet. What is settled for the chat holds for them, but the first one need not wait for other
    challenges.
    """
    seat = session.seat_of(asked.incoming.person)
    if seat is None:
        raise Illegal("not-a-player", game=session.code)
    opponent = session.player(seat.opponent)
    terms = Terms(((TIME, NONE), *_without_contest(session.terms).pairs))
    then = seat if rung_of(session.game, opponent) else seat.opponent
    request = Challenge(session.game, dict(session.settings), opponent, then, terms=terms)
    codes = [code_of(f"again {session.code}", attempt) for attempt in range(_CODES_TRIED)]
    if set(asked.known.games).isdisjoint(codes):
        await may_challenge(services, asked.incoming.person, opponent, asked.known.games)
        await allow_challenge(services, request, asked, goes_on=await services.games.load(codes[0]) is None)
    last = _codes(services, asked.incoming.cause)
    challenged = await _asked_again(services, session, await _challenged(services, request, asked), asked)
    return await _begin(services, challenged, asked, (*codes, *last), is_again=True)


async def _asked_again(services: Services, session: Session, challenged: Challenged, asked: Asked) -> Challenged:
    """Everybody plays from where they have played, in the language that was spoken there."""
    language = asked.known.chat_language or session.places.language_in(challenged.chat)
    spoken, opponent = replace(challenged, language=language), challenged.opponent
    other = chat_read_by(session, opponent)
    if isinstance(opponent, Robot) or await services.store.settings.current_key(other.key) == asked.known.chat:
        return spoken
    await allow_game_in(services, other, session.game)
    lonely = asked.incoming.in_private
    return replace(spoken, lonely=lonely, asks_in=other, asks_language=session.places.language_in(other))


async def _challenged(services: Services, request: Challenge, asked: Asked) -> Challenged:
    """What the first entry says, but for the game's code."""
    seed = services.random.getrandbits(32) if request.seed is None else request.seed
    game = GAMES[request.game]
    incoming = asked.incoming
    async with shows_thinking(services.platforms, incoming.chat):
        start = await start_of(services.thinking, game, request.settings, seed, incoming.chat.key)
    now = services.now()
    return Challenged(
        at=now,
        code="",
        game=request.game,
        settings=tuple(start.settings.items()),
        seed=seed,
        chat=incoming.chat,
        challenger=incoming.person,
        opponent=request.opponent,
        expires=_until(services, now, is_passed_on=incoming.chat.inline),
        language=asked.known.chat_language or asked.words.language,
        seat=_seat(services, request, start.settings),
        terms=(await _terms(services, request, asked)).pairs,
    )


async def _terms(services: Services, request: Challenge, asked: Asked) -> Terms:
    """Between people there is as much time as is usual in the chat, unless they say otherwise."""
    usual = NONE if isinstance(request.opponent, Robot) else usual_pace(asked.known.settings, asked)
    return agreed_terms(request.terms, usual, await gives_thread(services, request, asked))


def _until(services: Services, at: Instant, is_passed_on: bool) -> Instant:
    return after(at, services.patience.link_minutes if is_passed_on else services.patience.minutes)


def _seat(services: Services, request: Challenge, settings: Mapping[str, str]) -> Seat:
    """The seat that was asked for; else First, or against the bot the one that the game has for a person."""
    if request.seat == "random":
        return services.random.choice(tuple(Seat))
    return request.seat or usual_seat(GAMES[request.game], request.opponent, settings)


async def _begin(
    services: Services, challenged: Challenged, asked: Asked, codes: Iterable[str], is_again: bool = False
) -> Session:
    """The game, under the first code that is free, or under which it has been begun before."""
    cause = asked.incoming.cause
    chats = (asked.known.chat, *await _second(services, challenged))
    if not challenged.chat.inline:
        await services.store.settings.remember_chat(chats[0], json.dumps(asdict(challenged.chat)))
    for code in codes:
        entries = [await services.store.boards.add(chat.key, code, services.now()) for chat in challenged.chats]
        opening = LogEntry(_opening(replace(challenged, code=code)), cause)
        begun = await services.games.begin(code, opening, chats) or await _begun(
            services, code, cause, challenged, is_again
        )
        for entry in entries:
            if begun:
                services.delivery.soon(entry)
            else:
                await services.store.boards.remove(entry)
        if begun:
            return begun
    raise Illegal("busy", game="")


async def _second(services: Services, challenged: Challenged) -> tuple[str, ...]:
    """The key that the opponent's chat goes by now, if it is another."""
    return (await services.store.settings.current_key(challenged.asks_in.key),) if challenged.asks_in else ()


async def _begun(services: Services, code: str, cause: str, challenged: Challenged, is_again: bool) -> Session | None:
    """Return what this very text has begun, or the same game of the two (`_is_the_same`)."""
    with suppress(Illegal):
        session = await services.games.load(code)
        if session and (session.follows_from(cause) or _is_the_same(session, challenged, is_again)):
            return session
    return None


def _codes(services: Services, cause: str) -> Iterator[str]:
    return (code_of(cause, attempt) if cause else new_code(services.random) for attempt in range(_CODES_TRIED))


def _is_the_same(session: Session, challenged: Challenged, is_again: bool) -> bool:
    """Return whether a challenge asks for the same game between the same two, whichever of them asks, and that game
    waits for an answer, or is the rematch under way that they ask for again."""
    waits = session.stage is Stage.OFFERED and challenged.at < session.start.expires
    if not (waits or (is_again and session.stage is Stage.RUNNING)):
        return False
    if isinstance(challenged.opponent, Person):
        both = (challenged.challenger, challenged.opponent)
        asks = any(session.challenger.is_same(person) for person in both)
        asked = any(person.is_same(session.opponent) for person in both)
    else:
        asks = session.challenger.is_same(challenged.challenger)
        asked = session.opponent is not None and session.opponent == challenged.opponent
    theirs = session.game, session.settings, session.terms
    return asks and asked and theirs == (challenged.game, challenged.settings, Terms(challenged.terms))


def _opening(challenged: Challenged) -> tuple[Event, ...]:
    """The bot sits down at once, and sets up what its place on the ladder begins from."""
    if not isinstance(challenged.opponent, Robot):
        return (challenged,)
    at, rung = challenged.at, rung_of(challenged.game, challenged.opponent)
    accepted = Accepted(at, challenged.opponent)
    if rung is None or (dict(rung.settings), rung.seat) != (dict(challenged.settings), challenged.seat):
        return challenged, accepted
    opening = rung.opening(challenged.seed)
    return (challenged, accepted, SetUp(at, opening)) if opening else (challenged, accepted)


async def start_of(thinking: Thinking, game: AnyGame, settings: Mapping[str, str], seed: int, chat: str) -> AnyPosition:
    """The start that a challenge in a chat asks for."""
    offered = game.offer.defaults(settings)
    if game.offer.generated_option in offered:
        offered = await thinking.make_settings(game, offered, seed, chat)
    start: AnyPosition = game.start(offered, seed)
    return start


async def fitting_start(thinking: Thinking, chosen: Setup, chat: str) -> tuple[Setup, AnyPosition]:
    """The choice without the options that do not go with the newest, and its start."""
    game = GAMES[chosen.game]
    for settings in setting_variants(chosen):
        with suppress(Unreadable):
            return replace(chosen, settings=settings), await start_of(thinking, game, settings, chosen.seed, chat)
    return chosen, await start_of(thinking, game, chosen.settings, chosen.seed, chat)
