"""Tournaments as they are asked for: opened, entered, left, started, called off, shown."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, replace
from datetime import time

from bot.core.chats.time_zones import next_time
from bot.core.commands.settings import ZONE
from bot.core.game.instants import Instant
from bot.core.game.requests import code_of, new_code
from bot.core.game.terms import COACH, NONE, agreed_terms
from bot.core.handlers.beginnings import start_of
from bot.core.handlers.chat_settings import allow_challenge
from bot.core.handlers.rights import gives_thread
from bot.core.handlers.services import Answers, Asked, Services
from bot.core.ports.platform import PRIVATE, Message
from bot.core.ports.store import choices_of
from bot.core.view.answers import said
from bot.features.tournaments import tournament as tournaments
from bot.features.tournaments import view
from bot.features.tournaments.commands import AskTournament, OpenTournament, Step
from bot.features.tournaments.events import Events, Opened
from bot.features.tournaments.log import KIND, append, change, load, moved_to
from bot.features.tournaments.tournament import Phase, Tournament
from engines import GAMES
from engines.refusals import Illegal

_NEWEST = "newest"


async def open_tournament(services: Services, request: OpenTournament, asked: Asked) -> Answers:
    """The chat's tournament is open for entrants; its message follows. Raises `Illegal` where another goes on."""
    _among_several(asked)
    newest = await _newest(services, asked)
    code = code_of(asked.incoming.cause, 0) if asked.incoming.cause else new_code(services.random)
    if newest is None or newest.code != code:  # else this very text has opened it
        if newest is not None and newest.phase in (Phase.OPEN, Phase.RUNNING):
            raise Illegal("tournament-goes-on", tournament=newest.code)
        await allow_challenge(services, request.challenge, asked, goes_on=True)
        opened = await _opened(services, request, asked, code)
        await services.store.settings.remember_chat(asked.known.chat, json.dumps(asdict(asked.incoming.chat)))
        await services.store.settings.choose(choices_of(KIND, asked.known.chat), {_NEWEST: code})
        await append(services, code, None, (opened,))
    return ()


def _among_several(asked: Asked) -> None:
    if asked.incoming.in_private or asked.incoming.chat.inline:
        raise Illegal("tournament-in-chats")


async def _newest(services: Services, asked: Asked) -> Tournament | None:
    """The tournament that the chat had last."""
    code = (await services.store.settings.choices(choices_of(KIND, asked.known.chat))).get(_NEWEST)
    return await load(services, code) if code else None


async def _opened(services: Services, request: OpenTournament, asked: Asked, code: str) -> Opened:
    challenge, chat = request.challenge, asked.incoming.chat
    seed = services.random.getrandbits(32)
    start = await start_of(services.thinking, GAMES[challenge.game], challenge.settings, seed, chat.key)
    terms = agreed_terms(challenge.terms, NONE, await gives_thread(services, challenge, asked))
    if COACH in terms:
        raise Illegal("tournament-for-all")
    return Opened(
        at=asked.at,
        code=code,
        game=challenge.game,
        settings=tuple(start.settings.items()),
        seed=seed,
        terms=terms.pairs,
        system=request.system,
        rounds=request.rounds,
        seconds=request.seconds,
        starts=_starts(request.starts, asked),
        chat=chat,
        opener=asked.incoming.person,
        language=asked.known.chat_language or asked.words.language,
    )


def _starts(wanted: Instant | time | None, asked: Asked) -> Instant | None:
    if isinstance(wanted, time):
        return next_time(asked.at, asked.known.settings.get(ZONE) or asked.words.say("usual-timezone"), wanted)
    return None if wanted is None else asked.at + wanted


async def tournament(services: Services, request: AskTournament, asked: Asked) -> Answers:
    """What the step leads to; raises `Illegal` for one that is not the asker's to take, or too late."""
    code = request.code or (await services.store.settings.choices(choices_of(KIND, asked.known.chat))).get(_NEWEST, "")
    if not code:
        raise Illegal("tournament-none")
    if request.step is Step.SHOW:
        found = await load(services, code)
        if found is None:
            raise Illegal("tournament-none")
        return (replace(view.table(found, asked.at, asked.words, asked.incoming.person), envelope=PRIVATE),)
    if request.step is Step.LEAVE:
        found = await load(services, code)
        if found and request.round not in (0, len(found.rounds)) and asked.incoming.cause not in found.causes:
            raise Illegal("question-gone")
        if found and not request.sure and (costs := view.sure_to_leave(found, asked.incoming.person, asked.words)):
            return (costs,)
    after = await _STEPS[request.step](services, code, asked)
    return (_receipt(request.step, after, asked),)


def _receipt(step: Step, after: Tournament, asked: Asked) -> Message:
    speech = asked.words
    match step:
        case Step.JOIN if after.phase is Phase.RUNNING:
            number = after.number_of(asked.incoming.person)
            plays = number is not None and tournaments.match_of(after, number) is not None
            done = said("tournament-in", speech) if plays else said("tournament-back", speech)
        case Step.JOIN:
            done = said("tournament-in", speech)
        case Step.LEAVE:
            done = view.left(after, asked.incoming.person, speech)
        case Step.START:
            done = said("tournament-started", speech)
        case _:
            done = said("tournament-off", speech)
    return replace(done, envelope=PRIVATE)


async def _join(services: Services, code: str, asked: Asked) -> Tournament:
    _among_several(asked)
    chat, person = asked.incoming.chat, asked.incoming.person
    language = asked.known.chat_language or asked.words.language
    joined = await change(
        services, code, lambda it: tournaments.join(it, person, chat, language, asked.at), asked.incoming.cause
    )
    if chat.key != joined.opened.chat.key:
        await services.store.settings.remember_chat(asked.known.chat, json.dumps(asdict(chat)))
        await services.store.settings.choose(choices_of(KIND, asked.known.chat), {_NEWEST: code})
    return joined


async def _leave(services: Services, code: str, asked: Asked) -> Tournament:
    person, at = asked.incoming.person, asked.at
    return await change(services, code, lambda it: tournaments.leave(it, person, at), asked.incoming.cause)


async def _start(services: Services, code: str, asked: Asked) -> Tournament:
    return await _decide(services, code, asked, lambda it: tournaments.begin(it, asked.at))


async def _cancel(services: Services, code: str, asked: Asked) -> Tournament:
    return await _decide(services, code, asked, lambda it: tournaments.call_off(it, asked.at))


async def _decide(services: Services, code: str, asked: Asked, decide: Callable[[Tournament], Events]) -> Tournament:
    """For who opened it, and for administrators of the chat where that was; raises `Illegal` for others."""
    found, person = await load(services, code), asked.incoming.person
    if found is None:
        raise Illegal("tournament-none")
    chat = await moved_to(services, found.opened.chat)
    platform = services.platforms.get(chat.platform)
    may = found.opened.opener.is_same(person) or (
        person.platform == chat.platform and platform and await platform.administers(chat, person)
    )
    if not may:
        raise Illegal("tournament-of-another")
    return await change(services, code, decide, asked.incoming.cause)


_STEPS: Mapping[Step, Callable[[Services, str, Asked], Awaitable[Tournament]]] = {
    Step.JOIN: _join,
    Step.LEAVE: _leave,
    Step.START: _start,
    Step.CANCEL: _cancel,
}
