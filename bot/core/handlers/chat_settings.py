"""What administrators have settled for a chat: told to all, changed by them alone, held to by every challenge."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from math import ceil

from bot.core.chats.chat_settings import effective_settings
from bot.core.commands.challenges import Challenge
from bot.core.commands.settings import (
    ADMINS,
    ALL,
    CHALLENGE,
    COOLDOWN,
    GAMES_HERE,
    LANGUAGE,
    NONE,
    THREADS,
    TIME,
    ZONE,
    Settle,
    read_changes,
)
from bot.core.game.clocks import USUAL_PACE, write_span
from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Robot
from bot.core.handlers.rights import has_threads
from bot.core.handlers.services import Answers, Asked, Services, Settled
from bot.core.language.speech import speech
from bot.core.ports.platform import server_of
from bot.core.ports.store import of_chat, of_server
from bot.core.view import settings
from bot.core.view.settings import Scope
from engines.refusals import Illegal

CHALLENGED = "challenged"
"""The last challenge in a chat, as an instant."""
_MINUTE = 60.0


async def settle(services: Services, request: Settle, asked: Asked) -> Answers:
    """What holds after what was asked; raises `Illegal` for a change by any other person."""
    may, threads = await _administers(services, asked), has_threads(services, asked)
    server = server_of(services.platforms, asked.incoming.chat)
    if request.everywhere and not server:
        raise Illegal("no-server-here")
    more = [setting for each in services.extensions for setting in each.chat_settings]
    changes = read_changes(request.changes, more)
    if changes:
        if not may:
            raise Illegal("settled-by-administrators")
        if changes.get(THREADS) == "yes" and not threads:
            raise Illegal("no-threads-here")
    if request.everywhere and {ZONE, *(setting.name for setting in more if setting.is_of_one_chat)} & set(changes):
        raise Illegal("daily-in-one-chat")
    changed = _settled_everywhere if request.everywhere else _settled_here
    settled = await changed(services, dict(changes), asked, server)
    language = settled.get(LANGUAGE, "")
    words = speech(language) if language and LANGUAGE in changes else asked.words
    holds = settled | {TIME: usual_pace(settled, asked)}
    scope = Scope(bool(server), request.everywhere)
    menu = settings.menu(holds, more, may, asked.incoming.pressed, threads, words, scope)
    return (replace(menu, envelope=replace(menu.envelope, respoken=LANGUAGE in changes)),)


async def _settled_here(services: Services, changes: dict[str, str], asked: Asked, server: str) -> dict[str, str]:
    """What holds in a chat after changes of its own."""
    known, language = asked.known, asked.known.chat_language or ""
    if changes:
        language = changes.pop(LANGUAGE, language).removesuffix(NONE)
        await services.store.settings.choose(of_chat(known.chat), changes)
        await services.store.settings.set_chat_language(known.chat, language or None)
        settled = Settled(asked.incoming.chat, set(changes), {**known.own, **changes}, language)
        for extension in services.extensions:
            if extension.settle:
                await extension.settle(services, settled)
    return {**known.settings, **changes, LANGUAGE: language}


async def _settled_everywhere(services: Services, changes: dict[str, str], asked: Asked, server: str) -> dict[str, str]:
    """What holds on a server after changes, which the chat where they are made gives way to."""
    settled = await services.store.settings.choices(of_server(server))
    if changes:
        settled |= changes
        settled[LANGUAGE] = settled.get(LANGUAGE, "").removesuffix(NONE)
        await services.store.settings.choose(of_server(server), {name: settled[name] for name in changes})
        await services.store.settings.choose(of_chat(asked.known.chat), dict.fromkeys(changes, ""))
        if LANGUAGE in changes:
            await services.store.settings.set_chat_language(asked.known.chat, None)
    return settled


async def allow_challenge(services: Services, request: Challenge, asked: Asked, goes_on: bool = False) -> None:
    """Raises `Illegal` for a challenge that a chat does not want, and notes one that it does.

    One that `goes_on` with what the same two have just played waits for no other, and no other for it.
    """
    settled, now = asked.known.settings, asked.at
    played_here(request.game, settled)
    if settled.get(CHALLENGE, ALL) == ADMINS and not await _administers(services, asked):
        raise Illegal("challenges-by-administrators")
    cooldown = settled.get(COOLDOWN, NONE)
    wait = 0.0 if cooldown == NONE else float(cooldown.removesuffix("s"))
    if not wait or goes_on or isinstance(request.opponent, Robot):
        return
    left = _last_challenge(settled) + wait - now
    if 0 < left <= wait:
        raise _too_soon(left)
    await services.store.settings.choose(of_chat(asked.known.chat), {CHALLENGED: f"{now!r}"})


async def allow_game_in(services: Services, chat: Chat, game: str) -> None:
    """Raises `Illegal` if another chat, to which a challenge goes, does not play that."""
    played_here(game, await effective_settings(chat, services.store, services.platforms))


async def _administers(services: Services, asked: Asked) -> bool:
    incoming = asked.incoming
    return await services.platforms[incoming.chat.platform].administers(incoming.chat, incoming.person)


def _last_challenge(settled: Mapping[str, str]) -> Instant:
    """Return the time of the last challenge; 0 if none is known."""
    with suppress(ValueError):
        return float(settled.get(CHALLENGED, "0"))
    return 0.0


def usual_pace(settled: Mapping[str, str], asked: Asked) -> str:
    """The pace of games between people in whose challenge nothing is said of it."""
    chat = asked.incoming.chat
    return settled.get(TIME) or (NONE if chat.direct or chat.inline else USUAL_PACE)


def played_here(game: str, settled: Mapping[str, str]) -> None:
    """Raises `Illegal` for a game that is not played in a chat where this is settled."""
    games = settled.get(GAMES_HERE, ALL)
    if games != ALL and game not in games.split(","):
        raise Illegal("game-not-here", part=game, games=games.replace(",", ", "))


def _too_soon(left: Instant) -> Illegal:
    """How long is left before the next challenge, in whole minutes if there are some."""
    if left < _MINUTE:
        return Illegal("challenge-cooldown", seconds=max(1, round(left)))
    return Illegal("challenge-cooldown-minutes", span=write_span(_MINUTE * ceil(left / _MINUTE)))
