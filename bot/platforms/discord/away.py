"""Being away: Discord keeps nothing for a bot that is not there, so that whoever waits is told of it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from bot.core.language.speech import ENGLISH
from bot.core.ports.platform import Button, Message, Updates
from bot.core.ports.store import Unreachable
from bot.platforms.discord.localized import Words

LONG = 20.0
"""Seconds of absence that people notice."""
RECENT = 3600.0
"""Seconds for which somebody is thought to be still about to move."""
_ALIVE = "discord-alive"
_ANY = "all"
_ASKED = "discord-asked"


class Away:
    """Notes when this bot was connected last, and the channels in which somebody was asked for a move.

    Of several processes each notes when it was, by its `part` of the servers.
    """

    def __init__(self, updates: Updates, words: Words, now: Callable[[], float], part: str = "") -> None:
        self._updates = updates
        self.words = words
        self._now = now
        self._part = _ANY + part
        self._lost: float | None = None
        self._is_here = False

    async def live(self) -> None:
        """Notes the time, if it is connected now."""
        if not self._is_here:
            return
        with suppress(Unreachable):
            await self._updates.keep_update(_ALIVE, self._part, repr(self._now()))

    def lose(self) -> None:
        """The connection is lost."""
        self._lost = self._lost or self._now()
        self._is_here = False

    def resume(self) -> None:
        """It goes on, and brings what was missed."""
        self._lost, self._is_here = None, True

    async def shown(self, channel: int, message: Message) -> None:
        """What a channel was shown last asks somebody for something, or nobody."""
        asked = message.mention
        with suppress(Unreachable):
            if asked:
                await self._updates.keep_update(_ASKED, str(channel), f"{self._now()!r} {asked.language or ENGLISH}")
            else:
                await self._updates.forget_update(_ASKED, str(channel))

    async def come_back(self) -> dict[int, Message]:
        """What to say in which channels, now that it is connected anew: nothing unless it was away for long."""
        since, now = await self.since(), self._now()
        self.resume()
        if since is None or now - since < LONG:
            return {}
        told: dict[int, Message] = {}
        for channel, text in (await self._updates.kept_updates(_ASKED)).items():
            asked, _, language = text.partition(" ")
            if since - float(asked) < RECENT:
                told[int(channel)] = self._message(language, now - since)
            await self._updates.forget_update(_ASKED, channel)
        return told

    async def since(self) -> float | None:
        """When it was connected last, for one that is not; None if nobody knows."""
        if self._lost is not None:
            return self._lost
        alive = (await self._updates.kept_updates(_ALIVE)).get(self._part)
        return float(alive) if alive else None

    def _message(self, language: str, seconds: float) -> Message:
        board = Button(self.words(language, "button-board"), "/board")
        return Message(self.words(language, "was-away", minutes=max(1, round(seconds / 60))), buttons=((board,),))
