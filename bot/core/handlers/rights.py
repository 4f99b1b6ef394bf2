"""What the bot may not do where a game is asked for, named before it begins; whether it gets a thread of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator

from bot.core.commands.challenges import Challenge
from bot.core.commands.settings import THREADS
from bot.core.game.people import Robot
from bot.core.game.terms import THREAD, Consent
from bot.core.handlers.services import Answers, Asked, Services
from bot.core.ports.platform import PRIVATE, Message
from bot.core.view.answers import before_a_game, lacking, lacking_for_thread


async def gives_thread(services: Services, request: Challenge, asked: Asked) -> bool:
    """Whether a game is to have a thread, and can."""
    return _wants(request, asked) and has_threads(services, asked) and not await _lacking(services, asked, threads=True)


async def missing_rights(services: Services, request: Challenge, asked: Asked) -> Answers:
    """What is said in the place of a game against the bot, which would begin at once: each is told once where."""
    who = asked.known.chat, asked.incoming.person.key
    if not isinstance(request.opponent, Robot) or who in services.warned:
        return ()
    lines = [line async for line in _missing(services, request, asked)]
    if not lines:
        return ()
    services.warned[who] = None
    return (before_a_game(lines, asked.incoming.text, asked.words),)


async def rights_remarks(services: Services, request: Challenge, asked: Asked) -> Answers:
    """What a challenger is told alone: why there is no thread, and what is missing, unless it was named before."""
    lines = [] if isinstance(request.opponent, Robot) else [line async for line in _missing(services, request, asked)]
    if _wants(request, asked) and THREAD in request.terms and not has_threads(services, asked):
        lines.append(asked.words.say("no-thread-here"))
    return (Message("\n".join(lines), envelope=PRIVATE),) if lines else ()


async def _missing(services: Services, request: Challenge, asked: Asked) -> AsyncIterator[str]:
    here = await _lacking(services, asked, threads=False)
    if here:
        yield lacking(here, asked.words)
    if _wants(request, asked) and has_threads(services, asked):
        missing = await _lacking(services, asked, threads=True)
        if more := [right for right in missing if right not in here]:
            yield lacking_for_thread(more, asked.words)


def has_threads(services: Services, asked: Asked) -> bool:
    """Whether threads begin in the asker's chat."""
    platform = services.platforms.get(asked.incoming.chat.platform)
    return platform is not None and platform.has_threads(asked.incoming.chat)


async def _lacking(services: Services, asked: Asked, threads: bool) -> tuple[str, ...]:
    platform = services.platforms.get(asked.incoming.chat.platform)
    return await platform.lacks(asked.incoming.chat, threads) if platform else ()


def _wants(request: Challenge, asked: Asked) -> bool:
    return request.terms.get(THREAD, asked.known.settings.get(THREADS)) == Consent.YES
