"""What the bot may do where a game is asked for: whether that gets a thread of its own, and what the asker is told."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass

from bot.core.abilities import HasThreads, Limited
from bot.core.commands.challenges import Challenge
from bot.core.commands.consent import Consent
from bot.core.commands.settings import THREADS
from bot.core.commands.terms import THREAD
from bot.core.ports import Message, Platform
from bot.core.requests.asked import Asked
from bot.core.session import Session
from bot.core.view import rights


@dataclass(frozen=True)
class Rights:
    """Asks the doors."""

    platforms: Mapping[str, Platform]

    async def gives_thread(self, request: Challenge, asked: Asked) -> bool:
        """Whether a game is to have a thread, and can."""
        return _wants(request, asked) and self._has_threads(asked) and not await self._lacking(asked, threads=True)

    async def remarks(self, request: Challenge, session: Session, asked: Asked) -> tuple[Message, ...]:
        """What a challenger is told alone of a game that has begun: why there is no thread, and what is missing."""
        wants = _wants(request, asked) and THREAD not in dict(session.terms)
        lines = [line async for line in self._lines(wants, THREAD in dict(request.terms), asked)]
        return (Message("\n".join(lines), private=True),) if lines else ()

    async def _lines(self, wants_thread: bool, is_typed: bool, asked: Asked) -> AsyncIterator[str]:
        here = await self._lacking(asked, threads=False)
        if here:
            yield rights.lacking(here, asked.words)
        if wants_thread and self._has_threads(asked):
            lacking = await self._lacking(asked, threads=True)
            if more := [right for right in lacking if right not in here]:
                yield rights.lacking_for_thread(more, asked.words)
        elif wants_thread and is_typed:
            yield asked.words.say("no-thread-here")

    def _has_threads(self, asked: Asked) -> bool:
        platform = self.platforms.get(asked.incoming.chat.platform)
        return isinstance(platform, HasThreads) and platform.has_threads(asked.incoming.chat)

    async def _lacking(self, asked: Asked, threads: bool) -> tuple[str, ...]:
        platform = self.platforms.get(asked.incoming.chat.platform)
        if not isinstance(platform, Limited):
            return ()
        return await platform.lacks(asked.incoming.chat, threads)


def _wants(request: Challenge, asked: Asked) -> bool:
    return dict(request.terms).get(THREAD, asked.known.settings.get(THREADS)) == Consent.YES
