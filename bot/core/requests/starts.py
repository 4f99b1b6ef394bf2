"""Where games begin: read at once, or made elsewhere first, as a map is."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from bot.core.commands.setup import Setup, fewer
from bot.core.ports import Thinking
from engines import GAMES
from engines.game import AnyGame, AnyPosition
from engines.refusals import Unreadable


@dataclass(frozen=True)
class Starts:
    """Positions before any move; all raise `Unreadable` for settings that are none."""

    thinking: Thinking

    async def of(self, game: AnyGame, settings: Mapping[str, str], seed: int, chat: str) -> AnyPosition:
        """The start that a challenge in a chat asks for."""
        offered = game.offered(settings)
        if game.makes in offered:
            offered = await self.thinking.made(game, offered, seed, chat)
        start: AnyPosition = game.start(offered, seed)
        return start

    async def settled(self, chosen: Setup, chat: str) -> tuple[Setup, AnyPosition]:
        """The choice without the options that do not go with the newest, and its start."""
        game = GAMES[chosen.game]
        for settings in fewer(chosen):
            with suppress(Unreadable):
                return replace(chosen, settings=settings), await self.of(game, settings, chosen.seed, chat)
        return chosen, await self.of(game, chosen.settings, chosen.seed, chat)
