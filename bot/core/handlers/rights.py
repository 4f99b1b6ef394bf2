"""What the bot may not do where a game is asked for, named before it begins; whether it gets a thread of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field

from bot.core.commands.challenges import Challenge
from bot.core.commands.settings import THREADS
from bot.core.game.people import Robot
from bot.core.game.requests import Consent
from bot.core.game.terms import THREAD
from bot.core.handlers.asked import Asked
from bot.core.ports.platform import Message, Platform
from bot.core.view.answers import before_a_game, lacking, lacking_for_thread

_MOST_TOLD = 10_000


@dataclass(frozen=True)
class Rights:
    """Asks the doors, and remembers who has been told where."""

    platforms: Mapping[str, Platform]
    told: set[tuple[str, str]] = field(default_factory=set)

    async def gives_thread(self, request: Challenge, asked: Asked) -> bool:
        """Whether a game is to have a thread, and can."""
        return _wants(request, asked) and self._has_threads(asked) and not await self._lacking(asked, threads=True)

    async def before(self, request: Challenge, asked: Asked) -> tuple[Message, ...]:
        """What is said in the place of a game against the bot, which would begin at once: each is told once where."""
        who = asked.known.chat, asked.incoming.person.key
        if not isinstance(request.opponent, Robot) or who in self.told:
            return ()
        lines = [line async for line in self._missing(request, asked)]
        if not lines:
            return ()
        if len(self.told) >= _MOST_TOLD:
            self.told.clear()
        self.told.add(who)
        return (before_a_game(lines, asked.incoming.text, asked.words),)

    async def remarks(self, request: Challenge, asked: Asked) -> tuple[Message, ...]:
        """What a challenger is told alone: why there is no thread, and what is missing, unless it was named before."""
        lines = [] if isinstance(request.opponent, Robot) else [line async for line in self._missing(request, asked)]
        if _wants(request, asked) and THREAD in dict(request.terms) and not self._has_threads(asked):
            lines.append(asked.words.say("no-thread-here"))
        return (Message("\n".join(lines), private=True),) if lines else ()

    async def _missing(self, request: Challenge, asked: Asked) -> AsyncIterator[str]:
        here = await self._lacking(asked, threads=False)
        if here:
            yield lacking(here, asked.words)
        if _wants(request, asked) and self._has_threads(asked):
            missing = await self._lacking(asked, threads=True)
            if more := [right for right in missing if right not in here]:
                yield lacking_for_thread(more, asked.words)

    def _has_threads(self, asked: Asked) -> bool:
        platform = self.platforms.get(asked.incoming.chat.platform)
        return platform is not None and platform.has_threads(asked.incoming.chat)

    async def _lacking(self, asked: Asked, threads: bool) -> tuple[str, ...]:
        platform = self.platforms.get(asked.incoming.chat.platform)
        return await platform.lacks(asked.incoming.chat, threads) if platform else ()


def _wants(request: Challenge, asked: Asked) -> bool:
    return dict(request.terms).get(THREAD, asked.known.settings.get(THREADS)) == Consent.YES
